//! The checked digits that URIs, decentralised identifiers and handles share
//! ([SIQ-14](crate::rules#siq-14)).

use crc::{CRC_32_ISO_HDLC, Crc};
use ids_core::{ParseError, Text, format::Base32};

use crate::Siq;

static STRICT: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567");
static ANY_CASE: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567").ignore_case();

static CHECKSUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The number of digits.
pub(crate) const LEN: usize = HEAD + BODY;

/// Digits of a zero bit, the checksum and the highest two bits: 35 bits.
const HEAD: usize = 7;

/// Digits of the other 110 bits.
const BODY: usize = 22;

/// The bits of the body.
const BODY_BITS: u32 = 110;

/// A prefix, the digits of the checksum of the 14 bytes, and then those of the number.
#[inline]
pub(crate) const fn encode<const N: usize>(prefix: &[u8; N], id: Siq) -> Text<38> {
    const { assert!(N + LEN <= 38, "the longest form has 38 characters") };
    let bits = id.to_bits();
    let checksum = CHECKSUM.checksum(&id.to_bytes());
    let head = STRICT.encode::<HEAD>((checksum as u128) << 2 | bits >> BODY_BITS);
    let body = STRICT.encode::<BODY>(bits);
    // Put together once: what is appended part by part is checked part by part.
    let mut all = [0; 38];
    put(&mut all, 0, prefix);
    put(&mut all, N, head.as_bytes());
    put(&mut all, N + HEAD, body.as_bytes());
    Text::concat(&[all.split_at(N + LEN).0])
}

/// Writes a part from this place on.
#[inline]
const fn put(all: &mut [u8; 38], start: usize, part: &[u8]) {
    let (place, _) = all.split_at_mut(start).1.split_at_mut(part.len());
    let mut index = 0;
    while index < place.len() {
        place[index] = part[index];
        index += 1;
    }
}

/// The identifier of these digits, in lower case.
#[inline]
pub(crate) const fn decode(text: &[u8]) -> Result<Siq, ParseError> {
    decode_in(&STRICT, text)
}

/// The identifier of these digits, in either case.
#[inline]
pub(crate) const fn decode_any_case(text: &[u8]) -> Result<Siq, ParseError> {
    decode_in(&ANY_CASE, text)
}

#[inline]
const fn decode_in(digits: &Base32, text: &[u8]) -> Result<Siq, ParseError> {
    if text.len() != LEN {
        return Err(ParseError::Length { found: text.len(), min: LEN, max: LEN });
    }
    let (head, body) = text.split_at(HEAD);
    let high = match digits.decode::<HEAD>(head) {
        Ok(high) => high,
        Err(error) => return Err(error),
    };
    let low = match digits.decode::<BODY>(body) {
        Ok(low) => low,
        Err(error) => return Err(error.shifted(HEAD)),
    };
    let id = match Siq::from_bits((high & 0b11) << BODY_BITS | low) {
        Ok(id) => id,
        Err(error) => return Err(error),
    };
    // The bit above the checksum is always zero: the first digit is one of a to p.
    if high >> 34 != 0 {
        return Err(ParseError::Digit { index: 0, byte: text[0] });
    }
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    let found = (high >> 2) as u32;
    let expected = CHECKSUM.checksum(&id.to_bytes());
    if found != expected {
        return Err(ParseError::Checksum { found, expected });
    }
    Ok(id)
}
