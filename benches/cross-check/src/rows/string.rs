//! A `String` of an identifier: by the formatter of the standard library, and from the text itself.

use super::texts::{bytes, events, flaxes, longs, luuids, siqs, snowflakes, ulids, uuids};
use crate::measure::Row;

pub fn hex(row: Row) -> Row {
    row.over("const-hex", bytes(), |bytes| const_hex::encode(bytes))
        .over("evently to_string", events(), |id| id.to_string())
        .over("evently String::from", events(), |id| String::from(id.encode()))
        .over("uuid, simple", uuids(), |uuid| uuid.simple().to_string())
}

pub fn uuid(row: Row) -> Row {
    row.over("uuid", uuids(), |uuid| uuid.to_string())
        .over("luuid to_string", luuids(), |id| id.to_string())
        .over("luuid String::from", luuids(), |id| String::from(id.encode()))
}

pub fn decimal(row: Row) -> Row {
    row.over("std", longs(), |number| number.to_string())
        .over("itoa", longs(), |number| itoa::Buffer::new().format(*number).to_owned())
        .over("snowflake to_string", snowflakes(), |id| id.to_string())
        .over("snowflake String::from", snowflakes(), |id| String::from(id.encode()))
}

pub fn base32(row: Row) -> Row {
    row.over("ulid", ulids(), |id| id.to_string())
        .over("flax to_string", flaxes(), |id| id.to_string())
        .over("siq to_string", siqs(), |id| id.to_string())
}
