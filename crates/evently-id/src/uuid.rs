//! Conversions from and to the `uuid` crate's type.

use ids_core::ParseError;
use uuid::Uuid;

use crate::EventId;

/// The same 128 bits, whose version and variant mean nothing.
impl From<EventId> for Uuid {
    #[inline]
    fn from(id: EventId) -> Self {
        Self::from_bytes(id.to_bytes())
    }
}

/// The same 128 bits, if the first is 0.
impl TryFrom<Uuid> for EventId {
    type Error = ParseError;

    #[inline]
    fn try_from(uuid: Uuid) -> Result<Self, ParseError> {
        Self::from_bytes(uuid.into_bytes())
    }
}
