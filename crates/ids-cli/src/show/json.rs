//! JSON, written by hand into a reused buffer: this is the inner loop of `ids inspect --json`.

use super::outside;

/// Appends a string with its quotes. Bytes that are not UTF-8 become U+FFFD.
pub(crate) fn string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    if text.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
        out.extend_from_slice(text);
    } else {
        for chunk in text.utf8_chunks() {
            let start = out.len();
            escape(out, chunk.valid());
            outside::json(out, start);
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
pub(crate) fn open(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'{');
    member(out, "input", text);
}

/// Appends a member whose value is a string: `"name":"value"`, after a comma unless it is the
/// object's first.
pub(crate) fn member(out: &mut Vec<u8>, name: &str, value: &[u8]) {
    key(out, name);
    string(out, value);
}

/// Appends `"name":`, after a comma unless it is the object's first.
pub(crate) fn key(out: &mut Vec<u8>, name: &str) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    string(out, name.as_bytes());
    out.push(b':');
}

/// Appends decimal digits.
pub(crate) fn decimal(out: &mut Vec<u8>, value: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends two lower-case hexadecimal digits for each byte of an identifier, at most 16.
pub(crate) fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [[0; 2]; 16];
    for (pair, byte) in text.iter_mut().zip(bytes) {
        *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    }
    out.extend_from_slice(&text.as_flattened()[..bytes.len() * 2]);
}
