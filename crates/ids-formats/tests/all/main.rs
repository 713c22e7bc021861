//! What the formats answer as values, and what readers make of text.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod formats;
mod infer;
mod inspect;
mod json;
mod others;
mod rounded;
mod spelling;
