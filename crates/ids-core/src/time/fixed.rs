//! A clock that stands still.

use core::time::Duration;

use crate::{Clock, ClockError};

/// A clock that always reads the same instant: for identifiers of a known time, and for examples
/// that are the same every time they are run.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, FixedClock};
/// let clock = FixedClock::new(Duration::from_secs(1_735_689_600));
/// assert_eq!(clock.now(), Ok(Duration::from_secs(1_735_689_600)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedClock(Duration);

impl FixedClock {
    /// A clock that reads `time`, counted from the Unix epoch.
    #[inline]
    pub const fn new(time: Duration) -> Self {
        Self(time)
    }
}

impl Clock for FixedClock {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        Ok(self.0)
    }
}

/// The clock that stands still at this time after the Unix epoch.
impl From<Duration> for FixedClock {
    #[inline]
    fn from(time: Duration) -> Self {
        Self(time)
    }
}

/// The clock that stands still at this time; none before the Unix epoch.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use ids_core::{ClockError, FixedClock};
/// let second = Duration::from_secs(1);
/// assert_eq!(FixedClock::try_from(UNIX_EPOCH + second), Ok(FixedClock::new(second)));
/// assert_eq!(FixedClock::try_from(UNIX_EPOCH - second), Err(ClockError::BeforeUnixEpoch));
/// ```
#[cfg(feature = "std")]
impl TryFrom<std::time::SystemTime> for FixedClock {
    type Error = ClockError;

    #[inline]
    fn try_from(time: std::time::SystemTime) -> Result<Self, ClockError> {
        match time.duration_since(std::time::UNIX_EPOCH) {
            Ok(time) => Ok(Self(time)),
            Err(_) => Err(ClockError::BeforeUnixEpoch),
        }
    }
}
