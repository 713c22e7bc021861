//! UUIDs: [RFC 9562](https://www.rfc-editor.org/rfc/rfc9562).

use alloc::vec::Vec;

use ids_core::format::Hex;

use super::{Kind, Spelled, read::lower};

/// The version that a kind of UUID has in its bits; 0 for those that have none.
pub(super) const fn version(kind: Kind) -> Option<u64> {
    match kind as u64 {
        0 | 1 => Some(0),
        // The first of all kinds are the UUIDs.
        place @ 2..=9 => Some(place - 1),
        _ => None,
    }
}

/// The kind of a number: none if the variant is not that of RFC 9562, or the version is unknown.
pub(super) const fn kind(bits: u128) -> Option<Kind> {
    match (bits, bits >> 62 & 3, bits >> 76 & 15) {
        (0, ..) => Some(Kind::UuidNil),
        (u128::MAX, ..) => Some(Kind::UuidMax),
        (_, 2, version @ 1..=8) => Some(Kind::ALL[version as usize + 1]),
        _ => None,
    }
}

/// The number with the bytes of the first three groups reversed in each.
#[expect(clippy::cast_possible_truncation, reason = "the groups are meant")]
pub(super) const fn little_endian(bits: u128) -> u128 {
    let first = ((bits >> 96) as u32).swap_bytes() as u128;
    let second = ((bits >> 80) as u16).swap_bytes() as u128;
    let third = ((bits >> 64) as u16).swap_bytes() as u128;
    first << 96 | second << 80 | third << 64 | bits & u64::MAX as u128
}

/// The number with the bytes of both halves reversed.
pub(super) const fn reversed(bits: u128) -> u128 {
    bits.swap_bytes().rotate_left(64)
}

/// The digits and hyphens of a text, and how many bytes stand before them: a brace, or `urn:uuid:`.
pub(super) fn inside(text: &[u8]) -> (usize, &[u8]) {
    match text {
        [b'{', digits @ .., b'}'] => (1, digits),
        _ if text.len() > 9 && text[..9].eq_ignore_ascii_case(b"urn:uuid:") => (9, &text[9..]),
        _ => (0, text),
    }
}

/// The number and how it is spelled.
pub(super) fn read(text: &[u8]) -> Option<(u128, Spelled)> {
    if text.len() == 32 {
        return Some((Hex::ANY_CASE.decode::<32>(text).ok()?, Spelled::Simple));
    }
    let (before, digits) = inside(text);
    let bits = Hex::ANY_CASE.decode_uuid(digits).ok()?;
    let spelling = match before {
        0 => lower(digits),
        1 => Spelled::Braced,
        _ => Spelled::Urn,
    };
    Some((bits, spelling))
}

/// The ticks of the kinds whose timestamp stands in several places.
#[expect(clippy::cast_possible_truncation, reason = "at most 60 bits")]
pub(super) const fn ticks(kind: Kind, bits: u128) -> Option<u64> {
    let low = bits >> 96;
    let middle = bits >> 80 & 0xffff;
    let high = bits >> 64 & 0xfff;
    Some(match kind {
        Kind::UuidV1 => (high << 48 | middle << 32 | low) as u64,
        // The lowest 32 bits are the local identifier.
        Kind::UuidV2 => (high << 48 | middle << 32) as u64,
        Kind::UuidV6 => ((bits >> 80) << 12 | high) as u64,
        _ => return None,
    })
}

/// Appends the canonical text.
pub(super) fn write(bits: u128, out: &mut Vec<u8>) {
    out.extend_from_slice(Hex::LOWER.encode_uuid(bits).as_bytes());
}
