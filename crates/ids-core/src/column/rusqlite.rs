//! The traits of `rusqlite`.

use rusqlite::Error;
pub use rusqlite::{
    Result,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef},
};

use super::Stored;

/// What [`ToSql`] binds.
///
/// # Errors
/// The column's, if the identifier does not fit it.
#[inline]
pub fn to_sql<T>(this: &T) -> Result<ToSqlOutput<'static>>
where
    T: Stored<Value: Into<Value>>,
{
    match this.to_value() {
        Ok(value) => Ok(ToSqlOutput::Owned(value.into())),
        Err(error) => Err(Error::ToSqlConversionFailure(error.into())),
    }
}

/// What [`FromSql`] reads.
///
/// # Errors
/// The value's error if it has another type; the column's if it is not an identifier.
#[inline]
pub fn from_sql<T>(value: ValueRef<'_>) -> FromSqlResult<T>
where
    T: Stored<Value: FromSql>,
{
    let value = FromSql::column_result(value)?;
    T::from_value(value).map_err(|error| FromSqlError::Other(error.into()))
}

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
                $crate::column::rusqlite::to_sql(self)
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
                $crate::column::rusqlite::from_sql(value)
            }
        }
    };
}
