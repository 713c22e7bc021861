//! Identifiers of other projects in JSON.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use ids_core::UnixTime;

use super::{instant, write as json};
use crate::others::Other;

/// Digits of a second's fraction that its instants need.
fn digits(other: Other) -> u32 {
    other.kind().unit().map_or(0, instant::digits)
}

/// An instant of such an identifier for people.
#[inline]
pub fn show_other(other: Other, time: UnixTime) -> String {
    instant::show_to(time, digits(other))
}

/// Appends the members that say what the identifier is.
pub(super) fn write(out: &mut Vec<u8>, other: Other, time: Option<UnixTime>, text: &[u8]) {
    let start = out.len();
    out.extend_from_slice(b",\"text\":\"");
    // None of these texts has a character that JSON escapes.
    other.write(text, out);
    out.push(b'"');
    debug_assert!(!out[start + 9..out.len() - 1].contains(&b'"'));
    let bytes = other.bytes();
    if !bytes.is_empty() {
        out.extend_from_slice(b",\"bytes\":\"");
        bytes.chunks(16).for_each(|bytes| json::hex(out, bytes));
        out.push(b'"');
    }
    json::time(out, time, digits(other));
    out.extend_from_slice(b",\"fields\":{");
    for (name, value) in other.fields(text) {
        json::member(out, name, value.to_string().as_bytes());
    }
    out.extend_from_slice(b"},\"foreign\":true");
    json::member(out, "note", other.kind().note().as_bytes());
}

/// As [`Record::write_parts`](super::Record::write_parts).
pub(super) fn write_parts(out: &mut Vec<u8>, other: Other, text: &[u8]) {
    out.extend_from_slice(b",\"forms\":{\"text\":\"");
    other.write(text, out);
    out.extend_from_slice(b"\"}");
    let bytes = other.bytes();
    json::objects(out, "layout", other.layout(), |out, (name, high, low)| {
        let value = (low..=high).rev().fold(0_u128, |value, bit| {
            let byte = bytes[bytes.len() - 1 - bit as usize / 8];
            value << 1 | u128::from(byte >> (bit % 8) & 1)
        });
        json::field(out, name, (high, low), value, false);
    });
}
