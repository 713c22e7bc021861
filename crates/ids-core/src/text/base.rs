//! Fixed-width text in an alphabet of 32 or 64 digits, by table.

use super::Ascii;
use crate::{ParseError, Text};

/// A number in digits of 5 bits: as [`Base64`].
pub type Base32 = Base<1024>;

/// A number in digits of 6 bits, most significant digit first, padded with zeros to a fixed width.
///
/// Encoding looks up two digits at a time; decoding looks up each digit already shifted to its
/// place within a group of five or six. Make one `static` for each alphabet: the tables take 8 to
/// 14 KB. For hexadecimal digits there is [`Hex`](crate::format::Hex).
///
/// Two numbers compare like their texts if and only if the alphabet is in ASCII order, see
/// [`keeps_order`](Base::keeps_order).
///
/// ```
/// use ids_core::{ParseError, format::Base64};
/// static DIGITS: Base64 =
///     Base64::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
/// let text = DIGITS.encode::<16>(0x05ca_5552_8f76_80cb_8bb9_bdc1);
/// assert_eq!(text, "0RdKJcxqVBiAiQr0");
/// assert_eq!(DIGITS.decode::<16>(text.as_bytes()), Ok(0x05ca_5552_8f76_80cb_8bb9_bdc1));
/// assert_eq!(
///     DIGITS.decode::<16>(b"0RdKJcxqVBiAiQr!"),
///     Err(ParseError::Digit { index: 15, byte: b'!' })
/// );
/// ```
pub type Base64 = Base<4096>;

/// A base of 32 or 64 digits, by the number of pairs of digits.
#[derive(Clone, Debug)]
pub struct Base<const PAIRS: usize> {
    /// The two digits of each number below `PAIRS`.
    pairs: [[Ascii; 2]; PAIRS],
    /// The value of each byte at each place of a group, the last one first, or [`BAD`].
    places: [[u32; 256]; 6],
}

/// Marks a byte that is not a digit: a bit that a group never reaches.
const BAD: u32 = 1 << 31;

impl<const PAIRS: usize> Base<PAIRS> {
    /// Bits of one digit.
    const BITS: u32 = {
        assert!(PAIRS == 1024 || PAIRS == 4096, "32 or 64 digits");
        PAIRS.trailing_zeros() / 2
    };
    /// Digits of a group: as many as 30 bits hold, 6 or 5. Two groups make a word of 64 bits.
    const GROUP: u32 = 30 / Self::BITS;
    const RADIX: usize = 1 << Self::BITS;

    /// The base whose digit of value `i` is `alphabet[i]`.
    ///
    /// # Panics
    /// If the alphabet has another length than the base, a byte outside ASCII, or a digit twice:
    /// for a `static`, when it is compiled.
    #[inline]
    #[track_caller]
    #[expect(clippy::cast_possible_truncation, reason = "digit values are below 64")]
    pub const fn new(alphabet: &[u8]) -> Self {
        assert!(alphabet.len() == Self::RADIX, "the alphabet has as many digits as the base");
        let mut base = Self { pairs: [[Ascii::NUL; 2]; PAIRS], places: [[BAD; 256]; 6] };
        let mut value = 0;
        while value < PAIRS {
            let (upper, lower) =
                (alphabet[value >> Self::BITS], alphabet[value & (Self::RADIX - 1)]);
            base.pairs[value] = [Ascii::new(upper), Ascii::new(lower)];
            value += 1;
        }
        let mut value = 0;
        while value < Self::RADIX {
            base = base.with(alphabet[value], value as u32);
            value += 1;
        }
        base
    }

