//! Identifiers inside UUIDs of version 8: this crate's own, since the format only says that it can
//! be done.

use ids_core::{Field, Layout, ParseError};
use uuid::Uuid;

use crate::Siq;

const HIGH: Field = Field::new("high", 117, 80);
const VERSION: Field = Field::new("version", 79, 76).always(8);
const MIDDLE: Field = Field::new("middle", 75, 64);
const VARIANT: Field = Field::new("variant", 63, 62).always(2);
const LOW: Field = Field::new("low", 61, 0);

/// The fields of a UUID that holds an identifier, which is cut in three by version and variant.
const LAYOUT: Layout = Layout::new(
    "siq-uuid",
    128,
    &[Field::new("zero", 127, 118).always(0), HIGH, VERSION, MIDDLE, VARIANT, LOW],
);

/// The UUID of version 8 whose 122 free bits are ten zeros and the identifier, so that both sort
/// alike (SIQ-20).
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
        let bits = id.to_bits();
        let high = bits >> (LOW.width() + MIDDLE.width()) << HIGH.low();
        let middle = bits << (MIDDLE.low() - LOW.width()) & MIDDLE.mask();
        let fixed = 8 << VERSION.low() | 2 << VARIANT.low();
        Self::from_u128(high | middle | fixed | bits & LOW.mask())
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
        let bits = uuid.as_u128();
        LAYOUT.check(bits)?;
        let high = u128::from(HIGH.get(bits)) << (LOW.width() + MIDDLE.width());
        let middle = u128::from(MIDDLE.get(bits)) << LOW.width();
        Self::from_bits(high | middle | u128::from(LOW.get(bits)))
    }
}
