//! The key: a number that is counted up.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Digits, impl_component, or_return},
};

use crate::Luuid;

/// The key of an entity inside its group: 48 bits, counted from 1.
///
/// Written in hexadecimal, lower case, without leading zeros ([LUUID-9](crate::rules#luuid-9)). Key
/// 0 can be written and read; no generator issues it.
///
/// ```
/// use luuid::Key;
/// let key = Key::new(0x23_122e)?;
/// assert_eq!(key.to_string(), "23122e");
/// assert_eq!("23122e".parse(), Ok(key));
/// # Ok::<(), luuid::RangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl_component!(Key: u64, to_bits, new, RangeError);

static HEX: Digits<16> = Digits::HEX;

impl Key {
    /// The smallest key, 0. Generators issue those above it.
    pub const MIN: Self = Self(0);

    /// The largest key, 2^48 - 1.
    pub const MAX: Self = Self(Luuid::KEY.max());

    /// The key of this number.
    ///
    /// # Errors
    /// [`RangeError`] if it is wider than 48 bits.
    #[inline]
    pub const fn new(key: u64) -> Result<Self, RangeError> {
        or_return!(Luuid::KEY.put(key));
        Ok(Self(key))
    }

    /// The key's field in an identifier.
    #[inline]
    pub(crate) const fn from_field(bits: u128) -> Self {
        Self(Luuid::KEY.get(bits))
    }

    /// The number.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The text: 1 to 12 hexadecimal digits.
    #[inline]
    pub const fn encode(self) -> Text<12> {
        HEX.encode(self.0 as u128)
    }

    /// The key that exactly this text writes.
    ///
    /// # Errors
    /// [`ParseError::Length`], [`ParseError::Digit`], [`ParseError::LeadingZero`].
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self::from_field(or_return!(HEX.decode::<48>(text)) << Luuid::KEY.low()))
    }

    /// The key of such a text that may have one hyphen, before its last three digits as the format
    /// was published, or before its last four as in a UUID ([LUUID-9](crate::rules#luuid-9)).
    ///
    /// ```
    /// use luuid::Key;
    /// let key = Key::new(0x23_122e)?;
    /// assert_eq!(Key::decode_lenient(b"231-22e"), Ok(key));
    /// assert_eq!(Key::decode_lenient(b"23-122e"), Ok(key));
    /// assert_eq!(Key::decode_lenient(b"23122e"), Ok(key));
    /// # Ok::<(), luuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[inline]
    pub fn decode_lenient(text: &[u8]) -> Result<Self, ParseError> {
        let (head, tail) = match text {
            [head @ .., b'-', _, _, _] | [head @ .., b'-', _, _, _, _] => {
                (head, &text[head.len() + 1..])
            }
            _ => return Self::decode(text),
        };
        let mut digits = Text::<12>::EMPTY;
        if head.is_empty() || !digits.push(head) || !digits.push(tail) {
            return Self::decode(text);
        }
        Self::decode(digits.as_bytes()).map_err(|error| match error {
            ParseError::Digit { index, byte } if index >= head.len() => {
                ParseError::Digit { index: index + 1, byte }
            }
            other => other,
        })
    }
}
