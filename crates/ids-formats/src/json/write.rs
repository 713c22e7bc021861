//! JSON, written by hand into a reused buffer: this is an inner loop.

use alloc::{format, vec::Vec};

use ids_core::UnixTime;

use super::instant;

/// Appends a string with its quotes. Bytes that are not UTF-8 become U+FFFD.
#[inline]
pub fn string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    if is_plain(text) {
        out.extend_from_slice(text);
    } else {
        for chunk in text.utf8_chunks() {
            let start = out.len();
            escape(out, chunk.valid());
            escape_acting(out, start);
            if !chunk.invalid().is_empty() {
                out.extend_from_slice("\u{fffd}".as_bytes());
            }
        }
    }
    out.push(b'"');
}

/// Whether nothing is escaped: neither what is not visible ASCII, nor `"` and `\\`. Eight bytes are looked at in one.
fn is_plain(text: &[u8]) -> bool {
    const EACH: u64 = u64::MAX / 255;
    /// The highest bit of the first byte that is 0, if one is; above it also others.
    const fn zero(word: u64) -> u64 {
        word.wrapping_sub(EACH) & !word
    }
    let escaped = |bytes: [u8; 8]| {
        let word = u64::from_le_bytes(bytes);
        let is = |byte: u8| zero(word ^ (EACH * u64::from(byte)));
        word | word.wrapping_sub(EACH * 0x20) | is(b'"') | is(b'\\') | is(0x7f)
    };
    let words = text.chunks_exact(8);
    let (mut last, rest) = ([b' '; 8], words.remainder());
    last[..rest.len()].copy_from_slice(rest);
    let words = words.map(|word| escaped(word.try_into().unwrap_or_default()));
    words.fold(escaped(last), |all, word| all | word) & EACH << 7 == 0
}

fn escape(out: &mut Vec<u8>, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0..0x20 | 0x7f => {
                out.extend_from_slice(b"\\u00");
                hex(out, &[byte]);
            }
            _ => out.push(byte),
        }
    }
}

/// Appends an object, whose members `write` appends.
#[inline]
pub fn object(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'{');
    write(out);
    out.push(b'}');
}

/// Appends an object that stands on a line of its own.
#[inline]
pub fn line(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    object(out, write);
    out.push(b'\n');
}

/// Appends the line that answers an input, which is its first member.
#[inline]
pub fn answer(out: &mut Vec<u8>, input: &[u8], write: impl FnOnce(&mut Vec<u8>)) {
    line(out, |out| {
        member(out, "input", input);
        write(out);
    });
}

/// Appends items with commas between, in brackets.
#[inline]
pub fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// Appends a member that is a list of objects, of which `write` appends the members.
#[inline]
pub fn objects<T>(
    out: &mut Vec<u8>,
    name: &'static str,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    key(out, name);
    list(out, items, |out, item| object(out, |out| write(out, item)));
}

/// Appends a member that is a list of strings.
#[inline]
pub fn strings<T: AsRef<[u8]>>(
    out: &mut Vec<u8>,
    name: &'static str,
    items: impl IntoIterator<Item = T>,
) {
    key(out, name);
    list(out, items, |out, item| string(out, item.as_ref()));
}

/// Appends a member whose value is a string: `"name":"value"`, after a comma unless it is the
/// object's first.
#[inline]
pub fn member(out: &mut Vec<u8>, name: &'static str, value: &[u8]) {
    key(out, name);
    string(out, value);
}

/// Appends the member `"error"` of an input: its kind, a sentence, and where in the input it is.
#[inline]
pub fn error(out: &mut Vec<u8>, kind: &str, message: &str, index: Option<usize>) {
    key(out, "error");
    object(out, |out| {
        member(out, "kind", kind.as_bytes());
        member(out, "message", message.as_bytes());
        if let Some(index) = index {
            number(out, "index", index as u64);
        }
    });
}

/// Appends a member whose value is a string, or `null`.
#[inline]
pub fn optional(out: &mut Vec<u8>, name: &'static str, value: Option<impl AsRef<[u8]>>) {
    key(out, name);
    match value {
        Some(value) => string(out, value.as_ref()),
        None => out.extend_from_slice(b"null"),
    }
}

/// Appends a member whose value is a string, if there is one.
#[inline]
pub fn some(out: &mut Vec<u8>, name: &'static str, value: Option<impl AsRef<[u8]>>) {
    if let Some(value) = value {
        member(out, name, value.as_ref());
    }
}

/// Appends `"name":`, after a comma unless it is the object's first. The name is one that a program has written, and
/// has nothing that JSON escapes.
#[inline]
pub fn key(out: &mut Vec<u8>, name: &'static str) {
    debug_assert!(is_plain(name.as_bytes()), "a program has written it");
    out.extend_from_slice(if out.last() == Some(&b'{') { b"\"" } else { b",\"" });
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// Appends the members of one field of a layout.
pub(super) fn field(
    out: &mut Vec<u8>,
    name: &str,
    (high, low): (u32, u32),
    value: u128,
    fixed: bool,
) {
    member(out, "name", name.as_bytes());
    number(out, "high", high.into());
    number(out, "low", low.into());
    digits(out, "value", value);
    if fixed {
        out.extend_from_slice(b",\"fixed\":true");
    }
}

/// Appends the member `"time"`, unless there is none or it is after the year 9999, which RFC 3339 cannot write.
pub(super) fn time(out: &mut Vec<u8>, time: Option<UnixTime>, digits: u32) {
    let Some(time) = time else { return };
    let start = out.len();
    key(out, "time");
    out.push(b'"');
    if instant::write(out, time, digits) {
        out.push(b'"');
    } else {
        out.truncate(start);
    }
}

/// Appends decimal digits.
#[inline]
pub fn decimal(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends a member whose value is a number.
#[inline]
pub fn number(out: &mut Vec<u8>, name: &'static str, value: u64) {
    key(out, name);
    decimal(out, value);
}

/// Appends a member whose value is a string of decimal digits: a number may be too large for a double.
#[inline]
pub fn digits(out: &mut Vec<u8>, name: &'static str, value: impl Into<u128>) {
    key(out, name);
    out.push(b'"');
    out.extend_from_slice(itoa::Buffer::new().format(value.into()).as_bytes());
    out.push(b'"');
}

/// Appends two lower-case hexadecimal digits for each byte of an identifier, at most 16.
#[inline]
pub fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [[0; 2]; 16];
    for (pair, byte) in text.iter_mut().zip(bytes) {
        *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    }
    out.extend_from_slice(&text.as_flattened()[..bytes.len() * 2]);
}

/// Whether a terminal would act on the character, or a reader see the text in another order: control
/// characters, separators of lines, marks of direction.
#[inline]
pub fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Escapes what [`acts`] in the JSON from `start` on, whose value stays the same: only strings have
/// such characters, but for line feeds between values.
#[inline]
pub fn escape_acting(out: &mut Vec<u8>, start: usize) {
    if out[start..].iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return;
    }
    let text = out.split_off(start);
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            if acts(character) && character != '\n' {
                // All of them are below 2^16.
                out.extend_from_slice(format!("\\u{:04x}", u32::from(character)).as_bytes());
            } else {
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        out.extend_from_slice(chunk.invalid());
    }
}
