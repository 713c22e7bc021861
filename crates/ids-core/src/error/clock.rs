//! Clocks that have no time.

use core::{error::Error, fmt};

/// Why a clock returns no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockError {
    /// The clock reads an instant before 1970-01-01T00:00:00Z.
    BeforeUnixEpoch,
    /// This process is a copy of the one that made the clock, by `fork()`.
    Forked,
}

impl ClockError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BeforeUnixEpoch => "before_epoch",
            Self::Forked => "forked",
        }
    }
}

impl fmt::Display for ClockError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeUnixEpoch => {
                f.write_str("the clock reads an instant before the Unix epoch")
            }
            Self::Forked => f.write_str("the clock was made before a fork of this process"),
        }
    }
}

impl Error for ClockError {}
