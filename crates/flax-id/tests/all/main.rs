//! The identifier, its text and its laws; and a state that goes on.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod id;
mod monotonic;
mod serde;
