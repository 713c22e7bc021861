#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod clock;
#[cfg(unix)]
mod fork;
pub mod json;
mod laws;
mod random;
mod simulate;
pub mod threads;

pub use clock::SimClock;
#[cfg(unix)]
pub use fork::{EACH, FORKED, Way, after_fork, assert_guarded, in_common, or_forked};
pub use laws::Laws;
pub use random::{SplitMix, Words};
pub use simulate::{Report, simulate};
