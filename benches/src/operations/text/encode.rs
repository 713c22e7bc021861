//! `encode`: into a buffer on the stack.

use std::hint::black_box;

use uuid_simd::{AsOut, AsciiCase};

use super::*;

pub fn snowflake() -> Cases {
    // Its text lies in a buffer of its own, so the length is what it returns.
    let right_length = |id: &Snowflake<Twitter>, length: &usize| {
        let text = id.to_bits().to_string();
        itoa::Buffer::new().format(id.to_bits()) == text && text.len() == *length
    };
    super::snowflake()
        .encode(|id| id.encode())
        .over(
            "std",
            snowflakes(COUNT),
            |id, (text, length): &([u8; 20], usize)| {
                text[..*length] == *id.to_bits().to_string().as_bytes()
            },
            |id| {
                use std::io::Write;
                let mut buffer = [0_u8; 20];
                let mut rest = &mut buffer[..];
                write!(rest, "{}", id.to_bits()).expect("20 digits at most");
                let left = rest.len();
                (buffer, 20 - left)
            },
        )
        .over("itoa", snowflakes(COUNT), right_length, |id| {
            black_box(itoa::Buffer::new().format(id.to_bits())).len()
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
    let right = move |id: &I, text: &[u8; 16]| text == reference(*id).as_bytes();
    own.over("base64", format.ids.clone(), right, move |id| {
        let mut buffer = [0; 16];
        engine.encode_slice(bytes(*id), &mut buffer).expect("16 characters");
        buffer
    })
    .over("data-encoding", format.ids, right, move |id| {
        let mut buffer = [0; 16];
        other.encode_mut(&bytes(*id), &mut buffer);
        buffer
    })
}

pub fn siq() -> Cases {
    super::siq().encode(|id| id.encode())
}

/// The text of a UUID, which the crates for UUIDs write as well.
pub fn luuid() -> Cases {
    let ids = || luuids(COUNT).into_iter().map(|id| Uuid::from_bytes(id.to_bytes())).collect();
    let right = |id: &Uuid, text: &[u8; 36]| text == id.to_string().as_bytes();
    super::luuid()
        .encode(|id| id.encode())
        .over("uuid", ids(), right, |id| {
            let mut buffer = [0; 36];
            id.hyphenated().encode_lower(&mut buffer);
            buffer
        })
        .over("uuid-simd", ids(), right, |id| {
            let mut buffer = [0; 36];
            let _ = uuid_simd::format_hyphenated(id.as_bytes(), buffer.as_out(), AsciiCase::Lower);
            buffer
        })
}

pub fn evently() -> Cases {
    let right = |id: &EventId, text: &[u8; 32]| text == format!("{id}").as_bytes();
    super::evently()
        .encode(|id| id.encode())
        .over("uuid-simple", events(COUNT), right, |id| {
            let mut buffer = [0; 32];
            Uuid::from_bytes(id.to_bytes()).simple().encode_lower(&mut buffer);
            buffer
        })
        .over("const-hex", events(COUNT), right, |id| {
            let mut buffer = [0; 32];
            const_hex::encode_to_slice(id.to_bytes(), &mut buffer).expect("32 characters");
            buffer
        })
        .over("faster-hex", events(COUNT), right, |id| {
            let mut buffer = [0; 32];
            faster_hex::hex_encode(&id.to_bytes(), &mut buffer).expect("32 characters");
            buffer
        })
        .over("hex-simd", events(COUNT), right, |id| {
            let mut buffer = [0; 32];
            let _ = hex_simd::encode(&id.to_bytes(), buffer[..].as_out(), AsciiCase::Lower);
            buffer
        })
}

pub fn others() -> Cases {
    let right = |id: &Ulid, text: &[u8; 26]| text == id.to_string().as_bytes();
    let ferroid = |id: Ulid| ULID::from_raw(u128::from_be_bytes(id.to_bytes()));
    let scru128 = |id: Ulid| scru128::Id::from_bytes(id.to_bytes());
    Cases::new(COUNT)
        .over("ulid", ulids(COUNT), right, |id| {
            let mut buffer = [0; 26];
            id.array_to_str(&mut buffer);
            buffer
        })
        .over(
            "ferroid-ulid",
            ulids(COUNT).into_iter().map(ferroid).collect(),
            |id, text| *text == id.encode().as_string().as_bytes(),
            |id| {
                let mut buffer = ULID::base32_array();
                let _ = id.encode_to_buf(&mut buffer);
                buffer
            },
        )
        .over(
            "scru128",
            ulids(COUNT).into_iter().map(scru128).collect(),
            |id, text| *text == *id.to_string(),
            |id| id.encode(),
        )
}
