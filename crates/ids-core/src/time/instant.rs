//! Instants, and those of other libraries.

use core::{fmt, ops::Add, time::Duration};

use super::instant;
#[cfg(any(
    feature = "std",
    feature = "jiff02",
    feature = "jiff1",
    feature = "time",
    feature = "chrono"
))]
use crate::RangeError;

/// An instant: the time since the Unix epoch, 1970-01-01T00:00:00Z, without leap seconds.
///
/// It has nanoseconds, and reaches 584 billion years. Its text is RFC 3339 in UTC with as many digits of fraction as it
/// needs, in steps of three; after the year 9999, which RFC 3339 cannot write, the year has a sign and more digits.
///
/// | type | feature | last instant |
/// |---|---|---|
/// | `std::time::SystemTime` | `std` | that of the platform |
/// | `jiff::Timestamp` | `jiff1`; of `jiff` 0.2 `jiff02` | in the year 9999 |
/// | `time::OffsetDateTime` | `time` | in the year 9999; with its feature `large-dates` 999,999 |
/// | `chrono::DateTime<Utc>` | `chrono` | in the year 262,142 |
///
/// `TryFrom` converts these both ways. An instant before the Unix epoch is [`RangeError::BeforeEpoch`], and one after the
/// last of the other type is [`RangeError::AfterEnd`], which names that. All of them count nanoseconds, and both ways are
/// exact, with two exceptions:
/// - On Windows a `SystemTime` counts 100 nanoseconds, and the conversion into it rounds down.
/// - `chrono` writes a leap second as a second 60. Time since the Unix epoch has none, so it counts as POSIX does: as the
///   second after it.
///
/// ```
/// use core::time::Duration;
/// use std::time::{SystemTime, UNIX_EPOCH};
/// use ids_core::{RangeError, UnixTime};
///
/// let time = UnixTime::from_millis(1_462_015_105_796);
/// assert_eq!(time.to_string(), "2016-04-30T11:18:25.796Z");
/// assert_eq!(SystemTime::try_from(time)?, UNIX_EPOCH + Duration::from_millis(1_462_015_105_796));
/// assert_eq!(UnixTime::try_from(UNIX_EPOCH + Duration::from_secs(60))?, UnixTime::from_secs(60));
///
/// let earlier = UNIX_EPOCH - Duration::from_nanos(1);
/// assert_eq!(UnixTime::try_from(earlier), Err(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH }));
/// # Ok::<(), RangeError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixTime(Duration);

impl UnixTime {
    /// The Unix epoch.
    pub const EPOCH: Self = Self(Duration::ZERO);
    /// The last instant.
    pub const MAX: Self = Self(Duration::MAX);

    /// This number of seconds and nanoseconds after the Unix epoch.
    ///
    /// # Panics
    /// As [`Duration::new`].
    #[inline]
    #[must_use]
    pub const fn new(seconds: u64, nanos: u32) -> Self {
        Self(Duration::new(seconds, nanos))
    }

