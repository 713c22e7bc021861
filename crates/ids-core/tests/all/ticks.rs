//! Instants and ticks, against arithmetic in 128 bits.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use core::time::Duration;

use ids_core::{RangeError, UnixTime, format::Ticks};
use proptest::prelude::*;

const SECOND: u128 = 1_000_000_000;

/// A unit as a test sees it: what to make, and what to expect.
#[derive(Clone, Copy, Debug)]
enum Unit {
    PerSecond(u32),
    Every(u64),
    WithinSecond(u32),
}

use Unit::{Every, PerSecond, WithinSecond};

const UNITS: &[Unit] = &[
    PerSecond(1000),
    PerSecond(100),
    PerSecond(1),
    PerSecond(1_000_000),
    PerSecond(1_000_000_000),
    PerSecond(65_536),
    PerSecond(3),
    PerSecond(999_999_999),
    Every(1),
    Every(3),
    Every(1_000),
    Every(1_000_000),
    Every(7_000_000),
    Every(10_000_000),
    Every(999_999_999),
    Every(1_000_000_000),
    Every(1_000_000_001),
    Every(1_500_000_000),
    Every(60_000_000_000),
    Every(86_400_000_000_000),
    Every(u64::MAX),
    WithinSecond(1_024_000),
    WithinSecond(1),
    WithinSecond(7),
    WithinSecond(999_999_999),
    WithinSecond(1_000_000_000),
];

impl Unit {
    const fn ticks(self, epoch: UnixTime) -> Ticks {
        match self {
            PerSecond(count) => Ticks::per_second(epoch, count),
            Every(nanos) => Ticks::every(epoch, Duration::from_nanos(nanos)),
            WithinSecond(nanos) => Ticks::within_second(epoch, nanos),
        }
    }

    /// The tick by plain arithmetic in 128 bits.
    fn tick(self, elapsed: Duration) -> u128 {
        let seconds = u128::from(elapsed.as_secs());
        let nanos = u128::from(elapsed.subsec_nanos());
        match self {
            // Floors of sums of a whole number and a fraction.
            PerSecond(count) => seconds * u128::from(count) + nanos * u128::from(count) / SECOND,
            Every(unit) => (seconds * SECOND + nanos) / u128::from(unit),
            WithinSecond(unit) => seconds * SECOND.div_ceil(unit.into()) + nanos / u128::from(unit),
        }
    }
}

fn unit() -> impl Strategy<Value = Unit> {
    prop_oneof![
        prop::sample::select(UNITS),
        (1..=1_000_000_000_u32).prop_map(PerSecond),
        (1..=u64::MAX).prop_map(Every),
        (1..=3_000_000_000_u64).prop_map(Every),
        (1..=1_000_000_000_u32).prop_map(WithinSecond),
    ]
}

fn duration() -> impl Strategy<Value = Duration> {
    let seconds =
        prop_oneof![0..5_u64, 0..5_000_000_000_u64, any::<u64>(), u64::MAX - 5..=u64::MAX];
    let nanos = prop_oneof![0..1_000_000_000_u32, Just(0), Just(1), Just(999_999_999)];
    (seconds, nanos).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
}

fn instant() -> impl Strategy<Value = UnixTime> {
    duration().prop_map(UnixTime::after_epoch)
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..5000_u64, any::<u64>(), 0..1_u64 << 45, u64::MAX - 5..=u64::MAX]
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(4))]

    #[test]
    fn at_is_the_floor(unit in unit(), epoch in instant(), time in instant()) {
        let ticks = unit.ticks(epoch);
        let last = ticks.start(u64::MAX);
        let expected = match time.checked_duration_since(epoch).map(|elapsed| unit.tick(elapsed)) {
            None => Err(RangeError::BeforeEpoch { epoch }),
            Some(tick) => u64::try_from(tick).map_err(|_| RangeError::AfterEnd { last }),
        };
        prop_assert_eq!(ticks.at(time), expected);
    }

    #[test]
    fn a_tick_starts_in_itself(unit in unit(), epoch in instant(), tick in number()) {
        let ticks = unit.ticks(epoch);
        let start = ticks.start(tick);
        if start < UnixTime::MAX {
            prop_assert_eq!(ticks.at(start), Ok(tick));
            let before = start.saturating_sub(Duration::from_nanos(1));
            if tick == 0 {
                prop_assert_eq!(start, epoch);
            } else {
                prop_assert_eq!(ticks.at(before), Ok(tick - 1));
            }
        }
        prop_assert!(ticks.start(tick.saturating_add(1)) >= start);
    }

    #[test]
    fn count_is_that_of_the_epoch(unit in unit(), epoch in instant(), length in duration()) {
        let count = u64::try_from(unit.tick(length)).unwrap_or(u64::MAX);
        prop_assert_eq!(unit.ticks(epoch).count(length), count);
    }

    #[test]
    fn at_most_names_the_limits(unit in unit(), time in instant(), last in number()) {
        let epoch = UnixTime::from_secs(3);
        let ticks = unit.ticks(epoch);
        let expected = match time.checked_duration_since(epoch).map(|elapsed| unit.tick(elapsed)) {
            None => Err(RangeError::BeforeEpoch { epoch }),
            Some(tick) if tick <= last.into() => Ok(u64::try_from(tick).unwrap()),
            Some(_) => Err(RangeError::AfterEnd { last: ticks.start(last) }),
        };
        prop_assert_eq!(ticks.at_most(time, last), expected);
    }
}

#[test]
fn the_same_unit_however_it_is_said() {
    let epoch = UnixTime::from_secs(1);
    let ten = Duration::from_millis(10);
    assert_eq!(Ticks::every(epoch, ten), Ticks::per_second(epoch, 100));
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn units_that_are_none() {
    let panics = |make: fn() -> Ticks| std::panic::catch_unwind(make).is_err();
    assert!(panics(|| Ticks::per_second(UnixTime::EPOCH, 0)));
    assert!(panics(|| Ticks::per_second(UnixTime::EPOCH, 1_000_000_001)));
    assert!(panics(|| Ticks::every(UnixTime::EPOCH, Duration::ZERO)));
    assert!(panics(|| Ticks::every(UnixTime::EPOCH, Duration::from_secs(600 * 366 * 86_400))));
    assert!(panics(|| Ticks::within_second(UnixTime::EPOCH, 0)));
    assert!(panics(|| Ticks::within_second(UnixTime::EPOCH, 1_000_000_001)));
}
