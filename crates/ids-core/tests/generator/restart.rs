//! Generators that continue where one before them ended.

use core::time::Duration;

use ids_core::{GenerateError, Generator, Limits, ManualClock, RangeError, UnixTime};

use crate::tenths::{AHEAD, EPOCH, LAST, TENTHS, at, wait};

#[test]
fn resumes_after_the_last() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, TENTHS).resume_after(21);
    assert_eq!(generator.generate(), Ok(22));
    let mut generator = Generator::new(&clock, TENTHS).resume_after(30);
    assert_eq!(generator.generate(), wait(7), "the clock was set back meanwhile");
    let mut generator = Generator::new(&clock, TENTHS).with_limits(AHEAD).resume_after(30);
    assert_eq!(generator.generate(), Ok(31));
    let mut generator = Generator::new(&clock, TENTHS).resume_after(3);
    assert_eq!(generator.generate(), Ok(20));
    let mut generator = Generator::new(&clock, TENTHS).resume_after(u64::MAX);
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
}

/// A generator that is at work already is never moved back over what it has given.
#[test]
fn resumes_upwards_only() {
    let mut owned = Generator::new(at(5), TENTHS);
    let given = [owned.generate(), owned.generate()].map(Result::unwrap);
    assert_eq!(given, [20, 21]);
    for (last, next) in [(20, 22), (3, 23)] {
        owned = owned.resume_after(last);
        assert_eq!(owned.generate(), Ok(next), "after {last}");
    }
    let shared = Generator::shared(at(5), TENTHS).with_limits(AHEAD);
    let given = [shared.generate(), shared.generate()].map(Result::unwrap);
    assert_eq!(given, [20, 21]);
    let mut shared = shared;
    for (last, next) in [(20, 22), (3, 23), (26, 27), (26, 28), (0, 29)] {
        shared = shared.resume_after(last);
        assert_eq!(shared.generate(), Ok(next), "after {last}");
    }
}

/// What a restart under a perfect clock repeats when nothing is kept, and what it does not: the
/// predecessor's limits, how many it has made, and where the clock stands when it starts anew.
#[test]
fn restarts_where_nothing_is_kept() {
    let rows = [
        (Limits::default(), 2, 0, "inside the tick"),
        (AHEAD, 12, 100, "one tick later, within max_ahead"),
        (AHEAD, 12, 299, "in the last tick that was borrowed from"),
    ];
    for (limits, made, later, what) in rows {
        let clock = ManualClock::new(at(5));
        let fresh = || Generator::new(&clock, TENTHS).with_limits(limits);
        let mut before = fresh();
        let given: Vec<_> = (0..made).map(|_| before.generate().unwrap()).collect();
        clock.advance(Duration::from_millis(later));
        assert!(given.contains(&fresh().generate().unwrap()), "repeats {what}");
        let shared = || Generator::shared(&clock, TENTHS).with_limits(limits);
        let mut owner = fresh().resume_after_now(limits.max_ahead).unwrap();
        let shared = shared().resume_after_now(limits.max_ahead).unwrap();
        let until = at(5 + later / 100 + 1);
        let wait = Err(GenerateError::Wait { until });
        assert_eq!((owner.generate(), shared.generate()), (wait, wait), "{what}");
        clock.set(until);
        let first = owner.generate().unwrap();
        assert!(given.iter().all(|id| *id < first), "{what}: {first} after {given:?}");
        assert_eq!(shared.generate(), Ok(first), "{what}");
    }
}

/// How far ahead a predecessor ran is said for itself: the limits of its successor may be others.
#[test]
fn restarts_within_other_limits() {
    let careful = Generator::new(at(5), TENTHS).resume_after_now(AHEAD.max_ahead);
    assert_eq!(careful.unwrap().generate(), wait(8));
    let ahead = Generator::new(at(5), TENTHS).with_limits(AHEAD).resume_after_now(Duration::ZERO);
    assert_eq!(ahead.unwrap().generate(), Ok(24));
}

#[test]
fn restarts_upwards_only_and_inside_the_format() {
    let new = |now| Generator::new(now, TENTHS);
    let resumed = new(at(5)).resume_after(100).resume_after_now(Duration::ZERO);
    let mut generator = resumed.unwrap();
    assert_eq!(generator.generate(), wait(25), "the last identifier is later than now");
    let mut generator = new(at(LAST)).resume_after_now(Duration::ZERO).unwrap();
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
    let rows = [
        (UnixTime::EPOCH, RangeError::BeforeEpoch { epoch: EPOCH }),
        (UnixTime::MAX, RangeError::AfterEnd { last: at(LAST) }),
    ];
    for (time, error) in rows {
        assert_eq!(new(time).resume_after_now(Duration::ZERO).map(drop), Err(error.into()));
    }
}
