//! The checked digits that URIs, decentralised identifiers and handles share
//! ([SIQ-14](crate::rules#siq-14)).

use crc::{CRC_32_ISO_HDLC, Crc};
use ids_core::{
    ParseError, Text,
    format::{Base32, or_return},
    typed::strip,
};

use crate::Siq;

pub(crate) static STRICT: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567");
static ANY_CASE: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567").ignore_case();

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The checksum of 14 bytes of zero.
const OF_ZERO: u32 = CRC.checksum(&[0; 14]);

/// What each nibble at each place changes in the checksum: 1.8 kB. All changes together are the sum of
/// each, so that none waits for another as bytes do.
static CHANGES: [[u32; 16]; 28] = {
    let (mut changes, mut place) = ([[0; 16]; 28], 0);
    while place < 28 {
        let mut nibble = 0_u8;
        while nibble < 16 {
            let mut bytes = [0; 14];
            bytes[place / 2] = if place % 2 == 0 { nibble << 4 } else { nibble };
            changes[place][nibble as usize] = CRC.checksum(&bytes) ^ OF_ZERO;
            nibble += 1;
        }
        place += 1;
    }
    changes
};

/// What stands before the digits of a decentralised identifier.
const DID: &str = "did:siq:";
const DID_TEXT: Text<8> = Text::concat(&[DID.as_bytes()]);

/// The number of digits.
pub(crate) const LEN: usize = HEAD + BODY;

/// Digits of a zero bit, the checksum and the highest two bits: 35 bits.
const HEAD: usize = 7;

/// Digits of the other 110 bits.
const BODY: usize = 22;

/// The bits of the body.
const BODY_BITS: u32 = 110;

/// The canonical text.
#[inline]
pub(crate) const fn encode_did(id: Siq) -> Text<38> {
    encode(DID_TEXT, id)
}

/// The identifier of a canonical text.
#[inline]
pub(crate) const fn decode_did(text: &[u8]) -> Result<Siq, ParseError> {
    match decode_any_case(or_return!(strip(DID, text))) {
        Err(error) => Err(error.shifted(DID.len())),
        id => id,
    }
}

/// A prefix, the digits of the checksum of the 14 bytes, and then those of the number.
#[inline]
pub(crate) const fn encode<const N: usize>(prefix: Text<N>, id: Siq) -> Text<38> {
    let bits = id.to_bits();
    let head = STRICT.encode::<HEAD>((checksum(id) as u128) << 2 | bits >> BODY_BITS);
    let body = STRICT.encode::<BODY>(bits);
    let mut text = prefix.widen();
    let fits = text.push_text(&head) && text.push_text(&body);
    assert!(fits, "the longest form has 38 characters");
    text
}

/// The CRC-32 of the 14 bytes.
#[inline]
const fn checksum(id: Siq) -> u32 {
    let bytes = id.to_bytes();
    let (mut checksum, mut index) = (OF_ZERO, 0);
    while index < bytes.len() {
        let byte = bytes[index] as usize;
        checksum ^= CHANGES[2 * index][byte >> 4] ^ CHANGES[2 * index + 1][byte & 15];
        index += 1;
    }
    checksum
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
    let high = or_return!(digits.decode::<HEAD>(head));
    let low = match digits.decode::<BODY>(body) {
        Ok(low) => low,
        Err(error) => return Err(error.shifted(HEAD)),
    };
    let id = or_return!(Siq::from_bits((high & 0b11) << BODY_BITS | low));
    // The bit above the checksum is always zero: the first digit is one of a to p.
    if high >> 34 != 0 {
        return Err(ParseError::Digit { index: 0, byte: text[0] });
    }
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    let found = (high >> 2) as u32;
    let expected = checksum(id);
    if found != expected {
        return Err(ParseError::Checksum { found, expected });
    }
    Ok(id)
}
