//! Hexadecimal text of fixed width, and the grouping that UUIDs have.

use super::Ascii;
use crate::{ParseError, Text};

/// A number as a fixed count of hexadecimal digits, most significant first, padded with zeros:
/// written in lower case, read in lower case only or in both.
///
/// Decoding works on the digits' codes, all at once, without a table: the form without leading
/// zeros is [`Digits::HEX`](crate::format::Digits::HEX).
///
/// ```
/// use ids_core::{ParseError, format::Hex};
/// assert_eq!(Hex::LOWER.encode::<8>(0xbe11_c69c), "be11c69c");
/// assert_eq!(Hex::LOWER.decode::<8>(b"be11c69c"), Ok(0xbe11_c69c));
/// assert_eq!(Hex::LOWER.decode::<8>(b"BE11c69c"), Err(ParseError::Digit { index: 0, byte: b'B' }));
/// assert_eq!(Hex::ANY_CASE.decode::<8>(b"BE11c69c"), Ok(0xbe11_c69c));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    /// The bit that tells lower case from upper, where it is not looked at.
    case: u8,
}

/// The two digits of each byte.
static PAIRS: [[Ascii; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let (mut pairs, mut byte) = ([[Ascii::NUL; 2]; 256], 0);
    while byte < 256 {
        pairs[byte] = [Ascii::new(digits[byte >> 4]), Ascii::new(digits[byte & 15])];
        byte += 1;
    }
    pairs
};

/// Where each byte's digits stand in a UUID's text.
const PLACES: [usize; 16] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

impl Hex {
    /// Reads `0` to `9` and `a` to `f`.
    pub const LOWER: Self = Self { case: 0 };

    /// Reads `A` to `F` as well.
    pub const ANY_CASE: Self = Self { case: 0x20 };

    /// The lowest `N` digits of `value`, at most 32.
    ///
    /// Higher bits are ignored: a format checks its width when it makes the identifier.
    #[inline]
    pub const fn encode<const N: usize>(self, value: u128) -> Text<N> {
        const { assert!(N <= 32, "128 bits are 32 digits") };
        let (all, mut digits, mut index) = (digits(&value.to_be_bytes()), [Ascii::NUL; N], 0);
        while index < N {
            digits[index] = Ascii::of_low_bits(all[32 - N + index]);
            index += 1;
        }
        Text::from_first(digits, N)
    }

    /// The number that exactly `N` digits write, at most 32.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`] for the first byte that is not a digit.
    #[inline]
    pub const fn decode<const N: usize>(self, text: &[u8]) -> Result<u128, ParseError> {
        const { assert!(N <= 32, "128 bits are 32 digits") };
        let Some((digits, [])) = text.split_first_chunk::<N>() else {
            return Err(ParseError::Length { found: text.len(), min: N, max: N });
        };
        let (upper, lower) = (sixteen(digits, 0), sixteen(digits, 16));
        if let (bytes, true) = bytes(upper, lower, self.case) {
            return Ok(u128::from_be_bytes(bytes));
        }
        let index = self.first_bad(upper, lower) - (32 - N);
        Err(ParseError::Digit { index, byte: digits[index] })
    }

    /// The canonical text of a UUID: 8-4-4-4-12 digits.
    #[inline]
    pub const fn encode_uuid(self, value: u128) -> Text<36> {
        let bytes = value.to_be_bytes();
        let (mut text, mut index) = ([Ascii::new(b'-'); 36], 0);
        while index < 16 {
            let pair = PAIRS[bytes[index] as usize];
            text[PLACES[index]] = pair[0];
            text[PLACES[index] + 1] = pair[1];
            index += 1;
        }
        Text::from_first(text, 36)
    }

    /// The number that exactly 8-4-4-4-12 digits write.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Expected`] for the first hyphen that is missing, else
    /// [`ParseError::Digit`] for the first byte that is not a digit.
    #[inline]
    pub const fn decode_uuid(self, text: &[u8]) -> Result<u128, ParseError> {
        let Some((text, [])) = text.split_first_chunk::<36>() else {
            return Err(ParseError::Length { found: text.len(), min: 36, max: 36 });
        };
        let hyphens = [text[8], text[13], text[18], text[23]];
        let (upper, lower) = halves(text);
        match (bytes(upper, lower, self.case), hyphens) {
            ((bytes, true), [b'-', b'-', b'-', b'-']) => Ok(u128::from_be_bytes(bytes)),
            (_, [b'-', b'-', b'-', b'-']) => {
                let index = self.first_bad_of_uuid(text);
                Err(ParseError::Digit { index, byte: text[index] })
            }
            (_, hyphens) => Err(missing(hyphens)),
        }
    }

    /// The place of the first byte of a UUID's text that is neither a digit nor a hyphen.
    // Inlined, it would keep the digits on the stack on the path without an error.
    #[cold]
    #[inline(never)]
    const fn first_bad_of_uuid(self, text: &[u8; 36]) -> usize {
        let (upper, lower) = halves(text);
        match self.first_bad(upper, lower) {
            place @ 0..8 => place,
            place @ 8..12 => place + 1,
            place @ 12..16 => place + 2,
            place @ 16..20 => place + 3,
            place => place + 4,
        }
    }

    /// The place of the first of 32 bytes, the first one lowest in each half, that is not a digit.
    #[cold]
    const fn first_bad(self, upper: u128, lower: u128) -> usize {
        let in_upper = not_digits(upper, self.case).trailing_zeros();
        let place = if in_upper < u128::BITS {
            in_upper
        } else {
            u128::BITS + not_digits(lower, self.case).trailing_zeros()
        };
        place as usize / 8
    }
}

/// The highest bit of each byte that is not a digit.
const fn not_digits(codes: u128, case: u8) -> u128 {
    // What is added carries into the highest bit if the byte is at least the digit.
    let (low, high) = (codes & each(0x7f), each(0x80));
    let digit = (low + each(0x80 - b'0')) & !(low + each(0x80 - b'9' - 1));
    let low = low | each(case);
    let letter = (low + each(0x80 - b'a')) & !(low + each(0x80 - b'f' - 1));
    (!(digit | letter) | codes) & high
}

/// Sixteen times this byte.
const fn each(byte: u8) -> u128 {
    u128::from_ne_bytes([byte; 16])
}

/// The 32 digits of a number.
///
/// Two digits at a time in a `u16`, so that the compiler makes it some forty vector instructions. Not
/// inlined, so that the bytes come from memory: put together from a number they would be scalars.
#[inline(never)]
const fn digits(bytes: &[u8; 16]) -> [u8; 32] {
    let (mut digits, mut index) = ([0; 32], 0);
    while index < 16 {
        // The upper nibble in the lower byte, which comes first.
        let byte = bytes[index] as u16;
        let nibbles = (byte >> 4 | byte << 8) & 0x0f0f;
        // 1 where the nibble is a letter: adding 6 carries.
        let letters = (nibbles + 0x0606) >> 4 & 0x0101;
        let [upper, lower] = (nibbles + 0x3030 + letters * LETTER).to_le_bytes();
        digits[2 * index] = upper;
        digits[2 * index + 1] = lower;
        index += 1;
    }
    digits
}

/// From the character behind `9` to `a`.
const LETTER: u16 = (b'a' - b'9' - 1) as u16;

/// The bytes that 32 digits write, first digits lowest in each half, and whether they all are
/// digits.
///
/// Branchless, so that the compiler makes it some forty vector instructions. Not inlined, so that
/// no caller disturbs that.
#[inline(never)]
const fn bytes(upper: u128, lower: u128, case: u8) -> ([u8; 16], bool) {
    let (upper, lower) = (upper.to_le_bytes(), lower.to_le_bytes());
    let (mut nibbles, mut bad, mut index) = ([0; 32], 0_u8, 0);
    while index < 32 {
        let code = if index < 16 { upper[index] } else { lower[index - 16] };
        let digit = code.wrapping_sub(b'0');
        let letter = (code | case).wrapping_sub(b'a');
        let (is_digit, is_letter) = (digit < 10, letter < 6);
        nibbles[index] = (code & 15) + if is_letter { 9 } else { 0 };
        bad |= if is_digit | is_letter { 0 } else { 1 };
        index += 1;
    }
    let (mut bytes, mut index) = ([0; 16], 0);
    while index < 16 {
        bytes[index] = nibbles[2 * index] << 4 | nibbles[2 * index + 1];
        index += 1;
    }
    (bytes, bad == 0)
}

/// Sixteen of 32 digits, the first one lowest; zeros are before those that the text has.
#[inline]
const fn sixteen<const N: usize>(digits: &[u8; N], start: usize) -> u128 {
    let (mut sixteen, mut index) = ([b'0'; 16], 0);
    while index < 16 {
        if start + index + N >= 32 {
            sixteen[index] = digits[start + index + N - 32];
        }
        index += 1;
    }
    u128::from_le_bytes(sixteen)
}

/// The digits of a UUID's text, the first one lowest in each half.
///
/// Put together in registers: through memory the digits' own loads would wait for it, which takes
/// three times as long as all the rest.
#[inline]
const fn halves(text: &[u8; 36]) -> (u128, u128) {
    let upper = four(text, 0) | four(text, 4) << 32 | four(text, 9) << 64 | four(text, 14) << 96;
    let lower = four(text, 19) | four(text, 24) << 32 | four(text, 28) << 64 | four(text, 32) << 96;
    (upper, lower)
}

/// The four bytes that stand at a place, the first one lowest.
#[inline]
const fn four(text: &[u8; 36], place: usize) -> u128 {
    let four = [text[place], text[place + 1], text[place + 2], text[place + 3]];
    u32::from_le_bytes(four) as u128
}

/// The first hyphen that is missing.
#[cold]
const fn missing(hyphens: [u8; 4]) -> ParseError {
    let index = match hyphens {
        [b'-', b'-', b'-', _] => 23,
        [b'-', b'-', ..] => 18,
        [b'-', ..] => 13,
        _ => 8,
    };
    ParseError::Expected { index, text: "-" }
}
