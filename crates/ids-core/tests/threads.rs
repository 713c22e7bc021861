//! Real threads on one shared generator. Run under `ThreadSanitizer` as well, see `just tsan`.
#![cfg(all(unix, not(loom), target_has_atomic = "64"))]

use core::{sync::atomic::AtomicU64, time::Duration};

use ids_core::{Generator, Limits, SharedGenerator, UnixTime, format::Ticks};
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

const fn shared() -> SharedGenerator<Unsteady, Plain> {
    let (start, step) = (UnixTime::from_secs(1), Duration::from_micros(100));
    let (back, readings) = (Duration::from_millis(5), AtomicU64::new(0));
    Generator::shared(Unsteady { start, step, back, readings }, MILLIS)
}

static SHARED: SharedGenerator<Unsteady, Plain> = shared();

#[test]
fn one_at_a_time() {
    let take = |ids: &mut Vec<u64>| {
        ids.push(SHARED.generate()?);
        Ok(())
    };
    assert_eq!(each_once(EACH, take, increasing).len(), THREADS * EACH);
}

#[test]
fn runs_of_different_lengths() {
    let ahead = Limits::ahead(Duration::from_millis(50));
    let shared = shared().with_limits(Limits { rolling_start: 6, ..ahead });
    let take = |ids: &mut Vec<u64>| {
        ids.extend(shared.reserve(ids.len() as u64 % 70 + 1)?);
        Ok(())
    };
    assert!(each_once(EACH, take, increasing).len() >= THREADS * EACH);
}

#[test]
fn handles_fill_what_they_can() {
    let shared = shared();
    let take = |ids: &mut Vec<u64>| {
        let mut some = [0; 50];
        let filled = shared.handle().fill(&mut some)?;
        ids.extend(&some[..filled]);
        Ok(())
    };
    assert!(each_once(EACH, take, increasing).len() >= THREADS * EACH);
}
