//! The canonical text of a UUID: 8-4-4-4-12 hexadecimal digits, lower case.

use ids_core::{Base16, ParseError, Text};

/// What this format writes.
pub(crate) static HEX: Base16 = Base16::new(b"0123456789abcdef");

/// The canonical text of 128 bits.
#[inline]
pub(crate) fn encode(bits: u128) -> Text<36> {
    let digits = HEX.encode::<32>(bits);
    let digits = digits.as_bytes();
    let mut text = [b'-'; 36];
    text[..8].copy_from_slice(&digits[..8]);
    text[9..13].copy_from_slice(&digits[8..12]);
    text[14..18].copy_from_slice(&digits[12..16]);
    text[19..23].copy_from_slice(&digits[16..20]);
    text[24..].copy_from_slice(&digits[20..]);
    Text::from_ascii(&text).unwrap_or(Text::EMPTY)
}

/// The number of a text of `A`-`B`-4-4-12 digits, where `A + B` is 12: 8 and 4 are canonical.
#[inline]
pub(crate) const fn decode<const A: usize, const B: usize>(
    base: &Base16,
    text: &[u8],
) -> Result<u128, ParseError> {
    const {
        assert!(A + B == 12, "the key has 12 digits");
    }
    if text.len() != 36 {
        return Err(ParseError::Length { found: text.len(), min: 36, max: 36 });
    }
    let (upper, lower) = text.split_at(18);
    let upper = match decode_upper::<A, B>(base, upper) {
        Ok(upper) => upper,
        Err(error) => return Err(error),
    };
    if lower[0] != b'-' {
        return Err(ParseError::Expected { index: 18, text: "-" });
    }
    if lower[5] != b'-' {
        return Err(ParseError::Expected { index: 23, text: "-" });
    }
    match (digits::<4>(base, lower, 1), digits::<12>(base, lower, 6)) {
        (Ok(high), Ok(low)) => Ok((upper as u128) << 64 | high << 48 | low),
        (Err(error), _) | (_, Err(error)) => Err(error.shifted(18)),
    }
}

/// The upper 64 bits: the first 18 characters of such a text.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "16 digits of 4 bits")]
pub(crate) const fn decode_upper<const A: usize, const B: usize>(
    base: &Base16,
    text: &[u8],
) -> Result<u64, ParseError> {
    if text.len() != 18 {
        return Err(ParseError::Length { found: text.len(), min: 18, max: 18 });
    }
    if text[A] != b'-' {
        return Err(ParseError::Expected { index: A, text: "-" });
    }
    if text[13] != b'-' {
        return Err(ParseError::Expected { index: 13, text: "-" });
    }
    match (digits::<A>(base, text, 0), digits::<B>(base, text, A + 1), digits::<4>(base, text, 14))
    {
        (Ok(high), Ok(low), Ok(group)) => {
            Ok((high as u64) << (4 * B + 16) | (low as u64) << 16 | group as u64)
        }
        (Err(error), _, _) | (_, Err(error), _) | (_, _, Err(error)) => Err(error),
    }
}

/// The number of the `N` digits from `start`.
#[inline]
const fn digits<const N: usize>(
    base: &Base16,
    text: &[u8],
    start: usize,
) -> Result<u128, ParseError> {
    match base.decode::<N>(text.split_at(start).1.split_at(N).0) {
        Ok(number) => Ok(number),
        Err(error) => Err(error.shifted(start)),
    }
}
