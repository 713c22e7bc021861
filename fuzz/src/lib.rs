//! What the targets share.

use ids_core::{Id, ParseError};

/// A type's own text and bytes: what reads back is what is written, and nothing panics.
///
/// # Panics
/// If it is not.
pub fn inverse<I>(data: &[u8])
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    if let Ok(text) = core::str::from_utf8(data) {
        if let Ok(id) = text.parse::<I>() {
            assert_eq!(id.to_string(), text);
            assert_eq!(I::from_bits(id.to_bits()), Ok(id));
        }
    }
    if let Ok(id) = I::try_from(data) {
        assert_eq!(id.to_bytes().as_ref(), data);
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}

/// Whether two texts differ in the case of letters only.
#[must_use]
pub fn same_but_case(a: &[u8], b: &str) -> bool {
    a.eq_ignore_ascii_case(b.as_bytes())
}
