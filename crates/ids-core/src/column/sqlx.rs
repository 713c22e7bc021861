//! The traits of `sqlx`, in two of its versions.

/// The names that the implementations need, of one version of the library.
macro_rules! version {
    ($library:ident, $feature:literal) => {
        /// The names that the implementations need, of this version.
        #[cfg(feature = $feature)]
        #[doc(hidden)]
        pub mod $library {
            pub use ::$library::{
                Database, Decode, Encode, Type, ValueRef,
                encode::IsNull,
                error::{BoxDynError, UnexpectedNullError},
                postgres::{PgHasArrayType, PgTypeInfo},
            };
        }
    };
}

version!(sqlx08, "sqlx08");
version!(sqlx09, "sqlx09");

/// Writes `Type`, `Encode`, `Decode` and `PgHasArrayType` of the version named. Its buffer of arguments
/// has a lifetime in one of them.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sqlx {
    ($library:ident [$($lifetime:tt)*] [$($parameter:tt)*] $type:ty) => {
        impl<DB, $($parameter)*> $crate::column::sqlx::$library::Type<DB> for $type
        where
            DB: $crate::column::sqlx::$library::Database,
            Self: $crate::column::Stored<Value: $crate::column::sqlx::$library::Type<DB>>,
        {
            #[inline]
            fn type_info() -> DB::TypeInfo {
                <<Self as $crate::column::Stored>::Value as $crate::column::sqlx::$library::Type<DB>>::type_info()
            }

            #[inline]
            fn compatible(column: &DB::TypeInfo) -> bool {
                <<Self as $crate::column::Stored>::Value as $crate::column::sqlx::$library::Type<DB>>::compatible(
                    column,
                )
            }
        }

        impl<'query, DB, $($parameter)*> $crate::column::sqlx::$library::Encode<'query, DB> for $type
        where
            DB: $crate::column::sqlx::$library::Database,
            Self: $crate::column::Stored<Value: $crate::column::sqlx::$library::Encode<'query, DB>>,
        {
            #[inline]
            fn encode_by_ref(
                &self,
                arguments: &mut <DB as $crate::column::sqlx::$library::Database>::ArgumentBuffer $($lifetime)*,
            ) -> ::core::result::Result<$crate::column::sqlx::$library::IsNull, $crate::column::sqlx::$library::BoxDynError> {
                let value = $crate::column::Stored::to_value(self)?;
                $crate::column::sqlx::$library::Encode::<'query, DB>::encode(value, arguments)
            }
        }

        impl<'row, DB, $($parameter)*> $crate::column::sqlx::$library::Decode<'row, DB> for $type
        where
            DB: $crate::column::sqlx::$library::Database,
            Self: $crate::column::Stored<Value: $crate::column::sqlx::$library::Decode<'row, DB>>,
        {
            #[inline]
            fn decode(value: DB::ValueRef<'row>) -> ::core::result::Result<Self, $crate::column::sqlx::$library::BoxDynError> {
                // Not every driver asks: SQLite's reads it as 0.
                if $crate::column::sqlx::$library::ValueRef::is_null(&value) {
                    return ::core::result::Result::Err(::core::convert::Into::into(
                        $crate::column::sqlx::$library::UnexpectedNullError,
                    ));
                }
                let value = $crate::column::sqlx::$library::Decode::<'row, DB>::decode(value)?;
                ::core::result::Result::Ok(<Self as $crate::column::Stored>::from_value(value)?)
            }
        }

        // `for` puts the question off: whether UUIDs have arrays is up to the features of the user.
        impl<$($parameter)*> $crate::column::sqlx::$library::PgHasArrayType for $type
        where
            for<'any> Self: $crate::column::Stored<Value: $crate::column::sqlx::$library::PgHasArrayType>,
        {
            #[inline]
            fn array_type_info() -> $crate::column::sqlx::$library::PgTypeInfo {
                <<Self as $crate::column::Stored>::Value as $crate::column::sqlx::$library::PgHasArrayType>::array_type_info()
            }

            #[inline]
            fn array_compatible(column: &$crate::column::sqlx::$library::PgTypeInfo) -> bool {
                <<Self as $crate::column::Stored>::Value as $crate::column::sqlx::$library::PgHasArrayType>::array_compatible(column)
            }
        }
    };
}

/// Writes the traits of version 0.8.
#[cfg(feature = "sqlx08")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sqlx08 {
    ($($type:tt)*) => { $crate::impl_sqlx!(sqlx08 [<'query>] $($type)*); };
}

/// Writes the traits of version 0.9.
#[cfg(feature = "sqlx09")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_sqlx09 {
    ($($type:tt)*) => { $crate::impl_sqlx!(sqlx09 [] $($type)*); };
}
