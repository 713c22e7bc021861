//! The traits of `diesel`.

#[cfg(feature = "diesel-sqlite")]
use std::format;
use std::{borrow::Cow, string::String, vec::Vec};

pub use diesel::{
    backend::Backend,
    deserialize::{FromSql, Queryable, Result as FromSqlResult},
    expression::{AsExpression, TypedExpressionType},
    serialize::{Output, Result as ToSqlResult, ToSql},
    sql_types::{SingleValue, SqlType},
};
use diesel::{
    mysql::Mysql,
    pg::Pg,
    sql_types::{self, BigInt, Binary, Nullable, Text},
};
#[cfg(feature = "diesel-sqlite")]
use diesel::{serialize::IsNull, sql_types::HasSqlType, sqlite::Sqlite};
use uuid::Uuid;

/// What is bound: diesel makes an expression of any value in it.
pub type Bound<T> = Cow<'static, T>;

/// A value that a column of an SQL type holds.
pub trait Fits<S> {}

/// A value that a back end binds for a column of an SQL type.
#[cfg_attr(
    not(feature = "diesel-sqlite"),
    diagnostic::on_unimplemented(
        note = "for SQLite turn on `diesel-sqlite`, a feature of `ids-core`"
    )
)]
pub trait Bind<S, D: Backend>: Fits<S> {
    /// Binds it.
    ///
    /// # Errors
    /// The back end's.
    fn bind(self, out: &mut Output<'_, '_, D>) -> ToSqlResult;
}

