//! A clock that asks the processor's counter, and the system's clock once a millisecond.

use core::{
    sync::atomic::{
        AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
    },
    time::Duration,
};

use crate::{Clock, ClockError, SystemClock, UnixTime};

#[cfg(test)]
#[path = "../../tests/inside/fast_clock.rs"]
mod tests;

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
pub struct FastClock<C = SystemClock> {
    reference: C,
    counter: quanta::Clock,
    /// Counts that take as long as [`INTERVAL`].
    interval: u64,
    /// The count when the reference was last asked.
    asked: AtomicU64,
    /// Nanoseconds that the reference was ahead of the counter then, modulo 2^64.
    ahead: AtomicU64,
}

/// How long the counter may run before the reference is asked again.
const INTERVAL: Duration = Duration::from_millis(1);

/// A number of counts large enough for their nanoseconds to be exact.
const SAMPLE: u64 = 1 << 32;

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
    /// clock where that does not count evenly: the crate `quanta` finds out which of the two it is, and how
    /// fast it counts.
    #[inline]
    pub fn following(reference: C) -> Self {
        Self::with_counter(reference, quanta::Clock::new())
    }

    fn with_counter(reference: C, counter: quanta::Clock) -> Self {
        let interval = interval(counter.delta_as_nanos(0, SAMPLE));
        let asked = counter.raw().wrapping_sub(interval);
        Self { reference, counter, interval, asked: asked.into(), ahead: AtomicU64::new(0) }
    }

    /// How many nanoseconds this number of counts takes.
    #[inline]
    fn nanos(&self, counts: u64) -> u64 {
        self.counter.delta_as_nanos(0, counts)
    }

    /// Asks the reference.
    #[cold]
    #[inline(never)]
    fn ask(&self) -> Result<UnixTime, ClockError> {
        let before = self.counter.raw();
        let time = self.reference.now()?;
        let count = self.counter.raw();
        let taken = self.nanos(count.wrapping_sub(before));
        // 64 bits of nanoseconds last until the year 2554.
        if let (true, Ok(nanos)) =
            (taken <= saturated(SLOWEST.as_nanos()), time.as_nanos().try_into())
        {
            let ahead = u64::wrapping_sub(nanos, self.nanos(count));
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

impl<C: Clock> Clock for FastClock<C> {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        let count = self.counter.raw();
        // A counter that began again at zero is a long time away, too.
        if count.wrapping_sub(self.asked.load(Acquire)) >= self.interval {
            return self.ask();
        }
        let nanos = self.nanos(count).wrapping_add(self.ahead.load(Relaxed));
        Ok(UnixTime::from_nanos(nanos))
    }
}

/// Counts that take as long as [`INTERVAL`], where [`SAMPLE`] of them take these nanoseconds.
fn interval(nanos: u64) -> u64 {
    saturated(u128::from(SAMPLE) * INTERVAL.as_nanos() / u128::from(nanos.max(1)))
}

fn saturated(value: u128) -> u64 {
    value.try_into().unwrap_or(u64::MAX)
}
