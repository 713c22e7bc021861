//! Real threads on one shared generator. Run under `ThreadSanitizer` as well, see `ci/lanes/tsan.sh`.
#![cfg(target_has_atomic = "64")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use ids_core::{
    Clock, ClockError, GenerateError, Generator, Policy, SharedGenerator,
    format::{Positions, Scheme, Ticks},
};

/// 64 numbers in each millisecond; the identifier is the position.
#[derive(Debug)]
struct Millis;

impl Scheme for Millis {
    type Id = u64;
    fn ticks(&self) -> Ticks {
        Ticks::per_second(Duration::ZERO, 1000)
    }
    fn positions(&self) -> Positions {
        Positions::new(6, u64::MAX)
    }
    fn id(&self, position: u64) -> u64 {
        position
    }
    fn position(&self, id: u64) -> u64 {
        id
    }
}

/// A clock that all threads push: on for each reading, and back a little now and then.
#[derive(Debug)]
struct Jumpy(AtomicU64);

impl Clock for Jumpy {
    fn now(&self) -> Result<Duration, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let back = if reading % 1000 < 100 { 5_000 } else { 0 };
        Ok(Duration::from_micros(1_000_000 + 100 * reading - back))
    }
}

const THREADS: usize = 4;
const EACH: usize = if cfg!(miri) { 40 } else { 25_000 };

static SHARED: SharedGenerator<Jumpy, Millis> = Generator::shared(Jumpy(AtomicU64::new(0)), Millis);

fn each_once(make: impl Fn(&mut Vec<u64>) + Sync) -> Vec<u64> {
    let runs: Vec<Vec<u64>> = thread::scope(|scope| {
        let work = || {
            let mut ids = Vec::new();
            while ids.len() < EACH {
                make(&mut ids);
            }
            ids
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for ids in &runs {
        assert!(ids.is_sorted_by(|a, b| a < b), "each thread's own increase");
    }
    let mut all = runs.concat();
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "each identifier once");
    all
}

#[test]
fn one_at_a_time() {
    let ids = each_once(|ids| match SHARED.generate() {
        Ok(id) => ids.push(id),
        Err(GenerateError::Wait { .. }) => thread::yield_now(),
        Err(error) => panic!("{error}"),
    });
    assert_eq!(ids.len(), THREADS * EACH);
}

#[test]
fn runs_of_different_lengths() {
    let clock = Jumpy(AtomicU64::new(0));
    let borrow = Policy::Borrow { max_ahead: Duration::from_millis(50) };
    let shared = Generator::shared(clock, Millis).with_policy(borrow).with_rolling_start(6);
    each_once(|ids| {
        let count = ids.len() as u64 % 70 + 1;
        match shared.reserve(count) {
            Ok(run) => {
                assert_eq!(run.len(), count);
                ids.extend(run);
            }
            Err(GenerateError::Wait { .. }) => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    });
}

#[test]
fn handles_fill_what_they_can() {
    let shared = Generator::shared(Jumpy(AtomicU64::new(0)), Millis);
    each_once(|ids| {
        let mut some = [0; 50];
        match shared.handle().fill(&mut some) {
            Ok(count) => ids.extend(&some[..count]),
            Err(GenerateError::Wait { .. }) => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    });
}
