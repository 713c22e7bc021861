//! How a format turns positions into identifiers.

use crate::format::Positions;

/// How a format turns positions into identifiers, for one node.
///
/// The value carries what the node contributes, such as its worker number; the rest is the
/// format's. Keep all methods small and `#[inline]`, and let [`positions`](Self::positions) return a
/// constant (`const { .. }`), so that the generator compiles to constant shifts.
pub trait Scheme {
    /// The type of the identifiers.
    type Id: Copy;

    /// The format's unit of time, how many positions a tick has, and which tick is the last.
    fn positions(&self) -> Positions;

    /// The family of schemes that use the same node number: a name, and a number. For example, one node
    /// number serves all kinds of a SIQ's domain. `None` if the scheme has no family.
    #[inline]
    fn family(&self) -> Option<(&'static str, u64)> {
        None
    }

    /// The identifier at a position.
    fn id(&self, position: u64) -> Self::Id;

    /// The identifier at a position, the same as [`id`](Self::id). A generator asks here for one after
    /// the other, and keeps a number for the scheme in between. It is 0 at first. Where most
    /// identifiers need what the one before them needed too, a scheme computes it once and keeps it
    /// there. A shared generator keeps nothing; each of its handles does.
    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> Self::Id {
        let _ = kept;
        self.id(position)
    }

    /// The position of an identifier, whichever node made it: `position(id(p)) == p`.
    ///
    /// For an identifier of a different sequence, return the last position of its tick, so that
    /// resuming after it skips that tick. Where an identifier does not show its sequence, as with
    /// the drift of KUID's global ones, it is read as one of this scheme, and its time may be
    /// another.
    fn position(&self, id: Self::Id) -> u64;

    /// Fills `ids` with the identifiers of consecutive positions, from `first` on. A scheme that makes each
    /// faster after the one before says so here.
    #[inline]
    fn fill(&self, first: u64, ids: &mut [Self::Id]) {
        for (id, position) in ids.iter_mut().zip(first..) {
            *id = self.id(position);
        }
    }
}

impl<S: Scheme + ?Sized> Scheme for &S {
    type Id = S::Id;
    #[inline]
    fn positions(&self) -> Positions {
        (**self).positions()
    }
    #[inline]
    fn family(&self) -> Option<(&'static str, u64)> {
        (**self).family()
    }
    #[inline]
    fn id(&self, position: u64) -> S::Id {
        (**self).id(position)
    }
    #[inline]
    fn next_id(&self, kept: &mut u128, position: u64) -> S::Id {
        (**self).next_id(kept, position)
    }
    #[inline]
    fn position(&self, id: S::Id) -> u64 {
        (**self).position(id)
    }
    #[inline]
    fn fill(&self, first: u64, ids: &mut [S::Id]) {
        (**self).fill(first, ids);
    }
}
