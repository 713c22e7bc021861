//! One generator in a `static`, several threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(feature = "std", target_has_atomic = "64"))]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use snowflake::{
    Clock, ClockError, Discord, GenerateError, Generator, Node, SharedGenerator, Snowflake,
};

const THREADS: usize = 4;
/// Ten million in all where the code is optimised, a million otherwise.
const EACH: usize = if cfg!(miri) {
    100
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

/// Moves on by 100 ns with each reading, and now and then a millisecond back.
struct Unsteady(AtomicU64);

impl Clock for Unsteady {
    fn now(&self) -> Result<Duration, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let back = if reading % 1000 < 10 { 1_000_000 } else { 0 };
        Ok(Duration::from_nanos(1_795_132_800_123_000_000 + 100 * reading - back))
    }
}

static IDS: SharedGenerator<Unsteady, Node<Discord>> =
    match Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 2)]) {
        Ok(node) => Generator::shared(Unsteady(AtomicU64::new(0)), node),
        Err(_) => panic!("no such node"),
    };

#[test]
fn no_duplicate_and_increasing_in_each_thread() {
    let mut all: Vec<Snowflake<Discord>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(take)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(all.len(), THREADS * EACH);
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "an identifier twice");
}

fn take() -> Vec<Snowflake<Discord>> {
    let mut ids = Vec::with_capacity(EACH);
    while ids.len() < EACH {
        match IDS.generate() {
            Ok(id) => ids.push(id),
            // The tick is spent or the clock is back: each reading brings it on.
            Err(error) => assert!(matches!(error, GenerateError::Wait { .. }), "{error}"),
        }
    }
    assert!(ids.is_sorted_by(|a, b| a < b), "not increasing inside a thread");
    ids
}
