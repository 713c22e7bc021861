//! The identifier, and the canonical JSON under its checksum.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod append_key;
mod canonical;
mod ecmascript;
mod id;
mod json_suite;
mod oracle;
mod time;
