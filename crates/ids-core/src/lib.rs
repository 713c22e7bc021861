#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(not(feature = "fork"), forbid(unsafe_code))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

mod base;
mod clock;
mod digits;
mod error;
#[cfg(all(feature = "quanta", target_has_atomic = "64"))]
mod fast_clock;
#[cfg(feature = "fork")]
mod fork;
mod forward;
mod generator;
mod hex;
mod id;
mod layout;
mod order;
#[cfg(feature = "rng")]
mod rng;
mod sequencer;
mod text;
mod ticks;
mod wait;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;

pub use base::{Base, Base32, Base64};
#[cfg(feature = "std")]
pub use clock::SystemClock;
pub use clock::{Clock, ManualClock};
pub use digits::Digits;
pub use error::{
    ClockError, FieldError, GenerateError, LayoutError, ParseError, RangeError, TimeError,
};
#[cfg(all(feature = "quanta", target_has_atomic = "64"))]
pub use fast_clock::{Counter, CycleCounter, FastClock};
#[cfg(feature = "fork")]
pub use fork::{ForkGuard, GuardedClock};
#[cfg(target_has_atomic = "64")]
pub use generator::SharedGenerator;
pub use generator::{Generator, Ids, Policy, Scheme};
pub use hex::Hex;
pub use id::Id;
pub use layout::{Field, Layout};
pub use order::{Order, Refusal, Want};
#[cfg(feature = "rng")]
pub use rng::{IdRng, LocalRng};
#[cfg(target_has_atomic = "64")]
pub use sequencer::SharedSequencer;
pub use sequencer::{Holder, Sequencer};
pub use text::Text;
pub use ticks::Ticks;
pub use wait::{Patience, until_error};
