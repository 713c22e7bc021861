//! Instants that a format cannot represent, and clocks that have none.

use core::{error::Error, fmt};

use crate::UnixTime;

/// An instant outside the span that a format's time field covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeError {
    /// The instant is before the format's first one.
    BeforeEpoch {
        /// The first instant that fits.
        epoch: UnixTime,
    },
    /// The instant is after the format's last one.
    AfterEnd {
        /// The start of the last tick that fits.
        last: UnixTime,
    },
}

impl TimeError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BeforeEpoch { .. } => "before_epoch",
            Self::AfterEnd { .. } => "after_end",
        }
    }
}

impl fmt::Display for TimeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeEpoch { epoch } => {
                write!(f, "the time is before the first that fits, {epoch}")
            }
            Self::AfterEnd { last } => write!(f, "the time is after the last that fits, {last}"),
        }
    }
}

impl Error for TimeError {}

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
