#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod field;
mod flavour;
mod form;
mod id;
mod kind;
mod layout;
mod node;
mod pack;
#[cfg(feature = "serde")]
pub mod serde;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

pub use error::{FlavourError, ValuesError};
pub use field::FieldOf;
pub use flavour::{Flavour, SIGN};
pub use form::Form;
pub use id::Snowflake;
#[cfg(target_has_atomic = "64")]
pub use ids_core::SharedGenerator;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
#[cfg(target_has_atomic = "64")]
pub use ids_core::clock::CachedClock;
pub use ids_core::{
    self, Clock, ClockError, Generate, GenerateError, Generator, Id, Limits, ManualClock,
    ParseError, RangeError, Text, UnixTime,
    format::{Field, Layout, Ticks},
    literal, typed_id,
};
pub use kind::Kind;
pub use layout::{
    Baidu, Bwmarrin, Discord, FLAVOURS, Instagram, Linkedin, Mastodon, SonyflakeV1, SonyflakeV2,
    Suou, Tid, Twitter, Yitter,
};
pub use node::{DynamicNode, Node};
