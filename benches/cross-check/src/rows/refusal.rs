//! Texts with one wrong character, refused: at `PLACE`, or at the end of a shorter text. Each peer's
//! error says as much as it does, and `accepted` is how long the right text takes.

use evently_id::EventId;
use flax_id::FlaxId;
use ids_core::format::Hex;
use siq::Siq;
use snowflake::{Snowflake, Twitter};
use ulid::Ulid;
use uuid::Uuid;

use super::{
    hex::{by_const_hex, by_faster_hex, by_hex_simd},
    texts,
    texts::{spoil, strings},
};
use crate::measure::Row;

/// The place of a text's last character.
pub const LAST: usize = usize::MAX;

pub fn hex<const PLACE: usize>(row: Row) -> Row {
    let right = texts::hex();
    let wrong = spoil(&right, PLACE);
    row.over("const-hex", wrong.clone(), by_const_hex)
        .over("ids", wrong.clone(), |text| Hex::LOWER.decode::<32>(text.as_bytes()))
        .over("ids, accepted", right, |text| Hex::LOWER.decode::<32>(text.as_bytes()))
        .over("evently", spoil(&strings(&texts::events()), PLACE), |text| text.parse::<EventId>())
        .over("faster-hex", wrong.clone(), by_faster_hex)
        .over("hex-simd", wrong.clone(), by_hex_simd)
        .over("uuid", wrong, |text| Uuid::parse_str(text))
}

pub fn uuid<const PLACE: usize>(row: Row) -> Row {
    let right = strings(&texts::uuids());
    let wrong = spoil(&right, PLACE);
    row.over("uuid", wrong.clone(), |text| Uuid::parse_str(text))
        .over("uuid, without a reason", wrong.clone(), |text| Uuid::try_parse(text))
        .over("ids", wrong, |text| Hex::LOWER.decode_uuid(text.as_bytes()))
        .over("ids, accepted", right, |text| Hex::LOWER.decode_uuid(text.as_bytes()))
}

pub fn decimal<const PLACE: usize>(row: Row) -> Row {
    let right = strings(&texts::longs());
    let wrong = spoil(&right, PLACE);
    let ids = |text: &String| Snowflake::<Twitter>::decode(text.as_bytes());
    row.over("std", wrong.clone(), |text| text.parse::<u64>()).over("ids", wrong, ids).over(
        "ids, accepted",
        right,
        ids,
    )
}

pub fn flax<const PLACE: usize>(row: Row) -> Row {
    let right = strings(&texts::flaxes());
    row.over("ulid", spoil(&strings(&texts::ulids()), PLACE), |text| Ulid::from_string(text))
        .over("ids", spoil(&right, PLACE), |text| text.parse::<FlaxId>())
        .over("ids, accepted", right, |text| text.parse::<FlaxId>())
}

/// The place is that of the identifier, behind `did:siq:`.
pub fn did<const PLACE: usize>(row: Row) -> Row {
    let right: Vec<_> = texts::siqs().iter().map(|id| id.encode().as_str().to_owned()).collect();
    let wrong = spoil(&right, PLACE.saturating_add(8));
    let ids = |text: &String| Siq::decode(text.as_bytes());
    row.over("ulid", spoil(&strings(&texts::ulids()), PLACE), |text| Ulid::from_string(text))
        .over("ids", wrong, ids)
        .over("ids, accepted", right, ids)
}
