#![doc = include_str!("../README.md")]
#![allow(clippy::missing_inline_in_public_items, reason = "what crosses the boundary is large")]
#![cfg_attr(
    not(feature = "default"),
    allow(dead_code, reason = "a module of one format needs a part of what they share")
)]

mod args;
mod boundary;
mod fault;
mod held;
mod host;
mod kind;
#[cfg(feature = "make")]
mod make;
mod module;

#[cfg(feature = "evently")]
mod evently;
#[cfg(feature = "kuid")]
mod kuid;
#[cfg(feature = "luuid")]
mod luuid;
#[cfg(feature = "plain")]
mod plain;
#[cfg(feature = "siq")]
mod siq;
#[cfg(feature = "snowflake")]
mod snowflake;
#[cfg(feature = "spelling")]
mod spelling;

use kind::Kind;

/// Opens a kind of identifier by the name of its layout, if it has one of this name.
type Open = fn(&str) -> Option<Box<dyn Kind>>;

/// The formats of this module.
const FORMATS: &[Open] = &[
    #[cfg(feature = "snowflake")]
    snowflake::open,
    #[cfg(feature = "kuid")]
    kuid::open,
    #[cfg(feature = "siq")]
    siq::open,
    #[cfg(feature = "luuid")]
    luuid::open,
    #[cfg(feature = "evently")]
    evently::open,
    // After those that know more of their formats.
    #[cfg(feature = "plain")]
    plain::open,
];
