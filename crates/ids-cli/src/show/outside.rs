//! Text from outside as it is shown: nothing in it acts on a terminal, or on the order of what is
//! read.
//!
//! [`Page`](crate::show::Page) writes everything by [`append`]. What stands inside a message goes
//! through [`printable`] as well, so that it cannot begin a line of its own.

use std::path::Path;

pub(crate) use ids_formats::json::{acts, escape_acting as json};

/// The text on one line, with everything that [`acts`] escaped.
pub(crate) fn printable(text: impl AsRef<[u8]>) -> String {
    escaped(text.as_ref(), acts)
}

/// What is wrong with JSON of one line, without the number that a parser has for that.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let why = text.rsplit_once(" at line ").map_or(&*text, |(why, _)| why);
    match error.column() {
        0 => printable(why),
        column => printable(format!("{why} at column {column}")),
    }
}

/// Escapes what [`acts`] in a table from `start` on, but for tabs and the ends of lines.
pub(crate) fn table(out: &mut Vec<u8>, start: usize) {
    let text = out.split_off(start);
    let acts = |character| acts(character) && !matches!(character, '\t' | '\r' | '\n');
    out.extend_from_slice(escaped(&text, acts).as_bytes());
}

/// The text with these parts escaped: what is not valid UTF-8, and every character for which `acts` is true.
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

/// An argument, as [`printable`]. It may be a URL in a place of something else: so no password.
pub(crate) fn argument(text: impl AsRef<[u8]>) -> String {
    without_password(&printable(text))
}

/// As [`argument`], of the name of a file.
pub(crate) fn path(path: &Path) -> String {
    let shown = argument(path.as_os_str().as_encoded_bytes());
    // Of an empty name nothing would be seen.
    if shown.is_empty() { "''".into() } else { shown }
}

/// What is said of an argument, in which that stands as [`argument`] shows it.
pub(crate) fn said_of(argument: &str, said: &str) -> String {
    printable(said.replace(argument, &without_password(argument)))
}

/// An argument that has a URL, as a store's, with three dots for what may be its password: between the
/// user and the host, in the place of a port, or in an option. Slashes may be missing, or the scheme.
fn without_password(text: &str) -> String {
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    if scheme.eq_ignore_ascii_case("sqlite") {
        return format!("{scheme}:{}", without_password(rest));
    }
    let url = rest.trim_start_matches(['/', '\\']);
    let (before, url) = match text.len() - url.len() {
        end if url.len() < rest.len() => text.split_at(end),
        _ => ("", text),
    };
    let hidden = match url.rsplit_once('@') {
        Some((user, host)) if user.contains(':') => {
            let name = user.split(':').next().unwrap_or_default();
            format!("{name}:...@{host}")
        }
        None if !before.is_empty() => without_port(url),
        _ => url.to_owned(),
    };
    let mut shown = String::from(before);
    let mut rest = &*hidden;
    // `password`, `sslpassword`, `pass`; spaces may stand beside the sign.
    while let Some(at) = rest.to_ascii_lowercase().find("pass") {
        let behind = rest[at..].trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let value = behind.trim_start().strip_prefix('=');
        let (start, after) = rest.split_at(rest.len() - value.unwrap_or(behind).len());
        shown += start;
        rest = after;
        if value.is_some() {
            shown += "...";
            rest = after.find('&').map_or("", |end| &after[end..]);
        }
    }
    shown + rest
}

/// What stands for a port, unless it is a number, or members of etcd.
fn without_port(url: &str) -> String {
    let end = url.find(['/', '\\', '?']).unwrap_or(url.len());
    let (hosts, rest) = url.split_at(end);
    let host = |host: &str| match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') && !port.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{name}:...")
        }
        _ => host.to_owned(),
    };
    let hosts: Vec<_> = hosts.split(',').map(host).collect();
    hosts.join(",") + rest
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
