//! One generator behind a mutex, for several threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{sync::Mutex, thread};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{Clock, ClockError, FlaxId, GenerateError, Generator};

const THREADS: usize = 4;
/// Ten million in all where the code is optimised, a million otherwise.
const EACH: usize = if cfg!(miri) {
    100
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

/// A millisecond passes with every thousandth reading, and it steps back once in a while.
struct Shaky(AtomicU64);

impl Clock for Shaky {
    fn now(&self) -> Result<Duration, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let back = if reading % 10_000 < 100 { 5 } else { 0 };
        Ok(Duration::from_millis(1_444_939_825_807 + reading / 1000 - back))
    }
}

#[test]
fn no_duplicate_and_increasing_in_each_thread() {
    let rng = ChaCha8Rng::seed_from_u64(7);
    let generator = Mutex::new(Generator::monotonic(Shaky(AtomicU64::new(0)), rng));
    let mut all: Vec<FlaxId> = Vec::with_capacity(THREADS * EACH);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(|| take(&generator))).collect();
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

fn take<C: Clock>(generator: &Mutex<Generator<C, ChaCha8Rng>>) -> Vec<FlaxId> {
    let mut ids = Vec::with_capacity(EACH);
    while ids.len() < EACH {
        let next = generator.lock().unwrap().generate();
        match next {
            Ok(id) => ids.push(id),
            // The clock is back: each reading brings it on.
            Err(error) => assert!(matches!(error, GenerateError::Wait { .. }), "{error}"),
        }
    }
    ids
}
