//! Why a generator issued no identifier.

use core::error::Error;

use super::{ClockError, RangeError, count::Count};
use crate::{UnixTime, format::errors};

errors! {
    /// Why a generator issued no identifier. Its state is as before the call.
    #[non_exhaustive]
    pub enum GenerateError {
        /// The current tick is spent, or the clock has stepped back: the next identifier is available
        /// when the generator's clock reads `until`.
        Wait {
            /// The instant at which the next identifier is available.
            until: UnixTime,
        } => "wait", "the next identifier is available when the clock reads {until}";
        /// A helper that waits gave up: its limit would have passed before `until`, or the clock
        /// stands still.
        TimedOut {
            /// The instant that was waited for.
            until: UnixTime,
        } => "timed_out", "gave up waiting for the clock to read {until}";
        /// The clock reads an instant that the format cannot represent; or, where `?` converts it, a value does not fit its
        /// field.
        Time(error: RangeError) => error.kind(), "{error}";
        /// The last identifier of the range has been issued. Where steps are random, as in monotonic
        /// generators of `flax-id`, this step goes past the end, and a smaller one may still fit.
        Exhausted => "exhausted", "the last identifier of the range is issued";
        /// The count is larger than one step can issue under this policy.
        TooMany {
            /// The most that one step can issue.
            max: u64,
        } => "too_many", ("one step issues at most {}", Count(*max, "identifier"));
        /// The random source failed.
        Entropy => "entropy", "the random source failed";
        /// The clock reads an instant too far after the last identifier's time, by the bound of
        /// `with_max_jump`. `accept_jump(now)` continues there.
        Jump {
            /// The start of the last identifier's tick.
            last: UnixTime,
            /// What the clock reads.
            now: UnixTime,
        } => "jump", "the clock jumped from {last} to {now}, further than allowed";
        /// This process is a copy of the one that made the generator, by `fork()`: both would issue
        /// the same identifiers. Make a new generator in this process, with another node number.
        Forked => "forked", "the generator was made before a fork of this process: make a new one, with a node \
            number or keys of its own";
        /// The range that a store granted is spent, or the clock is past its end. The next identifier is
        /// available when the grant is extended.
        Spent => "spent", "the granted range is spent: the next identifier is available when the grant is \
            extended";
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
