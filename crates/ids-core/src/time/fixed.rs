//! A clock that stands still.

use core::time::Duration;

use crate::{Clock, ClockError, TimeError, UnixTime};

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

    /// A clock that reads this instant, of any type that [`UnixTime`] lists.
    ///
    /// ```
    /// use std::time::{Duration, UNIX_EPOCH};
    /// use ids_core::{FixedClock, TimeError};
    /// let second = Duration::from_secs(1);
    /// let before = TimeError::BeforeEpoch { epoch: Duration::ZERO };
    /// assert_eq!(FixedClock::at(UNIX_EPOCH + second), Ok(FixedClock::new(second)));
    /// assert_eq!(FixedClock::at(UNIX_EPOCH - second), Err(before));
    /// ```
    ///
    /// # Errors
    /// [`TimeError::BeforeEpoch`] if the instant is before the Unix epoch.
    #[inline]
    pub fn at(time: impl UnixTime) -> Result<Self, TimeError> {
        time.to_unix().map(Self)
    }
}

impl Clock for FixedClock {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        Ok(self.0)
    }
}
