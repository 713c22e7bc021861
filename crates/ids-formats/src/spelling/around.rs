//! What stands round a text.

use alloc::string::String;
use core::{iter, ops::Range};

use super::{Queue, Spelling, bytes::base64};

/// Each kind of quotes, as it opens and as it closes.
const QUOTES: &[(&str, &str)] = &[
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("\\\"", "\\\""),
    ("\\'", "\\'"),
    ("“", "”"),
    ("”", "”"),
    ("„", "“"),
    ("„", "”"),
    ("‘", "’"),
    ("’", "’"),
    ("‚", "‘"),
    ("«", "»"),
    ("»", "«"),
    ("‹", "›"),
    ("「", "」"),
    ("『", "』"),
    ("｢", "｣"),
    ("*", "*"),
    ("&quot;", "&quot;"),
    ("&#39;", "&#39;"),
    ("&#34;", "&#34;"),
    ("%22", "%22"),
    ("%27", "%27"),
];
/// The same of brackets.
const BRACKETS: &[(char, char)] = &[('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];
/// U+FEFF, and what a program that takes UTF-8 for Latin-1 makes of it.
const MARKS: [&str; 2] = ["\u{feff}", "\u{ef}\u{bb}\u{bf}"];
/// What begins a terminal's escapes.
const ESCAPE: u8 = 0x1b;
/// Arguments that are shorter stand beside the one that is meant: the number of a kind, the name of an encoding.
const SMALL: usize = 10;

/// Takes off what stands round a text.
pub(super) fn take(text: &str, found: &mut Queue) {
    ends(text, found);
    characters(text, found);
    paired(text, found);
    typed(text, found);
    call(text, found);
    extended_json(text, found);
    member(text, found);
    url(text, found);
}

/// The text between two others.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// What stands between the quotes around a text.
pub(crate) fn unquoted(text: &str) -> impl Iterator<Item = &str> {
    QUOTES.iter().filter_map(move |(open, close)| between(text, open, close))
}

const fn is_no_break(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Spaces and punctuation at the ends.
fn ends(text: &str, found: &mut Queue) {
    let mut changed = |spelling, inner: &str| {
        if inner.len() < text.len() {
            found.text(spelling, inner);
        }
    };
    for mark in MARKS {
        changed(Spelling::ByteOrderMark, text.strip_prefix(mark).unwrap_or(text));
    }
    let spaces = text.trim_matches(|c: char| c.is_whitespace() && !is_no_break(c));
    changed(Spelling::WhiteSpace, spaces);
    for escape in ["\\n", "\\r", "\\t"] {
        changed(Spelling::WhiteSpace, text.trim_end_matches(escape));
    }
    for space in [text.trim_matches(is_no_break), text.trim_start_matches("&nbsp;")] {
        changed(Spelling::NoBreakSpace, space);
    }
    let rest = text.trim_start_matches([',', ';', '|', ':', '>', '•']);
    let rest = rest.trim_end_matches([',', ';', '|', ':', '!', '?', '…', '、', '。']);
    // Points are digits of KUID.
    for inner in [rest, rest.trim_end_matches('.')] {
        changed(Spelling::Punctuation, inner);
    }
    if let Some(item) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        changed(Spelling::Punctuation, item);
    }
}

/// Where the parts of a text stand that are between a terminal's escapes, such as `ESC [31m`, by which it changes its
/// colour.
///
/// ```
/// let text = b"\x1b[31m5\x1b[0m and 7";
/// let parts = ids_formats::spelling::between_escapes(text).map(|range| &text[range]);
/// assert!(parts.eq([&b""[..], b"5", b" and 7"]));
/// ```
#[inline]
pub fn between_escapes(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.iter().position(|byte| *byte == ESCAPE).map(|length| start + length);
        next = end.map(|end| end + escape_len(&text[end..]));
        Some(start.min(text.len())..end.unwrap_or(text.len()))
    })
}

/// The bytes of the escape that this text begins with, as a terminal takes them (ECMA-48, and `ESC 7` of the VT100).
/// Before another byte it is one character, which a terminal does not show.
fn escape_len(text: &[u8]) -> usize {
    // What cannot end a sequence is text, or the next escape.
    let length = |rest: &[u8], goes_on: fn(u8) -> bool, ends: fn(u8) -> bool| {
        let length = rest.iter().take_while(|byte| goes_on(**byte)).count();
        2 + length + usize::from(rest.get(length).is_some_and(|byte| ends(*byte)))
    };
    match text {
        [_, b'[', rest @ ..] => {
            length(rest, |byte| matches!(byte, b' '..=b'?'), |byte| matches!(byte, b'@'..=b'~'))
        }
        // A title, or the target of a link: up to a bell, or to the next escape.
        [_, b']' | b'P' | b'X' | b'^' | b'_', rest @ ..] => {
            length(rest, |byte| !matches!(byte, b'\x07' | ESCAPE), |byte| byte == b'\x07')
        }
        [_, b' '..=b'/', rest @ ..] => {
            length(rest, |byte| matches!(byte, b' '..=b'/'), |byte| matches!(byte, b'0'..=b'~'))
        }
        [_, b'7' | b'8' | b'=' | b'>' | b'@'..=b'~', ..] => 2,
        _ => 1,
    }
}