    /// The same base, which also reads `byte` where `digit` stands.
    ///
    /// # Panics
    /// If `digit` is no digit, or `byte` already is one.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn alias(self, byte: u8, digit: u8) -> Self {
        let value = self.places[0][digit as usize];
        assert!(value != BAD, "an alias stands for a digit");
        self.with(byte, value)
    }

    /// The same base, which also reads each letter in the other case.
    ///
    /// # Panics
    /// If the alphabet has both cases of a letter.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn ignore_case(mut self) -> Self {
        let digits = self.places[0];
        let mut byte = 0;
        while byte < 128_u8 {
            if byte.is_ascii_alphabetic() && digits[byte as usize] != BAD {
                self = self.with(byte ^ 0x20, digits[byte as usize]);
            }
            byte += 1;
        }
        self
    }

    #[track_caller]
    const fn with(mut self, byte: u8, value: u32) -> Self {
        assert!(byte.is_ascii(), "digits are ASCII");
        assert!(self.places[0][byte as usize] == BAD, "a digit stands for one value only");
        let (mut place, mut shifted) = (0, value);
        while place < Self::GROUP as usize {
            self.places[place][byte as usize] = shifted;
            shifted <<= Self::BITS;
            place += 1;
        }
        self
    }

    /// Whether texts of equal length compare like their numbers.
    #[inline]
    pub const fn keeps_order(&self) -> bool {
        let mut value = 1;
        while value < Self::RADIX {
            if self.pairs[value - 1][1].code() >= self.pairs[value][1].code() {
                return false;
            }
            value += 1;
        }
        true
    }

    /// The lowest `N` digits of `value`, most significant first.
    ///
    /// Higher bits are ignored: a format checks its width when it makes the identifier.
    #[inline]
    pub const fn encode<const N: usize>(&self, value: u128) -> Text<N> {
        let mut digits = [Ascii::NUL; N];
        let mut end = N;
        while end >= 2 {
            let pair = self.pair(value, N - end);
            digits[end - 2] = pair[0];
            digits[end - 1] = pair[1];
            end -= 2;
        }
        if end == 1 {
            digits[0] = self.pair(value, N - 1)[1];
        }
        Text::from_first(digits, N)
    }

    /// The two digits that have `below` digits to their right.
    #[inline]
    const fn pair(&self, value: u128, below: usize) -> [Ascii; 2] {
        // Shifts past the width give zero, the padding of a text wider than the number.
        #[expect(clippy::cast_possible_truncation, reason = "at most 255 digits of 6 bits")]
        let rest = match value.checked_shr(below as u32 * Self::BITS) {
            Some(rest) => rest,
            None => 0,
        };
        let index = rest as usize & (PAIRS - 1);
        self.pairs[index]
    }

    /// The number that exactly `N` digits write.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`] for the first byte that is not a digit;
    /// [`ParseError::TooLarge`] if the number has more than 128 bits.
    #[inline]
    pub const fn decode<const N: usize>(&self, text: &[u8]) -> Result<u128, ParseError> {
        let Some((digits, [])) = text.split_first_chunk::<N>() else {
            return Err(ParseError::Length { found: text.len(), min: N, max: N });
        };
        // The digits before the whole groups, then two groups at a time.
        let pair = 2 * Self::GROUP as usize;
        let rest = N % pair;
        let (mut all, mut lost) = (0, 0);
        let mut value = self.word(digits, 0, rest, &mut all) as u128;
        let mut index = rest;
        while index < N {
            let word = self.word(digits, index, index + pair, &mut all);
            let bits = 2 * Self::GROUP * Self::BITS;
            // Texts of up to 128 bits lose none: known when the program is compiled.
            if N as u128 * Self::BITS as u128 > 128 {
                lost |= value >> (128 - bits);
            }
            value = value << bits | word as u128;
            index += pair;
        }
        if all & BAD != 0 {
            let index = self.first_bad(digits);
            return Err(ParseError::Digit { index, byte: digits[index] });
        }
        if lost != 0 {
            return Err(ParseError::TooLarge { bits: 128 });
        }
        Ok(value)
    }

    /// The number that the digits from `index` to `end` write, at most two groups of them. `all`
    /// gathers what the table says of them: it has [`BAD`] if one of them is not a digit.
    #[inline]
    const fn word<const N: usize>(
        &self,
        digits: &[u8; N],
        mut index: usize,
        end: usize,
        all: &mut u32,
    ) -> u64 {
        let mut word = 0;
        while index < end {
            // What does not make a whole group comes first.
            let count = match (end - index) % Self::GROUP as usize {
                0 => Self::GROUP as usize,
                count => count,
            };
            let (mut group, mut place) = (0, count);
            while place > 0 {
                place -= 1;
                group |= self.places[place][digits[index] as usize];
                index += 1;
            }
            *all |= group;
            word = word << (Self::GROUP * Self::BITS) | group as u64;
        }
        word
    }

    /// The place of the first byte that is not a digit.
    // Inlined, it would keep every digit's place in a register on the path without an error.
    #[cold]
    #[inline(never)]
    const fn first_bad<const N: usize>(&self, digits: &[u8; N]) -> usize {
        let mut index = 0;
        while index < N && self.places[0][digits[index] as usize] != BAD {
            index += 1;
        }
        index
    }
}
