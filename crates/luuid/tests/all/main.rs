//! The identifier, its keys and groups, its text and its laws.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod groups;
mod id;
mod keys;
mod lenient;
mod short;
mod uuid;
