//! Identifiers that do not fit a column, and values of a column that are no identifiers.

use core::{error::Error, fmt};

use crate::ParseError;

/// An identifier that a column cannot hold, or a value of a column that is not an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnError {
    /// The identifier is larger than the largest signed number of 64 bits.
    TooLarge {
        /// The name of the format's layout.
        format: &'static str,
        /// The identifier as a number.
        number: u128,
    },
    /// The value read from the column is not an identifier of the format.
    Invalid {
        /// The name of the format's layout.
        format: &'static str,
        /// What is wrong with it.
        error: ParseError,
    },
}

impl ColumnError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "too_large",
            Self::Invalid { error, .. } => error.kind(),
        }
    }
}

impl fmt::Display for ColumnError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { format, number } => write!(
                f,
                "the {format} identifier {number} does not fit a signed column of 64 bits, which holds \
                 at most {}: AsBytes and AsText store it",
                i64::MAX
            ),
            Self::Invalid { format, error } => write!(f, "no {format} identifier: {error}"),
        }
    }
}

impl Error for ColumnError {}
