//! What the program says, as it is shown: it may say anything, and as much as it likes.

use core::fmt::Write as _;

use serde_json::Value;

use crate::show::{outside::acts, printable};

/// How many characters of a text are shown to people, and bytes of the end of standard error.
pub(super) const SHOWN: usize = 400;

/// The beginning of a text.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The beginning of a text, on one line and without what a terminal would do.
pub(super) fn plain(text: &str) -> String {
    printable(shorten(text, SHOWN).as_bytes())
}

/// A request, on one line. In a long one, long texts and lists are shown by their beginnings, so that all
/// of its keys are seen.
pub(super) fn request(line: &str) -> String {
    match serde_json::from_str::<Value>(line) {
        Ok(request) if line.len() > SHOWN => printable(shorter(request).to_string().as_bytes()),
        _ => plain(line),
    }
}

/// A value with the beginnings of its long texts and lists.
fn shorter(value: Value) -> Value {
    /// Characters of a text, and items of a list.
    const TEXT: usize = 80;
    const LIST: usize = 20;
    match value {
        Value::String(text) => match text.chars().count().checked_sub(TEXT) {
            Some(more @ 1..) => {
                let begin: String = text.chars().take(TEXT).collect();
                format!("{begin}… and {more} more").into()
            }
            _ => text.into(),
        },
        Value::Array(mut items) => {
            let more = items.len().saturating_sub(LIST);
            items.truncate(LIST);
            let more = (more > 0).then(|| format!("… and {more} more").into());
            items.into_iter().map(shorter).chain(more).collect()
        }
        Value::Object(members) => {
            members.into_iter().map(|(key, value)| (key, shorter(value))).collect()
        }
        other => other,
    }
}

/// The beginning of a text inside Markdown, in a table too.
pub(super) fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|").replace('<', "&lt;")
}

/// Text inside XML. What XML has no way to say is shown as Rust would.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.extend(character.escape_unicode()),
            _ if acts(character) => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out
}
