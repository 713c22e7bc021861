//! The traits of `postgres-types`, which `tokio-postgres` and `postgres` share.

use std::boxed::Box;

pub use bytes::BytesMut;
use postgres_types::Kind;
pub use postgres_types::{FromSql, IsNull, ToSql, Type, WrongType};

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
                let value = $crate::column::Stored::to_value(self)?;
                $crate::column::postgres::ToSql::to_sql(&value, $crate::column::postgres::base(column), out)
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
                if !<Self as $crate::column::postgres::ToSql>::accepts(column) {
                    let column = ::core::clone::Clone::clone(column);
                    let wrong = $crate::column::postgres::WrongType::new::<Self>(column);
                    return ::core::result::Result::Err(::core::convert::Into::into(wrong));
                }
                $crate::column::postgres::ToSql::to_sql(self, column, out)
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
                let column = $crate::column::postgres::base(column);
                let value = $crate::column::postgres::FromSql::from_sql(column, bytes)?;
                ::core::result::Result::Ok(<Self as $crate::column::Stored>::from_value(value)?)
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
