//! Parts of which no identifier can be made.

use core::{error::Error, fmt};

use super::{RangeError, TimeError};

/// An identifier that cannot be made of these parts: the time or another value does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// The instant is outside the span of the time field.
    Time(TimeError),
    /// A value is wider than its field.
    Range(RangeError),
}

impl FieldError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Time(error) => error.kind(),
            Self::Range(error) => error.kind(),
        }
    }
}

impl fmt::Display for FieldError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(error) => error.fmt(f),
            Self::Range(error) => error.fmt(f),
        }
    }
}

impl Error for FieldError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Time(error) => Some(error),
            Self::Range(error) => Some(error),
        }
    }
}

impl From<TimeError> for FieldError {
    #[inline]
    fn from(error: TimeError) -> Self {
        Self::Time(error)
    }
}

impl From<RangeError> for FieldError {
    #[inline]
    fn from(error: RangeError) -> Self {
        Self::Range(error)
    }
}
