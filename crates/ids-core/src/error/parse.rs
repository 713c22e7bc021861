//! Text or bits that are no identifier.

use core::{error::Error, fmt};

use super::count::Count;

/// Text or bits that are not an identifier of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    },
    /// A byte that is not a digit of the alphabet.
    Digit {
        /// Its position, in bytes from the start of the text.
        index: usize,
        /// The byte found there.
        byte: u8,
    },
    /// Another byte was expected here: punctuation, a prefix, a marker.
    Expected {
        /// A position in bytes from the start of the text: where what is expected begins, or, in a
        /// prefix, the first difference.
        index: usize,
        /// What the form has at this place, literally or in words.
        text: &'static str,
    },
    /// A leading zero that the canonical text does not have.
    LeadingZero {
        /// Its position, in bytes from the start of the text.
        index: usize,
    },
    /// The number needs more bits than the format has.
    TooLarge {
        /// The format's width in bits.
        bits: u32,
    },
    /// A field that the format fixes has another value.
    Fixed {
        /// The field's name.
        field: &'static str,
        /// The value found.
        found: u64,
        /// The value that the format writes.
        expected: u64,
    },
    /// A field has none of the few values that the format allows.
    OneOf {
        /// The field's name.
        field: &'static str,
        /// The value found.
        found: u32,
        /// The values that the format writes.
        expected: &'static [u32],
    },
    /// A signed number is negative. Identifiers are not.
    Negative {
        /// The number.
        number: i64,
    },
    /// A checksum inside the text does not match its content.
    Checksum {
        /// The checksum found.
        found: u32,
        /// The checksum of the content.
        expected: u32,
    },
    /// The text is not a name of the list, such as that of the forms.
    Unknown {
        /// What is named.
        what: &'static str,
    },
}

impl ParseError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Length { .. } => "length",
            Self::Digit { .. } => "digit",
            Self::Expected { .. } => "expected",
            Self::LeadingZero { .. } => "leading_zero",
            Self::TooLarge { .. } => "too_large",
            Self::Fixed { .. } | Self::OneOf { .. } => "fixed",
            Self::Negative { .. } => "negative",
            Self::Checksum { .. } => "checksum",
            Self::Unknown { .. } => "unknown",
        }
    }

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

const fn bytes(number: usize) -> Count {
    Count(number as u64, "byte")
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, min, max } if min == max => {
                write!(f, "{}, but this form has {max}", bytes(*found))
            }
            Self::Length { found, min, max } if (min..=max).contains(&found) => {
                write!(
                    f,
                    "{}, which is not one of this form's lengths from {min} to {max}",
                    bytes(*found)
                )
            }
            Self::Length { found, min, max } => {
                write!(f, "{}, but this form has {min} to {max}", bytes(*found))
            }
            Self::Digit { index, byte } if byte.is_ascii_graphic() => {
                write!(f, "'{}' at index {index} is no digit of this form", char::from(*byte))
            }
            Self::Digit { index, byte } => {
                write!(f, "byte 0x{byte:02x} at index {index} is no digit of this form")
            }
            Self::Expected { index, text } => write!(f, "expected '{text}' at index {index}"),
            Self::LeadingZero { index } => {
                write!(f, "a leading zero at index {index}: this form writes numbers without them")
            }
            Self::TooLarge { bits } => write!(f, "the number needs more than {bits} bits"),
            Self::Fixed { field, found, expected } => {
                write!(f, "{field} is {found}, but always {expected} in this format")
            }
            Self::OneOf { field, found, expected } => {
                write!(f, "{field} is {found}, but always ")?;
                for (index, value) in expected.iter().enumerate() {
                    write!(f, "{}{value}", if index == 0 { "" } else { " or " })?;
                }
                f.write_str(" in this format")
            }
            Self::Negative { number } => {
                write!(f, "{number} is negative, which no identifier is")
            }
            Self::Checksum { found, expected } => {
                write!(f, "the checksum is {found:08x}, but the content's is {expected:08x}")
            }
            Self::Unknown { what } => write!(f, "no {what} has this name"),
        }
    }
}

impl Error for ParseError {}
