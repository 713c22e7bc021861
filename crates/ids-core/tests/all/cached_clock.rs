//! The clock that the program keeps, over a reference that the test moves.

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::thread;

use ids_core::{Clock, ClockError, ManualClock, UnixTime, clock::CachedClock};

const MILLI: Duration = Duration::from_millis(1);
const SECOND: UnixTime = UnixTime::from_secs(1);

#[test]
fn stands_still_between_two_refreshes() {
    let reference = ManualClock::new(UnixTime::EPOCH);
    let clock = CachedClock::new(&reference);
    // The last is a second that does not fit 34 bits: there it reads the reference.
    let last = UnixTime::new((1 << 34) - 1, 999_999_999);
    for time in [
        UnixTime::from_millis(1),
        UnixTime::from_nanos(999_999_999),
        SECOND,
        UnixTime::from_secs(7),
        UnixTime::EPOCH,
        last,
    ] {
        reference.set(time);
        assert_eq!(clock.refresh(), Ok(time));
        reference.advance(MILLI);
        assert_eq!(clock.now(), Ok(time), "not refreshed since");
    }
}

#[test]
fn reads_its_reference_where_it_keeps_nothing() {
    let reference = ManualClock::new(SECOND);
    let clock = CachedClock::new(&reference);
    for time in [SECOND.saturating_sub(MILLI), SECOND + MILLI, SECOND] {
        reference.set(time);
        assert_eq!(clock.now(), Ok(time), "before the first refresh");
    }
    let last = UnixTime::from_secs((1 << 34) - 1);
    let end = last + Duration::from_secs(1);
    for time in [end, end + MILLI, UnixTime::MAX] {
        reference.set(last);
        assert_eq!(clock.refresh(), Ok(last));
        reference.set(end);
        assert_eq!(clock.refresh(), Ok(end));
        reference.set(time);
        assert_eq!(clock.now(), Ok(time), "after the last second that fits");
    }
}

/// Fails at an instant of zero.
#[derive(Debug)]
struct Failing(AtomicU64);

impl Clock for Failing {
    fn now(&self) -> Result<UnixTime, ClockError> {
        match self.0.load(Relaxed) {
            0 => Err(ClockError::BeforeUnixEpoch),
            // Seconds and nanoseconds that show whether they are of one reading.
            number => Ok(UnixTime::from_secs(number) + Duration::from_nanos(number * 1000)),
        }
    }
}

#[test]
fn a_failed_refresh_changes_nothing() {
    let reference = Failing(AtomicU64::new(0));
    let clock = CachedClock::new(&reference);
    assert_eq!(clock.now(), Err(ClockError::BeforeUnixEpoch));
    reference.0.store(5, Relaxed);
    assert_eq!(clock.refresh(), Ok(UnixTime::new(5, 5000)));
    reference.0.store(0, Relaxed);
    assert_eq!(clock.refresh(), Err(ClockError::BeforeUnixEpoch));
    assert_eq!(clock.now(), Ok(UnixTime::new(5, 5000)));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn threads_read_whole_instants() {
    const LAST: u64 = if cfg!(miri) { 50 } else { 50_000 };
    let reference = Failing(AtomicU64::new(1));
    let clock = CachedClock::new(&reference);
    clock.refresh().unwrap();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut last = UnixTime::EPOCH;
                while last.as_secs() < LAST {
                    let now = clock.now().unwrap();
                    assert_eq!(u64::from(now.subsec_nanos()), now.as_secs() * 1000);
                    assert!(now >= last, "{now:?} after {last:?}");
                    last = now;
                }
            });
        }
        for number in 2..=LAST {
            reference.0.store(number, Relaxed);
            clock.refresh().unwrap();
        }
    });
}
