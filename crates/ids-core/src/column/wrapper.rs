//! An identifier in a column of another type than its format's.

use core::fmt;
use std::{
    string::{String, ToString},
    vec::Vec,
};

use uuid::Uuid;

use super::{ColumnError, Stored};
use crate::{Id, ParseError, format::impl_databases};

/// Writes a wrapper of an identifier: the type, and its text.
macro_rules! wrapper {
    ($(#[$attribute:meta])* $wrapper:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $wrapper<I>(pub I);

        impl<I> From<I> for $wrapper<I> {
            #[inline]
            fn from(id: I) -> Self {
                Self(id)
            }
        }

        impl<I: fmt::Display> fmt::Display for $wrapper<I> {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// As the identifier itself: the wrapper is about databases alone.
        #[cfg(feature = "serde")]
        impl<I: serde::Serialize> serde::Serialize for $wrapper<I> {
            #[inline]
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        /// As the identifier itself: the wrapper is about databases alone.
        #[cfg(feature = "serde")]
        impl<'de, I: serde::Deserialize<'de>> serde::Deserialize<'de> for $wrapper<I> {
            #[inline]
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                I::deserialize(deserializer).map(Self)
            }
        }

        impl_databases!([I] $wrapper<I>);
    };
}

wrapper! {
    /// An identifier in a column of numbers: `bigint`, or `INTEGER` in SQLite.
    ///
    /// For identifiers of 64 bits. One above `i64::MAX` is an error, because as a negative number it
    /// would sort before all others.
    AsI64
}

wrapper! {
    /// An identifier in a column of UUIDs: `uuid`, or their 16 bytes in SQLite and MySQL.
    ///
    /// For identifiers that are UUIDs or have one: `Luuid`, `EventId` and `Siq`.
    AsUuid
}

wrapper! {
    /// An identifier in a column of bytes: `bytea`, `BLOB` or `BINARY(n)`, most significant first.
    ///
    /// Any identifier. Databases compare bytes in order, so that they sort as the identifiers do.
    AsBytes
}

wrapper! {
    /// An identifier in a column of text: its canonical text, in `text` or `char(n)`.
    ///
    /// Any identifier. The page of the format says whether its texts sort as the identifiers do. They
    /// do so only in a column that compares bytes, as `COLLATE "C"` does.
    AsText
}

impl<I> Stored for AsI64<I>
where
    I: Id + TryFrom<i64, Error = ParseError> + TryInto<i64>,
{
    type Value = i64;

    #[inline]
    fn to_value(&self) -> Result<i64, ColumnError> {
        let (format, number) = (I::LAYOUT.name(), self.0.to_bits());
        self.0.try_into().map_err(|_| ColumnError::TooLarge { format, number })
    }

    #[inline]
    fn from_value(value: i64) -> Result<Self, ColumnError> {
        checked(value.try_into()).map(Self)
    }
}

impl<I> Stored for AsUuid<I>
where
    I: Id + TryFrom<Uuid, Error = ParseError> + Into<Uuid>,
{
    type Value = Uuid;

    #[inline]
    fn to_value(&self) -> Result<Uuid, ColumnError> {
        Ok(self.0.into())
    }

    #[inline]
    fn from_value(value: Uuid) -> Result<Self, ColumnError> {
        checked(value.try_into()).map(Self)
    }
}

impl<I> Stored for AsBytes<I>
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    type Value = Vec<u8>;

    #[inline]
    fn to_value(&self) -> Result<Vec<u8>, ColumnError> {
        Ok(self.0.to_bytes().as_ref().to_vec())
    }

    #[inline]
    fn from_value(value: Vec<u8>) -> Result<Self, ColumnError> {
        checked(value.as_slice().try_into()).map(Self)
    }
}

impl<I: Id> Stored for AsText<I> {
    type Value = String;

    #[inline]
    fn to_value(&self) -> Result<String, ColumnError> {
        Ok(self.0.to_string())
    }

    #[inline]
    fn from_value(value: String) -> Result<Self, ColumnError> {
        checked(value.parse()).map(Self)
    }
}

/// The identifier, or the error of the column.
#[inline]
fn checked<I: Id>(id: Result<I, ParseError>) -> Result<I, ColumnError> {
    id.map_err(|error| ColumnError::Invalid { format: I::LAYOUT.name(), error })
}
