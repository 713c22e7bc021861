//! Instants of other libraries, as the time since the Unix epoch.

use core::time::Duration;

use crate::TimeError;

/// An instant that converts from and to the time since the Unix epoch, which is what clocks,
/// generators and identifiers work with.
///
/// | type | feature | last instant |
/// |---|---|---|
/// | [`Duration`], the time since the Unix epoch itself | | [`Duration::MAX`] |
/// | `std::time::SystemTime` | `std` | that of the platform |
/// | `jiff::Timestamp` | `jiff` | in the year 9999 |
/// | `time::OffsetDateTime` | `time` | in the year 9999; with its feature `large-dates` 999,999 |
/// | `chrono::DateTime<Utc>` | `chrono` | in the year 262,142 |
///
/// All of them count nanoseconds, and both ways are exact, with two exceptions:
/// - On Windows a `SystemTime` counts 100 nanoseconds, and `from_unix` rounds down.
/// - `chrono` writes a leap second as a second 60. Time since the Unix epoch has none, so `to_unix`
///   counts it as POSIX does: as the second after it.
///
/// The trait is sealed: only the types in the table have it.
///
/// ```
/// use core::time::Duration;
/// use std::time::{SystemTime, UNIX_EPOCH};
/// use ids_core::{TimeError, UnixTime};
///
/// let time = UNIX_EPOCH + Duration::from_millis(1_462_015_105_796);
/// assert_eq!(time.to_unix()?, Duration::from_millis(1_462_015_105_796));
/// assert_eq!(SystemTime::from_unix(Duration::from_millis(1_462_015_105_796))?, time);
///
/// let earlier = UNIX_EPOCH - Duration::from_nanos(1);
/// assert_eq!(earlier.to_unix(), Err(TimeError::BeforeEpoch { epoch: Duration::ZERO }));
/// # Ok::<(), TimeError>(())
/// ```
pub trait UnixTime: Sized + sealed::Sealed {
    /// The time since the Unix epoch, 1970-01-01T00:00:00Z, without leap seconds.
    ///
    /// # Errors
    /// [`TimeError::BeforeEpoch`] if the instant is before the Unix epoch.
    fn to_unix(self) -> Result<Duration, TimeError>;

    /// The instant at this time since the Unix epoch.
    ///
    /// # Errors
    /// [`TimeError::AfterEnd`] names the last instant of the type.
    fn from_unix(time: Duration) -> Result<Self, TimeError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for core::time::Duration {}
    #[cfg(feature = "std")]
    impl Sealed for std::time::SystemTime {}
    #[cfg(feature = "jiff")]
    impl Sealed for jiff::Timestamp {}
    #[cfg(feature = "time")]
    impl Sealed for ::time::OffsetDateTime {}
    #[cfg(feature = "chrono")]
    impl Sealed for chrono::DateTime<chrono::Utc> {}
}

#[cfg(any(feature = "std", feature = "jiff", feature = "time", feature = "chrono"))]
const BEFORE: TimeError = TimeError::BeforeEpoch { epoch: Duration::ZERO };

/// The time since the Unix epoch itself: both ways return it as it is.
impl UnixTime for Duration {
    #[inline]
    fn to_unix(self) -> Result<Duration, TimeError> {
        Ok(self)
    }

    #[inline]
    fn from_unix(time: Duration) -> Result<Self, TimeError> {
        Ok(time)
    }
}

#[cfg(feature = "std")]
impl UnixTime for std::time::SystemTime {
    #[inline]
    fn to_unix(self) -> Result<Duration, TimeError> {
        self.duration_since(Self::UNIX_EPOCH).map_err(|_| BEFORE)
    }

    #[inline]
    fn from_unix(time: Duration) -> Result<Self, TimeError> {
        let end = || TimeError::AfterEnd { last: last_system_time() };
        Self::UNIX_EPOCH.checked_add(time).ok_or_else(end)
    }
}

