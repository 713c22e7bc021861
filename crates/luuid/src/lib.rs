#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod form;
mod generator;
mod group;
mod id;
mod key;
mod layout;
mod prefix;
mod registry;
#[cfg(feature = "serde")]
pub mod serde;
mod source;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

pub use form::Form;
pub use generator::Generator;
#[cfg(feature = "rng")]
pub use generator::new;
pub use group::Group;
pub use id::Luuid;
pub use ids_core::{
    self, Generate, GenerateError, Id, ParseError, RangeError, Text, literal, typed_id,
};
#[cfg(feature = "rng")]
pub use ids_core::{IdRng, LocalRng};
pub use key::Key;
pub use layout::Version;
pub use prefix::Prefix;
pub use rand_core;
pub use registry::{GroupError, Groups, NamedGroup};
pub use source::Keys;
#[cfg(target_has_atomic = "64")]
pub use source::SharedKeys;
