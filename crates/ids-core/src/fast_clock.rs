//! A clock that asks the processor's counter, and the system's clock once a millisecond.

use core::{
    sync::atomic::{
        AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
    time::Duration,
};

use crate::{Clock, ClockError, SystemClock};

/// What a [`FastClock`] counts by: a number that increases evenly, and is cheap to read.
pub trait CycleSource {
    /// What the counter reads now.
    fn count(&self) -> u64;

    /// How many nanoseconds the counter takes for so many counts: proportional, up to rounding.
    fn nanos(&self, counts: u64) -> u64;
}

/// The processor's counter of cycles, where it counts evenly; elsewhere the operating system's
/// monotonic clock, which is right and no faster than the system's.
///
/// Which of the two, and how fast it counts, the `quanta` crate finds out when the first one of a
/// process is made: that takes up to 200 ms.
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

/// A clock that is read nearly twice as fast as the system's.
///
/// It reads the counter, and adds what the reference clock was ahead of it when it was last asked.
/// Once the counter has run for a millisecond since then, the reading asks again. Nothing runs in
/// between: no thread, no timer.
///
/// How far it is off the reference: at most 10 microseconds (between the two readings that are
/// compared; a slower comparison is answered, and not kept) and what the counter runs too fast or
/// too slow within a millisecond, which is less than one microsecond for any counter that is off
/// by less than 0.1 %. A step of the reference is followed at the next comparison: after at most a
/// millisecond that the counter has run. That holds for suspending a machine as well, whether the
/// counter stands still meanwhile, runs on or begins again at zero. Like the reference, and by as
/// much as it is off, it can step back.
///
/// Readings by several threads at once are each right as said.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Clock, FastClock, SystemClock};
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
    /// The first one of a process takes up to 200 ms, see [`CycleCounter`]: keep one, and give
    /// generators a reference to it.
    #[inline]
    pub fn new() -> Self {
        Self::following(SystemClock, CycleCounter::new())
    }
}

impl<C: Clock, T: CycleSource> FastClock<C, T> {
    /// A clock that follows another by a counter.
    #[inline]
    pub fn following(reference: C, counter: T) -> Self {
        // A number of counts large enough for their nanoseconds to be exact.
        let (sample, nanos) = (1 << 32, counter.nanos(1 << 32).max(1));
        let interval = saturated(sample * INTERVAL.as_nanos() / u128::from(nanos));
        let asked = counter.count().wrapping_sub(interval);
        Self { reference, counter, interval, asked: asked.into(), ahead: AtomicU64::new(0) }
    }

    /// Asks the reference.
    #[cold]
    #[inline(never)]
    fn ask(&self) -> Result<Duration, ClockError> {
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
    fn now(&self) -> Result<Duration, ClockError> {
        let count = self.counter.count();
        // A counter that began again at zero is a long time away, too.
        if count.wrapping_sub(self.asked.load(Acquire)) >= self.interval {
            return self.ask();
        }
        let nanos = self.counter.nanos(count).wrapping_add(self.ahead.load(Relaxed));
        Ok(Duration::from_nanos(nanos))
    }
}

fn saturated(value: u128) -> u64 {
    value.try_into().unwrap_or(u64::MAX)
}
