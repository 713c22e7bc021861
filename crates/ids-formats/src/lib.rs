#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[macro_use]
mod facts;
mod answer;
mod bits;
mod candidate;
mod context;
mod evently;
mod family;
mod flax;
mod format;
pub mod infer;
mod inspector;
#[cfg(feature = "json")]
pub mod json;
mod kuid;
mod life;
mod luuid;
#[cfg(feature = "make")]
mod make;
mod missing;
pub mod others;
mod reading;
mod reason;
pub mod rounded;
mod shape;
mod siq;
mod snowflake;
pub mod spelling;
mod timed;
mod value;

pub use answer::Answer;
pub use bits::Bits;
pub use candidate::{Candidate, Found, Verdict};
pub use context::Context;
pub use evently::EventlyFormat;
pub use facts::{Capacity, Column, Facts, FormInfo};
pub use family::{FAMILIES, Family, all, family};
pub use flax::FlaxFormat;
pub use format::{Format, told_apart};
pub use ids_core::{
    self, ParseError, TimeError, UnixTime,
    format::{Field, Layout, Ticks},
};
pub use inspector::{Inspector, Nearest, inspect};
pub use kuid::{KuidGlobalFormat, KuidLocalFormat};
pub use luuid::LuuidFormat;
#[cfg(feature = "make")]
pub use make::{After, AnyClock, Given, MakeError, Maker, Making, Numbers, Param, ParamKind};
pub use missing::is_missing;
pub use reading::{Reading, Stream, Unread, read};
pub use reason::Reason;
pub use siq::SiqFormat;
pub use snowflake::SnowflakeFormat;
pub use timed::Timed;
pub use value::{Split, Value};
