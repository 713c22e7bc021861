//! Conversions from and to the `uuid` crate's type.

use ids_core::ParseError;
use uuid::Uuid;

use crate::{Siq, embedded};

/// The UUID of version 8 whose 122 free bits are ten zeros and the identifier, so that both sort
/// alike ([SIQ-20](crate::rules#siq-20)).
///
/// ```
/// use siq::Siq;
/// use uuid::Uuid;
/// let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse()?;
/// let uuid = Uuid::from(id);
/// assert_eq!(uuid.to_string(), "000019cf-73d0-8100-8001-86ce1947005e");
/// assert_eq!(Siq::try_from(uuid), Ok(id));
/// # Ok::<(), siq::ParseError>(())
/// ```
impl From<Siq> for Uuid {
    #[inline]
    fn from(id: Siq) -> Self {
        Self::from_u128(embedded::embed(id))
    }
}

/// The identifier inside a UUID.
///
/// # Errors
/// [`ParseError::Fixed`] if the version is not 8, the variant not 2, or one of the ten highest
/// bits is set: no UUID of this kind.
impl TryFrom<Uuid> for Siq {
    type Error = ParseError;

    #[inline]
    fn try_from(uuid: Uuid) -> Result<Self, ParseError> {
        embedded::extract(uuid.as_u128())
    }
}
