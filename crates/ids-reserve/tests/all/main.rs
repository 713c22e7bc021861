//! Grants, their keepers, and stores without a server.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../between/mod.rs"]
mod between;
mod errors;
mod fingerprint;
mod keeper;
mod leases;
mod memory;
mod model;
mod patient;
mod reassign;
mod replies;
mod simulation;
mod sqlite;
#[path = "../stores/mod.rs"]
mod stores;
mod window;
