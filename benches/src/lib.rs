//! What is measured: every operation of every format, beside other crates that do the same.
//!
//! Names are `operation/format/implementation`. Every implementation's result is checked before it
//! is timed. `README.md` says how to run them.

pub mod case;
pub mod floor;
pub mod measure;
pub mod operations;
pub mod samples;
mod sources;
