//! `decode`: from text to identifier.

use uuid_simd::{AsOut, UuidExt};

use super::*;

/// Whether a text was read: what was read writes it.
fn same<T: ToString>(text: &String, read: &T) -> bool {
    read.to_string() == *text
}

pub fn snowflake() -> Cases {
    let texts: Vec<_> = super::snowflake().texts();
    super::snowflake()
        .decode()
        .over("std", texts, same::<u64>, |text| text.parse().expect("its own text"))
}

pub fn kuid() -> Cases {
    base64_peers(global().decode(), global(), KUID_ALPHABET, Global::to_bytes)
}

pub fn flax() -> Cases {
    base64_peers(super::flax().decode(), super::flax(), FLAX_ALPHABET, FlaxId::to_bytes)
}

fn base64_peers<I: Copy + Eq + Display + 'static>(
    own: Cases,
    format: Own<I, impl Decode<I>>,
    alphabet: &str,
    bytes: impl Fn(I) -> [u8; 12] + Copy + 'static,
) -> Cases {
    let (engine, other) = (base64_engine(alphabet), data_encoding(alphabet));
    let pairs: Vec<_> = format.texts().into_iter().zip(format.ids).collect();
    let right = move |(_, id): &(String, I), read: &[u8; 12]| *read == bytes(*id);
    own.over("base64", pairs.clone(), right, move |(text, _)| {
        let mut buffer = [0; 12];
        engine.decode_slice_unchecked(text, &mut buffer).expect("its own text");
        buffer
    })
    .over("data-encoding", pairs, right, move |(text, _)| {
        let mut buffer = [0; 12];
        other.decode_mut(text.as_bytes(), &mut buffer).expect("its own text");
        buffer
    })
}

pub fn siq() -> Cases {
    super::siq().decode()
}

/// The text of a UUID, which the crates for UUIDs read as well.
pub fn luuid() -> Cases {
    let texts = || super::luuid().texts();
    super::luuid()
        .decode()
        .over("uuid", texts(), same, |text| Uuid::try_parse(text).expect("its own text"))
        .over("uuid-simd", texts(), same, |text| {
            <Uuid as UuidExt>::parse_hyphenated(text).expect("its own text")
        })
}

pub fn evently() -> Cases {
    let pairs: Vec<_> = super::evently().texts().into_iter().zip(events(COUNT)).collect();
    let right = |(_, id): &(String, EventId), read: &[u8; 16]| *read == id.to_bytes();
    super::evently()
        .decode()
        .over("uuid-simple", pairs.clone(), right, |(text, _)| {
            Uuid::try_parse(text).expect("its own text").into_bytes()
        })
        .over("const-hex", pairs.clone(), right, |(text, _)| {
            const_hex::decode_to_array(text).expect("its own text")
        })
        .over("faster-hex", pairs.clone(), right, |(text, _)| {
            let mut buffer = [0; 16];
            faster_hex::hex_decode(text.as_bytes(), &mut buffer).expect("its own text");
            buffer
        })
        .over("hex-simd", pairs, right, |(text, _)| {
            let mut buffer = [0; 16];
            let _ = hex_simd::decode(text.as_bytes(), buffer[..].as_out()).expect("its own text");
            buffer
        })
}

pub fn others() -> Cases {
    let ulid_texts = || ulids(COUNT).iter().map(Ulid::to_string).collect::<Vec<_>>();
    let number =
        |text: &String| Ulid::from_string(text).map(|id| u128::from_be_bytes(id.to_bytes()));
    let uuid_texts: Vec<_> = uuids(COUNT).iter().map(Uuid::to_string).collect();
    let scru128_texts: Vec<_> =
        ulids(COUNT).iter().map(|id| scru128::Id::from_bytes(id.to_bytes()).to_string()).collect();
    let typed_texts: Vec<_> = uuids(COUNT).into_iter().map(|id| person(id).to_string()).collect();
    let ksuid_texts: Vec<_> = ksuids().iter().map(ToString::to_string).collect();
    let xid_texts: Vec<_> =
        flaxes(COUNT).iter().map(|id| xid::Id(id.to_bytes()).to_string()).collect();
    let tsid_texts: Vec<_> =
        snowflakes(COUNT).iter().map(|id| tsid::TSID::from(id.to_bits()).to_string()).collect();
    Cases::new(COUNT)
        .over("uuid", uuid_texts, same, |text| Uuid::try_parse(text).expect("its own text"))
        .over("ulid", ulid_texts(), same, |text| Ulid::from_string(text).expect("its own text"))
        .over(
            "rusty_ulid",
            ulid_texts(),
            move |text, read: &u128| number(text) == Ok(*read),
            |text| rusty_ulid::crockford::parse_crockford_u128(text).expect("its own text"),
        )
        .over(
            "ferroid-ulid",
            ulid_texts(),
            move |text, read: &ULID| number(text) == Ok(read.to_raw()),
            |text| ULID::decode(text).expect("its own text"),
        )
        .over("scru128", scru128_texts, same, |text| {
            scru128::Id::try_from_str(text).expect("its own text")
        })
        .over("svix-ksuid", ksuid_texts, same::<svix_ksuid::Ksuid>, |text| {
            text.parse().expect("its own text")
        })
        .over("type-safe-id", typed_texts, same, |text| typed(text).expect("its own text"))
        .over("xid", xid_texts, same::<xid::Id>, |text| text.parse().expect("its own text"))
        .over("tsid", tsid_texts, same, |text| {
            tsid::TSID::try_from(text.as_str()).expect("its own text")
        })
}
