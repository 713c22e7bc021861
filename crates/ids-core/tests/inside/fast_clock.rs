//! The fast clock, by a counter and a reference that the test moves.
#![cfg_attr(miri, allow(unused_imports, reason = "laws of safe integer code stay out of Miri"))]

use core::{cell::Cell, time::Duration};
use std::sync::Arc;

use proptest::prelude::*;
use quanta::Mock;

use super::FastClock;
use crate::{Clock, ClockError, ManualClock, SystemClock, UnixTime};

const START: UnixTime = UnixTime::from_secs(1_735_689_600);
const MILLI: Duration = Duration::from_millis(1);

/// A clock that follows another, and its counter of nanoseconds, which stands at this number.
fn following<C: Clock>(reference: C, count: u64) -> (FastClock<C>, Arc<Mock>) {
    let (counter, mock) = quanta::Clock::mock();
    set(&mock, count);
    (FastClock::with_counter(reference, counter), mock)
}

fn set(counter: &Mock, count: u64) {
    let now = counter.value();
    counter.increment(count.saturating_sub(now));
    counter.decrement(now.saturating_sub(count));
}

fn advance(counter: &Mock, time: Duration) {
    set(counter, counter.value().wrapping_add(u64::try_from(time.as_nanos()).unwrap()));
}

/// Both move on together.
fn pass(reference: &ManualClock, counter: &Mock, time: Duration) {
    reference.advance(time);
    advance(counter, time);
}

#[test]
fn counts_between_two_questions() {
    let reference = ManualClock::new(START);
    let (clock, counter) = following(&reference, 7);
    assert_eq!(clock.now(), Ok(START));
    // The reference has stopped: nothing reads it.
    advance(&counter, Duration::from_nanos(500));
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(500)));
    advance(&counter, Duration::from_nanos(999_499));
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(999_999)));
    advance(&counter, Duration::from_nanos(1));
    assert_eq!(clock.now(), Ok(START), "a millisecond is over");
}

#[test]
fn follows_steps_within_a_millisecond() {
    let reference = ManualClock::new(START);
    let (clock, counter) = following(&reference, 0);
    assert_eq!(clock.now(), Ok(START));
    for step in [UnixTime::from_secs(3600), UnixTime::EPOCH, START, UnixTime::from_millis(3)] {
        reference.set(step);
        advance(&counter, MILLI);
        assert_eq!(clock.now(), Ok(step));
    }
}

#[test]
fn survives_suspend() {
    let hour = Duration::from_secs(3600);
    let reference = ManualClock::new(START);
    let (clock, counter) = following(&reference, 1 << 40);
    assert_eq!(clock.now(), Ok(START));
    // The counter stands still: right again after a millisecond of its own.
    reference.advance(hour);
    pass(&reference, &counter, MILLI);
    assert_eq!(clock.now(), Ok(START + hour + MILLI));
    // It runs on.
    pass(&reference, &counter, hour);
    assert_eq!(clock.now(), Ok(START + hour * 2 + MILLI));
    // It begins again.
    reference.advance(hour);
    set(&counter, 0);
    assert_eq!(clock.now(), Ok(START + hour * 3 + MILLI));
    // It wraps.
    set(&counter, u64::MAX);
    assert_eq!(clock.now(), Ok(START + hour * 3 + MILLI));
}

#[test]
fn does_not_keep_what_took_long() {
    /// The counter, and what each reading takes.
    struct Slow(Arc<Mock>, Cell<u64>, ManualClock);
    impl Clock for &Slow {
        #[inline]
        fn now(&self) -> Result<UnixTime, ClockError> {
            self.0.increment(self.1.get());
            self.2.now()
        }
    }
    let (counter, mock) = quanta::Clock::mock();
    let reference = Slow(mock, Cell::new(10_001), ManualClock::new(START));
    let clock = FastClock::with_counter(&reference, counter);
    assert_eq!(clock.now(), Ok(START));
    reference.2.advance(Duration::from_nanos(1));
    reference.1.set(10_000);
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(1)), "asked anew");
    reference.2.advance(Duration::from_nanos(1));
    assert_eq!(
        clock.now(),
        Ok(START + Duration::from_nanos(1)),
        "what took ten microseconds is kept"
    );
}

#[test]
fn a_reference_that_fails() {
    struct Broken(Cell<bool>);
    impl Clock for &Broken {
        #[inline]
        fn now(&self) -> Result<UnixTime, ClockError> {
            if self.0.get() { Err(ClockError::BeforeUnixEpoch) } else { Ok(START) }
        }
    }
    let reference = Broken(Cell::new(true));
    let (clock, _) = following(&reference, 0);
    assert_eq!(clock.now(), Err(ClockError::BeforeUnixEpoch));
    reference.0.set(false);
    assert_eq!(clock.now(), Ok(START));
    // After the year 2554.
    let (clock, _) = following(UnixTime::MAX, 0);
    assert_eq!(clock.now(), Ok(UnixTime::MAX));
    assert_eq!(clock.now(), Ok(UnixTime::MAX));
}

#[test]
#[cfg_attr(miri, ignore = "reads the processor's counter")]
fn the_processors_own() {
    fn shared<T: Sync + Send>(value: T) -> T {
        value
    }
    let clock = shared(FastClock::default());
    let near = Duration::from_micros(50);
    // For some milliseconds.
    for _ in 0..20_000 {
        let before = SystemClock.now().unwrap().saturating_sub(near);
        let now = clock.now().unwrap();
        let after = SystemClock.now().unwrap() + near;
        assert!(before <= now && now <= after, "{now} is not from {before} to {after}");
    }
}

/// A millisecond is as many counts as its counter says.
#[test]
fn counters_of_any_speed() {
    // Counts of 1/3 ns, of 1 ns, of 41 2/3 ns, and one that is not measured.
    for (nanos, interval) in [
        ((1 << 32) / 3, 3_000_000),
        (1 << 32, 1_000_000),
        (178_956_970_666, 24_000),
        (0, 4_294_967_296_000_000),
    ] {
        assert_eq!(super::interval(nanos), interval, "{nanos}");
    }
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(1))]

    /// A counter that is off by 0.1 % leads the clock astray by less than a microsecond, however
    /// it is read.
    #[test]
    fn never_far_off(
        fast in any::<bool>(),
        start in any::<u64>(),
        steps in prop::collection::vec(0..3_000_000_u64, 1..200),
    ) {
        let reference = ManualClock::new(START);
        let (clock, counter) = following(&reference, start);
        for nanos in steps {
            reference.advance(Duration::from_nanos(nanos));
            let astray = nanos / 1000;
            advance(&counter, Duration::from_nanos(if fast { nanos + astray } else { nanos - astray }));
            let off = clock.now().unwrap().abs_diff(reference.now().unwrap());
            prop_assert!(off <= Duration::from_nanos(1010), "{off:?}");
        }
    }
}
