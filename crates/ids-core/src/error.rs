//! Errors, as small `Copy` types: what was found, where, and what would fit.

mod parse;

use core::fmt;

pub use self::parse::ParseError;
use crate::{UnixTime, format::errors};

errors! {
    /// Why a clock returns no time.
    #[non_exhaustive]
    pub enum ClockError {
        /// The clock reads an instant before 1970-01-01T00:00:00Z.
        BeforeUnixEpoch => "before_epoch", "the clock reads an instant before the Unix epoch";
        /// This process is a copy of the one that made the clock, by `fork()`.
        Forked => "forked", "the clock was made before a fork of this process";
    }
}

errors! {
    /// An instant outside the span that a format's time field covers, or a value that is wider than its field.
    pub enum RangeError {
        /// The instant is before the format's first one.
        BeforeEpoch {
            /// The first instant that fits.
            epoch: UnixTime,
        } => "before_epoch", "the time is before the first that fits, {epoch}";
        /// The instant is after the format's last one.
        AfterEnd {
            /// The start of the last tick that fits.
            last: UnixTime,
        } => "after_end", "the time is after the last that fits, {last}";
        /// A value is wider than its field.
        Field {
            /// The field's name, as the format's layout spells it.
            field: &'static str,
            /// The value that was passed.
            value: u64,
            /// The largest value the field holds.
            max: u64,
        } => "range", "{field} is {value}, but holds at most {max}";
    }
}

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
        /// The clock reads an instant that the format cannot represent, or a value does not fit its
        /// field.
        Range(error: RangeError) => error.kind(), "{error}";
        /// The last identifier of the range has been issued. Where steps are random, as in monotonic
        /// generators of `flax-id`, this step goes past the end, and a smaller one may still fit.
        Exhausted => "exhausted", "the last identifier of the range is issued";
        /// The count is larger than one step can issue within these limits.
        TooMany {
            /// The most that one step can issue.
            max: u64,
        } => "too_many", ("one step issues at most {}", Count(*max, "identifier"));
        /// The random source failed.
        Entropy => "entropy", "the random source failed";
        /// The clock reads an instant too far after the last identifier's time, by the bound of
        /// [`Limits::max_jump`](crate::Limits). `accept_jump(now)` continues there.
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
        /// available when the keeper extends the grant. After a keeper that has ended, nothing extends it: claim again.
        Spent => "spent", "the granted range is spent: the next identifier is available when the keeper extends the \
            grant, or after a new claim if the keeper has ended";
    }
}

impl From<ClockError> for GenerateError {
    #[inline]
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::BeforeUnixEpoch => {
                Self::Range(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH })
            }
            ClockError::Forked => Self::Forked,
        }
    }
}

/// A number with its noun: "1 byte", "2 bytes".
struct Count(u64, &'static str);

impl fmt::Display for Count {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, word) = self;
        write!(f, "{number} {word}{}", if *number == 1 { "" } else { "s" })
    }
}
