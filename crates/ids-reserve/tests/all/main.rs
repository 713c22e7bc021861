//! Grants, their keepers, and stores without a server.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../between/mod.rs"]
mod between;
mod errors;
mod fingerprint;
mod keeper;
mod leases;
mod memory;
mod reassign;
mod replies;
#[path = "../scenarios/mod.rs"]
mod scenarios;
mod sqlite;

use ids_core::{Clock, UnixTime};
use ids_reserve::{MemoryStore, Store};

/// A whole millisecond of the year 2025.
const START: UnixTime = UnixTime::from_secs(1_735_689_600);

/// How many holders a store knows.
fn holders<C: Clock + Clone>(store: &MemoryStore<C>) -> usize {
    let resources = store.clone().status().unwrap();
    resources.iter().map(|resource| resource.holders.len()).sum()
}
