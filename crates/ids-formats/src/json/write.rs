//! JSON, written by hand into a reused buffer: this is an inner loop.

use alloc::{format, vec::Vec};

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

/// Begins a JSON object with the input.
#[inline]
pub fn open(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'{');
    member(out, "input", text);
}

/// Appends a member whose value is a string: `"name":"value"`, after a comma unless it is the
/// object's first.
#[inline]
pub fn member(out: &mut Vec<u8>, name: &'static str, value: &[u8]) {
    key(out, name);
    string(out, value);
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

/// Appends the object of one field of a layout.
pub(super) fn field(
    out: &mut Vec<u8>,
    index: usize,
    name: &str,
    (high, low): (u32, u32),
    fixed: bool,
    value: impl FnOnce(&mut Vec<u8>),
) {
    out.extend_from_slice(if index == 0 { b"{" } else { b",{" });
    member(out, "name", name.as_bytes());
    key(out, "high");
    decimal(out, high.into());
    key(out, "low");
    decimal(out, low.into());
    key(out, "value");
    out.push(b'"');
    value(out);
    out.push(b'"');
    if fixed {
        out.extend_from_slice(b",\"fixed\":true");
    }
    out.push(b'}');
}

/// Appends decimal digits.
#[inline]
pub fn decimal(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends a member whose value is a string of decimal digits: a number may be too large for a double.
pub(super) fn digits(out: &mut Vec<u8>, name: &'static str, value: u128) {
    key(out, name);
    out.push(b'"');
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
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
