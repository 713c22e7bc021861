//! What is measured, one function a row.

mod cached;
mod event;
mod hex;
mod json;
mod many;
mod number;
mod one;
mod refusal;
mod sample;
#[path = "../../src/operations/evently/simd.rs"]
mod simd_json;
mod sorted;
mod string;
mod texts;
mod threads;

use crate::measure::Row;

/// Adds the ways of a row. The first is what the others are held against.
type Ways = fn(Row) -> Row;

/// Each row's name and its ways.
pub const ALL: [(&str, Ways); 53] = [
    ("snowflake, 1 in a tick", one::snowflake::<1>),
    ("snowflake, 8 in a tick", one::snowflake::<8>),
    ("snowflake, 1000 in a tick", one::snowflake::<1000>),
    ("kuid, 1 in a tick", one::kuid::<1>),
    ("kuid, 8 in a tick", one::kuid::<8>),
    ("kuid, 1000 in a tick", one::kuid::<1000>),
    ("siq, 1 in a tick", one::siq::<1>),
    ("siq, 8 in a tick", one::siq::<8>),
    ("siq, 1000 in a tick", one::siq::<1000>),
    ("shared snowflake, 1 in a tick", one::shared::<1>),
    ("shared snowflake, 8 in a tick", one::shared::<8>),
    ("shared snowflake, 1000 in a tick", one::shared::<1000>),
    ("kept clock", cached::owned),
    ("kept clock, shared", cached::shared),
    ("system clock, 1 thread", threads::system::<1>),
    ("system clock, 2 threads", threads::system::<2>),
    ("system clock, 4 threads", threads::system::<4>),
    ("system clock, 8 threads", threads::system::<8>),
    ("fast clock", one::fast_clock),
    ("a million kuid", many::kuid),
    ("a million snowflake", many::snowflake),
    ("a million flax, increasing", many::flax_monotonic),
    ("a million flax", many::flax),
    ("hex, encode", hex::encode),
    ("hex, decode", hex::decode),
    ("uuid text, encode", hex::encode_uuid),
    ("uuid text, decode", hex::decode_uuid),
    ("decimal, encode", number::encode_decimal),
    ("decimal, decode", number::decode_decimal),
    ("siq text, encode", number::encode_siq),
    ("siq text, decode", number::decode_siq),
    ("a string, hex", string::hex),
    ("a string, uuid", string::uuid),
    ("a string, decimal", string::decimal),
    ("a string, base 32", string::base32),
    ("json, hex", json::hex),
    ("json, uuid", json::uuid),
    ("json, decimal", json::decimal),
    ("json, base 32", json::base32),
    ("refused, hex, first character", refusal::hex::<0>),
    ("refused, hex, last character", refusal::hex::<{ refusal::LAST }>),
    ("refused, uuid, first character", refusal::uuid::<0>),
    ("refused, uuid, last character", refusal::uuid::<{ refusal::LAST }>),
    ("refused, decimal, first character", refusal::decimal::<0>),
    ("refused, decimal, last character", refusal::decimal::<{ refusal::LAST }>),
    ("refused, flax, first character", refusal::flax::<0>),
    ("refused, flax, last character", refusal::flax::<{ refusal::LAST }>),
    ("refused, did, first character", refusal::did::<0>),
    ("refused, did, last character", refusal::did::<{ refusal::LAST }>),
    ("sort a thousand", sorted::sort::<1_000>),
    ("sort a million", sorted::sort::<1_000_000>),
    ("canonical hash", event::canonical_hash::<false>),
    ("canonical hash, keys in any order", event::canonical_hash::<true>),
];
