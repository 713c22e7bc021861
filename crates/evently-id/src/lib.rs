#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "event")]
extern crate alloc;

#[cfg(feature = "event")]
mod canonical;
#[cfg(feature = "event")]
mod error;
#[cfg(feature = "event")]
mod event;
mod form;
mod id;
#[cfg(feature = "event")]
mod json;
#[cfg(feature = "event")]
mod jsonb;
mod layout;
mod ledger_id;
mod mark;
#[cfg(feature = "event")]
mod profile;
#[cfg(feature = "event")]
mod record;
#[cfg(feature = "serde")]
pub mod serde;
mod time;

/// The rules of the format by number, with a worked example: this crate's `FORMAT.md`.
///
#[doc = include_str!("../FORMAT.md")]
pub mod rules {}

#[cfg(feature = "serde_json")]
pub use canonical::canonicalize_value;
pub use form::Form;
pub use id::EventId;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
pub use ids_core::{
    self, Clock, ClockError, Id, ManualClock, ParseError, RangeError, Text, UnixTime, literal,
    typed_id,
};
pub use ledger_id::LedgerId;
pub use mark::Mark;
pub use time::{LAST_TIMESTAMP, format_timestamp, parse_timestamp};
#[cfg(feature = "event")]
pub use {
    canonical::Canonicalizer,
    error::{JsonError, JsonErrorKind},
    event::{Event, EventReader},
    json::{Duplicates, Limits, MAX_DEPTH, MAX_EXPANSION, Numbers},
    profile::Profile,
};
