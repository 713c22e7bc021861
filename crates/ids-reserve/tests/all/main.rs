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
mod reassign;
mod replies;
#[path = "../scenarios/mod.rs"]
mod scenarios;
mod sqlite;
mod window;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use ids_core::{Clock, ClockError, UnixTime};

/// A whole millisecond of the year 2025, in microseconds since the Unix epoch.
const START: u64 = 1_735_689_600_000_000;

/// A clock that the test moves, also while other threads read it. Its clones are the same one.
#[derive(Clone, Debug)]
struct Moved(Arc<AtomicU64>);

impl Moved {
    fn new() -> Self {
        Self(Arc::new(AtomicU64::new(START)))
    }
    fn set(&self, micros: u64) {
        self.0.store(micros, Relaxed);
    }
    fn step(&self, millis: i64) {
        self.set(self.0.load(Relaxed).checked_add_signed(1000 * millis).unwrap());
    }
}

impl Clock for Moved {
    fn now(&self) -> Result<UnixTime, ClockError> {
        Ok(UnixTime::from_micros(self.0.load(Relaxed)))
    }
}
