//! Real threads on one shared generator. Run under `ThreadSanitizer` as well, see `just tsan`.
#![cfg(all(unix, not(loom), target_has_atomic = "64"))]

use core::time::Duration;

use ids_core::{Generator, Policy, SharedGenerator, UnixTime, format::Ticks};
use ids_testkit::{
    Plain,
    threads::{THREADS, Unsteady, each_once, increasing},
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

/// A tenth of a millisecond with each reading, and five milliseconds back now and then.
const fn clock() -> Unsteady {
    Unsteady::new(UnixTime::from_secs(1), Duration::from_micros(100), Duration::from_millis(5))
}

static SHARED: SharedGenerator<Unsteady, Plain> = Generator::shared(clock(), MILLIS);

#[test]
fn one_at_a_time() {
    let take = |ids: &mut Vec<u64>| {
        ids.push(SHARED.generate()?);
        Ok(())
    };
    assert_eq!(each_once(EACH, |_| take, increasing).len(), THREADS * EACH);
}

#[test]
fn runs_of_different_lengths() {
    let borrow = Policy::Borrow { max_ahead: Duration::from_millis(50) };
    let shared = Generator::shared(clock(), MILLIS).with_policy(borrow).with_rolling_start(6);
    let take = |ids: &mut Vec<u64>| {
        let count = ids.len() as u64 % 70 + 1;
        ids.extend(shared.reserve(count)?);
        Ok(())
    };
    assert!(each_once(EACH, |_| take, increasing).len() >= THREADS * EACH);
}

#[test]
fn handles_fill_what_they_can() {
    let shared = Generator::shared(clock(), MILLIS);
    let take = |ids: &mut Vec<u64>| {
        let mut some = [0; 50];
        let count = shared.handle().fill(&mut some)?;
        ids.extend(&some[..count]);
        Ok(())
    };
    assert!(each_once(EACH, |_| take, increasing).len() >= THREADS * EACH);
}
