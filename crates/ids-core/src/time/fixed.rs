//! A clock that stands still.

use crate::{Clock, ClockError, UnixTime};

/// A clock that always reads the same instant: for identifiers of a known time, and for examples
/// that are the same every time they are run.
///
/// ```
/// use ids_core::{Clock, FixedClock, UnixTime};
/// let clock = FixedClock::new(UnixTime::from_secs(1_735_689_600));
/// assert_eq!(clock.now(), Ok(UnixTime::from_secs(1_735_689_600)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedClock(UnixTime);

impl FixedClock {
    /// A clock that reads this instant.
    #[inline]
    pub const fn new(time: UnixTime) -> Self {
        Self(time)
    }
}

impl Clock for FixedClock {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        Ok(self.0)
    }
}
