//! One generator and four real threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_has_atomic = "64")]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use siq::{
    Clock, ClockError, DomainHash, GenerateError, Generator, Qualifier, SharedGenerator, Siq,
};

/// Goes on by a nanosecond with each reading, so that ticks are shared, spent and passed, and steps
/// two ticks back once in a while.
#[derive(Debug)]
struct Readings(AtomicU64);

impl Clock for Readings {
    fn now(&self) -> Result<Duration, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let back = if reading % 100_000 < 1000 { 30_518 } else { 0 };
        Ok(Duration::from_nanos(1_732_104_000_000_000_000 + reading - back))
    }
}

const THREADS: usize = 4;
/// Ten million in all where the code is optimised, a million otherwise.
const COUNT: usize = if cfg!(miri) {
    200
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

static GENERATOR: SharedGenerator<Readings> =
    Generator::shared(Readings(AtomicU64::new(0)), DomainHash::from_bits(0x86ce_1947), 1);

fn make(qualifiers: &[Qualifier]) -> Vec<Siq> {
    let mut ids = Vec::with_capacity(COUNT);
    for qualifier in qualifiers.iter().cycle() {
        if ids.len() == COUNT {
            break;
        }
        match GENERATOR.generate(*qualifier) {
            Ok(id) => ids.push(id),
            // Each reading brings the clock on, and another kind may have some left.
            Err(GenerateError::Wait { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    ids
}

#[test]
fn every_identifier_once_and_each_thread_in_order() {
    const KINDS: [Qualifier; 3] = [Qualifier::Message, Qualifier::User, Qualifier::Content];
    let mut all: Vec<Siq> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(|| make(&KINDS))).collect();
        threads
            .into_iter()
            .flat_map(|thread| {
                let ids = thread.join().unwrap();
                for qualifier in KINDS {
                    let own = ids.iter().filter(|id| id.qualifier() == qualifier);
                    assert!(own.clone().count() > COUNT / 10, "{qualifier}");
                    assert!(own.is_sorted_by(|a, b| a < b), "not increasing inside a thread");
                }
                ids
            })
            .collect()
    });
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), THREADS * COUNT, "an identifier twice");
    // Miri makes too few to spend a tick.
    let spent = all.iter().filter(|id| u64::from(id.serial()) + 1 == id.qualifier().capacity());
    assert!(cfg!(miri) || spent.count() > 20, "no tick was spent");
}
