//! Text from outside as it is shown: nothing in it acts on a terminal, or on the order of what is
//! read.
//!
//! [`Page`](crate::show::output::Page) writes everything by [`append`]. What stands inside a message goes
//! through [`printable`] as well, so that it cannot begin a line of its own.

use std::path::Path;

pub(crate) use ids_formats::json::{acts, escape_acting as json};

/// The text on one line, with everything that [`acts`] escaped.
pub(crate) fn printable(text: impl AsRef<[u8]>) -> String {
    escaped(text.as_ref(), acts)
}

/// Escapes what [`acts`] in a table from `start` on, but for tabs and the ends of lines.
pub(crate) fn table(out: &mut Vec<u8>, start: usize) {
    let text = out.split_off(start);
    let acts = |character| acts(character) && !matches!(character, '\t' | '\r' | '\n');
    out.extend_from_slice(escaped(&text, acts).as_bytes());
}

/// The text with what is no UTF-8 escaped, and every character of which `acts` says so.
fn escaped(text: &[u8], acts: impl Fn(char) -> bool) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            if acts(character) {
                shown.extend(character.escape_default());
            } else {
                shown.push(character);
            }
        }
        for byte in chunk.invalid() {
            shown.extend(byte.escape_ascii().map(char::from));
        }
    }
    shown
}

/// The name of a file, as [`printable`].
pub(crate) fn path(path: &Path) -> String {
    printable(path.as_os_str().as_encoded_bytes())
}

/// Appends text of several lines: as [`printable`], but a line feed stays one.
pub(crate) fn append(out: &mut Vec<u8>, text: &[u8]) {
    // Whole blocks at once: nearly all text passes, and all that is shown comes by here.
    let plain = |block: &[u8]| {
        block.iter().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\n'))
    };
    if text.chunks(32).all(plain) {
        return out.extend_from_slice(text);
    }
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        if index > 0 {
            out.push(b'\n');
        }
        out.extend_from_slice(printable(line).as_bytes());
    }
}
