//! One shared generator, several threads.

#![cfg(target_has_atomic = "64")]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use kuid::{
    Clock, ClockError, Drift, GenerateError, Generator, Global, Node, NodeId, SharedGenerator,
};

const THREADS: usize = 4;
/// Ten million where the code is optimised, a million otherwise, few under Miri.
const EACH: usize = if cfg!(miri) {
    200
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

/// A tick passes with every thousandth reading, and it steps back once in a while.
struct Shaky(AtomicU64);

impl Clock for Shaky {
    fn now(&self) -> Result<Duration, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let back = if reading % 10_000 < 100 { 5_000 } else { 0 };
        Ok(Duration::from_micros(1_539_999_999_900_000 + reading - back))
    }
}

static GENERATOR: SharedGenerator<Shaky, Node> = Generator::shared(
    Shaky(AtomicU64::new(0)),
    Node::new(NodeId::from_name("uid@127.0.0.1"), Drift::DEFAULT),
);

#[test]
fn no_duplicate_and_increasing_in_each_thread() {
    let mut all: Vec<Global> = Vec::with_capacity(THREADS * EACH);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(take)).collect();
        for thread in threads {
            let ids = thread.join().unwrap();
            assert!(ids.is_sorted_by(|a, b| a < b), "not increasing inside a thread");
            all.extend(ids);
        }
    });
    all.sort_unstable();
    assert_eq!(all.len(), THREADS * EACH);
    assert!(all.is_sorted_by(|a, b| a < b), "an identifier twice");
}

fn take() -> Vec<Global> {
    let mut ids = Vec::with_capacity(EACH);
    while ids.len() < EACH {
        match GENERATOR.generate() {
            Ok(id) => ids.push(id),
            // The clock is back: each reading brings it on.
            Err(error) => assert!(matches!(error, GenerateError::Wait { .. }), "{error}"),
        }
    }
    ids
}
