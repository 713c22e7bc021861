//! `decode_invalid`: refusing a text.

use super::*;

pub fn snowflake() -> Cases {
    super::snowflake().decode_invalid()
}

pub fn kuid() -> Cases {
    global().decode_invalid()
}

pub fn flax() -> Cases {
    super::flax().decode_invalid()
}

pub fn siq() -> Cases {
    super::siq().decode_invalid()
}

pub fn luuid() -> Cases {
    super::luuid().decode_invalid()
}

pub fn evently() -> Cases {
    super::evently().decode_invalid()
}

pub fn others() -> Cases {
    let uuids = spoilt(super::luuid().texts());
    let ulids = spoilt(ulids(COUNT).iter().map(Ulid::to_string).collect());
    Cases::new(COUNT)
        .over(
            "uuid",
            uuids.clone(),
            |_, read: &Result<Uuid, _>| read.is_err(),
            |text| Uuid::try_parse(text),
        )
        .over(
            "uuid-explained",
            uuids,
            |_, read: &Result<Uuid, _>| read.is_err(),
            |text| Uuid::parse_str(text),
        )
        .over(
            "ulid",
            ulids.clone(),
            |_, read: &Result<Ulid, _>| read.is_err(),
            |text| Ulid::from_string(text),
        )
        .over(
            "rusty_ulid",
            ulids,
            |_, read: &Result<u128, _>| read.is_err(),
            |text| rusty_ulid::crockford::parse_crockford_u128(text),
        )
}
