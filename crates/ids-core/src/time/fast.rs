//! A clock that asks the processor's counter, and the system's clock once a millisecond.

use core::{
    sync::atomic::{
        AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
    time::Duration,
};

use crate::{Clock, ClockError, SystemClock, UnixTime};

/// The counter of a [`FastClock`]: a number that increases evenly. Tests have others than the
/// processor's.
#[doc(hidden)]
pub trait CycleSource {
    /// The current value of the counter.
    fn count(&self) -> u64;

    /// How many nanoseconds this number of counts takes: proportional, up to rounding.
    fn nanos(&self, counts: u64) -> u64;
}

/// The processor's counter of cycles, if it counts evenly; else the operating system's monotonic
/// clock.
///
/// The `quanta` crate finds out which of the two it is, and how fast it counts, when the first one
/// of a process is made. That takes up to 200 ms.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct CycleCounter(quanta::Clock);

impl CycleCounter {
    /// The counter, measured against the operating system's clock.
    #[inline]
    pub fn new() -> Self {
        Self(quanta::Clock::new())
    }
}

impl CycleSource for CycleCounter {
    #[inline]
    fn count(&self) -> u64 {
        self.0.raw()
    }

    #[inline]
    fn nanos(&self, counts: u64) -> u64 {
        self.0.delta_as_nanos(0, counts)
    }
}

/// A clock that reads the processor's counter, and the system's clock once a millisecond.
///
/// It reads the counter and adds how far ahead the reference clock was when it was last read. When
/// the counter has run for a millisecond since then, the next reading reads the reference again.
/// There is no thread and no timer.
///
/// It is off the reference by at most 10 microseconds, the longest comparison of the two that is
/// kept, and by what the counter runs too fast or too slow within a millisecond. The latter is less
/// than one microsecond for a counter that is off by less than 0.1 %. It follows a step of the
/// reference at the next comparison, when the counter has run for at most a millisecond. That holds
/// for a machine that was suspended as well, whether its counter stood still, ran on or began again
/// at zero. It can step back, as the reference can, and by as much as it is off.
///
/// Several threads may read it at once.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, SystemClock, clock::FastClock};
/// let clock = FastClock::new();
/// let (before, time) = (SystemClock.now()?, clock.now()?);
/// assert!(time.abs_diff(before) < Duration::from_secs(1), "unless it was set in between");
/// # Ok::<(), ids_core::ClockError>(())
/// ```
#[derive(Debug)]
pub struct FastClock<C = SystemClock, T = CycleCounter> {
    reference: C,
    counter: T,
    /// Counts that take as long as [`INTERVAL`].
    interval: u64,
    /// The count when the reference was last asked.
    asked: AtomicU64,
    /// Nanoseconds that the reference was ahead of the counter then, modulo 2^64.
    ahead: AtomicU64,
}

/// How long the counter may run before the reference is asked again.
const INTERVAL: Duration = Duration::from_millis(1);

/// How long asking the reference may take, for the answer to be kept.
const SLOWEST: Duration = Duration::from_micros(10);

impl FastClock {
    /// A clock that follows the system's by the processor's counter.
    ///
    /// The first one of a process takes up to 200 ms, in which the counter is measured. Keep one, and
    /// pass references to it to the generators.
    #[inline]
    pub fn new() -> Self {
        Self::following(SystemClock)
    }
}

impl<C: Clock> FastClock<C> {
    /// A clock that follows another by the processor's counter, or by the operating system's monotonic
    /// clock where that does not count evenly.
    #[inline]
    pub fn following(reference: C) -> Self {
        Self::with_counter(reference, CycleCounter::new())
    }
}

impl<C: Clock, T: CycleSource> FastClock<C, T> {
    /// A clock that follows another by a counter.
    #[doc(hidden)]
    #[inline]
    pub fn with_counter(reference: C, counter: T) -> Self {
        // A number of counts large enough for their nanoseconds to be exact.
        let (sample, nanos) = (1 << 32, counter.nanos(1 << 32).max(1));
        let interval = saturated(sample * INTERVAL.as_nanos() / u128::from(nanos));
        let asked = counter.count().wrapping_sub(interval);
        Self { reference, counter, interval, asked: asked.into(), ahead: AtomicU64::new(0) }
    }

    /// Asks the reference.
    #[cold]
    #[inline(never)]
    fn ask(&self) -> Result<UnixTime, ClockError> {
        let before = self.counter.count();
        let time = self.reference.now()?;
        let count = self.counter.count();
        let taken = self.counter.nanos(count.wrapping_sub(before));
        // 64 bits of nanoseconds last until the year 2554.
        if let (true, Ok(nanos)) =
            (taken <= saturated(SLOWEST.as_nanos()), time.as_nanos().try_into())
        {
            let ahead = u64::wrapping_sub(nanos, self.counter.nanos(count));
            self.ahead.store(ahead, Relaxed);
            // Who sees this sees the other.
            self.asked.store(count, Release);
        }
        Ok(time)
    }
}

impl Default for FastClock {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Clock, T: CycleSource> Clock for FastClock<C, T> {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        let count = self.counter.count();
        // A counter that began again at zero is a long time away, too.
        if count.wrapping_sub(self.asked.load(Acquire)) >= self.interval {
            return self.ask();
        }
        let nanos = self.counter.nanos(count).wrapping_add(self.ahead.load(Relaxed));
        Ok(UnixTime::from_nanos(nanos))
    }
}

fn saturated(value: u128) -> u64 {
    value.try_into().unwrap_or(u64::MAX)
}
