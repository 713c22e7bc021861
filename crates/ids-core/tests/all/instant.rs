//! Instants of other libraries: the ends of each type, and both ways in between.
#![cfg(all(
    feature = "std",
    feature = "jiff02",
    feature = "jiff1",
    feature = "time",
    feature = "chrono"
))]
#![cfg(not(miri))]

use core::{fmt::Debug, time::Duration};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use ids_core::{
    RangeError, UnixTime,
    format::{Field, Ticks},
};
use jiff::Timestamp;
use proptest::prelude::*;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

const NANO: Duration = Duration::from_nanos(1);
const BEFORE: Result<UnixTime, RangeError> =
    Err(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH });

/// An instant of a type.
trait Instant:
    Debug
    + PartialEq
    + Copy
    + TryFrom<UnixTime, Error = RangeError>
    + TryInto<UnixTime, Error = RangeError>
{
    fn to_unix(self) -> Result<UnixTime, RangeError> {
        self.try_into()
    }
}

impl<
    T: Debug
        + PartialEq
        + Copy
        + TryFrom<UnixTime, Error = RangeError>
        + TryInto<UnixTime, Error = RangeError>,
> Instant for T
{
}

/// The last instant fits, both ways; a nanosecond more is an error that names it.
fn ends<T: Instant>(name: &str, first: T, last: UnixTime) {
    assert_eq!(first.to_unix(), Ok(UnixTime::EPOCH), "{name}");
    assert_eq!(T::try_from(UnixTime::EPOCH), Ok(first), "{name}");
    assert_eq!(T::try_from(last).and_then(T::to_unix), Ok(last), "{name}");
    let after = Err(RangeError::AfterEnd { last });
    for time in [last.checked_add(NANO), last.checked_add(last.since_epoch()), Some(UnixTime::MAX)]
    {
        if let Some(time) = time.filter(|time| *time > last) {
            assert_eq!(T::try_from(time), after, "{name}");
        }
    }
}