    /// This duration after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn after_epoch(time: Duration) -> Self {
        Self(time)
    }

    /// This number of seconds after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self(Duration::from_secs(seconds))
    }

    /// This number of milliseconds after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }

    /// This number of microseconds after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self(Duration::from_micros(micros))
    }

    /// This number of nanoseconds after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(Duration::from_nanos(nanos))
    }

    /// This number of nanoseconds after the Unix epoch, at most [`MAX`](Self::MAX).
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the seconds of the last instant fit")]
    pub const fn saturating_from_nanos(nanos: u128) -> Self {
        if nanos > Self::MAX.as_nanos() {
            return Self::MAX;
        }
        Self::new((nanos / NANOS) as u64, (nanos % NANOS) as u32)
    }

    /// How long after the Unix epoch it is.
    #[inline]
    #[must_use]
    pub const fn since_epoch(self) -> Duration {
        self.0
    }

    /// Whole seconds since the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn as_secs(self) -> u64 {
        self.0.as_secs()
    }

    /// Whole milliseconds since the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn as_millis(self) -> u128 {
        self.0.as_millis()
    }

    /// Whole microseconds since the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn as_micros(self) -> u128 {
        self.0.as_micros()
    }

    /// Nanoseconds since the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn as_nanos(self) -> u128 {
        self.0.as_nanos()
    }

    /// Nanoseconds since the last whole second.
    #[inline]
    #[must_use]
    pub const fn subsec_nanos(self) -> u32 {
        self.0.subsec_nanos()
    }

    /// Later by this duration; `None` after [`MAX`](Self::MAX).
    #[inline]
    #[must_use]
    pub const fn checked_add(self, time: Duration) -> Option<Self> {
        match self.0.checked_add(time) {
            Some(time) => Some(Self(time)),
            None => None,
        }
    }

    /// Earlier by this duration; `None` before the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn checked_sub(self, time: Duration) -> Option<Self> {
        match self.0.checked_sub(time) {
            Some(time) => Some(Self(time)),
            None => None,
        }
    }

    /// Later by this duration, at most [`MAX`](Self::MAX).
    #[inline]
    #[must_use]
    pub const fn saturating_add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }

    /// Earlier by this duration, at least the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn saturating_sub(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(time))
    }

    /// How long after an earlier instant it is; `None` if that is later.
    #[inline]
    #[must_use]
    pub const fn checked_duration_since(self, earlier: Self) -> Option<Duration> {
        self.0.checked_sub(earlier.0)
    }

    /// How far the two instants are apart.
    #[inline]
    #[must_use]
    pub const fn abs_diff(self, other: Self) -> Duration {
        self.0.abs_diff(other.0)
    }

    /// How long after an earlier instant it is; zero if that is later.
    #[inline]
    #[must_use]
    pub const fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// # Panics
/// After [`UnixTime::MAX`].
impl Add<Duration> for UnixTime {
    type Output = Self;

    #[inline]
    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl fmt::Display for UnixTime {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, text) = instant(self.as_secs(), self.subsec_nanos(), None);
        // Not `text[4..]`: how a slice of text panics is 6 KB of a module for browsers.
        if year > 9999 {
            write!(f, "+{year}{}", text.get(4..).unwrap_or_default())
        } else {
            f.write_str(&text)
        }
    }
}

/// As its text.
impl fmt::Debug for UnixTime {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(any(
    feature = "std",
    feature = "jiff02",
    feature = "jiff1",
    feature = "time",
    feature = "chrono"
))]
const BEFORE: RangeError = RangeError::BeforeEpoch { epoch: UnixTime::EPOCH };

#[cfg(feature = "std")]
impl TryFrom<std::time::SystemTime> for UnixTime {
    type Error = RangeError;

    #[inline]
    fn try_from(time: std::time::SystemTime) -> Result<Self, RangeError> {
        time.duration_since(std::time::UNIX_EPOCH).map(Self).map_err(|_| BEFORE)
    }
}

#[cfg(feature = "std")]
impl TryFrom<UnixTime> for std::time::SystemTime {
    type Error = RangeError;

    #[inline]
    fn try_from(time: UnixTime) -> Result<Self, RangeError> {
        let end = || RangeError::AfterEnd { last: last_system_time() };
        Self::UNIX_EPOCH.checked_add(time.0).ok_or_else(end)
    }
}

/// The platform's last instant. The standard library does not name it, so this finds it bit by bit.
#[cfg(feature = "std")]
#[cold]
fn last_system_time() -> UnixTime {
    let seconds = (0..64).rev().map(|bit| Duration::from_secs(1 << bit));
    let nanos = (0..30).rev().map(|bit| Duration::from_nanos(1 << bit));
    let last = seconds.chain(nanos).fold(Duration::ZERO, |last, step| {
        let longer = last.checked_add(step);
        let fits = |time: &Duration| std::time::UNIX_EPOCH.checked_add(*time).is_some();
        longer.filter(fits).unwrap_or(last)
    });
    UnixTime(last)
}

