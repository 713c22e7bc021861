//! JSON, written by hand into a reused buffer: this is an inner loop.

use alloc::{format, vec::Vec};

/// Appends a string with its quotes. Bytes that are not UTF-8 become U+FFFD.
#[inline]
pub fn string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    if text.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
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
pub fn member(out: &mut Vec<u8>, name: &str, value: &[u8]) {
    key(out, name);
    string(out, value);
}

/// Appends `"name":`, after a comma unless it is the object's first.
#[inline]
pub fn key(out: &mut Vec<u8>, name: &str) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    string(out, name.as_bytes());
    out.push(b':');
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
