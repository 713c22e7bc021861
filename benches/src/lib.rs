//! What is measured: every operation of every format, beside other crates that do the same.
//!
//! Names are `operation/format/implementation`. Every implementation's result is checked before it
//! is timed. `README.md` says how to run them.
#![expect(clippy::missing_panics_doc, reason = "a benchmark that cannot go on ends")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

pub mod case;
pub mod measure;
pub mod operations;
pub mod samples;
