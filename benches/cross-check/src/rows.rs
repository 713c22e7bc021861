//! What is measured, one function a row.

mod event;
mod many;
mod one;
mod sample;
#[path = "../../src/formats/evently/simd.rs"]
mod simd_json;
mod sorted;
mod text;
mod texts;
mod threads;

use crate::measure::Row;

/// Adds the ways of a row. The first is what the others are held against.
type Ways = fn(Row) -> Row;

/// Each row's name and its ways.
pub const ALL: [(&str, Ways); 28] = [
    ("snowflake, 1 in a tick", one::snowflake::<1>),
    ("snowflake, 1000 in a tick", one::snowflake::<1000>),
    ("siq, 1 in a tick", one::siq::<1>),
    ("siq, 1000 in a tick", one::siq::<1000>),
    ("shared snowflake, 1000 in a tick", one::shared),
    ("kept clock", one::kept_clock),
    ("system clock, 1 thread", threads::system::<1>),
    ("system clock, 2 threads", threads::system::<2>),
    ("system clock, 4 threads", threads::system::<4>),
    ("system clock, 8 threads", threads::system::<8>),
    ("fast clock", one::fast_clock),
    ("a million kuid", many::kuid),
    ("a million snowflake", many::snowflake),
    ("a million flax, increasing", many::flax_monotonic),
    ("a million flax", many::flax),
    ("hex, encode", text::encode_hex),
    ("hex, decode", text::decode_hex),
    ("uuid text, decode", text::decode_uuid),
    ("decimal, encode", text::encode_decimal),
    ("siq text, encode", text::encode_siq),
    ("a string, hex", text::hex_string),
    ("a string, decimal", text::decimal_string),
    ("json, decimal", text::decimal_json),
    ("refused, decimal, first character", text::refused_decimal),
    ("refused, flax, last character", text::refused_flax),
    ("sort a million", sorted::sort),
    ("canonical hash", event::canonical_hash::<false>),
    ("canonical hash, keys in any order", event::canonical_hash::<true>),
];
