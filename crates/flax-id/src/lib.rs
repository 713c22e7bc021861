#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

mod form;
mod generator;
mod id;
mod layout;
mod monotonic;
#[cfg(feature = "serde")]
pub mod serde;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

pub use form::Form;
pub use generator::Generator;
#[cfg(feature = "rng")]
pub use generator::new;
pub use id::FlaxId;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
#[cfg(target_has_atomic = "64")]
pub use ids_core::clock::CachedClock;
pub use ids_core::{
    self, Clock, ClockError, Generate, GenerateError, Id, Limits, ManualClock, ParseError,
    RangeError, Text, UnixTime, literal, typed_id,
};
#[cfg(feature = "rng")]
pub use ids_core::{IdRng, LocalRng};
pub use rand_core;