/// The text, and the days before which a year, a month and a leap day begin.
#[test]
fn texts() {
    for (seconds, nanos, text) in [
        (0, 0, "1970-01-01T00:00:00Z"),
        (951_782_399, 999_999_999, "2000-02-28T23:59:59.999999999Z"),
        (951_782_400, 1_000, "2000-02-29T00:00:00.000001Z"),
        (1_462_015_105, 796_000_000, "2016-04-30T11:18:25.796Z"),
        (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
        (253_402_300_800, 500_000_000, "+10000-01-01T00:00:00.500Z"),
        (u64::MAX, 0, "+584554051223-11-09T07:00:15Z"),
    ] {
        let time = UnixTime::new(seconds, nanos);
        assert_eq!((time.to_string(), format!("{time:?}")), (text.into(), text.into()));
    }
}

/// A number of nanoseconds that does not fit is the last instant.
#[test]
fn of_any_number_of_nanoseconds() {
    let last = UnixTime::MAX.as_nanos();
    for (nanos, expected) in
        [(0, 0), (1_999_999_999, 1_999_999_999), (last, last), (last + 1, last)]
    {
        assert_eq!(UnixTime::saturating_from_nanos(nanos).as_nanos(), expected);
    }
}

#[test]
fn ends_of_each_type() {
    // 9999-12-30T22:00:00Z, then 9999-12-31T23:59:59Z.
    ends("jiff", Timestamp::UNIX_EPOCH, UnixTime::new(253_402_207_200, 999_999_999));
    ends("jiff1", jiff1::Timestamp::UNIX_EPOCH, UnixTime::new(253_402_207_200, 999_999_999));
    let last = PrimitiveDateTime::MAX.assume_utc().unix_timestamp();
    assert_eq!(last, 253_402_300_799);
    ends("time", OffsetDateTime::UNIX_EPOCH, UnixTime::new(253_402_300_799, 999_999_999));
    // 262142-12-31T23:59:59Z.
    ends("chrono", DateTime::UNIX_EPOCH, UnixTime::new(8_210_266_876_799, 999_999_999));
    assert_eq!(
        DateTime::try_from(DateTime::<Utc>::MAX_UTC.to_unix().unwrap()),
        Ok(DateTime::<Utc>::MAX_UTC)
    );
    assert_eq!(Timestamp::try_from(Timestamp::MAX.to_unix().unwrap()), Ok(Timestamp::MAX));
}

/// The last one of the platform: 64 bits of seconds on Unix.
#[test]
#[cfg(unix)]
fn ends_of_the_systems_time() {
    ends("SystemTime", UNIX_EPOCH, UnixTime::new(i64::MAX.unsigned_abs(), 999_999_999));
}

#[test]
fn before_the_unix_epoch() {
    assert_eq!((UNIX_EPOCH - NANO).to_unix(), BEFORE);
    assert_eq!((Timestamp::UNIX_EPOCH - NANO).to_unix(), BEFORE);
    assert_eq!(Timestamp::MIN.to_unix(), BEFORE);
    assert_eq!((jiff1::Timestamp::UNIX_EPOCH - NANO).to_unix(), BEFORE);
    assert_eq!(jiff1::Timestamp::MIN.to_unix(), BEFORE);
    assert_eq!((OffsetDateTime::UNIX_EPOCH - NANO).to_unix(), BEFORE);
    assert_eq!(PrimitiveDateTime::MIN.assume_utc().to_unix(), BEFORE);
    assert_eq!((DateTime::UNIX_EPOCH - TimeDelta::nanoseconds(1)).to_unix(), BEFORE);
    assert_eq!(DateTime::<Utc>::MIN_UTC.to_unix(), BEFORE);
}

#[test]
fn an_offset_is_another_spelling_of_the_instant() {
    let time = OffsetDateTime::UNIX_EPOCH.to_offset(UtcOffset::from_hms(5, 30, 0).unwrap());
    assert_eq!(time.to_unix(), Ok(UnixTime::EPOCH));
    assert_eq!((time - NANO).to_unix(), BEFORE);
}

/// A second 60 counts as the second after it, as in POSIX.
#[test]
fn leap_seconds_of_chrono() {
    let before = Utc.with_ymd_and_hms(2016, 12, 31, 23, 59, 59).unwrap();
    let leap = DateTime::<Utc>::from_timestamp(before.timestamp(), 1_500_000_000).unwrap();
    assert_eq!(leap.to_string(), "2016-12-31 23:59:60.500 UTC");
    let after = before + TimeDelta::milliseconds(1500);
    assert_eq!(leap.to_unix(), Ok(UnixTime::from_millis(1_483_228_800_500)));
    assert_eq!(after.to_unix(), leap.to_unix());
    // The second after this one is the first.
    for (nanos, expected) in
        [(0, BEFORE), (999_999_999, BEFORE), (1_500_000_000, Ok(UnixTime::from_millis(500)))]
    {
        let time = DateTime::<Utc>::from_timestamp(-1, nanos).unwrap();
        assert_eq!(time.to_unix(), expected, "{time}");
    }
}

/// The error that an instant does not fit a format is the same for all types.
#[test]
fn into_a_format_and_back() {
    const TIMESTAMP: Field = Field::new("timestamp", 63, 22);
    let ticks = Ticks::per_second(UnixTime::from_secs(1_420_070_400), 1000);
    let tick = |time: Timestamp| ticks.at_most(time.to_unix()?, TIMESTAMP.max());
    let time: Timestamp = "2016-04-30T11:18:25.796Z".parse().unwrap();
    assert_eq!(tick(time), Ok(41_944_705_796));
    assert_eq!(Timestamp::try_from(ticks.start(41_944_705_796)), Ok(time));
    let epoch = UnixTime::from_secs(1_420_070_400);
    assert_eq!(tick(Timestamp::UNIX_EPOCH), Err(RangeError::BeforeEpoch { epoch }));
}

fn both_ways<T: Instant>(time: UnixTime) -> Result<UnixTime, RangeError> {
    T::try_from(time)?.to_unix()
}

proptest! {
    #![proptest_config(ids_testkit::cases(1))]

    /// Every nanosecond of the years 1970 to 9999 is the same instant in all types.
    #[test]
    fn all_types_agree(seconds in 0..253_402_207_200_u64, nanos in 0..1_000_000_000_u32) {
        let time = UnixTime::new(seconds, nanos);
        prop_assert_eq!(both_ways::<Timestamp>(time), Ok(time));
        prop_assert_eq!(both_ways::<jiff1::Timestamp>(time), Ok(time));
        prop_assert_eq!(both_ways::<OffsetDateTime>(time), Ok(time));
        prop_assert_eq!(both_ways::<DateTime<Utc>>(time), Ok(time));
        #[cfg(unix)]
        prop_assert_eq!(both_ways::<SystemTime>(time), Ok(time));
        let text = Timestamp::try_from(time).unwrap().to_string();
        prop_assert_eq!(text.parse::<DateTime<Utc>>().ok(), DateTime::try_from(time).ok());
        let system = SystemTime::from(DateTime::<Utc>::try_from(time).unwrap());
        prop_assert_eq!(SystemTime::try_from(time), Ok(system));
    }

    /// Any instant comes back, or the error names the last one that does.
    #[test]
    fn no_instant_is_cut_off(seconds: u64, nanos in 0..1_000_000_000_u32) {
        fn hold<T: Instant>(time: UnixTime) -> Result<(), TestCaseError> {
            match both_ways::<T>(time) {
                Ok(same) => prop_assert_eq!(same, time),
                Err(RangeError::AfterEnd { last }) => prop_assert!(last < time),
                Err(error) => prop_assert!(false, "{}", error),
            }
            Ok(())
        }
        // Of any size, not only large ones.
        for time in [seconds, seconds >> 20, seconds >> 32].map(|s| UnixTime::new(s, nanos)) {
            #[cfg(unix)]
            hold::<SystemTime>(time)?;
            hold::<Timestamp>(time)?;
            hold::<jiff1::Timestamp>(time)?;
            hold::<OffsetDateTime>(time)?;
            hold::<DateTime<Utc>>(time)?;
        }
    }
}
