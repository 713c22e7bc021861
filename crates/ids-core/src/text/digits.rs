//! Text of any radix, as long as the number needs.

use super::Ascii;
use crate::{ParseError, Text};

/// A number in radix `RADIX`, most significant digit first, without leading zeros.
///
/// For forms whose length depends on the number: decimal, base 36, base 58, hex without leading
/// zeros. For forms of fixed width there is [`Base64`](crate::format::Base64).
///
/// ```
/// use ids_core::{ParseError, format::Digits};
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
    alphabet: [Ascii; RADIX],
    /// The two digits of each number below the square of the radix, up to radix 10.
    pairs: [[Ascii; 2]; 100],
    /// The value of each byte, or [`BAD`].
    values: [u8; 256],
}

/// Marks a byte that is not a digit.
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
    /// The largest power of the radix that fits 64 bits, and its exponent: the number of digits that
    /// one division splits off a 128-bit number.
    const CHUNK: (u64, u32) = {
        let (mut power, mut exponent) = (1_u64, 0);
        while let Some(next) = power.checked_mul(RADIX as u64) {
            power = next;
            exponent += 1;
        }
        (power, exponent)
    };

    /// The powers of the radix that fit 64 bits.
    const POWERS: [u64; 64] = {
        let (mut powers, mut exponent) = ([1; 64], 1);
        while exponent <= Self::CHUNK.1 as usize {
            powers[exponent] = powers[exponent - 1] * RADIX as u64;
            exponent += 1;
        }
        powers
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
        let mut digits = Self {
            alphabet: [Ascii::NUL; RADIX],
            pairs: [[Ascii::NUL; 2]; 100],
            values: [BAD; 256],
        };
        let mut value = 0;
        while value < RADIX {
            digits.alphabet[value] = Ascii::new(alphabet[value]);
            digits = digits.with(alphabet[value], value as u8);
            value += 1;
        }
        let mut two = 0;
        while RADIX <= 10 && two < RADIX * RADIX {
            digits.pairs[two] = [digits.alphabet[two / RADIX], digits.alphabet[two % RADIX]];
            two += 1;
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
    pub const fn encode<const N: usize>(&self, value: u128) -> Text<N> {
        let length = Self::length(value);
        let (mut digits, mut end, mut rest) = ([Ascii::NUL; N], length, value);
        let (power, exponent) = Self::CHUNK;
        while rest > u64::MAX as u128 {
            let start = end - exponent as usize;
            self.write(&mut digits, start, end, low(rest % power as u128));
            rest /= power as u128;
            end = start;
        }
        self.write(&mut digits, 0, end, low(rest));
        Text::from_first(digits, length)
    }

    /// Writes the lowest digits of `chunk` from `start` to `end`.
    ///
    /// Four at a time: what takes longest is each division's wait for the one before it, and so
    /// there are four times fewer.
    #[inline]
    const fn write<const N: usize>(
        &self,
        digits: &mut [Ascii; N],
        start: usize,
        end: usize,
        mut chunk: u64,
    ) {
        let radix = RADIX as u64;
        let (free, mut left) = (digits.split_at_mut(start).1, end - start);
        while let Some(four) = free.split_at_mut(left).0.last_chunk_mut::<4>() {
            let (upper, lower) = (chunk % radix.pow(4) / radix.pow(2), chunk % radix.pow(2));
            let ([a, b], [c, d]) = (self.pair(upper), self.pair(lower));
            *four = [a, b, c, d];
            chunk /= radix.pow(4);
            left -= 4;
        }
        if let Some(two) = free.split_at_mut(left).0.last_chunk_mut::<2>() {
            *two = self.pair(chunk % radix.pow(2));
            chunk /= radix.pow(2);
            left -= 2;
        }
        if left > 0 {
            free[0] = self.alphabet[low_index(chunk % radix)];
        }
    }

    /// The two digits of a number below the square of the radix.
    #[inline]
    const fn pair(&self, two: u64) -> [Ascii; 2] {
        let radix = RADIX as u64;
        if RADIX <= 10 {
            self.pairs[low_index(two)]
        } else {
            [self.alphabet[low_index(two / radix)], self.alphabet[low_index(two % radix)]]
        }
    }

    /// The number of at most `BITS` bits that the text writes.
    ///
    /// # Errors
    /// [`ParseError::Length`] for no text or more digits than the largest number has,
    /// [`ParseError::Digit`] for the first byte that is not a digit, [`ParseError::LeadingZero`],
    /// [`ParseError::TooLarge`].
    #[inline]
    pub const fn decode<const BITS: u32>(&self, text: &[u8]) -> Result<u128, ParseError> {
        let limit = const { u128::MAX >> (128 - BITS) };
        let max = const { Self::length(u128::MAX >> (128 - BITS)) };
        if text.is_empty() || text.len() > max {
            return Err(ParseError::Length { found: text.len(), min: 1, max });
        }
        // The first digits cannot overflow 64 bits; most texts have no others.
        let (digits, mut rest) = text.split_at(Self::chunk_of(text));
        let mut all = 0;
        let (mut value, mut too_large) = (self.read(digits, &mut all) as u128, false);
        while !rest.is_empty() {
            let (digits, after) = rest.split_at(Self::chunk_of(rest));
            let chunk = self.read(digits, &mut all);
            let (shifted, over) = value.overflowing_mul(Self::POWERS[digits.len()] as u128);
            let (next, carry) = shifted.overflowing_add(chunk as u128);
            too_large |= over | carry;
            value = next;
            rest = after;
        }
        if all == BAD {
            let index = self.first_bad(text);
            return Err(ParseError::Digit { index, byte: text[index] });
        }
        if text.len() > 1 && self.values[text[0] as usize] == 0 {
            return Err(ParseError::LeadingZero { index: 0 });
        }
        if too_large || value > limit {
            return Err(ParseError::TooLarge { bits: BITS });
        }
        Ok(value)
    }

    /// How many of the text's first digits are sure to fit 64 bits.
    #[inline]
    const fn chunk_of(text: &[u8]) -> usize {
        let most = Self::CHUNK.1 as usize;
        if text.len() < most { text.len() } else { most }
    }

    /// The number that the digits of `chunk` write. `all` gathers their values: it is [`BAD`] if one
    /// of them is not a digit.
    ///
    /// Four at a time, so that each multiplication waits for four times fewer others.
    #[inline]
    const fn read(&self, mut chunk: &[u8], all: &mut u8) -> u64 {
        let (mut number, radix) = (0_u64, RADIX as u64);
        while let Some((digits, after)) = chunk.split_first_chunk::<4>() {
            let [a, b, c, d] = *digits;
            let [a, b, c, d] = [self.value(a), self.value(b), self.value(c), self.value(d)];
            *all |= a | b | c | d;
            let four = (a as u64 * radix + b as u64) * radix.pow(2) + c as u64 * radix + d as u64;
            number = number.wrapping_mul(radix.pow(4)).wrapping_add(four);
            chunk = after;
        }
        while let Some((digit, after)) = chunk.split_first() {
            let digit = self.value(*digit);
            *all |= digit;
            number = number.wrapping_mul(radix).wrapping_add(digit as u64);
            chunk = after;
        }
        number
    }

    /// The place of the first byte that is not a digit.
    // Inlined, it would keep every digit's place in a register on the path without an error.
    #[cold]
    #[inline(never)]
    const fn first_bad(&self, text: &[u8]) -> usize {
        let mut index = 0;
        while index < text.len() && self.values[text[index] as usize] != BAD {
            index += 1;
        }
        index
    }

    #[inline]
    const fn value(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    /// For each number of bits up to 64, how many digits its smallest number has, and the largest
    /// number that has no more.
    const LENGTHS: [(u32, u64); 65] = {
        let (mut lengths, mut bits) = ([(1, RADIX as u64 - 1); 65], 1);
        while bits <= 64 {
            let smallest = 1_u64 << (bits - 1);
            let (mut length, mut next) = (1, RADIX as u128);
            while next <= smallest as u128 {
                length += 1;
                next *= RADIX as u128;
            }
            lengths[bits] =
                (length, if next > u64::MAX as u128 { u64::MAX } else { low(next - 1) });
            bits += 1;
        }
        lengths
    };

    /// How many digits `value` has.
    #[inline]
    const fn length(mut value: u128) -> usize {
        let mut length = 0;
        while value > u64::MAX as u128 {
            value /= Self::CHUNK.0 as u128;
            length += Self::CHUNK.1;
        }
        let value = low(value);
        let (fewest, last) = Self::LENGTHS[(u64::BITS - value.leading_zeros()) as usize];
        (length + fewest + (value > last) as u32) as usize
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "called with numbers of at most 64 bits")]
const fn low(value: u128) -> u64 {
    value as u64
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "called with numbers below the radix's square")]
const fn low_index(value: u64) -> usize {
    value as usize
}
