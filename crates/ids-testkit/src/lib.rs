//! What every identifier format of this family is held against.
//!
//! - [`Laws`]: what holds for every identifier type.
//! - [`simulate`]: runs a generator under a clock that goes wrong, and counts.
//! - [`json`]: JSON and its canonical form, by a naive printer.

#![forbid(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod clock;
pub mod json;
mod laws;
mod long;
mod simulate;

pub use clock::SimClock;
pub use laws::Laws;
pub use long::{long_run, timed};
pub use simulate::{Report, simulate};
