//! One generator and four real threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_has_atomic = "64")]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use siq::{
    Clock, DomainHash, GenerateError, Generator, Qualifier, SharedGenerator, Siq, TimeError,
};

/// Goes on by 5 ns with each reading, so that ticks are shared, spent and passed.
#[derive(Debug)]
struct Readings(AtomicU64);

impl Clock for Readings {
    fn now(&self) -> Result<Duration, TimeError> {
        let reading = self.0.fetch_add(1, Relaxed);
        Ok(Duration::from_secs(1_732_104_000) + Duration::from_nanos(reading * 5))
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
            Err(GenerateError::Wait { .. }) => thread::yield_now(),
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
                    let mut own = ids.iter().filter(|id| id.qualifier() == qualifier);
                    assert!(own.clone().count() > COUNT / 4);
                    assert!(own.by_ref().is_sorted_by(|a, b| a < b));
                }
                ids
            })
            .collect()
    });
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), THREADS * COUNT);
}
