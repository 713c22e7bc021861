//! Where the counter lives: with its owner, or shared among threads.
#![expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]

use core::ops::Range;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::Ordering::Relaxed;

#[cfg(all(target_has_atomic = "64", not(loom)))]
pub use core::sync::atomic::AtomicU64;
#[cfg(loom)]
pub use loom::sync::atomic::AtomicU64;

use crate::GenerateError;

/// What a step takes, or why it takes nothing.
type Taken = Result<Range<u64>, GenerateError>;

/// Where the counter of a generator lives: a `u64`, any number of `&AtomicU64` at once, or one of
/// your own, such as one that ends at a limit that a database grants.
///
/// A [`Generator`](crate::Generator) over your own counter is
/// [`Generator::with_counter`](crate::Generator::with_counter).
///
/// ```
/// use core::ops::Range;
/// use ids_core::{GenerateError, Generator, UnixTime, format::Counter};
/// use ids_testkit::Plain;
/// # use ids_core::format::Ticks;
/// # const PLAIN: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1), bits: 2, last: 1000 };
///
/// /// Issues nothing of the seconds from `limit` on.
/// struct Granted {
///     counter: u64,
///     limit: u64,
/// }
///
/// impl Counter for Granted {
///     const SHARED: bool = false;
///
///     fn advance(
///         &mut self,
///         step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
///     ) -> Result<Range<u64>, GenerateError> {
///         let taken = step(self.counter, 0..self.limit)?;
///         self.counter = taken.end;
///         Ok(taken)
///     }
/// }
///
/// let clock = UnixTime::from_secs(5);
/// let mut generator = Generator::with_counter(clock, PLAIN, Granted { counter: 0, limit: 6 });
/// assert_eq!(generator.generate(), Ok(5 << 2));
/// let mut generator = Generator::with_counter(clock, PLAIN, Granted { counter: 0, limit: 5 });
/// assert_eq!(generator.generate(), Err(GenerateError::Spent));
/// ```
pub trait Counter {
    /// Whether others may advance the counter between a reading of the clock and the step.
    const SHARED: bool;

    /// Moves the counter to the end of what `step` takes from it, and returns that.
    ///
    /// `step` is given the first position not yet issued and the ticks that are granted, of which
    /// `0..u64::MAX` are all. It is pure. It is called again where another thread has moved the counter
    /// meanwhile.
    ///
    /// # Errors
    /// Those of `step`; the counter stays as it is.
    fn advance(&mut self, step: impl Fn(u64, Range<u64>) -> Taken) -> Taken;
}

impl<H: Counter> Counter for &mut H {
    const SHARED: bool = H::SHARED;

    #[inline(always)]
    fn advance(&mut self, step: impl Fn(u64, Range<u64>) -> Taken) -> Taken {
        (**self).advance(step)
    }
}

/// The counter in one owner's hands: the first position not yet issued, which is what to keep for a
/// restart. A copy of it issues every position a second time.
impl Counter for u64 {
    const SHARED: bool = false;

    #[inline(always)]
    fn advance(&mut self, step: impl Fn(u64, Range<u64>) -> Taken) -> Taken {
        let taken = step(*self, 0..u64::MAX)?;
        *self = taken.end;
        Ok(taken)
    }
}

/// The counter in an atomic, for any number of threads: lock-free, one compare-and-swap a step.
///
/// Each position is issued once, and each thread sees its own increase. Which thread gets which is
/// not determined.
#[cfg(target_has_atomic = "64")]
impl Counter for &AtomicU64 {
    const SHARED: bool = true;

    // Relaxed is enough: the counter orders nothing but itself, and every change of one atomic has
    // its place in a single order.
    #[inline(always)]
    fn advance(&mut self, step: impl Fn(u64, Range<u64>) -> Taken) -> Taken {
        let mut counter = self.load(Relaxed);
        loop {
            let taken = step(counter, 0..u64::MAX)?;
            match self.compare_exchange_weak(counter, taken.end, Relaxed, Relaxed) {
                Ok(_) => return Ok(taken),
                Err(seen) => counter = seen,
            }
        }
    }
}

/// A counter that is made from the first position not yet issued, and says which that is: what a generator can
/// [resume](crate::Generator::resume_after) by.
pub trait Kept: From<u64> {
    /// The first position not yet issued.
    fn position(&self) -> u64;
}

impl Kept for u64 {
    #[inline]
    fn position(&self) -> u64 {
        *self
    }
}

#[cfg(target_has_atomic = "64")]
impl Kept for AtomicU64 {
    #[inline]
    fn position(&self) -> u64 {
        self.load(Relaxed)
    }
}
