//! The traits of `postgres-types`, which `tokio-postgres` and `postgres` share.

use std::boxed::Box;

pub use bytes::BytesMut;
pub use postgres_types::{FromSql, IsNull, ToSql, Type};
use postgres_types::{Kind, WrongType};

use super::Stored;

/// What the traits answer with.
pub type Result<T> = core::result::Result<T, Box<dyn core::error::Error + Sync + Send>>;

/// The type whose values a column holds: a domain holds those of another type.
#[must_use]
#[inline]
pub fn base(mut column: &Type) -> &Type {
    while let Kind::Domain(inner) = column.kind() {
        column = inner;
    }
    column
}

/// What [`ToSql`] writes.
///
/// # Errors
/// The column's, if the identifier does not fit it.
#[inline]
pub fn to_sql<T>(this: &T, column: &Type, out: &mut BytesMut) -> Result<IsNull>
where
    T: Stored<Value: ToSql>,
{
    this.to_value()?.to_sql(base(column), out)
}

/// What [`ToSql`] writes into a column that can hold it.
///
/// # Errors
/// `WrongType` for another column; as [`to_sql`].
#[inline]
pub fn to_sql_checked<T>(this: &T, column: &Type, out: &mut BytesMut) -> Result<IsNull>
where
    T: Stored<Value: ToSql>,
{
    if T::Value::accepts(base(column)) {
        to_sql(this, column, out)
    } else {
        Err(Box::new(WrongType::new::<T>(column.clone())))
    }
}

/// What [`FromSql`] reads.
///
/// # Errors
/// The value's error if its bytes cannot be read; the column's if they are not an identifier.
#[inline]
pub fn from_sql<'a, T>(column: &Type, bytes: &'a [u8]) -> Result<T>
where
    T: Stored<Value: FromSql<'a>>,
{
    Ok(T::from_value(FromSql::from_sql(base(column), bytes)?)?)
}

/// Writes [`ToSql`] and [`FromSql`].
#[doc(hidden)]
#[macro_export]
macro_rules! impl_postgres {
    ([$($parameter:tt)*] $type:ty) => {
        impl<$($parameter)*> $crate::column::postgres::ToSql for $type
        where
            Self: ::core::fmt::Debug + $crate::column::Stored<Value: $crate::column::postgres::ToSql>,
        {
            #[inline]
            fn to_sql(
                &self,
                column: &$crate::column::postgres::Type,
                out: &mut $crate::column::postgres::BytesMut,
            ) -> $crate::column::postgres::Result<$crate::column::postgres::IsNull> {
                $crate::column::postgres::to_sql(self, column, out)
            }

            #[inline]
            fn accepts(column: &$crate::column::postgres::Type) -> bool {
                <<Self as $crate::column::Stored>::Value as $crate::column::postgres::ToSql>::accepts(
                    $crate::column::postgres::base(column),
                )
            }

            #[inline]
            fn to_sql_checked(
                &self,
                column: &$crate::column::postgres::Type,
                out: &mut $crate::column::postgres::BytesMut,
            ) -> $crate::column::postgres::Result<$crate::column::postgres::IsNull> {
                $crate::column::postgres::to_sql_checked(self, column, out)
            }
        }

        impl<'column, $($parameter)*> $crate::column::postgres::FromSql<'column> for $type
        where
            Self: $crate::column::Stored<Value: $crate::column::postgres::FromSql<'column>>,
        {
            #[inline]
            fn from_sql(
                column: &$crate::column::postgres::Type,
                bytes: &'column [u8],
            ) -> $crate::column::postgres::Result<Self> {
                $crate::column::postgres::from_sql(column, bytes)
            }

            #[inline]
            fn accepts(column: &$crate::column::postgres::Type) -> bool {
                <<Self as $crate::column::Stored>::Value as $crate::column::postgres::FromSql<'column>>::accepts(
                    $crate::column::postgres::base(column),
                )
            }
        }
    };
}