/// The conversions of one version of `jiff`.
#[cfg(any(feature = "jiff02", feature = "jiff1"))]
macro_rules! of_jiff {
    ($jiff:ident) => {
        impl TryFrom<$jiff::Timestamp> for UnixTime {
            type Error = RangeError;

            #[inline]
            fn try_from(time: $jiff::Timestamp) -> Result<Self, RangeError> {
                from_nanos(time.as_nanosecond()).ok_or(BEFORE)
            }
        }

        impl TryFrom<UnixTime> for $jiff::Timestamp {
            type Error = RangeError;

            #[inline]
            fn try_from(time: UnixTime) -> Result<Self, RangeError> {
                let nanos = i128::try_from(time.as_nanos()).ok();
                let at = |nanos| Self::from_nanosecond(nanos).ok();
                nanos.and_then(at).ok_or_else(|| after(Self::MAX.as_nanosecond()))
            }
        }
    };
}

#[cfg(feature = "jiff02")]
of_jiff!(jiff);
#[cfg(feature = "jiff1")]
of_jiff!(jiff1);

#[cfg(feature = "time")]
impl TryFrom<::time::OffsetDateTime> for UnixTime {
    type Error = RangeError;

    #[inline]
    fn try_from(time: ::time::OffsetDateTime) -> Result<Self, RangeError> {
        from_nanos(time.unix_timestamp_nanos()).ok_or(BEFORE)
    }
}

#[cfg(feature = "time")]
impl TryFrom<UnixTime> for ::time::OffsetDateTime {
    type Error = RangeError;

    #[inline]
    fn try_from(time: UnixTime) -> Result<Self, RangeError> {
        // Not from nanoseconds, of which the library cuts the high bits off.
        let seconds = i64::try_from(time.as_secs()).ok();
        let second = seconds.and_then(|seconds| Self::from_unix_timestamp(seconds).ok());
        let at = |second: Self| second.replace_nanosecond(time.subsec_nanos()).ok();
        let last = ::time::PrimitiveDateTime::MAX.assume_utc().unix_timestamp_nanos();
        second.and_then(at).ok_or_else(|| after(last))
    }
}

#[cfg(feature = "chrono")]
impl TryFrom<chrono::DateTime<chrono::Utc>> for UnixTime {
    type Error = RangeError;

    #[inline]
    fn try_from(time: chrono::DateTime<chrono::Utc>) -> Result<Self, RangeError> {
        // In a leap second there are up to twice as many nanoseconds: these carry.
        let nanos = i128::from(time.timestamp_subsec_nanos());
        from_nanos(i128::from(time.timestamp()) * 1_000_000_000 + nanos).ok_or(BEFORE)
    }
}

#[cfg(feature = "chrono")]
impl TryFrom<UnixTime> for chrono::DateTime<chrono::Utc> {
    type Error = RangeError;

    #[inline]
    fn try_from(time: UnixTime) -> Result<Self, RangeError> {
        let seconds = i64::try_from(time.as_secs()).ok();
        let at = |seconds| Self::from_timestamp(seconds, time.subsec_nanos());
        let last = Self::MAX_UTC.timestamp().unsigned_abs();
        let end = || RangeError::AfterEnd { last: UnixTime::new(last, 999_999_999) };
        seconds.and_then(at).ok_or_else(end)
    }
}

/// Nanoseconds in a second.
const NANOS: u128 = 1_000_000_000;

/// This number of nanoseconds after the Unix epoch; `None` before it.
#[cfg(any(feature = "jiff02", feature = "jiff1", feature = "time", feature = "chrono"))]
#[inline]
fn from_nanos(nanos: i128) -> Option<UnixTime> {
    u128::try_from(nanos).ok().map(UnixTime::saturating_from_nanos)
}

/// The nanoseconds of the type's last instant.
#[cfg(any(feature = "jiff02", feature = "jiff1", feature = "time"))]
#[cold]
fn after(last: i128) -> RangeError {
    RangeError::AfterEnd {
        last: from_nanos(last).expect("the last instant is after the Unix epoch"),
    }
}
