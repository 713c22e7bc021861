//! `to_string`: into a string of its own.

use super::*;

pub fn snowflake() -> Cases {
    let numbers = || snowflakes(COUNT).into_iter().map(|id| id.to_bits()).collect();
    let right = |number: &u64, text: &String| text.parse() == Ok(*number);
    super::snowflake()
        .into_text(|id| String::from(id.encode()))
        .strings("std", numbers(), right, |number| number.to_string())
        .strings("itoa", numbers(), right, |number| itoa::Buffer::new().format(*number).to_owned())
}

pub fn kuid() -> Cases {
    global().into_text(|id| String::from(id.encode()))
}

pub fn flax() -> Cases {
    let engine = base64_engine(FLAX_ALPHABET);
    super::flax().into_text(|id| String::from(id.encode())).strings(
        "base64",
        flaxes(COUNT),
        |id, text: &String| *text == id.to_string(),
        move |id| engine.encode(id.to_bytes()),
    )
}

pub fn siq() -> Cases {
    super::siq().into_text(|id| String::from(id.encode()))
}

pub fn luuid() -> Cases {
    super::luuid().into_text(|id| String::from(id.encode())).strings(
        "uuid",
        luuids(COUNT).into_iter().map(|id| Uuid::from_bytes(id.to_bytes())).collect(),
        |id: &Uuid, text: &String| text.parse() == Ok(*id),
        |id| id.to_string(),
    )
}

pub fn evently() -> Cases {
    super::evently()
        .into_text(|id| String::from(id.encode()))
        .strings(
            "const-hex",
            events(COUNT),
            |id, text: &String| *text == id.to_string(),
            |id| const_hex::encode(id.to_bytes()),
        )
        .strings(
            "faster-hex",
            events(COUNT),
            |id, text: &String| *text == id.to_string(),
            |id| faster_hex::hex_string(&id.to_bytes()),
        )
        .strings(
            "hex-simd",
            events(COUNT),
            |id, text: &String| *text == id.to_string(),
            |id| hex_simd::encode_to_string(id.to_bytes(), hex_simd::AsciiCase::Lower),
        )
}

/// As the other crates write a string, each of a value of its own type, which is made before. What
/// they write, they have to read.
pub fn others() -> Cases {
    let number = |id: &Ulid| u128::from_be_bytes(id.to_bytes());
    Cases::new(COUNT)
        .strings("uuid", uuids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
        .strings("ulid", ulids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
        .strings(
            "rusty_ulid",
            ulids(COUNT).iter().map(|id| rusty_ulid::Ulid::from(number(id))).collect(),
            |id, text: &String| text.parse() == Ok(*id),
            |id| id.to_string(),
        )
        .strings(
            "ferroid-ulid",
            ulids(COUNT).iter().map(|id| ULID::from_raw(number(id))).collect(),
            |id, text: &String| ULID::decode(text).is_ok_and(|read| read == *id),
            |id| id.encode().as_string(),
        )
        .strings(
            "scru128",
            ulids(COUNT).iter().map(|id| scru128::Id::from_bytes(id.to_bytes())).collect(),
            |id, text: &String| scru128::Id::try_from_str(text).is_ok_and(|read| read == *id),
            |id| id.to_string(),
        )
        .strings(
            "svix-ksuid",
            ksuids(),
            |id, text: &String| text.parse::<svix_ksuid::Ksuid>().is_ok_and(|read| read == *id),
            |id| id.to_string(),
        )
        .strings(
            "tsid",
            snowflakes(COUNT).iter().map(|id| tsid::TSID::from(id.to_bits())).collect(),
            |id, text: &String| {
                tsid::TSID::try_from(text.as_str()).is_ok_and(|read| read.number() == id.number())
            },
            |id| id.to_string(),
        )
        .strings(
            "type-safe-id",
            uuids(COUNT).into_iter().map(person).collect(),
            |id, text: &String| typed(text).is_ok_and(|read| read.uuid() == id.uuid()),
            |id| id.to_string(),
        )
        .strings(
            "xid",
            flaxes(COUNT).iter().map(|id| xid::Id(id.to_bytes())).collect(),
            |id, text: &String| text.parse::<xid::Id>().is_ok_and(|read| read.0 == id.0),
            |id| id.to_string(),
        )
}
