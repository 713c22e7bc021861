//! `encode`: the text as it is written, in the buffer that its caller has or in what a call returns.

use uuid_simd::{AsOut, AsciiCase};

use super::*;

pub fn snowflake() -> Cases {
    let right = |id: &Snowflake<Twitter>, text: &str| text == id.to_bits().to_string();
    super::snowflake()
        .encode(|id| id.encode())
        .write("std", snowflakes(COUNT), [0; 20], right, |id, out| {
            use std::io::Write;
            let mut rest = &mut out[..];
            write!(rest, "{}", id.to_bits()).expect("20 digits at most");
            let left = rest.len();
            &out[..20 - left]
        })
        .write("itoa", snowflakes(COUNT), itoa::Buffer::new(), right, |id, out| {
            out.format(id.to_bits()).as_bytes()
        })
}

pub fn kuid_local() -> Cases {
    local().encode(|id| id.encode())
}

pub fn kuid() -> Cases {
    base64_peers(global().encode(|id| id.encode()), global(), KUID_ALPHABET, Global::to_bytes)
}

pub fn flax() -> Cases {
    let own = super::flax().encode(|id| id.encode());
    base64_peers(own, super::flax(), FLAX_ALPHABET, FlaxId::to_bytes)
}

fn base64_peers<I: Copy + 'static>(
    own: Cases,
    format: Own<I, impl Decode<I>>,
    alphabet: &str,
    bytes: impl Fn(I) -> [u8; 12] + Copy + 'static,
) -> Cases {
    let (engine, other) = (base64_engine(alphabet), data_encoding(alphabet));
    let reference = format.reference;
    let right = move |id: &I, text: &str| text == reference(*id);
    own.write("base64", format.ids.clone(), [0; 16], right, move |id, out| {
        engine.encode_slice(bytes(*id), out).expect("16 characters");
        out
    })
    .write("data-encoding", format.ids, [0; 16], right, move |id, out| {
        other.encode_mut_str(&bytes(*id), out).as_bytes()
    })
}

pub fn siq() -> Cases {
    super::siq().encode(|id| id.encode())
}

/// The text of a UUID, which the crates for UUIDs write as well.
pub fn luuid() -> Cases {
    let ids = || luuids(COUNT).into_iter().map(|id| Uuid::from_bytes(id.to_bytes())).collect();
    let right = |id: &Uuid, text: &str| text == id.to_string();
    super::luuid()
        .encode(|id| id.encode())
        .write("uuid", ids(), [0; 36], right, |id, out| {
            id.hyphenated().encode_lower(out).as_bytes()
        })
        .write("uuid-simd", ids(), [0; 36], right, |id, out| {
            uuid_simd::format_hyphenated(id.as_bytes(), out.as_out(), AsciiCase::Lower)
        })
}

pub fn evently() -> Cases {
    let right = |id: &EventId, text: &str| text == format!("{id}");
    super::evently()
        .encode(|id| id.encode())
        .write("uuid-simple", events(COUNT), [0; 32], right, |id, out| {
            Uuid::from_bytes(id.to_bytes()).simple().encode_lower(out).as_bytes()
        })
        .write("const-hex", events(COUNT), [0; 32], right, |id, out| {
            const_hex::encode_to_slice(id.to_bytes(), out).expect("32 characters");
            out
        })
        .write("faster-hex", events(COUNT), [0; 32], right, |id, out| {
            faster_hex::hex_encode(&id.to_bytes(), out).expect("32 characters").as_bytes()
        })
        .write("hex-simd", events(COUNT), [0; 32], right, |id, out| {
            hex_simd::encode(&id.to_bytes(), out[..].as_out(), AsciiCase::Lower)
        })
}

pub fn others() -> Cases {
    let ferroid = |id: Ulid| ULID::from_raw(u128::from_be_bytes(id.to_bytes()));
    let scru128 = |id: Ulid| scru128::Id::from_bytes(id.to_bytes());
    Cases::new(COUNT)
        .write(
            "ulid",
            ulids(COUNT),
            [0; 26],
            |id, text| text == id.to_string(),
            |id, out| id.array_to_str(out).as_bytes(),
        )
        .write(
            "ferroid-ulid",
            ulids(COUNT).into_iter().map(ferroid).collect(),
            ULID::base32_array(),
            |id, text| text == id.encode().as_string(),
            |id, out| {
                let _ = id.encode_to_buf(out);
                out
            },
        )
        .encode(
            "scru128",
            ulids(COUNT).into_iter().map(scru128).collect(),
            |id, text| text == id.to_string(),
            |id| id.encode(),
        )
}
