//! Conversions from and to the `uuid` crate's type.

use ids_core::ParseError;
use uuid::Uuid;

use crate::Luuid;

/// The same 128 bits.
impl From<Luuid> for Uuid {
    #[inline]
    fn from(id: Luuid) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}

/// The same 128 bits, if they have version 6 or 8 and variant `a`.
impl TryFrom<Uuid> for Luuid {
    type Error = ParseError;

    #[inline]
    fn try_from(uuid: Uuid) -> Result<Self, ParseError> {
        Self::from_bytes(uuid.into_bytes())
    }
}
