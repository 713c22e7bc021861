//! The identifiers of one step.

use core::ops::Range;

use crate::format::Scheme;

/// Consecutive identifiers that were taken in one step. Those that are not used are never issued
/// again.
#[derive(Debug)]
#[must_use = "identifiers that are dropped are never issued again"]
pub struct Ids<S> {
    positions: Range<u64>,
    scheme: S,
}

impl<S> Ids<S> {
    #[inline]
    pub(super) const fn new(positions: Range<u64>, scheme: S) -> Self {
        Self { positions, scheme }
    }

    /// How many are left.
    #[inline]
    pub const fn len(&self) -> u64 {
        self.positions.end.saturating_sub(self.positions.start)
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: Scheme> Iterator for Ids<S> {
    type Item = S::Id;

    #[inline]
    fn next(&mut self) -> Option<S::Id> {
        self.positions.next().map(|position| self.scheme.id(position))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }

    // Without going through those in between.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<S::Id> {
        self.positions.nth(n).map(|position| self.scheme.id(position))
    }

    #[inline]
    fn last(mut self) -> Option<S::Id> {
        self.positions.next_back().map(|position| self.scheme.id(position))
    }

    #[inline]
    fn count(self) -> usize {
        self.positions.count()
    }
}

impl<S: Scheme> core::iter::FusedIterator for Ids<S> {}
