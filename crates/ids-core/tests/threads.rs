//! Real threads on one shared generator. Run under `ThreadSanitizer` as well, see `just tsan`.
#![cfg(all(unix, not(loom), target_has_atomic = "64"))]

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use ids_core::{
    Clock, ClockError, GenerateError, Generator, Policy, SharedGenerator, UnixTime, format::Ticks,
};
use ids_testkit::{
    Plain,
    threads::{THREADS, at_once},
};

/// 64 numbers in each millisecond.
const MILLIS: Plain =
    Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 6, last: u64::MAX };

/// Ten million in all where the code is optimised, as the lane `threads` has it.
const EACH: usize = if cfg!(miri) {
    40
} else if cfg!(debug_assertions) {
    25_000
} else {
    2_500_000
};

/// A clock that all threads push: on by a tenth of a millisecond with each reading. Of each ten thousand readings the
/// first hundred are five milliseconds back.
struct Unsteady(AtomicU64);

impl Clock for Unsteady {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let reading = self.0.fetch_add(1, Relaxed);
        let time = UnixTime::from_secs(1) + Duration::from_micros(100 * reading);
        let back = if reading % 10_000 < 100 { 5 } else { 0 };
        Ok(time.saturating_sub(Duration::from_millis(back)))
    }
}

const fn shared() -> SharedGenerator<Unsteady, Plain> {
    Generator::shared(Unsteady(AtomicU64::new(0)), MILLIS)
}

static SHARED: SharedGenerator<Unsteady, Plain> = shared();

/// How many identifiers the threads take, each of which takes until it has enough. None is issued twice, and those of
/// each thread increase.
fn each_once(take: impl Fn(&mut Vec<u64>) -> Result<(), GenerateError> + Sync) -> usize {
    let runs = at_once(THREADS, |_| {
        let mut ids = Vec::new();
        while ids.len() < EACH {
            match take(&mut ids) {
                // The tick is spent or the clock is back: each reading brings it on.
                Err(GenerateError::Wait { .. }) => thread::yield_now(),
                answer => answer.expect("an identifier"),
            }
        }
        ids
    });
    assert!(runs.iter().all(|ids| ids.is_sorted_by(|a, b| a < b)), "out of order in a thread");
    let mut all = runs.concat();
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "an identifier twice");
    all.len()
}

#[test]
fn one_at_a_time() {
    let count = each_once(|ids| {
        ids.push(SHARED.generate()?);
        Ok(())
    });
    assert_eq!(count, THREADS * EACH);
}

#[test]
fn runs_of_different_lengths() {
    let borrow = Policy::Borrow { max_ahead: Duration::from_millis(50) };
    let shared = shared().with_policy(borrow).with_rolling_start(6);
    let count = each_once(|ids| {
        ids.extend(shared.reserve(ids.len() as u64 % 70 + 1)?);
        Ok(())
    });
    assert!(count >= THREADS * EACH);
}

#[test]
fn handles_fill_what_they_can() {
    let shared = shared();
    let count = each_once(|ids| {
        let mut some = [0; 50];
        let filled = shared.handle().fill(&mut some)?;
        ids.extend(&some[..filled]);
        Ok(())
    });
    assert!(count >= THREADS * EACH);
}
