//! What is measured: every operation of every format, beside other crates that do the same.
//!
//! Names are `operation/format/implementation`. Every implementation's result is checked before it
//! is timed. `README.md` says how to run them.

pub mod case;
mod clocks;
mod collect;
pub mod floor;
pub mod formats;
pub mod measure;
pub mod samples;
mod sources;
mod texts;