/// The platform's last instant. The standard library does not name it, so this finds it bit by bit.
#[cfg(feature = "std")]
#[cold]
fn last_system_time() -> Duration {
    let seconds = (0..64).rev().map(|bit| Duration::from_secs(1 << bit));
    let nanos = (0..30).rev().map(|bit| Duration::from_nanos(1 << bit));
    seconds.chain(nanos).fold(Duration::ZERO, |last, step| {
        let longer = last.checked_add(step);
        let fits = |time: &Duration| std::time::UNIX_EPOCH.checked_add(*time).is_some();
        longer.filter(fits).unwrap_or(last)
    })
}

#[cfg(feature = "jiff")]
impl UnixTime for jiff::Timestamp {
    #[inline]
    fn to_unix(self) -> Result<Duration, TimeError> {
        from_nanos(self.as_nanosecond()).ok_or(BEFORE)
    }

    #[inline]
    fn from_unix(time: Duration) -> Result<Self, TimeError> {
        let nanos = i128::try_from(time.as_nanos()).ok();
        let at = |nanos| Self::from_nanosecond(nanos).ok();
        nanos.and_then(at).ok_or_else(|| after(Self::MAX.as_nanosecond()))
    }
}

#[cfg(feature = "time")]
impl UnixTime for ::time::OffsetDateTime {
    #[inline]
    fn to_unix(self) -> Result<Duration, TimeError> {
        from_nanos(self.unix_timestamp_nanos()).ok_or(BEFORE)
    }

    #[inline]
    fn from_unix(time: Duration) -> Result<Self, TimeError> {
        // Not from nanoseconds, of which the library cuts the high bits off.
        let seconds = i64::try_from(time.as_secs()).ok();
        let second = seconds.and_then(|seconds| Self::from_unix_timestamp(seconds).ok());
        let at = |second: Self| second.replace_nanosecond(time.subsec_nanos()).ok();
        let last = ::time::PrimitiveDateTime::MAX.assume_utc().unix_timestamp_nanos();
        second.and_then(at).ok_or_else(|| after(last))
    }
}

#[cfg(feature = "chrono")]
impl UnixTime for chrono::DateTime<chrono::Utc> {
    #[inline]
    fn to_unix(self) -> Result<Duration, TimeError> {
        // In a leap second there are up to twice as many nanoseconds: these carry.
        let nanos = i128::from(self.timestamp_subsec_nanos());
        from_nanos(i128::from(self.timestamp()) * NANOS + nanos).ok_or(BEFORE)
    }

    #[inline]
    fn from_unix(time: Duration) -> Result<Self, TimeError> {
        let seconds = i64::try_from(time.as_secs()).ok();
        let at = |seconds| Self::from_timestamp(seconds, time.subsec_nanos());
        let last = Self::MAX_UTC.timestamp().unsigned_abs();
        let end = || TimeError::AfterEnd { last: Duration::new(last, 999_999_999) };
        seconds.and_then(at).ok_or_else(end)
    }
}

/// Nanoseconds in a second.
#[cfg(any(feature = "jiff", feature = "time", feature = "chrono"))]
const NANOS: i128 = 1_000_000_000;

/// The time since the Unix epoch of so many nanoseconds; none before it.
#[cfg(any(feature = "jiff", feature = "time", feature = "chrono"))]
#[inline]
fn from_nanos(nanos: i128) -> Option<Duration> {
    let seconds = u64::try_from(nanos.div_euclid(NANOS)).ok()?;
    Some(Duration::new(seconds, u32::try_from(nanos.rem_euclid(NANOS)).ok()?))
}

/// The type's last instant is at so many nanoseconds.
#[cfg(any(feature = "jiff", feature = "time"))]
#[cold]
fn after(last: i128) -> TimeError {
    TimeError::AfterEnd {
        last: from_nanos(last).expect("the last instant is after the Unix epoch"),
    }
}
