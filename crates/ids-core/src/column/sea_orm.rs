//! The traits of `sea-orm`, in two of its versions.

use core::{error::Error, fmt};
// Crates without the standard library expand the macros, too.
pub use std::{string::String, vec::Vec};

use super::ColumnError;

/// A value of a column that is not an identifier, with the name or the index of the column.
#[derive(Debug)]
struct Misread {
    column: String,
    error: ColumnError,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.error)
    }
}

impl Error for Misread {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// The names that the implementations need, of one version of the library, and where its arrays are.
macro_rules! version {
    ($library:ident, $feature:literal, $arrays:ident) => {
        /// The names that the implementations need, of this version.
        #[cfg(feature = $feature)]
        #[doc(hidden)]
        pub mod $library {
            use core::{any::type_name, error::Error};
            use std::{boxed::Box, format};

            pub use ::$library::{
                ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError,
                TryGetable, TryGetableArray, Value,
                sea_query::{
                    ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr, $arrays::NotU8,
                },
            };

            use super::{super::Stored, Misread};

            /// The value of an identifier.
            ///
            /// # Panics
            /// If it does not fit its column.
            #[inline]
            pub fn value<T: Stored<Value: Into<Value>>>(id: &T) -> Value {
                match id.to_value() {
                    Ok(value) => value.into(),
                    Err(error) => panic!("{error}"),
                }
            }

            /// The identifier of a value in a column.
            ///
            /// # Errors
            /// `TryIntoErr` if it is not one.
            #[inline]
            pub fn identifier<T: Stored>(
                column: impl ColIdx,
                value: T::Value,
            ) -> Result<T, TryGetError> {
                T::from_value(value).map_err(|error| {
                    let misread = Misread { column: format!("{column:?}"), error };
                    TryGetError::DbErr(DbErr::TryIntoErr {
                        from: type_name::<T::Value>(),
                        into: type_name::<T>(),
                        source: Box::<dyn Error + Send + Sync>::from(misread).into(),
                    })
                })
            }
        }
    };
}

version!(sea_orm1, "sea-orm1", with_array);
version!(sea_orm2, "sea-orm2", postgres_array);

/// Writes the traits of the version named. Their bounds ask by `for`, which puts the question off: whether
/// UUIDs are values is up to the features of the user.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm {
    ($library:ident [$($parameter:tt)*] $type:ty) => {
        /// # Panics
        /// If the identifier does not fit its column, so that it never becomes another one or `NULL`. Ask
        /// `Stored::to_value` before, or store it by `AsBytes` or `AsText`, which have room for all.
        impl<$($parameter)*> ::core::convert::From<$type> for $crate::column::sea_orm::$library::Value
        where
            for<'any> $type: $crate::column::Stored<Value: ::core::convert::Into<$crate::column::sea_orm::$library::Value>>,
        {
            #[inline]
            fn from(id: $type) -> Self {
                $crate::column::sea_orm::$library::value(&id)
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::TryGetable for $type
        where
            for<'any> Self: $crate::column::Stored<Value: $crate::column::sea_orm::$library::TryGetable>,
        {
            #[inline]
            fn try_get_by<Index: $crate::column::sea_orm::$library::ColIdx>(
                row: &$crate::column::sea_orm::$library::QueryResult,
                column: Index,
            ) -> ::core::result::Result<Self, $crate::column::sea_orm::$library::TryGetError> {
                let value = $crate::column::sea_orm::$library::TryGetable::try_get_by(row, column)?;
                $crate::column::sea_orm::$library::identifier(column, value)
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::TryGetableArray for $type
        where
            Self: $crate::column::Stored,
            for<'any> $crate::column::sea_orm::Vec<<Self as $crate::column::Stored>::Value>: $crate::column::sea_orm::$library::TryGetable,
        {
            #[inline]
            fn try_get_by<Index: $crate::column::sea_orm::$library::ColIdx>(
                row: &$crate::column::sea_orm::$library::QueryResult,
                column: Index,
            ) -> ::core::result::Result<$crate::column::sea_orm::Vec<Self>, $crate::column::sea_orm::$library::TryGetError> {
                let values: $crate::column::sea_orm::Vec<_> =
                    $crate::column::sea_orm::$library::TryGetable::try_get_by(row, column)?;
                let mut ids = $crate::column::sea_orm::Vec::with_capacity(values.len());
                for value in values {
                    ids.push($crate::column::sea_orm::$library::identifier(column, value)?);
                }
                ::core::result::Result::Ok(ids)
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::ValueType for $type
        where
            for<'any> Self: $crate::column::Stored<Value: $crate::column::sea_orm::$library::ValueType>,
        {
            #[inline]
            fn try_from(value: $crate::column::sea_orm::$library::Value) -> ::core::result::Result<Self, $crate::column::sea_orm::$library::ValueTypeErr> {
                let value = $crate::column::sea_orm::$library::ValueType::try_from(value)?;
                <Self as $crate::column::Stored>::from_value(value)
                    .map_err(|_| $crate::column::sea_orm::$library::ValueTypeErr)
            }

            #[inline]
            fn type_name() -> $crate::column::sea_orm::String {
                ::core::convert::From::from(::core::any::type_name::<Self>())
            }

            #[inline]
            fn array_type() -> $crate::column::sea_orm::$library::ArrayType {
                <<Self as $crate::column::Stored>::Value as $crate::column::sea_orm::$library::ValueType>::array_type()
            }

            #[inline]
            fn column_type() -> $crate::column::sea_orm::$library::ColumnType {
                <<Self as $crate::column::Stored>::Value as $crate::column::sea_orm::$library::ValueType>::column_type()
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::Nullable for $type
        where
            for<'any> Self: $crate::column::Stored<Value: $crate::column::sea_orm::$library::Nullable>,
        {
            #[inline]
            fn null() -> $crate::column::sea_orm::$library::Value {
                <<Self as $crate::column::Stored>::Value as $crate::column::sea_orm::$library::Nullable>::null()
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::IntoActiveValue<$type> for $type
        where
            for<'any> $type: ::core::convert::Into<$crate::column::sea_orm::$library::Value>,
        {
            #[inline]
            fn into_active_value(self) -> $crate::column::sea_orm::$library::ActiveValue<$type> {
                $crate::column::sea_orm::$library::ActiveValue::Set(self)
            }
        }

        // A number that the database has counted, which is not an identifier.
        impl<$($parameter)*> $crate::column::sea_orm::$library::TryFromU64 for $type {
            #[inline]
            fn try_from_u64(_: u64) -> ::core::result::Result<Self, $crate::column::sea_orm::$library::DbErr> {
                ::core::result::Result::Err($crate::column::sea_orm::$library::DbErr::ConvertFromU64(::core::any::type_name::<Self>()))
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::NotU8 for $type {}
    };
}

/// Writes the traits of version 1.
#[cfg(feature = "sea-orm1")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm1 {
    ($($type:tt)*) => { $crate::impl_sea_orm!(sea_orm1 $($type)*); };
}

/// Writes the traits of version 2.
#[cfg(feature = "sea-orm2")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm2 {
    ($($type:tt)*) => { $crate::impl_sea_orm!(sea_orm2 $($type)*); };
}
