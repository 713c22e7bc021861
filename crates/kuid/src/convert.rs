//! The standard conversions of 64 bits, each forwarding to the method that says what it refuses.

use ids_core::{ParseError, RangeError};

use crate::Local;

impl From<Local> for u64 {
    #[inline]
    fn from(id: Local) -> Self {
        id.to_bits()
    }
}

impl TryFrom<u64> for Local {
    type Error = ParseError;
    #[inline]
    fn try_from(bits: u64) -> Result<Self, ParseError> {
        Self::from_bits(bits)
    }
}

impl TryFrom<Local> for i64 {
    type Error = RangeError;
    #[inline]
    fn try_from(id: Local) -> Result<Self, RangeError> {
        id.to_i64()
    }
}

impl TryFrom<i64> for Local {
    type Error = ParseError;
    #[inline]
    fn try_from(number: i64) -> Result<Self, ParseError> {
        Local::from_i64(number)
    }
}
