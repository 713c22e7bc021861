//! The two holders of the word: an owner and a shared one.

use core::ops::Range;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::Ordering::Relaxed;

#[cfg(all(target_has_atomic = "64", not(loom)))]
use core::sync::atomic::AtomicU64;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use crate::{Order, Refusal, Want};

/// What advances the word: [`Sequencer`], or any number of `&SharedSequencer` at once.
///
/// It exists so that [`Generator`](crate::Generator) is written once for both.
pub trait Holder {
    /// Whether others may advance the word between a reading of the clock and the step.
    const SHARED: bool;

    /// Takes positions in one step.
    ///
    /// # Errors
    /// [`Refusal`]; no position is taken.
    fn take(&mut self, order: &Order, tick: u64, want: Want) -> Result<Range<u64>, Refusal>;

    /// Takes the position that is the word itself, if it is one of these and nobody else takes it
    /// meanwhile: most steps are that. Else [`take`](Self::take) has the answer.
    fn count(&mut self, positions: &Range<u64>) -> Option<u64>;
}

impl<H: Holder + ?Sized> Holder for &mut H {
    const SHARED: bool = H::SHARED;

    #[inline]
    fn take(&mut self, order: &Order, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        (**self).take(order, tick, want)
    }

    #[inline]
    fn count(&mut self, positions: &Range<u64>) -> Option<u64> {
        (**self).count(positions)
    }
}

/// The word in one owner's hands.
///
/// Not `Clone`: a copy would give every position a second time. After `fork()` parent and child
/// each hold such a copy, see the crate's section on uniqueness.
///
/// ```
/// use ids_core::{Holder, Order, Sequencer, Want};
/// let order = Order::new(12, u64::MAX);
/// let mut sequencer = Sequencer::new();
/// assert_eq!(sequencer.take(&order, 7, Want::Exactly(3)), Ok(7 << 12..(7 << 12) + 3));
/// // After a restart, from the first position not yet given.
/// let mut sequencer = Sequencer::from((7 << 12) + 3);
/// assert_eq!(sequencer.take(&order, 7, Want::Exactly(1)), Ok((7 << 12) + 3..(7 << 12) + 4));
/// ```
#[derive(Debug, Default)]
pub struct Sequencer {
    word: u64,
}

impl Sequencer {
    /// A sequencer that has given nothing yet.
    #[inline]
    pub const fn new() -> Self {
        Self { word: 0 }
    }

    /// The first position not yet given: what to keep for a restart.
    #[inline]
    pub const fn position(&self) -> u64 {
        self.word
    }
}

/// Continues at this position.
impl From<u64> for Sequencer {
    #[inline]
    fn from(position: u64) -> Self {
        Self { word: position }
    }
}

/// The first position not yet given.
impl From<Sequencer> for u64 {
    #[inline]
    fn from(sequencer: Sequencer) -> Self {
        sequencer.position()
    }
}

impl Holder for Sequencer {
    const SHARED: bool = false;

    #[inline]
    fn take(&mut self, order: &Order, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        let range = order.step(self.word, tick, want)?;
        self.word = range.end;
        Ok(range)
    }

    #[inline]
    fn count(&mut self, positions: &Range<u64>) -> Option<u64> {
        let position = self.word;
        if !positions.contains(&position) {
            return None;
        }
        self.word += 1;
        Some(position)
    }
}

/// The word in an atomic, for any number of threads: lock-free, one compare-and-swap a step.
///
/// Each position is given once, and each thread sees its own increase. Which thread gets which is
/// not determined. On targets without 64-bit atomics the type does not exist.
///
/// ```
/// use ids_core::{Holder, Order, SharedSequencer, Want};
/// static SEQUENCER: SharedSequencer = SharedSequencer::new();
/// let order = Order::new(12, u64::MAX);
/// assert_eq!((&SEQUENCER).take(&order, 1, Want::Exactly(1)), Ok(4096..4097));
/// assert_eq!((&SEQUENCER).take(&order, 1, Want::Exactly(1)), Ok(4097..4098));
/// ```
#[cfg(target_has_atomic = "64")]
#[derive(Debug, Default)]
pub struct SharedSequencer {
    word: AtomicU64,
}

#[cfg(target_has_atomic = "64")]
impl SharedSequencer {
    /// A sequencer that has given nothing yet.
    #[cfg(not(loom))]
    #[inline]
    pub const fn new() -> Self {
        Self { word: AtomicU64::new(0) }
    }

    /// A sequencer that has given nothing yet. Not `const`: loom's atomics are not.
    #[cfg(loom)]
    pub fn new() -> Self {
        Self { word: AtomicU64::new(0) }
    }

    /// The first position not yet given: what to keep for a restart, once no thread takes more.
    #[inline]
    pub fn position(&self) -> u64 {
        self.word.load(Relaxed)
    }
}

/// Continues at this position.
#[cfg(target_has_atomic = "64")]
impl From<u64> for SharedSequencer {
    #[inline]
    fn from(position: u64) -> Self {
        Self { word: AtomicU64::new(position) }
    }
}

/// The first position not yet given.
#[cfg(target_has_atomic = "64")]
impl From<SharedSequencer> for u64 {
    #[inline]
    fn from(sequencer: SharedSequencer) -> Self {
        sequencer.position()
    }
}

#[cfg(target_has_atomic = "64")]
impl Holder for &SharedSequencer {
    const SHARED: bool = true;

    // Relaxed is enough: the word orders nothing but itself, and every change of one atomic has
    // its place in a single order.
    #[inline]
    fn take(&mut self, order: &Order, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        let mut word = self.word.load(Relaxed);
        loop {
            let range = order.step(word, tick, want)?;
            match self.word.compare_exchange_weak(word, range.end, Relaxed, Relaxed) {
                Ok(_) => return Ok(range),
                Err(seen) => word = seen,
            }
        }
    }

    #[inline]
    fn count(&mut self, positions: &Range<u64>) -> Option<u64> {
        let position = self.word.load(Relaxed);
        if !positions.contains(&position) {
            return None;
        }
        self.word.compare_exchange(position, position + 1, Relaxed, Relaxed).ok()
    }
}
