//! `decode_invalid`: refusing a text.

use uuid_simd::{AsOut, UuidExt};

use super::*;

pub fn snowflake() -> Cases {
    super::snowflake().decode_invalid().over(
        "std",
        spoilt(super::snowflake().texts()),
        refused,
        |text| text.parse::<u64>(),
    )
}

pub fn kuid() -> Cases {
    base64_peers(global().decode_invalid(), global().texts(), KUID_ALPHABET)
}

pub fn flax() -> Cases {
    base64_peers(super::flax().decode_invalid(), super::flax().texts(), FLAX_ALPHABET)
}

fn base64_peers(own: Cases, texts: Vec<String>, alphabet: &str) -> Cases {
    let (engine, other) = (base64_engine(alphabet), data_encoding(alphabet));
    let texts = spoilt(texts);
    own.over("base64", texts.clone(), refused, move |text| {
        let mut buffer = [0; 12];
        engine.decode_slice_unchecked(text, &mut buffer).map(|_| buffer)
    })
    .over("data-encoding", texts, refused, move |text| {
        let mut buffer = [0; 12];
        other.decode_mut(text.as_bytes(), &mut buffer).map(|_| buffer)
    })
}

pub fn siq() -> Cases {
    super::siq().decode_invalid()
}

pub fn luuid() -> Cases {
    super::luuid().decode_invalid().over(
        "uuid-simd",
        spoilt(super::luuid().texts()),
        refused,
        |text| <Uuid as UuidExt>::parse_hyphenated(text),
    )
}

pub fn evently() -> Cases {
    let texts = || spoilt(super::evently().texts());
    super::evently()
        .decode_invalid()
        .over("const-hex", texts(), refused, |text| const_hex::decode_to_array::<_, 16>(text))
        .over("faster-hex", texts(), refused, |text| {
            let mut buffer = [0; 16];
            faster_hex::hex_decode(text.as_bytes(), &mut buffer).map(drop)?;
            Ok::<_, faster_hex::Error>(buffer)
        })
        .over("hex-simd", texts(), refused, |text| {
            let mut buffer = [0; 16];
            hex_simd::decode(text.as_bytes(), buffer[..].as_out()).map(drop)?;
            Ok::<_, hex_simd::Error>(buffer)
        })
}

pub fn others() -> Cases {
    let uuids = spoilt(super::luuid().texts());
    let ulids = spoilt(ulids(COUNT).iter().map(Ulid::to_string).collect());
    Cases::new(COUNT)
        .over("uuid", uuids.clone(), refused, |text| Uuid::try_parse(text))
        .over("uuid-explained", uuids, refused, |text| Uuid::parse_str(text))
        .over("ulid", ulids.clone(), refused, |text| Ulid::from_string(text))
        .over("rusty_ulid", ulids, refused, |text| {
            rusty_ulid::crockford::parse_crockford_u128(text)
        })
}
