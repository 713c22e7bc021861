//! A clock that a thread or a task of the program keeps.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{Clock, ClockError, UnixTime};

/// A clock that reads what another clock read at the last [`refresh`](Self::refresh).
///
/// A reading is one load of an atomic, so that a generator is as fast as one under a clock that
/// stands still. You call `refresh`, for example each millisecond, from a thread or a task of your
/// own. This crate starts neither.
///
/// Its resolution is the time between two refreshes. It is behind its reference by at most that
/// time, and by what the thread that refreshes is late; it is never ahead, unless the reference is
/// set back. It follows every step of the reference. Several threads may read it at once, and any of
/// them may refresh it.
///
/// ```
/// use ids_core::{Clock, ManualClock, UnixTime, clock::CachedClock};
/// let reference = ManualClock::new(UnixTime::from_millis(7));
/// let clock = CachedClock::new(&reference);
/// clock.refresh()?;
/// reference.set(UnixTime::from_millis(8));
/// assert_eq!(clock.now(), Ok(UnixTime::from_millis(7)));
/// assert_eq!(clock.refresh(), Ok(UnixTime::from_millis(8)));
/// assert_eq!(clock.now(), Ok(UnixTime::from_millis(8)));
/// # Ok::<(), ids_core::ClockError>(())
/// ```
///
/// In a program, one thread keeps the clock of all generators:
///
/// ```no_run
/// use std::{thread, time::Duration};
/// use ids_core::{ClockError, SystemClock, clock::CachedClock};
///
/// static CLOCK: CachedClock<SystemClock> = CachedClock::new(SystemClock);
///
/// // Refreshed once before anything reads it, and then each millisecond.
/// CLOCK.refresh()?;
/// thread::spawn(|| {
///     loop {
///         thread::sleep(Duration::from_millis(1));
///         let _kept = CLOCK.refresh();
///     }
/// });
/// # Ok::<(), ClockError>(())
/// ```
///
/// # Without a refresh
///
/// Before the first refresh, the clock reads its reference each time. After it, the clock stands
/// still until the next refresh, and cannot notice that the refreshes have stopped. No identifier
/// repeats and none is out of order, but their times become stale. When a generator has spent the
/// tick, and those after it that its [`Limits`](crate::Limits) allow, it answers
/// [`GenerateError::Wait`](crate::GenerateError::Wait) until the next refresh; `blocking` ends that
/// at its limit. The thread that refreshes is missing in the child of a `fork()`: put a
/// `ForkGuard` around this clock if the program forks.
///
/// From the year 2514 on an instant does not fit, and the clock reads its reference each time.
#[derive(Debug)]
pub struct CachedClock<C> {
    reference: C,
    /// Seconds in the high 34 bits, nanoseconds of the second in the low 30; [`NONE`] before the
    /// first refresh.
    time: AtomicU64,
}

/// Bits of the nanoseconds.
const NANOS: u32 = 30;

/// No time: more nanoseconds than a second has.
const NONE: u64 = u64::MAX;

impl<C> CachedClock<C> {
    /// A clock that reads `reference` each time until it is refreshed.
    #[inline]
    pub const fn new(reference: C) -> Self {
        Self { reference, time: AtomicU64::new(NONE) }
    }
}

impl<C: Clock> CachedClock<C> {
    /// Reads the reference, and keeps what it reads for [`now`](Clock::now).
    ///
    /// # Errors
    /// As the reference; the clock then stays as it was.
    #[inline]
    pub fn refresh(&self) -> Result<UnixTime, ClockError> {
        let time = self.reference.now()?;
        let fits = time.as_secs() < 1 << (u64::BITS - NANOS);
        let word = time.as_secs() << NANOS | u64::from(time.subsec_nanos());
        self.time.store(if fits { word } else { NONE }, Relaxed);
        Ok(time)
    }

    #[cold]
    fn ask(&self) -> Result<UnixTime, ClockError> {
        self.reference.now()
    }
}

impl<C: Clock> Clock for CachedClock<C> {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        let time = self.time.load(Relaxed);
        let nanos = (time & !(u64::MAX << NANOS)) as u32;
        if nanos < 1_000_000_000 { Ok(UnixTime::new(time >> NANOS, nanos)) } else { self.ask() }
    }
}
