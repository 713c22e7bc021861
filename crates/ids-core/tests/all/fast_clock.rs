//! The fast clock, by a counter and a reference that the test moves.
#![cfg(feature = "quanta")]
#![cfg_attr(miri, allow(unused_imports, reason = "laws of safe integer code stay out of Miri"))]

use core::{cell::Cell, time::Duration};

use ids_core::{
    Clock, ClockError, ManualClock, SystemClock, UnixTime,
    clock::{CycleCounter, CycleSource, FastClock},
};
use proptest::prelude::*;

const START: UnixTime = UnixTime::from_secs(1_735_689_600);
const MILLI: Duration = Duration::from_millis(1);

/// Counts thirty times in ten nanoseconds.
#[derive(Debug)]
struct Cycles {
    count: Cell<u64>,
    /// What each reading of it takes.
    step: u64,
}

impl Cycles {
    const fn new(count: u64) -> Self {
        Self { count: Cell::new(count), step: 0 }
    }

    fn advance(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.count.set(self.count.get().wrapping_add(3 * nanos));
    }
}

impl CycleSource for &Cycles {
    #[inline]
    fn count(&self) -> u64 {
        self.count.set(self.count.get().wrapping_add(self.step));
        self.count.get()
    }
    #[inline]
    fn nanos(&self, counts: u64) -> u64 {
        counts / 3
    }
}

/// Both move on together.
fn pass(reference: &ManualClock, counter: &Cycles, time: Duration) {
    reference.advance(time);
    counter.advance(time);
}

#[test]
fn counts_between_two_questions() {
    let (reference, counter) = (ManualClock::new(START), Cycles::new(7));
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Ok(START));
    // The reference has stopped: nothing reads it.
    counter.advance(Duration::from_nanos(500));
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(500)));
    counter.advance(Duration::from_nanos(999_499));
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(999_999)));
    counter.advance(Duration::from_nanos(1));
    assert_eq!(clock.now(), Ok(START), "a millisecond is over");
}

#[test]
fn follows_steps_within_a_millisecond() {
    let (reference, counter) = (ManualClock::new(START), Cycles::new(0));
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Ok(START));
    for step in [UnixTime::from_secs(3600), UnixTime::EPOCH, START, UnixTime::from_millis(3)] {
        reference.set(step);
        counter.advance(MILLI);
        assert_eq!(clock.now(), Ok(step));
    }
}

#[test]
fn survives_suspend() {
    let hour = Duration::from_secs(3600);
    let (reference, counter) = (ManualClock::new(START), Cycles::new(1 << 40));
    let clock = FastClock::with_counter(&reference, &counter);
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
    counter.count.set(0);
    assert_eq!(clock.now(), Ok(START + hour * 3 + MILLI));
    // It wraps.
    counter.count.set(u64::MAX);
    assert_eq!(clock.now(), Ok(START + hour * 3 + MILLI));
}

#[test]
fn does_not_keep_what_took_long() {
    let (reference, mut counter) = (ManualClock::new(START), Cycles::new(0));
    // Each reading takes 10.003 microseconds.
    counter.step = 30_010;
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Ok(START));
    reference.advance(Duration::from_nanos(1));
    assert_eq!(clock.now(), Ok(START + Duration::from_nanos(1)), "asked anew");
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
    let (reference, counter) = (Broken(Cell::new(true)), Cycles::new(0));
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Err(ClockError::BeforeUnixEpoch));
    reference.0.set(false);
    assert_eq!(clock.now(), Ok(START));
    // After the year 2554.
    let (reference, counter) = (ManualClock::new(UnixTime::MAX), Cycles::new(0));
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Ok(UnixTime::MAX));
    assert_eq!(clock.now(), Ok(UnixTime::MAX));
}

#[test]
fn counters_of_any_speed() {
    struct Slow(Cell<u64>);
    impl CycleSource for &Slow {
        #[inline]
        fn count(&self) -> u64 {
            self.0.get()
        }
        #[inline]
        fn nanos(&self, counts: u64) -> u64 {
            counts.saturating_mul(1 << 40)
        }
    }
    // One count takes longer than a millisecond: each reading asks.
    let (reference, counter) = (ManualClock::new(START), Slow(Cell::new(0)));
    let clock = FastClock::with_counter(&reference, &counter);
    assert_eq!(clock.now(), Ok(START));
    reference.advance(MILLI);
    assert_eq!(clock.now(), Ok(START + MILLI));
}

#[test]
#[cfg_attr(miri, ignore = "reads the processor's counter")]
fn the_processors_own() {
    fn shared<T: Sync + Send>(value: T) -> T {
        value
    }
    let clock = shared(FastClock::default());
    let (first, second) = (clock.now().unwrap(), clock.now().unwrap());
    assert!(first > START && second > START);
    let counter = CycleCounter::new();
    assert!(counter.nanos(1 << 40) > counter.nanos(1 << 20));
    assert!(SystemClock.now().is_ok());
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
        let (reference, counter) = (ManualClock::new(START), Cycles::new(start));
        let clock = FastClock::with_counter(&reference, &counter);
        for nanos in steps {
            reference.advance(Duration::from_nanos(nanos));
            let astray = nanos / 1000;
            counter.advance(Duration::from_nanos(if fast { nanos + astray } else { nanos - astray }));
            let off = clock.now().unwrap().abs_diff(reference.now().unwrap());
            prop_assert!(off <= Duration::from_nanos(1010), "{off:?}");
        }
    }
}
