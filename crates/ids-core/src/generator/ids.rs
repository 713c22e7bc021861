//! What one step has given.

use core::ops::Range;

use crate::Scheme;

/// Consecutive identifiers that were taken in one step. Those that are not used are never given
/// again.
#[derive(Debug)]
#[must_use = "identifiers that are dropped are never given again"]
pub struct Ids<P> {
    positions: Range<u64>,
    scheme: P,
}

impl<P> Ids<P> {
    #[inline]
    pub(super) const fn new(positions: Range<u64>, scheme: P) -> Self {
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

impl<P: Scheme> Iterator for Ids<P> {
    type Item = P::Id;

    #[inline]
    fn next(&mut self) -> Option<P::Id> {
        self.positions.next().map(|position| self.scheme.id(position))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }

    // Without going through those in between.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<P::Id> {
        self.positions.nth(n).map(|position| self.scheme.id(position))
    }

    #[inline]
    fn last(mut self) -> Option<P::Id> {
        self.positions.next_back().map(|position| self.scheme.id(position))
    }

    #[inline]
    fn count(self) -> usize {
        self.positions.count()
    }
}

impl<P: Scheme> core::iter::FusedIterator for Ids<P> {}