/// Characters that look like others, or like none.
fn characters(text: &str, found: &mut Queue) {
    if text.as_bytes().contains(&ESCAPE) {
        let plain: String =
            between_escapes(text.as_bytes()).filter_map(|range| text.get(range)).collect();
        found.text(Spelling::Invisible, &plain);
    }
    if text.is_ascii() {
        return;
    }
    let mut changed = |spelling, to: &dyn Fn(char) -> Option<char>| {
        let inner: String = text.chars().filter_map(to).collect();
        if inner != text {
            found.text(spelling, &inner);
        }
    };
    changed(Spelling::Invisible, &|c| match c {
        '\u{ad}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{feff}' => None,
        other => Some(other),
    });
    let digit = |c: char, zero: char| char::from_digit(u32::from(c) - u32::from(zero), 10);
    changed(Spelling::FullWidth, &|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '\u{3000}' => Some(' '),
        '\u{660}'..='\u{669}' => digit(c, '\u{660}'),
        '\u{6f0}'..='\u{6f9}' => digit(c, '\u{6f0}'),
        '\u{966}'..='\u{96f}' => digit(c, '\u{966}'),
        other => Some(other),
    });
    changed(Spelling::Dashes, &|c| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => Some('-'),
        other => Some(other),
    });
}

/// Quotes, brackets, mentions and elements.
fn paired(text: &str, found: &mut Queue) {
    unquoted(text).for_each(|inner| found.text(Spelling::Quotes, inner));
    for (open, close) in &QUOTES[..5] {
        match (text.strip_prefix(open), text.strip_suffix(close)) {
            (Some(inner), None) | (None, Some(inner)) => found.text(Spelling::OneQuote, inner),
            _ => {}
        }
    }
    if let Some(inner) = text.strip_prefix('=') {
        found.text(Spelling::Formula, inner);
    }
    for (open, close) in BRACKETS {
        let inner = text.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        let Some(inner) = inner else { continue };
        found.text(Spelling::Brackets, inner);
        if *open == '<' {
            // Behind the line stands what is shown.
            let target = inner.split_once('|').map_or(inner, |(target, _)| target);
            let mention = match target.strip_prefix(['@', '#']) {
                Some(id) => Some(id.trim_start_matches(['!', '&'])),
                None if target.len() < inner.len() => Some(target),
                None => inner.rsplit_once(':').map(|(_, id)| id),
            };
            if let Some(id) = mention {
                found.text(Spelling::Mention, id);
            }
            let content = inner.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</"));
            if let Some((content, _)) = content {
                found.text(Spelling::Element, content);
            }
        }
    }
    let marked = text.strip_prefix(['#', '@']);
    if let Some(inner) = marked.filter(|inner| inner.starts_with(|c: char| c.is_ascii_digit())) {
        found.text(Spelling::Mention, inner);
    }
}

fn is_word(text: &str) -> bool {
    let first = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$' | '@' | '&');
    text.starts_with(first)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '&' | '@'))
}

/// The name of a type, before quotes or behind what it casts.
fn typed(text: &str, found: &mut Queue) {
    if let Some(at) = text.find(['"', '\'']).filter(|at| *at > 0) {
        let (name, quoted) = text.split_at(at);
        let literal = unquoted(quoted).next().filter(|_| is_word(name.trim_end()));
        if let Some(literal) = literal {
            found.text(Spelling::Typed, literal);
        }
    }
    // `_binary 0x..`, `Buffer 01 9f`: what is behind it says itself that it is a number.
    if let Some((name, rest)) = text.split_once(' ') {
        let is_number = rest.starts_with("0x") || rest.split(' ').all(|byte| byte.len() == 2);
        if is_number && is_word(name) {
            found.text(Spelling::Typed, rest);
        }
    }
    // `(uint64_t)1`.
    if let Some((name, value)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        if name.split(' ').all(|word| is_word(word.trim_end_matches('*'))) {
            found.text(Spelling::Typed, value.trim_start());
        }
    }
    let cast = text.rsplit_once("::").or_else(|| text.rsplit_once(" AS "));
    let cast = cast.or_else(|| text.rsplit_once(" as "));
    if let Some((value, name)) = cast {
        if is_word(name.trim_end_matches("[]").trim()) {
            found.text(Spelling::Typed, value);
        }
    }
}

