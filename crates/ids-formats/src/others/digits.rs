//! Digits of any base, by small tables: these texts are read seldom, and the code shall be small.

use alloc::vec::Vec;

/// An alphabet: the value of each byte.
pub(crate) struct Alphabet {
    digits: &'static [u8],
    values: [u8; 256],
}

/// No digit.
const BAD: u8 = u8::MAX;

pub(crate) static CROCKFORD: Alphabet = Alphabet::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    .ignore_case()
    .alias(b'o', 0)
    .alias(b'O', 0)
    .alias(b'i', 1)
    .alias(b'I', 1)
    .alias(b'l', 1)
    .alias(b'L', 1);
/// Crockford's digits in lower case and no others.
pub(crate) static TYPEID: Alphabet = Alphabet::new(b"0123456789abcdefghjkmnpqrstvwxyz");
pub(crate) static BASE32HEX: Alphabet = Alphabet::new(b"0123456789abcdefghijklmnopqrstuv");
pub(crate) static BASE36: Alphabet =
    Alphabet::new(b"0123456789abcdefghijklmnopqrstuvwxyz").ignore_case();
pub(crate) static BASE62: Alphabet =
    Alphabet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
/// The digits of base64 in the order of ASCII.
pub(crate) static ORDERED64: Alphabet =
    Alphabet::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
/// Both alphabets of base64.
pub(crate) static BASE64: Alphabet =
    Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        .alias(b'-', 62)
        .alias(b'_', 63);
pub(crate) static HEX: Alphabet = Alphabet::new(b"0123456789abcdef").ignore_case();

impl Alphabet {
    const fn new(digits: &'static [u8]) -> Self {
        let (mut alphabet, mut value) = (Self { digits, values: [BAD; 256] }, 0);
        while value < digits.len() {
            #[expect(clippy::cast_possible_truncation, reason = "at most 64 digits")]
            {
                alphabet = alphabet.alias(digits[value], value as u8);
            }
            value += 1;
        }
        alphabet
    }

    const fn alias(mut self, byte: u8, value: u8) -> Self {
        self.values[byte as usize] = value;
        self
    }

    const fn ignore_case(mut self) -> Self {
        let mut byte = b'A';
        while byte <= b'Z' {
            let (upper, lower) = (self.values[byte as usize], self.values[(byte | 0x20) as usize]);
            self = match upper {
                BAD => self.alias(byte, lower),
                _ => self.alias(byte | 0x20, upper),
            };
            byte += 1;
        }
        self
    }

    /// Whether a character is a digit.
    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.values[byte as usize] != BAD
    }

    /// The number of these digits: none if one is no digit, or if it has more than 128 bits.
    pub(crate) fn read(&self, text: &[u8]) -> Option<u128> {
        self.read_long(text).and_then(|(above, bits)| (above == 0).then_some(bits))
    }

    /// The number of these digits: what is above 128 bits, and the lowest 128. Not more than 160.
    pub(crate) fn read_long(&self, text: &[u8]) -> Option<(u32, u128)> {
        const HALF: u128 = u64::MAX as u128;
        let radix = self.digits.len() as u128;
        let (mut above, mut bits) = (0_u32, 0_u128);
        for byte in text {
            let value = self.values[usize::from(*byte)];
            if value == BAD {
                return None;
            }
            let low = (bits & HALF) * radix + u128::from(value);
            let high = (bits >> 64) * radix + (low >> 64);
            bits = high << 64 | low & HALF;
            let carried = u64::from(above) * self.digits.len() as u64 + (high >> 64) as u64;
            above = u32::try_from(carried).ok()?;
        }
        Some((above, bits))
    }

    /// Appends the lowest `count` digits of a number, for alphabets of 32 digits.
    pub(crate) fn write(&self, bits: u128, count: u32, out: &mut Vec<u8>) {
        let digit = |place: u32| self.digits[(bits >> (5 * place) & 31) as usize];
        out.extend((0..count).rev().map(digit));
    }
}
