//! Text of any radix, as long as the number needs.

use crate::{ParseError, Text};

/// A number in radix `RADIX`, most significant digit first, without leading zeros.
///
/// For the forms whose length follows the number: decimal, base 36, base 58, unpadded hex. The
/// fixed-width forms have the faster [`Base`](crate::Base).
///
/// ```
/// use ids_core::{Digits, ParseError};
/// static DECIMAL: Digits<10> = Digits::DECIMAL;
/// let text = DECIMAL.encode::<20>(175_928_847_299_117_063);
/// assert_eq!(text, "175928847299117063");
/// assert_eq!(DECIMAL.decode::<64>(b"175928847299117063"), Ok(175_928_847_299_117_063));
/// assert_eq!(DECIMAL.decode::<64>(b"007"), Err(ParseError::LeadingZero { index: 0 }));
/// assert_eq!(
///     DECIMAL.decode::<64>(b"18446744073709551616"),
///     Err(ParseError::TooLarge { bits: 64 })
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Digits<const RADIX: usize> {
    alphabet: [u8; RADIX],
    /// The value of each byte, or [`BAD`].
    values: [u8; 256],
}

/// Marks a byte that is no digit.
const BAD: u8 = u8::MAX;

impl Digits<10> {
    /// `0` to `9`.
    pub const DECIMAL: Self = Self::new(b"0123456789");
}

impl Digits<16> {
    /// `0` to `9` and `a` to `f`, lower case only.
    pub const HEX: Self = Self::new(b"0123456789abcdef");
}

impl<const RADIX: usize> Digits<RADIX> {
    /// The largest power of the radix that fits 64 bits, and its exponent: so many digits are
    /// split off a 128-bit number in one division.
    const CHUNK: (u64, u32) = {
        let (mut power, mut exponent) = (1_u64, 0);
        while let Some(next) = power.checked_mul(RADIX as u64) {
            power = next;
            exponent += 1;
        }
        (power, exponent)
    };

    /// The radix whose digit of value `i` is `alphabet[i]`.
    ///
    /// # Panics
    /// If the radix is not 2 to 64, or the alphabet has a byte outside ASCII or a digit twice:
    /// for a `static`, when it is compiled.
    #[inline]
    #[track_caller]
    #[expect(clippy::cast_possible_truncation, reason = "digit values are below 64")]
    pub const fn new(alphabet: &[u8; RADIX]) -> Self {
        assert!(RADIX >= 2 && RADIX <= 64, "a radix of 2 to 64");
        let mut digits = Self { alphabet: *alphabet, values: [BAD; 256] };
        let mut value = 0;
        while value < RADIX {
            digits = digits.with(alphabet[value], value as u8);
            value += 1;
        }
        digits
    }

    /// The same radix, which also reads each letter in the other case.
    ///
    /// # Panics
    /// If the alphabet has both cases of a letter.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn ignore_case(mut self) -> Self {
        let values = self.values;
        let mut byte = 0;
        while byte < 128_u8 {
            if byte.is_ascii_alphabetic() && values[byte as usize] != BAD {
                self = self.with(byte ^ 0x20, values[byte as usize]);
            }
            byte += 1;
        }
        self
    }

    #[track_caller]
    const fn with(mut self, byte: u8, value: u8) -> Self {
        assert!(byte.is_ascii(), "digits are ASCII");
        assert!(self.values[byte as usize] == BAD, "a digit stands for one value only");
        self.values[byte as usize] = value;
        self
    }

    /// The digits of `value`; zero is one digit.
    ///
    /// # Panics
    /// If the text has room for fewer digits than the number needs: a format's `N` is that of its
    /// largest number.
    #[inline]
    pub fn encode<const N: usize>(&self, value: u128) -> Text<N> {
        let mut digits = [0; N];
        let (mut start, mut rest) = (N, value);
        let (power, exponent) = Self::CHUNK;
        while rest > u128::from(u64::MAX) {
            let mut chunk = low(rest % u128::from(power));
            rest /= u128::from(power);
            for _ in 0..exponent {
                start -= 1;
                digits[start] = self.digit(&mut chunk);
            }
        }
        let mut chunk = low(rest);
        loop {
            start -= 1;
            digits[start] = self.digit(&mut chunk);
            if chunk == 0 {
                break;
            }
        }
        Text::from_ascii(&digits[start..]).unwrap_or(Text::EMPTY)
    }

    /// Takes the least significant digit off `chunk`.
    #[inline]
    const fn digit(&self, chunk: &mut u64) -> u8 {
        let radix = RADIX as u64;
        let digit = self.alphabet[low_index(*chunk % radix)];
        *chunk /= radix;
        digit
    }

    /// The number of at most `BITS` bits that the text writes.
    ///
    /// # Errors
    /// [`ParseError::Length`] for no text or more digits than the largest number has,
    /// [`ParseError::Digit`] for the first byte that is no digit, [`ParseError::LeadingZero`],
    /// [`ParseError::TooLarge`].
    #[inline]
    pub const fn decode<const BITS: u32>(&self, text: &[u8]) -> Result<u128, ParseError> {
        let limit = const { u128::MAX >> (128 - BITS) };
        let max = const { Self::length(u128::MAX >> (128 - BITS)) };
        if text.is_empty() || text.len() > max {
            return Err(ParseError::Length { found: text.len(), min: 1, max });
        }
        // The first digits cannot overflow 64 bits; most texts have no others.
        let (mut head, mut index, mut bad) = (0_u64, 0, false);
        while index < text.len() && index < Self::CHUNK.1 as usize {
            let digit = self.values[text[index] as usize];
            bad |= digit == BAD;
            head = head.wrapping_mul(RADIX as u64).wrapping_add(digit as u64);
            index += 1;
        }
        let (mut value, mut too_large) = (head as u128, false);
        while index < text.len() {
            let digit = self.values[text[index] as usize];
            bad |= digit == BAD;
            let (shifted, over) = value.overflowing_mul(RADIX as u128);
            let (next, carry) = shifted.overflowing_add(digit as u128);
            too_large |= over | carry;
            value = next;
            index += 1;
        }
        if bad {
            return Err(self.first_bad(text));
        }
        if text.len() > 1 && self.values[text[0] as usize] == 0 {
            return Err(ParseError::LeadingZero { index: 0 });
        }
        if too_large || value > limit {
            return Err(ParseError::TooLarge { bits: BITS });
        }
        Ok(value)
    }

    #[cold]
    const fn first_bad(&self, text: &[u8]) -> ParseError {
        let mut index = 0;
        while index < text.len() && self.values[text[index] as usize] != BAD {
            index += 1;
        }
        ParseError::Digit { index, byte: text[index] }
    }

    /// How many digits `value` has.
    #[inline]
    const fn length(value: u128) -> usize {
        let (mut rest, mut length) = (value / RADIX as u128, 1);
        while rest > 0 {
            rest /= RADIX as u128;
            length += 1;
        }
        length
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "called with numbers of at most 64 bits")]
const fn low(value: u128) -> u64 {
    value as u64
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "called with numbers below the radix")]
const fn low_index(value: u64) -> usize {
    value as usize
}
