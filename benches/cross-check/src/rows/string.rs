//! A `String` of an identifier: by the formatter of the standard library, and from the text itself.

use super::texts::{bytes, events, flaxes, longs, luuids, siqs, snowflakes, ulids, uuids};
use crate::measure::Row;

pub fn hex(row: Row) -> Row {
    row.strings("const-hex", bytes(), |bytes| const_hex::encode(bytes))
        .strings("evently to_string", events(), |id| id.to_string())
        .strings("evently String::from", events(), |id| String::from(id.encode()))
        .strings("uuid, simple", uuids(), |uuid| uuid.simple().to_string())
}

pub fn uuid(row: Row) -> Row {
    row.strings("uuid", uuids(), |uuid| uuid.to_string())
        .strings("luuid to_string", luuids(), |id| id.to_string())
        .strings("luuid String::from", luuids(), |id| String::from(id.encode()))
}

pub fn decimal(row: Row) -> Row {
    row.strings("std", longs(), |number| number.to_string())
        .strings("itoa", longs(), |number| itoa::Buffer::new().format(*number).to_owned())
        .strings("snowflake to_string", snowflakes(), |id| id.to_string())
        .strings("snowflake String::from", snowflakes(), |id| String::from(id.encode()))
}

pub fn base32(row: Row) -> Row {
    row.strings("ulid", ulids(), |id| id.to_string())
        .strings("flax to_string", flaxes(), |id| id.to_string())
        .strings("siq to_string", siqs(), |id| id.to_string())
}
