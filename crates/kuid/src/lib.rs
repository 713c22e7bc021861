#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod drift;
mod form;
mod global;
mod layout;
pub mod legacy;
mod local;
mod node;
mod node_id;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "alloc")]
mod vector_clock;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

pub use drift::{Drift, DriftError};
pub use form::Form;
pub use global::{Global, Kuid};
#[cfg(target_has_atomic = "64")]
pub use ids_core::SharedGenerator;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
#[cfg(target_has_atomic = "64")]
pub use ids_core::clock::CachedClock;
pub use ids_core::{
    self, Clock, ClockError, Generate, GenerateError, Generator, Id, Limits, ManualClock,
    ParseError, RangeError, Text, UnixTime, literal, typed_id,
};
pub use local::Local;
pub use node::{DynamicNode, LocalNode, Node};
pub use node_id::NodeId;
#[cfg(feature = "alloc")]
pub use vector_clock::VectorClock;
