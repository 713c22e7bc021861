//! The columns of a row, and the values that a statement takes.

use core::ops::Range;
use std::vec::Vec;

use ids_db::postgres::described;
use tokio_postgres::{Row, types::FromSql};

use crate::{Holder, Namespace, Resource, StoreError, Token};

/// A column of a row. One of another type stays so: asking again does not help.
pub(super) fn column<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Broken(described(&error).into()))
}

pub(super) fn name(resource: &Resource) -> (&str, i64) {
    (resource.namespace.as_str(), signed(resource.number))
}

pub(super) fn known_name(name: &str) -> Result<Namespace, StoreError> {
    Namespace::new(name).map_err(|error| StoreError::Broken(error.into()))
}

/// All numbers here are below 2^63; larger ones would count as the largest.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn unsigned(row: &Row, at: usize) -> Result<u64, StoreError> {
    let number: i64 = column(row, at)?;
    positive(number)
}

pub(super) fn positive(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|error| StoreError::Broken(error.into()))
}

pub(super) fn range(row: &Row, at: usize) -> Result<Option<Range<u64>>, StoreError> {
    let (first, until): (Option<i64>, Option<i64>) = (column(row, at)?, column(row, at + 1)?);
    let range = first.zip(until);
    range.map(|(first, until)| Ok(positive(first)?..positive(until)?)).transpose()
}

pub(super) fn bytes(token: Token) -> Vec<u8> {
    token.to_bits().to_be_bytes().to_vec()
}

pub(super) fn token_of(row: &Row, at: usize) -> Result<Option<Token>, StoreError> {
    let Some(bytes) = column::<Option<&[u8]>>(row, at)? else { return Ok(None) };
    let bits = bytes.try_into().map_err(|_| StoreError::Broken("a token has 16 bytes".into()))?;
    Ok(Some(Token::from_bits(u128::from_be_bytes(bits))))
}

pub(super) fn holder(row: &Row, token: Token, label: usize) -> Result<Holder, StoreError> {
    Holder::new(token, column(row, label)?).map_err(|error| StoreError::Broken(error.into()))
}
