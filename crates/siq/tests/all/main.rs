//! The identifier, its parts, its text and its laws.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod domain;
mod form;
mod id;
mod migrate;
mod node;
mod qualifier;
