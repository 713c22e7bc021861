//! The standard conversions of signed numbers, each forwarding to the method of its name.

use ids_core::{ParseError, RangeError};

use crate::Local;

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
