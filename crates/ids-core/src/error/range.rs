//! Times and values that a format has no room for.

use core::{error::Error, fmt};

use crate::UnixTime;

/// An instant outside the span that a format's time field covers, or a value that is wider than its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RangeError {
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
    /// A value is wider than its field.
    Field {
        /// The field's name, as the format's layout spells it.
        field: &'static str,
        /// The value that was passed.
        value: u64,
        /// The largest value the field holds.
        max: u64,
    },
}

impl RangeError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BeforeEpoch { .. } => "before_epoch",
            Self::AfterEnd { .. } => "after_end",
            Self::Field { .. } => "range",
        }
    }
}

impl fmt::Display for RangeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeEpoch { epoch } => {
                write!(f, "the time is before the first that fits, {epoch}")
            }
            Self::AfterEnd { last } => write!(f, "the time is after the last that fits, {last}"),
            Self::Field { field, value, max } => {
                write!(f, "{field} is {value}, but holds at most {max}")
            }
        }
    }
}

impl Error for RangeError {}
