//! What the core promises apart from its generators.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod base;
mod cached_clock;
mod columns;
mod date;
mod error;
mod guard;
mod instant;
mod layout;
mod literal;
mod positions;
mod rng;
mod text;
mod ticks;
