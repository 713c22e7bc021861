//! Parts of identifiers that are any number of 32 bits.

use core::{
    fmt::{Debug, Display},
    str::FromStr,
};

use ids_core::ParseError;

use crate::laws::name;

/// Holds a part of an identifier that is any number of 32 bits: its text is eight lower-case hexadecimal digits and
/// can be padded, Debug output has it, the number comes back, and other texts are refused.
///
/// # Panics
/// If that is not so.
#[track_caller]
pub fn hold_hex32<T>()
where
    T: Copy + PartialEq + Debug + Display + From<u32> + Into<u32> + FromStr<Err = ParseError>,
{
    for bits in [0, 1, 0xab, 0x01ce_1947, 0x86ce_1947, u32::MAX] {
        let (part, text) = (T::from(bits), format!("{bits:08x}"));
        assert_eq!(Into::<u32>::into(part), bits, "{part:?} as a number");
        assert_eq!((part.to_string(), text.parse()), (text.clone(), Ok(part)), "{part:?} as text");
        assert_eq!(format!("{part:>10}"), format!("  {text}"), "padding of {part:?}");
        assert_eq!(format!("{part:?}"), format!("{}({text:?})", name::<T>()));
    }
    for (text, error) in [
        ("0000000B", ParseError::Digit { index: 7, byte: b'B' }),
        ("0000000g", ParseError::Digit { index: 7, byte: b'g' }),
        ("0", ParseError::Length { found: 1, min: 8, max: 8 }),
        ("0x000000ab", ParseError::Length { found: 10, min: 8, max: 8 }),
    ] {
        assert_eq!(text.parse::<T>(), Err(error), "{text}");
    }
}
