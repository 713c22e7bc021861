//! The standard conversions, each through the method that documents its errors.

use ids_core::{Id, ParseError, format::impl_i64};

use crate::{Kind, Snowflake};

impl<K: Kind> From<Snowflake<K>> for u64 {
    #[inline]
    fn from(id: Snowflake<K>) -> Self {
        id.to_bits()
    }
}

impl<K: Kind> TryFrom<u64> for Snowflake<K> {
    type Error = ParseError;
    #[inline]
    fn try_from(bits: u64) -> Result<Self, ParseError> {
        Self::from_bits(bits)
    }
}

impl<K: Kind> From<Snowflake<K>> for u128 {
    #[inline]
    fn from(id: Snowflake<K>) -> Self {
        id.to_bits().into()
    }
}

impl<K: Kind> TryFrom<u128> for Snowflake<K> {
    type Error = ParseError;
    #[inline]
    fn try_from(bits: u128) -> Result<Self, ParseError> {
        Id::from_bits(bits)
    }
}

impl_i64!([K: Kind] Snowflake<K>);

impl<K: Kind> From<Snowflake<K>> for [u8; 8] {
    #[inline]
    fn from(id: Snowflake<K>) -> Self {
        id.to_bytes()
    }
}

impl<K: Kind> TryFrom<[u8; 8]> for Snowflake<K> {
    type Error = ParseError;
    #[inline]
    fn try_from(bytes: [u8; 8]) -> Result<Self, ParseError> {
        Self::from_bytes(bytes)
    }
}

impl<K: Kind> TryFrom<&[u8]> for Snowflake<K> {
    type Error = ParseError;
    #[inline]
    fn try_from(bytes: &[u8]) -> Result<Self, ParseError> {
        match bytes.try_into() {
            Ok(bytes) => Self::from_bytes(bytes),
            Err(_) => Err(ParseError::Length { found: bytes.len(), min: 8, max: 8 }),
        }
    }
}
