//! Which kinds a text may be of.

use super::{
    Kind, Other, Spelled,
    digits::{Alphabet, BASE32HEX, BASE36, BASE62, CROCKFORD, HEX, ORDERED64},
    prefixed, uuid,
};
use crate::{Evidence, shape};

/// What identifiers of other projects a text may be: at most four readings, in no order.
///
/// Only what is certain of a kind is required here: the length, the alphabet, fixed bits. How
/// likely a reading is, [`inspect`](crate::inspect()) says.
#[inline]
pub fn read(text: &[u8]) -> impl Iterator<Item = Other> + use<> {
    let two = |one, other| [one, other, None, None];
    let read = match text.len() {
        13 => two(crockford(Kind::Tsid, text, 64), None),
        20 => two(xid(text).or_else(|| push_id(text)), prefixed::read(text)),
        21 => two(nanoid(text), prefixed::read(text)),
        24 => two(
            number(Kind::ObjectId, &HEX, text, 96),
            cuid2(text).or_else(|| prefixed::read(text)),
        ),
        25 => two(
            number(Kind::Scru128, &BASE36, text, 128).or_else(|| prefixed::read(text)),
            cuid(text),
        ),
        26 => two(crockford(Kind::Ulid, text, 128), prefixed::read(text)),
        27 => two(ksuid(text), prefixed::read(text)),
        32 | 36 | 38 | 45 => bytes(text).unwrap_or_else(|| two(prefixed::read(text), None)),
        10.. => two(prefixed::read(text), None),
        _ => two(None, None),
    };
    read.into_iter().flatten()
}

impl Other {
    /// A number that `width` bits choose.
    pub(super) const fn new(kind: Kind, spelling: Spelled, bits: u128, width: i32) -> Self {
        Self { kind, spelling, bits, head: 0, width: Evidence::new(width) }
    }

    /// The same, where upper and lower case are one.
    fn in_case_of(self, text: &[u8]) -> Self {
        Self { width: self.width + shape::mixed_case(text), ..self }
    }
}

/// What a text that writes 16 bytes as UUIDs are written may be: a UUID, the bytes of a ULID, and a UUID whose bytes
/// stand in another order.
fn bytes(text: &[u8]) -> Option<[Option<Other>; 4]> {
    let (bits, spelling) = uuid::read(text)?;
    let uuid = |spelling, bits| Some(Other::new(uuid::kind(bits)?, spelling, bits, 0));
    // In any order all bits are equal.
    if matches!(bits, 0 | u128::MAX) {
        return Some([uuid(spelling, bits), None, None, None]);
    }
    // Others of these two spellings have another name.
    let mixed = match spelling {
        Spelled::Canonical | Spelled::Upper => Evidence::ZERO,
        _ => shape::mixed_case(text),
    };
    let ways = [
        uuid(spelling, bits),
        Some(Other::new(Kind::Ulid, Spelled::Bytes, bits, 0)),
        uuid(Spelled::LittleEndian, uuid::little_endian(bits)),
        uuid(Spelled::Reversed, uuid::reversed(bits)),
    ];
    Some(ways.map(|way| Some(Other { width: Evidence::new(128) + mixed, ..way? })))
}

/// A number of `width` bits in Crockford's digits.
fn crockford(kind: Kind, text: &[u8], width: i32) -> Option<Other> {
    let bits = CROCKFORD.read(text)?;
    if width < 128 && bits >> width != 0 {
        return None;
    }
    let spelling = match lower(text) {
        _ if text.iter().any(|byte| b"iloILO".contains(byte)) => Spelled::Alias,
        Spelled::Upper => Spelled::Canonical,
        Spelled::Canonical if text.iter().any(u8::is_ascii_lowercase) => Spelled::Lower,
        other => other,
    };
    Some(Other::new(kind, spelling, bits, width).in_case_of(text))
}

fn ksuid(text: &[u8]) -> Option<Other> {
    let (head, bits) = BASE62.read_long(text)?;
    Some(Other { head, ..Other::new(Kind::Ksuid, Spelled::Canonical, bits, 160) })
}

fn xid(text: &[u8]) -> Option<Other> {
    let bits = BASE32HEX.read(text)?;
    // 96 bits in 100: the last four are padding.
    (bits.trailing_zeros() >= 4).then(|| Other::new(Kind::Xid, Spelled::Canonical, bits >> 4, 96))
}

/// The spelling of a text whose canonical letters are in lower case.
pub(super) fn lower(text: &[u8]) -> Spelled {
    match (text.iter().any(u8::is_ascii_uppercase), text.iter().any(u8::is_ascii_lowercase)) {
        (true, true) => Spelled::Alias,
        (true, false) => Spelled::Upper,
        _ => Spelled::Canonical,
    }
}

fn number(kind: Kind, alphabet: &Alphabet, text: &[u8], width: i32) -> Option<Other> {
    Some(Other::new(kind, lower(text), alphabet.read(text)?, width).in_case_of(text))
}

/// Until 2109 the first digit is 0.
fn push_id(text: &[u8]) -> Option<Other> {
    let bits = ORDERED64.read(text).filter(|_| text[0] == b'-')?;
    Some(Other::new(Kind::PushId, Spelled::Canonical, bits, 120))
}

/// A letter in lower case, and then digits and letters of that case.
fn is_word(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_lowercase)
        && text.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

fn cuid(text: &[u8]) -> Option<Other> {
    if !is_word(text) || text[0] != b'c' {
        return None;
    }
    let timestamp = BASE36.read(&text[1..9])?;
    let width = Evidence::log2(36).times(24);
    Some(Other { width, ..Other::new(Kind::Cuid, Spelled::Canonical, timestamp, 0) })
}

fn cuid2(text: &[u8]) -> Option<Other> {
    let width = Evidence::log2(26) + Evidence::log2(36).times(23);
    let other = Other { width, ..Other::new(Kind::Cuid2, Spelled::Canonical, 0, 0) };
    is_word(text).then_some(other)
}

fn nanoid(text: &[u8]) -> Option<Other> {
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.iter().all(digit).then(|| Other::new(Kind::Nanoid, Spelled::Canonical, 0, 126))
}
