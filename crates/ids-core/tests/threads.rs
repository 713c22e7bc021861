//! Real threads on one shared generator. Run under `ThreadSanitizer` as well, see `just tsan`.
#![cfg(all(unix, not(loom), target_has_atomic = "64"))]

use core::time::Duration;

use ids_core::{
    Generator, Policy, SharedGenerator, UnixTime,
    format::{Positions, Scheme, Ticks},
};
use ids_testkit::threads::{THREADS, Unsteady, each_once, increasing};

/// 64 numbers in each millisecond; the identifier is the position.
#[derive(Debug)]
struct Millis;

impl Scheme for Millis {
    type Id = u64;
    fn ticks(&self) -> Ticks {
        Ticks::per_second(UnixTime::EPOCH, 1000)
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

const EACH: usize = if cfg!(miri) { 40 } else { 25_000 };

/// A tenth of a millisecond with each reading, and five milliseconds back now and then.
const fn clock() -> Unsteady {
    Unsteady::new(UnixTime::from_secs(1), Duration::from_micros(100), Duration::from_millis(5))
}

static SHARED: SharedGenerator<Unsteady, Millis> = Generator::shared(clock(), Millis);

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
    let shared = Generator::shared(clock(), Millis).with_policy(borrow).with_rolling_start(6);
    let take = |ids: &mut Vec<u64>| {
        let count = ids.len() as u64 % 70 + 1;
        let run = shared.reserve(count)?;
        assert_eq!(run.len(), count);
        ids.extend(run);
        Ok(())
    };
    assert!(each_once(EACH, |_| take, increasing).len() >= THREADS * EACH);
}

#[test]
fn handles_fill_what_they_can() {
    let shared = Generator::shared(clock(), Millis);
    let take = |ids: &mut Vec<u64>| {
        let mut some = [0; 50];
        let count = shared.handle().fill(&mut some)?;
        ids.extend(&some[..count]);
        Ok(())
    };
    assert!(each_once(EACH, |_| take, increasing).len() >= THREADS * EACH);
}
