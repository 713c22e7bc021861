#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod domain;
mod embedded;
mod form;
mod generator;
mod handle;
mod id;
mod layout;
mod migrate;
mod node;
mod qualifier;
mod restart;
#[cfg(feature = "serde")]
pub mod serde;
mod uri;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

pub use domain::{DomainError, DomainHash};
pub use form::Form;
pub use generator::Generator;
#[cfg(target_has_atomic = "64")]
pub use generator::{Shared, SharedGenerator};
pub use handle::{Handle, Network};
pub use id::Siq;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
#[cfg(target_has_atomic = "64")]
pub use ids_core::clock::CachedClock;
pub use ids_core::{
    self, Clock, ClockError, Generate, GenerateError, Id, Limits, ManualClock, ParseError,
    RangeError, Text, UnixTime, literal, typed_id,
};
pub use node::Node;
pub use qualifier::Qualifier;