/// What is called with a text: any name, with `new` or a path before it, or with a size as in `[12]byte{..}` and
/// `Uint8Array(12) [..]`.
fn call(text: &str, found: &mut Queue) {
    let called =
        BRACKETS[..3].iter().find_map(|(open, close)| text.strip_suffix(*close)?.split_once(*open));
    let Some((name, arguments)) = called else { return };
    let is_size = |c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | '(' | ')');
    let named = |c: char| {
        is_size(c)
            || c.is_ascii_alphabetic()
            || matches!(c, '_' | '.' | ':' | '$' | '<' | '>' | '!' | ' ')
    };
    if !name
        .trim_start_matches(is_size)
        .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        || !name.chars().all(named)
    {
        return;
    }
    let mut long = arguments.split(',').map(str::trim).filter(|argument| argument.len() > SMALL);
    let only = long.next().filter(|_| long.next().is_none());
    // As text it would be another identifier.
    let is_base64 = ["BinData", "base64", "Base64"].iter().any(|word| name.contains(word));
    if let Some(argument) = only.filter(|_| is_base64) {
        let argument = unquoted(argument).next().unwrap_or(argument);
        if let Some((_, bits, count)) = base64(argument, true) {
            found.bytes(Spelling::Call, bits, count);
        }
        return;
    }
    found.text(Spelling::Call, arguments.trim());
    if let Some(argument) = only {
        found.text(Spelling::Call, argument);
    }
}

/// A name that is in quotes or is a word, and what follows behind a colon, an equals sign or the line of a table.
fn named(text: &str) -> Option<(&str, &str)> {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | ' ');
    let (name, rest) = match text.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split_once(text.chars().next()?)?,
        None => text.split_at(text.find(|c| !word(c))?),
    };
    // `1 AND b = 2` is a value, and what follows it.
    if name.starts_with(|c: char| c.is_ascii_digit()) && name.trim_end().contains(' ') {
        return None;
    }
    let rest = rest.trim_start();
    let value = ["=>", "->", ":", "=", "|"].iter().find_map(|sign| rest.strip_prefix(sign))?;
    name.contains(|c: char| c.is_ascii_alphabetic() || c == '$').then(|| (name, value.trim()))
}

fn member(text: &str, found: &mut Queue) {
    if let Some((_, value)) = named(text) {
        found.text(Spelling::Member, value);
    }
}

/// `{"$oid": ".."}`, and `{"$binary": {"base64": "..", "subType": "04"}}`, in which base64 is named.
fn extended_json(text: &str, found: &mut Queue) {
    let Some((name, value)) = between(text, "{", "}").and_then(|inner| named(inner.trim())) else {
        return;
    };
    if !name.starts_with('$') {
        return;
    }
    let value = value.trim_start_matches('{').trim_start();
    let value = match named(value) {
        Some(("base64", inner)) => inner,
        _ => value,
    };
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or(quoted),
        None => value,
    };
    if name != "$binary" {
        found.text(Spelling::ExtendedJson, value);
    } else if let Some((_, bits, count)) = base64(value, true) {
        found.bytes(Spelling::ExtendedJson, bits, count);
    }
}

/// The last part of a path, and the values of a query.
fn url(text: &str, found: &mut Queue) {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, parts) = path.split_once('/').unwrap_or((path, ""));
    let is_url = rest.len() < text.len() - fragment.len() || host.contains('.') || host.is_empty();
    if !is_url || parts.len() + query.len() + fragment.len() == 0 {
        return;
    }
    let mut backwards = parts.rsplit('/').filter(|part| !part.is_empty());
    let last = backwards.next().unwrap_or_default();
    let stem = last.split('.').next().unwrap_or_default();
    // `/photo/1` and `/edit` say what is done with what stands before them.
    let is_act = |part: &str| {
        part.len() < SMALL && !part.bytes().any(|b| b.is_ascii_digit()) || part.len() < 3
    };
    let object = backwards.find(|part| !is_act(part)).filter(|_| is_act(last));
    let values = query.split('&').filter_map(|pair| Some(pair.split_once('=')?.1));
    for part in [last, stem].into_iter().chain(values).chain([fragment]).chain(object) {
        found.text(Spelling::Url, part);
    }
}
