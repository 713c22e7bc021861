//! Two blocks of keys and the next key: what takers and a keeper share without a lock.

use core::{
    ops::Range,
    sync::atomic::{
        AtomicBool,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};

use ids_core::{GenerateError, format::AtomicU64};

use crate::{bell::Bell, counter::Window};

/// A double buffer: the block that is being used, and the next one; and what takers and the keeper tell each other.
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
    pub(super) bell: Bell,
    /// The most keys that the keeper asks for at once.
    largest: u64,
    /// How many handles there are.
    handles: AtomicU64,
    /// The most consecutive keys that a taker did not find; 0 if all did.
    wanted: AtomicU64,
    /// Takers have passed by all keys below this without taking them.
    floor: AtomicU64,
    /// Whether the store had no key left.
    exhausted: AtomicBool,
}

impl Blocks {
    /// No block yet. Keys below `first` are not issued.
    pub(super) fn new(first: u64, largest: u64) -> Self {
        Self { next: AtomicU64::new(first), largest, ..Self::default() }
    }

    /// Takes the keys that `step` names, of those of a block.
    ///
    /// `SHARED`: others may do the same at the same time.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub(super) fn advance<const SHARED: bool>(
        &self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
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
                Err(refusal) => return Err(refusal),
            };
            let Some(keys) = fitting else {
                match self.elsewhere::<SHARED>(next, [&first, &second], &step) {
                    Some(answer) => return answer,
                    None => continue,
                }
            };
            if self.moved::<SHARED>(next, keys.end) {
                return Ok(self.taken(keys));
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
    ) -> Option<Result<Range<u64>, GenerateError>> {
        // The keeper may have put a block between the two readings.
        if self.ordered() != [first.clone(), second.clone()] {
            return None;
        }
        let block = if next < first.end { first } else { second };
        let current = next.max(block.start);
        let keys = match step(current, 0..u64::MAX) {
            Ok(keys) if keys.is_empty() && keys.start > current => {
                // Nothing is wanted but to move the next key here, past every key that was taken.
                if !self.moved::<SHARED>(next, keys.start) {
                    return None;
                }
                self.floor.fetch_max(keys.start, Relaxed);
                self.bell.ring();
                return Some(Ok(keys));
            }
            Ok(keys) if !keys.is_empty() => keys,
            answer => return Some(answer),
        };
        // A step that one key satisfies is short of one only.
        let enough = step(current, 0..current.saturating_add(1)).is_ok();
        let count = if enough { 1 } else { keys.end - keys.start };
        if next >= first.end || second.is_empty() {
            return Some(Err(self.lack(count)));
        }
        // The rest of the first block is skipped: for the second one, or for a block that the keeper
        // fetches in the first one's place.
        let keys = match step(second.start, second.clone()) {
            Ok(keys) if keys.end <= second.end => Some(keys),
            Ok(_) | Err(GenerateError::Spent) => None,
            Err(refusal) => return Some(Err(refusal)),
        };
        if !self.moved::<SHARED>(next, keys.as_ref().map_or(second.start, |keys| keys.end)) {
            return None;
        }
        Some(keys.map(|keys| self.taken(keys)).ok_or_else(|| self.lack(count)))
    }

    /// These keys, after which the keeper may be due.
    #[inline]
    fn taken(&self, keys: Range<u64>) -> Range<u64> {
        if keys.end >= self.due.load(Relaxed) {
            self.bell.nudge();
        }
        keys
    }

    /// Neither block has this number of consecutive keys.
    #[cold]
    fn lack(&self, count: u64) -> GenerateError {
        if count > self.largest {
            return GenerateError::TooMany { max: self.largest };
        }
        self.wanted.fetch_max(count, Relaxed);
        self.bell.ring();
        if self.is_exhausted() { GenerateError::Exhausted } else { GenerateError::Spent }
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

    /// A block that is spent, so that another can be put in its place.
    fn spent(&self) -> Option<&Window> {
        self.pair.iter().find(|block| block.ticks().end <= self.next())
    }

    /// Whether it is time to fetch another block. The new one needs the place of a block that is spent. It is time when
    /// enough of the other block is used, or when a taker did not find what it wanted.
    pub(super) fn is_due(&self) -> bool {
        self.spent().is_some() && (self.next() >= self.due.load(Relaxed) || self.wanted() > 0)
    }

    /// Puts a block in the place of one that is spent. The keeper is due again when the key `due` is
    /// passed. Only one keeper may do so.
    pub(super) fn put(&self, keys: &Range<u64>, due: u64) {
        if let Some(block) = self.spent() {
            // A taker of this block sees the new `due`, because it reads the end first.
            self.due.store(due, Relaxed);
            block.replace(keys);
        }
        let count = keys.end - keys.start;
        self.exhausted.store(false, Relaxed);
        let rest = |wanted| (wanted <= count).then_some(0);
        let _unchanged = self.wanted.fetch_update(Relaxed, Relaxed, rest);
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

    /// One more handle.
    pub(super) fn opened(&self) {
        self.handles.fetch_add(1, Relaxed);
    }

    /// One handle less. The keeper sees all that it took.
    pub(super) fn closed(&self) {
        if self.handles.fetch_sub(1, AcqRel) == 1 {
            self.bell.ring();
        }
    }

    /// Whether no taker can take a key any more.
    pub(super) fn is_closed(&self) -> bool {
        self.handles.load(Acquire) == 0
    }

    /// Whether there are no more keys, unless others give some back.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Relaxed)
    }

    /// Nothing was found.
    pub(super) fn exhaust(&self) {
        self.exhausted.store(true, Relaxed);
    }

    /// The most consecutive keys that a taker did not find; 0 if all did.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.load(Relaxed)
    }

    /// Where takers have moved past keys.
    pub(super) fn floor(&self) -> u64 {
        self.floor.load(Relaxed)
    }
}
