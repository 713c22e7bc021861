#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "ledger")]
extern crate alloc;

#[cfg(feature = "ledger")]
mod append_key;
#[cfg(feature = "ledger")]
mod canonical;
#[cfg(feature = "ledger")]
mod chain;
#[cfg(feature = "sha2")]
mod digest;
#[cfg(feature = "ledger")]
mod error;
#[cfg(feature = "ledger")]
mod event;
mod form;
mod id;
#[cfg(feature = "ledger")]
mod json;
#[cfg(feature = "ledger")]
mod jsonb;
#[cfg(feature = "ledger")]
mod key;
mod ledger_id;
#[cfg(feature = "ledger")]
mod limits;
mod mark;
#[cfg(feature = "ledger")]
mod number;
#[cfg(feature = "ledger")]
mod profile;
#[cfg(feature = "ledger")]
mod record;
mod time;
#[cfg(feature = "uuid")]
mod uuid;
#[cfg(feature = "ledger")]
mod verify;

#[cfg(feature = "serde_json")]
pub use canonical::canonicalize_value;
#[cfg(feature = "sha2")]
pub use digest::Digest;
pub use form::Form;
pub use id::EventId;
#[cfg(all(feature = "quanta", target_has_atomic = "64"))]
pub use ids_core::FastClock;
#[cfg(feature = "fork")]
pub use ids_core::GuardedClock;
#[cfg(feature = "std")]
pub use ids_core::SystemClock;
pub use ids_core::{
    self, Clock, ClockError, Field, Id, Layout, ManualClock, ParseError, RangeError, Text, Ticks,
    TimeError,
};
pub use ledger_id::LedgerId;
pub use mark::Mark;
pub use time::{format_timestamp, parse_timestamp};
#[cfg(feature = "ledger")]
pub use {
    append_key::Keys,
    canonical::{Canonicalizer, Duplicates},
    chain::{AppendError, Chain, check_selector, next_timestamp},
    error::{JsonError, JsonErrorKind},
    event::{Event, EventReader},
    json::{MAX_DEPTH, MAX_EXPANSION},
    limits::Limits,
    number::Numbers,
    profile::Profile,
    verify::{Failure, Fault, Verifier, records},
};