/// A value that a back end reads from a column of an SQL type.
#[cfg_attr(
    not(feature = "diesel-sqlite"),
    diagnostic::on_unimplemented(
        note = "for SQLite turn on `diesel-sqlite`, a feature of `ids-core`"
    )
)]
pub trait Read<S, D: Backend>: Fits<S> + Sized {
    /// Reads it.
    ///
    /// # Errors
    /// The back end's, or the value's if it has another width.
    fn read(value: D::RawValue<'_>) -> FromSqlResult<Self>;
}

/// Writes that a value fits a column, as the type that diesel knows for it, in these back ends.
macro_rules! fits {
    ($value:ty, $sql:ty, [$($backend:ident)*]) => {
        fits!($value, $sql, $value, |value| value, Ok, [$($backend)*]);
    };
    ($value:ty, $sql:ty, $known:ty, $to:expr, $from:expr, [$($backend:ident)*]) => {
        impl Fits<$sql> for $value {}
        impl Fits<Nullable<$sql>> for $value {}

        $(
            fits!(@read $backend, $value, $sql, $known, $from);
            fits!(@bind $backend, $value, $sql, $sql, $known, $to);
            fits!(@bind $backend, $value, Nullable<$sql>, $sql, $known, $to);
        )*
    };
    // SQLite reads a value of any type as one of any other: a text is the number 0.
    (@read Sqlite, $value:ty, $sql:ty, $known:ty, $from:expr) => {
        #[cfg(feature = "diesel-sqlite")]
        impl Read<$sql, Sqlite> for $value {
            #[inline]
            fn read(value: <Sqlite as Backend>::RawValue<'_>) -> FromSqlResult<Self> {
                let wanted = <Sqlite as HasSqlType<$sql>>::metadata(&mut ());
                if let Some(found) = value.value_type().filter(|found| *found != wanted) {
                    return Err(format!("the value is {found:?}, not {wanted:?}").into());
                }
                let from: fn($known) -> FromSqlResult<Self> = $from;
                from(FromSql::<$sql, Sqlite>::from_sql(value)?)
            }
        }
    };
    (@read $backend:ident, $value:ty, $sql:ty, $known:ty, $from:expr) => {
        impl Read<$sql, $backend> for $value {
            #[inline]
            fn read(value: <$backend as Backend>::RawValue<'_>) -> FromSqlResult<Self> {
                let from: fn($known) -> FromSqlResult<Self> = $from;
                from(FromSql::<$sql, $backend>::from_sql(value)?)
            }
        }
    };
    // SQLite takes values whole; the others copy their bytes.
    (@bind Sqlite, $value:ty, $sql:ty, $bare:ty, $known:ty, $to:expr) => {
        #[cfg(feature = "diesel-sqlite")]
        impl Bind<$sql, Sqlite> for $value {
            #[inline]
            fn bind(self, out: &mut Output<'_, '_, Sqlite>) -> ToSqlResult {
                let to: fn(Self) -> $known = $to;
                out.set_value(to(self));
                Ok(IsNull::No)
            }
        }
    };
    (@bind $backend:ident, $value:ty, $sql:ty, $bare:ty, $known:ty, $to:expr) => {
        impl Bind<$sql, $backend> for $value {
            #[inline]
            fn bind(self, out: &mut Output<'_, '_, $backend>) -> ToSqlResult {
                let to: fn(Self) -> $known = $to;
                ToSql::<$bare, $backend>::to_sql(&to(self), &mut out.reborrow())
            }
        }
    };
}

fits!(i64, BigInt, [Pg Mysql Sqlite]);
fits!(Vec<u8>, Binary, [Pg Mysql Sqlite]);
fits!(String, Text, [Pg Mysql Sqlite]);
fits!(Uuid, sql_types::Uuid, [Pg]);
// The others have columns of bytes for UUIDs.
fits!(
    Uuid,
    Binary,
    Vec<u8>,
    |uuid| uuid.into_bytes().to_vec(),
    |bytes| Ok(Uuid::from_slice(&bytes)?),
    [Pg Mysql Sqlite]
);

/// Writes `AsExpression`, `ToSql`, `FromSql` and `Queryable`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_diesel {
    ([$($parameter:tt)*] $type:ty) => {
        impl<S, $($parameter)*> $crate::column::diesel::AsExpression<S> for $type
        where
            S: $crate::column::diesel::SqlType + $crate::column::diesel::TypedExpressionType,
            Self: $crate::column::Stored<Value: $crate::column::diesel::Fits<S>> + ::core::clone::Clone + 'static,
        {
            type Expression =
                <$crate::column::diesel::Bound<Self> as $crate::column::diesel::AsExpression<S>>::Expression;

            #[inline]
            fn as_expression(self) -> Self::Expression {
                $crate::column::diesel::AsExpression::<S>::as_expression(
                    $crate::column::diesel::Bound::Owned(self),
                )
            }
        }

        impl<S, $($parameter)*> $crate::column::diesel::AsExpression<S> for &$type
        where
            S: $crate::column::diesel::SqlType + $crate::column::diesel::TypedExpressionType,
            $type: $crate::column::Stored<Value: $crate::column::diesel::Fits<S>> + ::core::clone::Clone + 'static,
        {
            type Expression =
                <$crate::column::diesel::Bound<$type> as $crate::column::diesel::AsExpression<S>>::Expression;

            #[inline]
            fn as_expression(self) -> Self::Expression {
                $crate::column::diesel::AsExpression::<S>::as_expression(
                    $crate::column::diesel::Bound::Owned(::core::clone::Clone::clone(self)),
                )
            }
        }

        impl<S, D, $($parameter)*> $crate::column::diesel::ToSql<S, D> for $type
        where
            D: $crate::column::diesel::Backend,
            Self: ::core::fmt::Debug + $crate::column::Stored<Value: $crate::column::diesel::Bind<S, D>>,
        {
            #[inline]
            fn to_sql<'b>(
                &'b self,
                out: &mut $crate::column::diesel::Output<'b, '_, D>,
            ) -> $crate::column::diesel::ToSqlResult {
                let value = $crate::column::Stored::to_value(self)?;
                $crate::column::diesel::Bind::<S, D>::bind(value, out)
            }
        }

        impl<S, D, $($parameter)*> $crate::column::diesel::FromSql<S, D> for $type
        where
            D: $crate::column::diesel::Backend,
            Self: $crate::column::Stored<Value: $crate::column::diesel::Read<S, D>>,
        {
            #[inline]
            fn from_sql(value: D::RawValue<'_>) -> $crate::column::diesel::FromSqlResult<Self> {
                let value = $crate::column::diesel::Read::<S, D>::read(value)?;
                ::core::result::Result::Ok(<Self as $crate::column::Stored>::from_value(value)?)
            }
        }

        impl<S, D, $($parameter)*> $crate::column::diesel::Queryable<S, D> for $type
        where
            S: $crate::column::diesel::SingleValue,
            D: $crate::column::diesel::Backend,
            Self: $crate::column::diesel::FromSql<S, D>,
        {
            type Row = Self;

            #[inline]
            fn build(row: Self) -> $crate::column::diesel::FromSqlResult<Self> {
                ::core::result::Result::Ok(row)
            }
        }
    };
}
