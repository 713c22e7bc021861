//! `decode_invalid`: refusing a text.

use super::*;

pub fn snowflake() -> Cases {
    super::snowflake().decode_invalid().over(
        "std",
        spoilt(super::snowflake().texts()),
        |_, read: &Result<u64, _>| read.is_err(),
        |text| text.parse(),
    )
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
    let texts = || spoilt(super::evently().texts());
    super::evently()
        .decode_invalid()
        .over(
            "const-hex",
            texts(),
            |_, read: &Result<[u8; 16], _>| read.is_err(),
            |text| const_hex::decode_to_array(text),
        )
        .over(
            "faster-hex",
            texts(),
            |_, read: &Result<(), _>| read.is_err(),
            |text| faster_hex::hex_decode(text.as_bytes(), &mut [0; 16]).map(drop),
        )
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
