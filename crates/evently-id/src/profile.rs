//! The readings of the published text.

use ids_core::format::named;

use crate::Numbers;

named! {
    "profile"
    /// How a ledger was written. The published description leaves questions open, and two programs
    /// answer them differently (rules [EVENTLY-20](crate::rules#evently-20) to
    /// [EVENTLY-23](crate::rules#evently-23)). Verification tries them in the order of [`ALL`](Self::ALL).
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Profile {
        /// Today's format, which this crate writes. The ledger id covers the first event with its
        /// timestamp.
        #[default]
        Doc5 => "doc5",
        /// As `Doc5`, but the ledger id does not cover the timestamp, as another place of the
        /// description says.
        Doc4 => "doc4",
        /// As `Doc5`, with the genesis event of the SQL implementation: it hashes the spaced text of
        /// its metadata and data, and the decimal digits of a checksum as predecessor.
        Pg => "pg",
        /// The format of 2021 to 2023: `entity` and `key` instead of `entities`, ECMAScript numbers,
        /// the ledger id before the timestamp.
        V1 => "v1",
    }
}

impl Profile {
    /// How numbers are hashed.
    #[inline]
    pub const fn numbers(self) -> Numbers {
        match self {
            Self::V1 => Numbers::EcmaScript,
            _ => Numbers::Positional,
        }
    }
}
