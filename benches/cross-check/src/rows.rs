//! What is measured, one function a row.

mod cached;
mod many;
mod one;
mod sample;
mod shared;
mod threads;

use crate::measure::Row;

/// A row's name, and what adds its ways. The first is what the others are held against.
pub const ALL: [(&str, fn(Row) -> Row); 23] = [
    ("snowflake, 1 in a tick", one::snowflake::<1>),
    ("snowflake, 8 in a tick", one::snowflake::<8>),
    ("snowflake, 1000 in a tick", one::snowflake::<1000>),
    ("kuid, 1 in a tick", one::kuid::<1>),
    ("kuid, 8 in a tick", one::kuid::<8>),
    ("kuid, 1000 in a tick", one::kuid::<1000>),
    ("siq, 1 in a tick", one::siq::<1>),
    ("siq, 8 in a tick", one::siq::<8>),
    ("siq, 1000 in a tick", one::siq::<1000>),
    ("shared snowflake, 1 in a tick", shared::snowflake::<1>),
    ("shared snowflake, 8 in a tick", shared::snowflake::<8>),
    ("shared snowflake, 1000 in a tick", shared::snowflake::<1000>),
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
];
