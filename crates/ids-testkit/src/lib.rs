//! What every identifier format of this family is held against.
//!
//! - [`vectors`]: reads `docs/vectors/*.json` and runs each row against a [`Subject`].

#![forbid(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod run;
mod script;
mod subject;
pub mod vectors;

pub use script::{Call, Config, ScriptClock, ScriptRng, Source, Start, source};
pub use subject::{Canonical, Fault, Place, Subject};
