//! What every identifier format of this family is held against.
//!
//! - [`Laws`]: what holds for every identifier type.
//! - [`simulate`]: runs a generator under a clock that goes wrong, and counts.
//! - [`json`]: JSON and its canonical form, by a naive printer.
//! - [`vectors`]: reads `docs/vectors/*.json` and runs each row against a [`Subject`].

#![forbid(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod clock;
pub mod json;
mod laws;
mod ledgers;
mod long;
mod run;
mod script;
mod simulate;
mod subject;
pub mod vectors;

pub use clock::SimClock;
pub use laws::Laws;
pub use ledgers::{CorruptRow, EventRow, LedgerRow, Ledgers, Splice, Verdict};
pub use long::{long_run, timed};
pub use script::{Call, Config, ScriptClock, ScriptRng, Source, Start, source};
pub use simulate::{Report, simulate};
pub use subject::{Canonical, Fault, Place, Subject};
