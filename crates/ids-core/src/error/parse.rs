//! Text or bits that are no identifier.

use core::fmt;

use super::Count;
use crate::format::errors;

errors! {
    /// Text or bits that are not an identifier of the format.
    #[non_exhaustive]
    pub enum ParseError {
        /// The text has a length that no text of this form has: shorter, longer, or between two.
        Length {
            /// Bytes found.
            found: usize,
            /// Bytes of the shortest text of this form.
            min: usize,
            /// Bytes of the longest text of this form.
            max: usize,
        } => "length", ("{}", Lengths(*found, *min, *max));
        /// A byte that is not a digit of the alphabet.
        Digit {
            /// Its position, in bytes from the start of the text.
            index: usize,
            /// The byte found there.
            byte: u8,
        } => "digit", ("{} at index {index} is no digit of this form", Byte(*byte));
        /// Another byte was expected here: punctuation, a prefix, a marker.
        Expected {
            /// A position in bytes from the start of the text: where what is expected begins, or, in a
            /// prefix, the first difference.
            index: usize,
            /// What the form has at this place, literally or in words.
            text: &'static str,
        } => "expected", "expected '{text}' at index {index}";
        /// A leading zero that the canonical text does not have.
        LeadingZero {
            /// Its position, in bytes from the start of the text.
            index: usize,
        } => "leading_zero", "a leading zero at index {index}: this form writes numbers without them";
        /// The number needs more bits than the format has.
        TooLarge {
            /// The format's width in bits.
            bits: u32,
        } => "too_large", "the number needs more than {bits} bits";
        /// A field that the format fixes has another value.
        Fixed {
            /// The field's name.
            field: &'static str,
            /// The value found.
            found: u64,
            /// The value that the format writes.
            expected: u64,
        } => "fixed", "{field} is {found}, but always {expected} in this format";
        /// A field has none of the few values that the format allows.
        OneOf {
            /// The field's name.
            field: &'static str,
            /// The value found.
            found: u32,
            /// The values that the format writes.
            expected: &'static [u32],
        } => "fixed", ("{field} is {found}, but always {} in this format", Values(expected));
        /// A signed number is negative. Identifiers are not.
        Negative {
            /// The number.
            number: i64,
        } => "negative", "{number} is negative, which no identifier is";
        /// A checksum inside the text does not match its content.
        Checksum {
            /// The checksum found.
            found: u32,
            /// The checksum of the content.
            expected: u32,
        } => "checksum", "the checksum is {found:08x}, but the content's is {expected:08x}";
        /// The text is not a name of the list, such as that of the forms.
        Unknown {
            /// What is named.
            what: &'static str,
            /// The names that there are, with commas.
            known: &'static str,
        } => "unknown", "no {what} has this name: there are {known}";
    }
}

impl ParseError {
    /// The name of the field that has a wrong value, where it is one.
    #[inline]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Fixed { field, .. } | Self::OneOf { field, .. } => Some(field),
            _ => None,
        }
    }

    /// The byte position that the error points at, if it has one. For a wrong length it is the end
    /// of a text that is too short, or the first byte too many of one that is too long.
    #[inline]
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Length { found, max, .. } => Some(if *found < *max { *found } else { *max }),
            Self::Digit { index, .. }
            | Self::Expected { index, .. }
            | Self::LeadingZero { index } => Some(*index),
            _ => None,
        }
    }

    /// The same error in a text that has `offset` more bytes on the left: for forms that put a
    /// prefix before the digits.
    #[inline]
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        match self {
            Self::Length { found, min, max } => {
                Self::Length { found: found + offset, min: min + offset, max: max + offset }
            }
            Self::Digit { index, byte } => Self::Digit { index: index + offset, byte },
            Self::Expected { index, text } => Self::Expected { index: index + offset, text },
            Self::LeadingZero { index } => Self::LeadingZero { index: index + offset },
            other => other,
        }
    }
}

/// A length, and the least and the greatest that fit.
struct Lengths(usize, usize, usize);

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(found, min, max) = *self;
        write!(f, "{}, ", Count(found as u64, "byte"))?;
        if min == max {
            write!(f, "but this form has {max}")
        } else if (min..=max).contains(&found) {
            write!(f, "which is not one of this form's lengths from {min} to {max}")
        } else {
            write!(f, "but this form has {min} to {max}")
        }
    }
}

/// A byte, as a character where it is one that can be seen.
struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(byte) = *self;
        if byte.is_ascii_graphic() {
            write!(f, "'{}'", char::from(byte))
        } else {
            write!(f, "byte 0x{byte:02x}")
        }
    }
}

/// The few values that fit.
struct Values(&'static [u32]);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.0.iter().enumerate() {
            write!(f, "{}{value}", if index == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}
