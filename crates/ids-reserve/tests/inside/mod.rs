//! What stands behind the interface.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod model;
mod window;
