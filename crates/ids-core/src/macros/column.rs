//! The lines that make a type a column.

/// Writes what makes an identifier type a column, under the feature `column` of this crate: `Stored`,
/// the traits of the databases' libraries, and the conversions from the wrappers.
///
/// The wrapper named says which column the format has: `impl_column!(FlaxId as AsBytes)`. Parameters of
/// the type come first: `impl_column!([K: Kind] Snowflake<K> as AsI64)`.
#[cfg(feature = "column")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_column {
    ($id:ident as $wrapper:ident) => {
        $crate::format::impl_column!([] $id as $wrapper);
    };
    ([$($parameter:tt)*] $id:ty as $wrapper:ident) => {
        $crate::format::impl_column!(
            @as [$($parameter)*] $id, $crate::column::$wrapper<$id>, $crate::column::$wrapper, |wrapper| wrapper.0
        );
    };
    // As the column of another type, which is made of this one, and this one of it.
    (@as [$($parameter:tt)*] $id:ty, $other:ty, $to:expr, $from:expr) => {
        impl<$($parameter)*> $crate::column::Stored for $id {
            type Value = <$other as $crate::column::Stored>::Value;

            #[inline]
            fn to_value(&self) -> ::core::result::Result<Self::Value, $crate::column::ColumnError> {
                $crate::column::Stored::to_value(&($to)(*self))
            }

            #[inline]
            fn from_value(value: Self::Value) -> ::core::result::Result<Self, $crate::column::ColumnError> {
                <$other as $crate::column::Stored>::from_value(value).map($from)
            }
        }

        $crate::format::impl_databases!([$($parameter)*] $id);
        $crate::format::impl_column!(@from [$($parameter)*] $id, AsI64);
        $crate::format::impl_column!(@from [$($parameter)*] $id, AsUuid);
        $crate::format::impl_column!(@from [$($parameter)*] $id, AsBytes);
        $crate::format::impl_column!(@from [$($parameter)*] $id, AsText);
    };
    (@from [$($parameter:tt)*] $id:ty, $wrapper:ident) => {
        impl<$($parameter)*> ::core::convert::From<$crate::column::$wrapper<$id>> for $id {
            #[inline]
            fn from(wrapper: $crate::column::$wrapper<$id>) -> Self {
                wrapper.0
            }
        }
    };
}

/// Writes the traits of every database's library that is a feature, for a type that is
/// `Stored`: `impl_databases!([I] AsText<I>)`. For a type that is an identifier in another guise, such
/// as a newtype, beside its own `Stored`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_databases {
    ([$($parameter:tt)*] $type:ty) => {
        $crate::impl_diesel!([$($parameter)*] $type);
        $crate::impl_postgres!([$($parameter)*] $type);
        $crate::impl_rusqlite!([$($parameter)*] $type);
        $crate::impl_sea_orm1!([$($parameter)*] $type);
        $crate::impl_sea_orm2!([$($parameter)*] $type);
        $crate::impl_sqlx08!([$($parameter)*] $type);
        $crate::impl_sqlx09!([$($parameter)*] $type);
    };
}
