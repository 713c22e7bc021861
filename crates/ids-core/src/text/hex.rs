//! Hexadecimal text of fixed width, and the grouping that UUIDs have.

use crate::{ParseError, Text};

/// A number as exactly so many hexadecimal digits, most significant first, padded with zeros:
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
static PAIRS: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let (mut pairs, mut byte) = ([[0; 2]; 256], 0);
    while byte < 256 {
        pairs[byte] = [digits[byte >> 4], digits[byte & 15]];
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
        let bytes = value.to_be_bytes();
        let (mut digits, mut end) = ([0; N], N);
        while end >= 2 {
            let pair = PAIRS[bytes[15 - (N - end) / 2] as usize];
            digits[end - 2] = pair[0];
            digits[end - 1] = pair[1];
            end -= 2;
        }
        if end == 1 {
            digits[0] = PAIRS[bytes[15 - (N - 1) / 2] as usize][1];
        }
        Text::from_digits(digits)
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
        let (mut halves, mut index) = ([[b'0'; 16]; 2], 0);
        while index < N {
            let place = 32 - N + index;
            halves[place / 16][place % 16] = digits[index];
            index += 1;
        }
        let [upper, lower] = halves;
        match bytes(u128::from_le_bytes(upper), u128::from_le_bytes(lower), self.case) {
            (bytes, true) => Ok(u128::from_be_bytes(bytes)),
            _ => Err(self.first_bad(text)),
        }
    }

    /// The canonical text of a UUID: 8-4-4-4-12 digits.
    #[inline]
    pub const fn encode_uuid(self, value: u128) -> Text<36> {
        let bytes = value.to_be_bytes();
        let (mut text, mut index) = ([b'-'; 36], 0);
        while index < 16 {
            let pair = PAIRS[bytes[index] as usize];
            text[PLACES[index]] = pair[0];
            text[PLACES[index] + 1] = pair[1];
            index += 1;
        }
        Text::from_digits(text)
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
        // Put together in registers: through memory the digits' own loads would wait for it, which
        // takes three times as long as all the rest.
        let upper =
            four(text, 0) | four(text, 4) << 32 | four(text, 9) << 64 | four(text, 14) << 96;
        let lower =
            four(text, 19) | four(text, 24) << 32 | four(text, 28) << 64 | four(text, 32) << 96;
        match (bytes(upper, lower, self.case), hyphens) {
            ((bytes, true), [b'-', b'-', b'-', b'-']) => Ok(u128::from_be_bytes(bytes)),
            (_, [b'-', b'-', b'-', b'-']) => Err(self.first_bad(text)),
            (_, hyphens) => Err(missing(hyphens)),
        }
    }

    /// The first byte that is neither a digit nor a UUID's hyphen.
    // Inlined, it would keep every digit's place in a register on the path without an error.
    #[cold]
    #[inline(never)]
    const fn first_bad(self, text: &[u8]) -> ParseError {
        let mut index = 0;
        while index < text.len() {
            let byte = text[index];
            // Without a branch between the two: which it is nobody can predict.
            let digit = byte.wrapping_sub(b'0') < 10;
            let letter = (byte | self.case).wrapping_sub(b'a') < 6;
            if !(digit | letter || text.len() == 36 && is_hyphen(index)) {
                break;
            }
            index += 1;
        }
        ParseError::Digit { index, byte: text[index] }
    }
}

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

/// The four bytes that stand at a place, the first one lowest.
#[inline]
const fn four(text: &[u8; 36], place: usize) -> u128 {
    let four = [text[place], text[place + 1], text[place + 2], text[place + 3]];
    u32::from_le_bytes(four) as u128
}

const fn is_hyphen(index: usize) -> bool {
    matches!(index, 8 | 13 | 18 | 23)
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
