//! What a verification has found.

use crate::{Digest, EventId, Failure, Profile};

/// What a verification has found so far, in the order of the records.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// How the ledger was written; `None` before that is known.
    pub profile: Option<Profile>,
    /// The last event that was verified, or the trusted one.
    pub head: Option<EventId>,
    /// Records seen.
    pub records: u64,
    /// How many of them were verified.
    pub events: u64,
    /// How many of them only say where to go on after a failure.
    pub unchecked: u64,
    /// How many of them are wrong; 1 if the ledger has no records.
    pub failed: u64,
    /// The first that is wrong, or [`Fault::Empty`](crate::Fault::Empty).
    pub first: Option<Failure>,
    /// The digest of the events verified, if it was asked for.
    pub digest: Option<Digest>,
}

impl Report {
    pub(super) fn add(&mut self, failed: Failure) {
        self.failed += 1;
        self.first.get_or_insert(failed);
    }
}
