//! Instants that a format cannot represent, and clocks that have none.

use core::{error::Error, fmt, time::Duration};

/// An instant outside the span that a format's time field covers.
///
/// Instants are durations since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeError {
    /// The instant is before the format's first one.
    BeforeEpoch {
        /// The first instant that fits.
        epoch: Duration,
    },
    /// The instant is after the format's last one.
    AfterEnd {
        /// The start of the last tick that fits.
        last: Duration,
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
            Self::BeforeEpoch { epoch: Duration::ZERO } => {
                f.write_str("the time is before the Unix epoch")
            }
            Self::BeforeEpoch { epoch } => {
                write!(
                    f,
                    "the time is before the epoch, {} s since the Unix epoch",
                    Seconds(*epoch)
                )
            }
            Self::AfterEnd { last } => {
                write!(
                    f,
                    "the time is after the last tick, {} s since the Unix epoch",
                    Seconds(*last)
                )
            }
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

/// A duration as decimal seconds with the digits it needs.
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, nanos) = (self.0.as_secs(), self.0.subsec_nanos());
        match nanos {
            0 => write!(f, "{seconds}"),
            _ if nanos % 1_000_000 == 0 => write!(f, "{seconds}.{:03}", nanos / 1_000_000),
            _ if nanos % 1_000 == 0 => write!(f, "{seconds}.{:06}", nanos / 1_000),
            _ => write!(f, "{seconds}.{nanos:09}"),
        }
    }
}
