//! Time comes from outside.

use core::{cell::Cell, time::Duration};

use crate::{ClockError, TimeError, UnixTime};

/// A source of the current time.
///
/// [`FixedClock`](crate::FixedClock) stands still; [`ManualClock`] is one that tests move;
/// [`SystemClock`](crate::SystemClock) is the operating system's.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, ClockError};
///
/// /// Counts from the day a device was set up, for want of a calendar.
/// struct Uptime(Duration);
/// impl Clock for Uptime {
///     fn now(&self) -> Result<Duration, ClockError> {
///         Ok(Duration::from_secs(1_735_689_600) + self.0)
///     }
/// }
/// assert_eq!(Uptime(Duration::ZERO).now(), Ok(Duration::from_secs(1_735_689_600)));
/// ```
pub trait Clock {
    /// The time since 1970-01-01T00:00:00Z, without leap seconds.
    ///
    /// # Errors
    /// [`ClockError`] if the clock has no time, for example because it reads an instant before
    /// 1970.
    fn now(&self) -> Result<Duration, ClockError>;
}

impl<C: Clock + ?Sized> Clock for &C {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        (**self).now()
    }
}

#[cfg(feature = "std")]
impl<C: Clock + ?Sized> Clock for std::boxed::Box<C> {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        (**self).now()
    }
}

/// One clock for several generators, such as those of several threads.
#[cfg(feature = "std")]
impl<C: Clock + ?Sized> Clock for std::sync::Arc<C> {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        (**self).now()
    }
}

/// A clock that reads what it was last set to.
///
/// It can be sent to another thread, but not shared among threads (it is not `Sync`): a test with
/// threads makes a clock of its own around an atomic number.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, ManualClock};
/// let clock = ManualClock::new(Duration::from_secs(1));
/// clock.advance(Duration::from_millis(5));
/// assert_eq!(clock.now(), Ok(Duration::from_millis(1005)));
/// clock.set(Duration::ZERO);
/// assert_eq!(clock.now(), Ok(Duration::ZERO));
/// ```
#[derive(Debug, Default)]
pub struct ManualClock(Cell<Duration>);

impl ManualClock {
    /// A clock that reads `time` since the Unix epoch.
    #[inline]
    pub const fn new(time: Duration) -> Self {
        Self(Cell::new(time))
    }

    /// A clock that reads this instant, of any type that [`UnixTime`] lists.
    ///
    /// # Errors
    /// [`TimeError::BeforeEpoch`] if the instant is before the Unix epoch.
    #[inline]
    pub fn at(time: impl UnixTime) -> Result<Self, TimeError> {
        time.to_unix().map(Self::new)
    }

    /// Sets the clock, forwards or back.
    #[inline]
    pub fn set(&self, time: Duration) {
        self.0.set(time);
    }

    /// Moves the clock forwards, at most to [`Duration::MAX`].
    #[inline]
    pub fn advance(&self, by: Duration) {
        self.0.set(self.0.get().saturating_add(by));
    }
}

impl Clock for ManualClock {
    #[inline]
    fn now(&self) -> Result<Duration, ClockError> {
        Ok(self.0.get())
    }
}

/// The operating system's clock, read anew on each call.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[cfg(feature = "std")]
impl Clock for SystemClock {
    #[inline]
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
    fn now(&self) -> Result<Duration, ClockError> {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_err(|_| ClockError::BeforeUnixEpoch)
    }
}
