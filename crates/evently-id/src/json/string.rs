//! Strings: how far they go, and what their escapes mean.

use alloc::vec::Vec;

use crate::JsonErrorKind;

/// A string's content in the source: between its quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether a backslash stands in it.
    pub(crate) escaped: bool,
}

/// The bytes of a string's content that has been scanned before.
pub(super) fn bytes(content: &[u8]) -> impl Iterator<Item = u8> {
    let (mut rest, mut pending, mut next) = (content, [0; 4], 0..0);
    core::iter::from_fn(move || {
        if let Some(index) = next.next() {
            return Some(pending[index]);
        }
        let (first, tail) = rest.split_first()?;
        if *first != b'\\' {
            rest = tail;
            return Some(*first);
        }
        let (character, length) = unescape(rest).ok()?;
        rest = &rest[length..];
        next = 1..character.encode_utf8(&mut pending).len();
        Some(pending[0])
    })
}

/// Writes a string's content, scanned before, without its escapes.
pub(crate) fn unescape_into(content: &[u8], out: &mut Vec<u8>) {
    out.extend(bytes(content));
}

/// Whether a scanned string's content is `name`.
pub(crate) fn is(text: &[u8], key: Span, name: &[u8]) -> bool {
    bytes(&text[key.start..key.end]).eq(name.iter().copied())
}

/// How many bytes stand before the first quote, backslash or control character, eight at a time.
#[inline]
pub(crate) fn plain(text: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    const QUOTES: u64 = ONES * 0x22;
    const BACKSLASHES: u64 = ONES * 0x5c;
    let mut count = 0;
    while let Some(chunk) = text[count..].first_chunk() {
        let bytes = u64::from_le_bytes(*chunk);
        let quote = bytes ^ QUOTES;
        let backslash = bytes ^ BACKSLASHES;
        // Sets the high bit of each byte that is zero, or below 0x20: borrows may set it in bytes
        // above the first such one, never below.
        let special = (quote.wrapping_sub(ONES) & !quote
            | backslash.wrapping_sub(ONES) & !backslash
            | bytes.wrapping_sub(ONES * 0x20) & !bytes)
            & HIGH;
        if special != 0 {
            return count + special.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..0x20);
    count + text[count..].iter().position(special).unwrap_or(text.len() - count)
}

/// The character of the escape that `text` begins with, and the escape's length.
pub(super) fn unescape(text: &[u8]) -> Result<(char, usize), JsonErrorKind> {
    let character = match text.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\x08',
        Some(b't') => '\t',
        Some(b'n') => '\n',
        Some(b'f') => '\x0c',
        Some(b'r') => '\r',
        Some(b'u') => return unescape_unit(text),
        _ => return Err(JsonErrorKind::Syntax),
    };
    Ok((character, 2))
}

fn unescape_unit(text: &[u8]) -> Result<(char, usize), JsonErrorKind> {
    let unit = unit(text).ok_or(JsonErrorKind::Syntax)?;
    match unit {
        0 => Err(JsonErrorKind::Nul),
        0xd800..0xdc00 => {
            // A well-formed escape that is not a low surrogate leaves this one alone.
            match self::unit(&text[6..]) {
                Some(low @ 0xdc00..0xe000) => {
                    let code = 0x10000 + ((unit - 0xd800) << 10 | (low - 0xdc00));
                    let character = char::from_u32(code).ok_or(JsonErrorKind::LoneSurrogate)?;
                    Ok((character, 12))
                }
                _ => Err(JsonErrorKind::LoneSurrogate),
            }
        }
        _ => char::from_u32(unit).map(|c| (c, 6)).ok_or(JsonErrorKind::LoneSurrogate),
    }
}

/// The code unit of the `\uxxxx` that `text` begins with.
fn unit(text: &[u8]) -> Option<u32> {
    let ([b'\\', b'u', digits @ ..], _) = text.split_first_chunk::<6>()? else { return None };
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
}

/// A character as canonical JSON has it inside a string.
pub(crate) fn escaped(character: char, buffer: &mut [u8; 6]) -> &[u8] {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match character {
        '"' => b'"',
        '\\' => b'\\',
        '\x08' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\x0c' => b'f',
        '\r' => b'r',
        '\0'..='\x1f' => {
            let code = character as usize;
            *buffer = [b'\\', b'u', b'0', b'0', HEX[code >> 4], HEX[code & 15]];
            return buffer;
        }
        _ => return character.encode_utf8(buffer).as_bytes(),
    };
    buffer[..2].copy_from_slice(&[b'\\', short]);
    &buffer[..2]
}
