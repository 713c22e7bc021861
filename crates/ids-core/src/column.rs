//! How databases store identifiers.
//!
//! Each identifier type is a column by itself, of the type that its format decided on. A wrapper
//! stores it in another. The features `diesel`, `postgres-types`, `rusqlite`, `sea-orm1`,
//! `sea-orm2`, `sqlx08` and `sqlx09` implement the traits of these libraries for all of them.
//!
//! | wrapper | column | for |
//! |---|---|---|
//! | [`AsI64`] | `bigint` | identifiers of 64 bits; their order is that of the numbers |
//! | [`AsUuid`] | `uuid`; in SQLite and MySQL its 16 bytes | identifiers that are UUIDs or have one |
//! | [`AsBytes`] | `bytea`, `BLOB`, `BINARY(n)` | all; their order is that of the bytes |
//! | [`AsText`] | `text`, `char(n)` | all, by the canonical text; not all texts sort as the identifiers do |
//!
//! Nothing is cut off: what does not fit a column is an error, and so is what a column holds and no
//! identifier is.
//!
//! ```
//! use ids_core::{
//!     ParseError, Text,
//!     column::{AsText, ColumnError, Stored},
//!     format::{Field, Hex, Layout, identifier},
//! };
//!
//! identifier! {
//!     /// The number of a shelf.
//!     struct Shelf([u8; 4]) as AsBytes;
//! }
//! # impl Shelf {
//! #     const LAYOUT: Layout = Layout::new("shelf", 32, &[Field::new("number", 31, 0)]);
//! #     const PATTERN: &'static str = "^[0-9a-f]{8}$";
//! #     const fn encode(self) -> Text<8> {
//! #         Hex::LOWER.encode(self.to_bits())
//! #     }
//! #     fn decode(text: &[u8]) -> Result<Self, ParseError> {
//! #         Hex::LOWER.decode::<8>(text).and_then(Self::from_bits)
//! #     }
//! # }
//!
//! let shelf: Shelf = "0000be11".parse()?;
//! assert_eq!(shelf.to_value()?, [0, 0, 0xbe, 0x11]);
//! assert_eq!(AsText(shelf).to_value()?, "0000be11");
//!
//! let error = Shelf::from_value(vec![0xbe, 0x11]).unwrap_err();
//! assert_eq!(error.to_string(), "no shelf identifier: 2 bytes, but this form has 4");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

#[cfg(feature = "diesel")]
#[doc(hidden)]
pub mod diesel;
#[cfg(feature = "postgres-types")]
#[doc(hidden)]
pub mod postgres;
#[cfg(feature = "rusqlite")]
#[doc(hidden)]
pub mod rusqlite;
#[cfg(any(feature = "sea-orm1", feature = "sea-orm2"))]
#[doc(hidden)]
pub mod sea_orm;
#[cfg(any(feature = "sqlx08", feature = "sqlx09"))]
#[doc(hidden)]
pub mod sqlx;
mod wrapper;

pub use wrapper::{AsBytes, AsI64, AsText, AsUuid};

use crate::{ParseError, format::errors};

/// A value that a database stores in one column, as a type that every driver knows.
///
/// The implementations of the drivers' traits are generic over it.
pub trait Stored: Sized {
    /// The type of the column's values: `i64`, `Uuid`, `Vec<u8>` or `String`.
    type Value;

    /// The value to store.
    ///
    /// # Errors
    /// [`ColumnError::TooLarge`] if the identifier does not fit this kind of column.
    fn to_value(&self) -> Result<Self::Value, ColumnError>;

    /// Reads the column's value back.
    ///
    /// # Errors
    /// [`ColumnError::Invalid`] if the value is not an identifier of the format.
    fn from_value(value: Self::Value) -> Result<Self, ColumnError>;
}

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
