//! Identifiers for tests: any of the format's, the edges of its fields often.

use crate::{Id, ParseError};

/// The identifier that is made of any bits and any choice, the same one for the same two.
///
/// The choice has two bits for each field. They make it its smallest value, its largest, or, twice
/// as often, what the bits say. A fixed field gets its value; one of a few values gets one of them.
///
/// `None` only if the identifier refuses bits for another reason than its fields.
pub(super) fn sample<I: Id>(bits: u128, choice: u64) -> Option<I> {
    let (mut bits, mut choice) = (bits & I::LAYOUT.mask(), choice);
    for field in I::LAYOUT.fields() {
        match choice & 3 {
            0 => bits &= !field.mask(),
            1 => bits |= field.mask(),
            _ => {}
        }
        choice >>= 2;
    }
    // Each turn settles a field.
    for _ in I::LAYOUT.fields() {
        let (name, value) = match I::from_bits(bits) {
            Ok(id) => return Some(id),
            Err(ParseError::Fixed { field, expected, .. }) => (field, expected),
            Err(ParseError::OneOf { field, found, expected }) => {
                let values = expected.iter().cycle().skip(found as usize % expected.len().max(1));
                (field, values.copied().next()?.into())
            }
            Err(_) => return None,
        };
        let field = I::LAYOUT.field(name)?;
        bits = bits & !field.mask() | u128::from(value) << field.low();
    }
    I::from_bits(bits).ok()
}
