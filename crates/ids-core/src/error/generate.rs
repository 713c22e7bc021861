//! Why a generator issued no identifier.

use core::{error::Error, fmt};

use super::{ClockError, RangeError, count::Count};
use crate::UnixTime;

/// Why a generator issued no identifier. Its state is as before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GenerateError {
    /// The current tick is spent, or the clock has stepped back: the next identifier is available
    /// when the generator's clock reads `until`.
    Wait {
        /// The instant at which the next identifier is available.
        until: UnixTime,
    },
    /// A helper that waits gave up: its limit would have passed before `until`, or the clock
    /// stands still.
    TimedOut {
        /// The instant that was waited for.
        until: UnixTime,
    },
    /// The clock reads an instant that the format cannot represent; or, where `?` converts it, a value does not fit its
    /// field.
    Time(RangeError),
    /// The last identifier of the range has been issued. Where steps are random, as in monotonic
    /// generators of `flax-id`, this step goes past the end, and a smaller one may still fit.
    Exhausted,
    /// The count is larger than one step can issue under this policy.
    TooMany {
        /// The most that one step can issue.
        max: u64,
    },
    /// The random source failed.
    Entropy,
    /// The clock reads an instant too far after the last identifier's time, by the bound of
    /// `with_max_jump`. `accept_jump(now)` continues there.
    Jump {
        /// The start of the last identifier's tick.
        last: UnixTime,
        /// What the clock reads.
        now: UnixTime,
    },
    /// This process is a copy of the one that made the generator, by `fork()`: both would issue
    /// the same identifiers. Make a new generator in this process, with another node number.
    Forked,
    /// The range that a store granted is spent, or the clock is past its end. The next identifier is
    /// available when the grant is extended.
    Spent,
}

impl GenerateError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Wait { .. } => "wait",
            Self::TimedOut { .. } => "timed_out",
            Self::Time(error) => error.kind(),
            Self::Exhausted => "exhausted",
            Self::TooMany { .. } => "too_many",
            Self::Entropy => "entropy",
            Self::Jump { .. } => "jump",
            Self::Forked => "forked",
            Self::Spent => "spent",
        }
    }
}

impl fmt::Display for GenerateError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait { until } => {
                write!(f, "the next identifier is available when the clock reads {until}")
            }
            Self::TimedOut { until } => {
                write!(f, "gave up waiting for the clock to read {until}")
            }
            Self::Time(error) => error.fmt(f),
            Self::Exhausted => f.write_str("the last identifier of the range is issued"),
            Self::TooMany { max } => {
                write!(f, "one step issues at most {}", Count(*max, "identifier"))
            }
            Self::Entropy => f.write_str("the random source failed"),
            Self::Jump { last, now } => {
                write!(f, "the clock jumped from {last} to {now}, further than allowed")
            }
            Self::Forked => f.write_str(
                "the generator was made before a fork of this process: make a new one, with a \
                 node number or keys of its own",
            ),
            Self::Spent => f.write_str(
                "the granted range is spent: the next identifier is available when the grant is \
                 extended",
            ),
        }
    }
}

impl Error for GenerateError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Time(error) => Some(error),
            _ => None,
        }
    }
}

impl From<RangeError> for GenerateError {
    #[inline]
    fn from(error: RangeError) -> Self {
        Self::Time(error)
    }
}

impl From<ClockError> for GenerateError {
    #[inline]
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::BeforeUnixEpoch => {
                Self::Time(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH })
            }
            ClockError::Forked => Self::Forked,
        }
    }
}
