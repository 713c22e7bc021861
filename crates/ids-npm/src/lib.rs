#![doc = include_str!("../README.md")]
#![allow(clippy::missing_inline_in_public_items, reason = "what crosses the boundary is large")]

mod args;
mod boundary;
mod evently;
mod fault;
mod host;
mod kind;
mod kuid;
mod luuid;
mod make;
mod plain;
mod siq;
mod snowflake;
mod spelling;

use kind::Kind;

/// Whether the module has a format, or `spelling`: it is built for the one that `IDS_FORMAT` names, or for all.
const fn has(name: &str) -> bool {
    let Some(only) = option_env!("IDS_FORMAT") else { return true };
    let (one, other, mut index) = (name.as_bytes(), only.as_bytes(), 0);
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    one.len() == index && other.len() == index
}

/// Opens a kind of identifier by the name of its layout, if it has one of this name.
type Open = fn(&str) -> Option<Kind>;

const fn open(name: &str) -> Open {
    match name.as_bytes() {
        b"snowflake" => snowflake::open,
        b"kuid" => kuid::open,
        b"siq" => siq::open,
        b"luuid" => luuid::open,
        b"evently" => evently::open,
        _ => plain::open,
    }
}

macro_rules! formats {
    ($($name:literal: $module:ident),*) => {
        &[$(if has($name) { Some(open($name)) } else { None }),*]
    };
}
/// The formats of this module.
const FORMATS: &[Option<Open>] = ids_formats::families!(formats);
