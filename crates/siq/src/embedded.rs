//! Identifiers inside UUIDs of version 8: the format only says that it can be done, and this crate
//! decides how ([SIQ-20](crate::rules#siq-20)).

use ids_core::{
    ParseError,
    format::{Field, Layout, or_return},
};

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

/// The number of the UUID.
#[inline]
pub(crate) const fn embed(id: Siq) -> u128 {
    let bits = id.to_bits();
    let high = bits >> (LOW.width() + MIDDLE.width()) << HIGH.low();
    let middle = bits << (MIDDLE.low() - LOW.width()) & MIDDLE.mask();
    let fixed = 8 << VERSION.low() | 2 << VARIANT.low();
    high | middle | fixed | bits & LOW.mask()
}

/// The identifier inside the UUID of this number.
#[inline]
pub(crate) const fn extract(uuid: u128) -> Result<Siq, ParseError> {
    or_return!(LAYOUT.check(uuid));
    let high = (HIGH.get(uuid) as u128) << (LOW.width() + MIDDLE.width());
    let middle = (MIDDLE.get(uuid) as u128) << LOW.width();
    Siq::from_bits(high | middle | LOW.get(uuid) as u128)
}
