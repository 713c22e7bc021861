//! Two blocks of keys and the next key: what takers and a keeper share without a lock.

use core::{ops::Range, sync::atomic::Ordering::Relaxed};

#[cfg(not(loom))]
use core::sync::atomic::AtomicU64;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use ids_core::GenerateError;

use crate::Window;

/// A double buffer: the block that is being used, and the next one.
///
/// The next key only grows, and every block begins at or after the end of the one before it. So a
/// key that was passed never comes back, whatever a taker reads of the blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// The first key not yet taken.
    next: AtomicU64,
    pair: [Window; 2],
    /// When this key is passed, a block is free and enough of the other one is used.
    due: AtomicU64,
}

/// Keys that were taken.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) keys: Range<u64>,
    /// The keeper is due once this key is passed.
    pub(super) due: u64,
}

/// Why no key was taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lack {
    /// The step itself refused.
    Refused(GenerateError),
    /// Neither block has that many consecutive keys.
    Short {
        /// How many.
        count: u64,
    },
    /// Nothing was wanted but to move the next key here, past every key that was taken.
    Raised {
        /// The next key.
        next: u64,
    },
}

impl Blocks {
    /// No block yet. Keys below `first` are not issued.
    pub(super) fn new(first: u64) -> Self {
        Self { next: AtomicU64::new(first), ..Self::default() }
    }

    /// Takes the keys that `step` names, of those of a block.
    ///
    /// `SHARED`: others may do the same at the same time.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub(super) fn advance<const SHARED: bool>(
        &self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Taken, Lack> {
        loop {
            let next = self.next.load(Relaxed);
            let [first, second] = self.ordered();
            let block = if next < first.end { &first } else { &second };
            // With both spent the step is asked all the same: it may want nothing but to move on.
            let fitting = match step(next.max(block.start), block.clone()) {
                // Whatever the step is: keys past the block may be another holder's.
                Ok(keys) if next < block.end && keys.end <= block.end && !keys.is_empty() => {
                    Some(keys)
                }
                Ok(_) | Err(GenerateError::Spent) => None,
                Err(refusal) => return Err(Lack::Refused(refusal)),
            };
            let Some(keys) = fitting else {
                match self.elsewhere::<SHARED>(next, [&first, &second], &step) {
                    Some(answer) => return answer,
                    None => continue,
                }
            };
            if self.moved::<SHARED>(next, keys.end) {
                return Ok(Taken { keys, due: self.due.load(Relaxed) });
            }
        }
    }

    /// What becomes of a step that the block in use does not hold. `None` to begin again.
    #[cold]
    fn elsewhere<const SHARED: bool>(
        &self,
        next: u64,
        [first, second]: [&Range<u64>; 2],
        step: &impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Option<Result<Taken, Lack>> {
        // The keeper may have put a block between the two readings.
        if self.ordered() != [first.clone(), second.clone()] {
            return None;
        }
        let block = if next < first.end { first } else { second };
        let current = next.max(block.start);
        let keys = match step(current, 0..u64::MAX) {
            Ok(keys) => keys,
            Err(refusal) => return Some(Err(Lack::Refused(refusal))),
        };
        if keys.is_empty() {
            let taken = Taken { keys: keys.clone(), due: u64::MAX };
            return match keys.start {
                start if start <= current => Some(Ok(taken)),
                start if self.moved::<SHARED>(next, start) => {
                    Some(Err(Lack::Raised { next: start }))
                }
                _ => None,
            };
        }
        // A step that one key satisfies is short of one only.
        let enough = step(current, 0..current.saturating_add(1)).is_ok();
        let count = if enough { 1 } else { keys.end - keys.start };
        if next >= first.end || second.is_empty() {
            return Some(Err(Lack::Short { count }));
        }
        // The rest of the first block is skipped: for the second one, or for a block that the keeper
        // fetches in the first one's place.
        let keys = match step(second.start, second.clone()) {
            Ok(keys) if keys.end <= second.end => Some(keys),
            Ok(_) | Err(GenerateError::Spent) => None,
            Err(refusal) => return Some(Err(Lack::Refused(refusal))),
        };
        if !self.moved::<SHARED>(next, keys.as_ref().map_or(second.start, |keys| keys.end)) {
            return None;
        }
        let due = self.due.load(Relaxed);
        Some(keys.map(|keys| Taken { keys, due }).ok_or(Lack::Short { count }))
    }

    /// Moves the next key, unless another taker has moved it meanwhile.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn moved<const SHARED: bool>(&self, next: u64, to: u64) -> bool {
        if SHARED {
            return self.next.compare_exchange_weak(next, to, Relaxed, Relaxed).is_ok();
        }
        self.next.store(to, Relaxed);
        true
    }

    /// Both blocks, the lower one first.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn ordered(&self) -> [Range<u64>; 2] {
        let [one, two] = [self.pair[0].ticks(), self.pair[1].ticks()];
        if one.start <= two.start { [one, two] } else { [two, one] }
    }

    /// The first key that was not taken.
    pub(super) fn next(&self) -> u64 {
        self.next.load(Relaxed)
    }

    /// One past the last key of all blocks so far.
    pub(super) fn end(&self) -> u64 {
        self.ordered()[1].end.max(self.ordered()[0].end)
    }

    /// Whether a block is spent, so that another can be put in its place.
    pub(super) fn has_room(&self) -> bool {
        self.spent().is_some()
    }

    fn spent(&self) -> Option<&Window> {
        self.pair.iter().find(|block| block.ticks().end <= self.next())
    }

    /// Whether enough of the blocks is used.
    pub(super) fn is_due(&self) -> bool {
        self.next() >= self.due.load(Relaxed)
    }

    /// Puts a block in the place of one that is spent. The keeper is due again when the key `due` is
    /// passed. Only one keeper may do so.
    pub(super) fn put(&self, keys: &Range<u64>, due: u64) {
        if let Some(block) = self.spent() {
            // A taker of this block sees the new `due`, because it reads the end first.
            self.due.store(due, Relaxed);
            block.replace(keys);
        }
    }

    /// What is left of the blocks, in ascending order.
    pub(super) fn rest(&self) -> [Range<u64>; 2] {
        let next = self.next();
        self.ordered().map(|keys| keys.start.max(next)..keys.end.max(next))
    }

    /// How many keys are left.
    pub(super) fn left(&self) -> u64 {
        self.rest().iter().map(|keys| keys.end - keys.start.min(keys.end)).sum()
    }

    /// Takes all keys out: what is left is not issued.
    pub(super) fn close(&self) {
        self.pair.iter().for_each(Window::close);
    }
}
