//! Where the counter lives: with its owner, or shared among threads.

use core::ops::Range;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::Ordering::Relaxed;

#[cfg(all(target_has_atomic = "64", not(loom)))]
use core::sync::atomic::AtomicU64;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use crate::format::{Positions, Refusal, Want};

/// Where the counter of a generator lives: a `u64`, any number of `&SharedCounter` at once, or one of
/// your own, such as one that ends at a limit that a database grants.
///
/// A [`Generator`](crate::Generator) over your own counter is
/// [`Generator::with_counter`](crate::Generator::with_counter).
///
/// ```
/// use core::ops::Range;
/// use ids_core::format::{Counter, Positions, Refusal, Want};
///
/// /// Issues no position from `limit` on. A later grant raises it.
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
///         step: impl Fn(u64) -> Result<Range<u64>, Refusal>,
///     ) -> Result<Range<u64>, Refusal> {
///         let limit = self.limit;
///         self.counter.advance(|counter| match step(counter)? {
///             range if range.end <= limit => Ok(range),
///             _ => Err(Refusal::Spent),
///         })
///     }
/// }
///
/// let positions = Positions::new(2, 1000);
/// let mut granted = Granted { counter: 0, limit: 21 };
/// assert_eq!(granted.take(positions, 5, Want::Exactly(1)), Ok(20..21));
/// assert_eq!(granted.take(positions, 5, Want::Exactly(1)), Err(Refusal::Spent));
/// granted.limit = 100;
/// assert_eq!(granted.take(positions, 5, Want::Exactly(1)), Ok(21..22));
/// ```
pub trait Counter {
    /// Whether others may advance the counter between a reading of the clock and the step.
    const SHARED: bool;

    /// Moves the counter to the end of what `step` takes from it, and returns that.
    ///
    /// `step` is pure. It is called again where another thread has moved the counter meanwhile.
    ///
    /// # Errors
    /// Those of `step`; the counter stays as it is.
    fn advance(
        &mut self,
        step: impl Fn(u64) -> Result<Range<u64>, Refusal>,
    ) -> Result<Range<u64>, Refusal>;

    /// Takes positions in one step: [`Positions::step`].
    ///
    /// # Errors
    /// [`Refusal`]; no position is taken.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn take(&mut self, positions: Positions, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        self.advance(|counter| positions.step(counter, tick, want))
    }
}

impl<H: Counter> Counter for &mut H {
    const SHARED: bool = H::SHARED;

    #[inline]
    fn advance(
        &mut self,
        step: impl Fn(u64) -> Result<Range<u64>, Refusal>,
    ) -> Result<Range<u64>, Refusal> {
        (**self).advance(step)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn take(&mut self, positions: Positions, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        (**self).take(positions, tick, want)
    }
}

/// The counter in one owner's hands: the first position not yet issued, which is what to keep for a
/// restart. A copy of it issues every position a second time.
///
/// ```
/// use ids_core::format::{Counter, Positions, Want};
/// let positions = Positions::new(12, u64::MAX);
/// let mut counter = 0;
/// assert_eq!(counter.take(positions, 7, Want::Exactly(3)), Ok(7 << 12..(7 << 12) + 3));
/// assert_eq!(counter, (7 << 12) + 3);
/// ```
impl Counter for u64 {
    const SHARED: bool = false;

    #[inline]
    fn advance(
        &mut self,
        step: impl Fn(u64) -> Result<Range<u64>, Refusal>,
    ) -> Result<Range<u64>, Refusal> {
        let range = step(*self)?;
        *self = range.end;
        Ok(range)
    }

    // The rules as such, which are inlined for certain. As a closure they may not be.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn take(&mut self, positions: Positions, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        let range = positions.step(*self, tick, want)?;
        *self = range.end;
        Ok(range)
    }
}

/// The counter in an atomic, for any number of threads: lock-free, one compare-and-swap a step.
///
/// Each position is issued once, and each thread sees its own increase. Which thread gets which is
/// not determined. On targets without 64-bit atomics the type does not exist.
///
/// ```
/// use ids_core::format::{Counter, Positions, SharedCounter, Want};
/// static COUNTER: SharedCounter = SharedCounter::new();
/// let positions = Positions::new(12, u64::MAX);
/// assert_eq!((&COUNTER).take(positions, 1, Want::Exactly(1)), Ok(4096..4097));
/// assert_eq!((&COUNTER).take(positions, 1, Want::Exactly(1)), Ok(4097..4098));
/// ```
#[cfg(target_has_atomic = "64")]
#[derive(Debug, Default)]
pub struct SharedCounter(AtomicU64);

#[cfg(target_has_atomic = "64")]
impl SharedCounter {
    /// A counter that has issued nothing yet.
    #[cfg(not(loom))]
    #[inline]
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// A counter that has issued nothing yet. Not `const`: loom's atomics are not.
    #[cfg(loom)]
    pub fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// The first position not yet issued: what to keep for a restart, once no thread takes more.
    #[inline]
    pub fn position(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Continues at this position.
#[cfg(target_has_atomic = "64")]
impl From<u64> for SharedCounter {
    #[inline]
    fn from(position: u64) -> Self {
        Self(AtomicU64::new(position))
    }
}

/// The first position not yet issued.
#[cfg(target_has_atomic = "64")]
impl From<SharedCounter> for u64 {
    #[inline]
    fn from(counter: SharedCounter) -> Self {
        counter.position()
    }
}

#[cfg(target_has_atomic = "64")]
impl Counter for &SharedCounter {
    const SHARED: bool = true;

    // Relaxed is enough: the counter orders nothing but itself, and every change of one atomic has
    // its place in a single order.
    #[inline]
    fn advance(
        &mut self,
        step: impl Fn(u64) -> Result<Range<u64>, Refusal>,
    ) -> Result<Range<u64>, Refusal> {
        let mut counter = self.0.load(Relaxed);
        loop {
            let range = step(counter)?;
            match self.0.compare_exchange_weak(counter, range.end, Relaxed, Relaxed) {
                Ok(_) => return Ok(range),
                Err(seen) => counter = seen,
            }
        }
    }

    // As the owner's.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn take(&mut self, positions: Positions, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        let mut counter = self.0.load(Relaxed);
        loop {
            let range = positions.step(counter, tick, want)?;
            match self.0.compare_exchange_weak(counter, range.end, Relaxed, Relaxed) {
                Ok(_) => return Ok(range),
                Err(seen) => counter = seen,
            }
        }
    }
}
