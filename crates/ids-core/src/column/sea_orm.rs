//! The traits of `sea-orm`, in two of its versions.

use core::{error::Error, fmt};
use std::format;
// Crates without the standard library expand the macros, too.
pub use std::{string::String, vec::Vec};

use super::ColumnError;

/// A value of a column that is no identifier, with the name or the index of the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    column: String,
    error: ColumnError,
}

impl Misread {
    /// What was read from this column.
    #[inline]
    pub fn new(column: impl fmt::Debug, error: ColumnError) -> Self {
        Self { column: format!("{column:?}"), error }
    }
}

impl fmt::Display for Misread {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.error)
    }
}

impl Error for Misread {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// The names that the implementations need, of one version of the library: where its arrays are, and how
/// it keeps the error of another library.
macro_rules! version {
    ($library:ident, $feature:literal, $arrays:ident, $keep:expr) => {
        /// The names that the implementations need, of this version.
        #[cfg(feature = $feature)]
        #[doc(hidden)]
        pub mod $library {
            use core::{any::type_name, fmt};

            pub use ::$library::{
                ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError,
                TryGetable, TryGetableArray, Value,
                sea_query::{
                    ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr, $arrays::NotU8,
                },
            };

            use super::{super::Stored, Misread};

            /// The identifier that was read from a column.
            ///
            /// # Errors
            /// `TryIntoErr` if it is none.
            #[inline]
            pub fn read<T: Stored>(
                column: impl fmt::Debug,
                value: T::Value,
            ) -> Result<T, TryGetError> {
                T::from_value(value).map_err(|error| {
                    TryGetError::DbErr(DbErr::TryIntoErr {
                        from: type_name::<T::Value>(),
                        into: type_name::<T>(),
                        source: $keep(Misread::new(column, error)),
                    })
                })
            }
        }
    };
}

version!(sea_orm1, "sea-orm1", with_array, std::boxed::Box::new);
version!(sea_orm2, "sea-orm2", postgres_array, std::sync::Arc::new);

/// Writes the traits of the version named. Their bounds ask by `for`, which puts the question off: whether
/// UUIDs are values is up to the features of the user.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sea_orm {
    ($library:ident [$($parameter:tt)*] $type:ty) => {
        /// # Panics
        /// If the identifier does not fit its column, so that it never becomes another one or `NULL`. Ask
        /// `Stored::to_value` before, or store it by `AsBytes` or `AsText`, which have room for all.
        impl<$($parameter)*> From<$type> for $crate::column::sea_orm::$library::Value
        where
            for<'any> $type: $crate::column::Stored<Value: Into<$crate::column::sea_orm::$library::Value>>,
        {
            #[inline]
            fn from(id: $type) -> Self {
                match $crate::column::Stored::to_value(&id) {
                    Ok(value) => value.into(),
                    Err(error) => panic!("{error}"),
                }
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
            ) -> Result<Self, $crate::column::sea_orm::$library::TryGetError> {
                let value = $crate::column::sea_orm::$library::TryGetable::try_get_by(row, column)?;
                $crate::column::sea_orm::$library::read(column, value)
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::TryGetableArray for $type
        where
            Self: $crate::column::Stored,
            for<'any> $crate::column::sea_orm::Vec<<Self as $crate::column::Stored>::Value>:
                $crate::column::sea_orm::$library::TryGetable,
        {
            #[inline]
            fn try_get_by<Index: $crate::column::sea_orm::$library::ColIdx>(
                row: &$crate::column::sea_orm::$library::QueryResult,
                column: Index,
            ) -> Result<$crate::column::sea_orm::Vec<Self>, $crate::column::sea_orm::$library::TryGetError> {
                let values: $crate::column::sea_orm::Vec<_> =
                    $crate::column::sea_orm::$library::TryGetable::try_get_by(row, column)?;
                values
                    .into_iter()
                    .map(|value| $crate::column::sea_orm::$library::read(column, value))
                    .collect()
            }
        }

        impl<$($parameter)*> $crate::column::sea_orm::$library::ValueType for $type
        where
            for<'any> Self: $crate::column::Stored<Value: $crate::column::sea_orm::$library::ValueType>,
        {
            #[inline]
            fn try_from(
                value: $crate::column::sea_orm::$library::Value,
            ) -> Result<Self, $crate::column::sea_orm::$library::ValueTypeErr> {
                let value = $crate::column::sea_orm::$library::ValueType::try_from(value)?;
                $crate::column::Stored::from_value(value)
                    .map_err(|_| $crate::column::sea_orm::$library::ValueTypeErr)
            }

            #[inline]
            fn type_name() -> $crate::column::sea_orm::String {
                ::core::any::type_name::<Self>().into()
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
            for<'any> $type: Into<$crate::column::sea_orm::$library::Value>,
        {
            #[inline]
            fn into_active_value(self) -> $crate::column::sea_orm::$library::ActiveValue<$type> {
                $crate::column::sea_orm::$library::ActiveValue::Set(self)
            }
        }

        // A number that the database has counted, which is no identifier.
        impl<$($parameter)*> $crate::column::sea_orm::$library::TryFromU64 for $type {
            #[inline]
            fn try_from_u64(_: u64) -> Result<Self, $crate::column::sea_orm::$library::DbErr> {
                Err($crate::column::sea_orm::$library::DbErr::ConvertFromU64(::core::any::type_name::<Self>()))
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
