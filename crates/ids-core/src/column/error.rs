//! Identifiers that do not fit a column, and values of a column that are no identifiers.

use crate::{ParseError, format::errors};

errors! {
    /// An identifier that a column cannot hold, or a value of a column that is not an identifier.
    #[non_exhaustive]
    pub enum ColumnError {
        /// The identifier is larger than the largest signed number of 64 bits.
        TooLarge {
            /// The name of the format's layout.
            format: &'static str,
            /// The identifier as a number.
            number: u128,
        } => "too_large", (
            "the {format} identifier {number} does not fit a signed column of 64 bits, which holds at most {}: AsBytes and \
             AsText store it",
            i64::MAX
        );
        /// The value read from the column is not an identifier of the format.
        Invalid {
            /// The name of the format's layout.
            format: &'static str,
            /// What is wrong with it.
            error: ParseError,
        } => error.kind(), "no {format} identifier: {error}";
    }
}
