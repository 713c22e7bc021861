//! Time comes from outside.

use core::{cell::Cell, ops::Deref, time::Duration};

use crate::{ClockError, UnixTime};

/// A source of the current time.
///
/// A [`UnixTime`] stands still; [`ManualClock`] is one that tests move;
/// [`SystemClock`](crate::SystemClock) is the operating system's.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, ClockError, UnixTime};
///
/// /// Counts from the day a device was set up: it has no calendar.
/// struct Uptime(Duration);
/// impl Clock for Uptime {
///     fn now(&self) -> Result<UnixTime, ClockError> {
///         Ok(UnixTime::from_secs(1_735_689_600) + self.0)
///     }
/// }
/// assert_eq!(Uptime(Duration::ZERO).now(), Ok(UnixTime::from_secs(1_735_689_600)));
/// ```
pub trait Clock {
    /// The current instant.
    ///
    /// # Errors
    /// [`ClockError`] if the clock has no time, for example because it reads an instant before
    /// 1970.
    fn now(&self) -> Result<UnixTime, ClockError>;
}

/// A clock behind a pointer: a reference, a `Box`, or an `Arc` for the generators of several threads.
impl<C: Deref<Target: Clock>> Clock for C {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
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
/// use ids_core::{Clock, ManualClock, UnixTime};
/// let clock = ManualClock::new(UnixTime::from_secs(1));
/// clock.advance(Duration::from_millis(5));
/// assert_eq!(clock.now(), Ok(UnixTime::from_millis(1005)));
/// clock.set(UnixTime::EPOCH);
/// assert_eq!(clock.now(), Ok(UnixTime::EPOCH));
/// ```
#[derive(Debug, Default)]
pub struct ManualClock(Cell<UnixTime>);

impl ManualClock {
    /// A clock that reads this instant.
    #[inline]
    pub const fn new(time: UnixTime) -> Self {
        Self(Cell::new(time))
    }

    /// Sets the clock, forwards or back.
    #[inline]
    pub fn set(&self, time: UnixTime) {
        self.0.set(time);
    }

    /// Moves the clock forwards, at most to [`UnixTime::MAX`].
    #[inline]
    pub fn advance(&self, by: Duration) {
        self.0.set(self.0.get().saturating_add(by));
    }
}

impl Clock for ManualClock {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
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
    fn now(&self) -> Result<UnixTime, ClockError> {
        std::time::SystemTime::now()
            .try_into()
            .map_err(|_: crate::RangeError| ClockError::BeforeUnixEpoch)
    }
}

/// An instant is a clock that stands still: for identifiers of a known time, and for examples that are
/// the same every time they are run.
///
/// ```
/// use ids_core::{Clock, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// assert_eq!(clock.now(), Ok(clock));
/// ```
impl Clock for UnixTime {
    #[inline]
    fn now(&self) -> Result<Self, ClockError> {
        Ok(*self)
    }
}
