//! `to_string`: into a string of its own.

use super::*;

pub fn snowflake() -> Cases {
    super::snowflake().into_text(|id| id.encode())
}

pub fn kuid() -> Cases {
    global().into_text(|id| id.encode())
}

pub fn flax() -> Cases {
    let engine = base64_engine(FLAX_ALPHABET);
    super::flax().into_text(|id| id.encode()).over(
        "base64",
        flaxes(COUNT),
        |id, text: &String| *text == id.to_string(),
        move |id| engine.encode(id.to_bytes()),
    )
}

pub fn siq() -> Cases {
    super::siq().into_text(|id| id.encode())
}

pub fn luuid() -> Cases {
    super::luuid().into_text(|id| id.encode())
}

pub fn evently() -> Cases {
    super::evently().into_text(|id| id.encode()).over(
        "const-hex",
        events(COUNT),
        |id, text: &String| *text == id.to_string(),
        |id| const_hex::encode(id.to_bytes()),
    )
}

/// As the other crates write a string; what they write, they have to read.
pub fn others() -> Cases {
    let raw = |id: &Ulid| id.to_bytes();
    let cases = Cases::new(COUNT)
        .over("uuid", uuids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
        .over("ulid", ulids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
        .over(
            "rusty_ulid",
            ulids(COUNT),
            |id, text: &String| Ulid::from_string(text) == Ok(*id),
            move |id| rusty_ulid::Ulid::from(u128::from_be_bytes(raw(id))).to_string(),
        )
        .over(
            "ferroid-ulid",
            ulids(COUNT),
            |id, text: &String| Ulid::from_string(text) == Ok(*id),
            move |id| ULID::from_raw(u128::from_be_bytes(raw(id))).encode().as_string(),
        )
        .over(
            "scru128",
            ulids(COUNT),
            move |id, text: &String| {
                scru128::Id::try_from_str(text).is_ok_and(|read| read.to_bytes() == raw(id))
            },
            move |id| scru128::Id::from_bytes(raw(id)).to_string(),
        );
    cases
        .over(
            "svix-ksuid",
            ksuids(),
            |id, text: &String| text.parse::<svix_ksuid::Ksuid>().is_ok_and(|read| read == *id),
            |id| id.to_string(),
        )
        .over(
            "tsid",
            snowflakes(COUNT),
            |id, text: &String| {
                tsid::TSID::try_from(text.as_str()).is_ok_and(|read| read.number() == id.to_bits())
            },
            |id| tsid::TSID::from(id.to_bits()).to_string(),
        )
        .over(
            "type-safe-id",
            uuids(COUNT),
            |id, text: &String| typed(text).is_ok_and(|read| read.uuid() == *id),
            |id| {
                let kind = DynamicType::new("person").expect("a type's name");
                TypeSafeId::from_type_and_uuid(kind, *id).to_string()
            },
        )
        .over(
            "xid",
            flaxes(COUNT),
            |id, text: &String| text.parse::<xid::Id>().is_ok_and(|read| read.0 == id.to_bytes()),
            |id| xid::Id(id.to_bytes()).to_string(),
        )
}
