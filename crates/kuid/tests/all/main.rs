//! The identifiers of both kinds, their text and their laws.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[macro_use]
#[path = "../drifts/mod.rs"]
mod drifts;

mod form;
mod global;
mod laws;
mod legacy;
mod local;
mod node;
mod order;
mod vector_clock;
