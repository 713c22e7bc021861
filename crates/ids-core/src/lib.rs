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
mod generate;
mod hex;
mod id;
mod layout;
#[cfg(feature = "rng")]
mod rng;
mod text;
mod ticks;

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
pub use fast_clock::{CycleCounter, CycleSource, FastClock};
#[cfg(feature = "fork")]
pub use fork::{ForkGuard, GuardedClock};
#[cfg(feature = "std")]
pub use generate::Blocking;
pub use generate::{
    Awaiting, Counter, Generate, Generator, Ids, OwnedCounter, Policy, Positions, Refusal, Scheme,
    Want,
};
#[cfg(target_has_atomic = "64")]
pub use generate::{SharedCounter, SharedGenerator};
pub use hex::Hex;
pub use id::Id;
pub use layout::{Field, Layout};
#[cfg(feature = "rng")]
pub use rng::{IdRng, LocalRng};
pub use text::Text;
pub use ticks::Ticks;
