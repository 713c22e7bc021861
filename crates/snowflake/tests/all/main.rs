//! The identifiers of every layout, their text and their laws.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod flavours;
mod form;
mod laws;
mod node;
mod serde;
