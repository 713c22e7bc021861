//! What a verification has found.

use core::fmt;

use crate::{Digest, EventId, Fault, Profile};

/// A record that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failed {
    /// Its index, the first being 0.
    pub index: u64,
    /// The byte at which it was noticed, from the start of the records.
    pub offset: u64,
    /// The id of its row, where it stands in a database.
    pub row: Option<EventId>,
    /// What is wrong.
    pub why: Why,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// It is not the one that follows the record before it.
    Fault(Fault),
    /// It is longer than [`MAX_RECORD`](crate::MAX_RECORD).
    TooLong,
    /// It is right, but its row in the database has another id.
    OtherId {
        /// The id that it carries.
        found: EventId,
    },
    /// There is no record at all, and no trusted event before it: a ledger has at least its first event.
    Empty,
}

impl Why {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Fault(fault) => fault.kind(),
            Self::TooLong => "too_long",
            Self::OtherId { .. } => "row",
            Self::Empty => "empty",
        }
    }

    /// Where in the record it was noticed.
    pub(super) const fn offset(&self) -> usize {
        match self {
            Self::Fault(fault) => fault.offset(),
            Self::TooLong | Self::OtherId { .. } | Self::Empty => 0,
        }
    }
}

impl fmt::Display for Why {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::TooLong => f.write_str("longer than 16 MiB"),
            Self::OtherId { found } => {
                write!(f, "its row has another id than the record, which carries {found}")
            }
            Self::Empty => f.write_str("no events"),
        }
    }
}

impl fmt::Display for Failed {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.index + 1;
        if self.why == Why::Empty {
            return self.why.fmt(f);
        }
        write!(f, "record {} (line {line}, byte {}): {}", self.index, self.offset, self.why)
    }
}

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
    /// The first that is wrong, or [`Why::Empty`].
    pub first: Option<Failed>,
    /// The digest of the events verified, if it was asked for.
    pub digest: Option<Digest>,
}

impl Report {
    pub(super) fn add(&mut self, failed: Failed) {
        self.failed += 1;
        self.first.get_or_insert(failed);
    }
}
