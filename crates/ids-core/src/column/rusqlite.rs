//! The traits of `rusqlite`.

pub use rusqlite::{
    Error, Result,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef},
};

/// Writes [`ToSql`] and [`FromSql`].
#[doc(hidden)]
#[macro_export]
macro_rules! impl_rusqlite {
    ([$($parameter:tt)*] $type:ty) => {
        impl<$($parameter)*> $crate::column::rusqlite::ToSql for $type
        where
            Self: $crate::column::Stored<Value: ::core::convert::Into<$crate::column::rusqlite::Value>>,
        {
            #[inline]
            fn to_sql(&self) -> $crate::column::rusqlite::Result<$crate::column::rusqlite::ToSqlOutput<'_>> {
                match $crate::column::Stored::to_value(self) {
                    ::core::result::Result::Ok(value) => {
                        ::core::result::Result::Ok($crate::column::rusqlite::ToSqlOutput::Owned(::core::convert::Into::into(value)))
                    }
                    ::core::result::Result::Err(error) => ::core::result::Result::Err(
                        $crate::column::rusqlite::Error::ToSqlConversionFailure(::core::convert::Into::into(error)),
                    ),
                }
            }
        }

        impl<$($parameter)*> $crate::column::rusqlite::FromSql for $type
        where
            Self: $crate::column::Stored<Value: $crate::column::rusqlite::FromSql>,
        {
            #[inline]
            fn column_result(
                value: $crate::column::rusqlite::ValueRef<'_>,
            ) -> $crate::column::rusqlite::FromSqlResult<Self> {
                let value = $crate::column::rusqlite::FromSql::column_result(value)?;
                <Self as $crate::column::Stored>::from_value(value)
                    .map_err(|error| $crate::column::rusqlite::FromSqlError::Other(::core::convert::Into::into(error)))
            }
        }
    };
}
