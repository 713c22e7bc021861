//! What the entities of an event are.

use core::ops::ControlFlow;
use std::borrow::Cow;

use crate::{Event, JsonError, JsonErrorKind};

/// Whether each entity of a new event has a string, or a list of one string or more, as its key: a selector
/// asks for strings. `json` is the event as it was given, for the place of the error.
pub(crate) fn check(event: &Event<'_>, json: &[u8]) -> Result<(), JsonError> {
    if are_strings(event.entities()) {
        return Ok(());
    }
    let offset = place(json).unwrap_or(0);
    Err(JsonError { kind: JsonErrorKind::EntityKey, offset })
}

/// Whether these entities, canonical JSON, are strings and lists of strings. Profile v1 has no entities.
fn are_strings(entities: &[u8]) -> bool {
    let mut bytes = entities.strip_prefix(b"{").unwrap_or(entities).iter();
    let mut before = b'{';
    while let Some(&byte) = bytes.next() {
        match byte {
            b'"' => {
                // Texts are short: to look at each byte is faster than to search.
                loop {
                    match bytes.next() {
                        Some(b'"') => break,
                        Some(b'\\') => drop(bytes.next()),
                        Some(_) => {}
                        None => return false,
                    }
                }
            }
            b'[' if before == b':' => {}
            b']' if before == b'[' => return false,
            b',' | b':' | b']' | b'}' => {}
            _ => return false,
        }
        before = byte;
    }
    true
}

/// Where the first key stands that is not a string, or the first list without one. `json` is an event that was read:
/// a reader for any JSON would be most of a module for the web.
fn place(json: &[u8]) -> Option<usize> {
    let is = |at: usize, byte: u8| json.get(at) == Some(&byte);
    let mut entities = Values { json, at: 0 };
    entities.enter(b'{')?;
    while entities.name()? != b"\"entities\"" {
        entities.skip()?;
    }
    entities.enter(b'{')?;
    while entities.name().is_some() {
        let start = entities.start();
        if is(start, b'[') {
            let mut keys = Values { json, at: start + 1 };
            if is(keys.start(), b']') {
                return Some(start);
            }
            while !is(keys.start(), b']') {
                if !is(keys.at, b'"') {
                    return Some(keys.at);
                }
                keys.skip()?;
            }
        } else if !is(start, b'"') {
            return Some(start);
        }
        entities.skip()?;
    }
    None
}

/// Shows each entity of these, canonical JSON, with each of its keys: what a string says, or the text of a number, `true`
/// or `false`. Nothing is copied unless it is escaped.
pub(crate) fn each_key(
    json: &[u8],
    mut each: impl FnMut(&str, &str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let json = json.strip_prefix(b"{").unwrap_or(json);
    let mut values = Values { json, at: 0 };
    while let Some(entity) = values.name() {
        let entity = text(entity);
        let is_list = json.get(values.start()) == Some(&b'[');
        values.at += usize::from(is_list);
        while let Some(key) = values.value() {
            // Not null, a list or an object.
            if let [b'"' | b'-' | b'0'..=b'9' | b't' | b'f', ..] = key {
                each(&entity, &text(key))?;
            }
            if !is_list {
                break;
            }
        }
        values.at += usize::from(is_list);
    }
    ControlFlow::Continue(())
}

/// What a string says; of other JSON its text.
fn text(json: &[u8]) -> Cow<'_, str> {
    match json {
        [b'"', text @ .., b'"'] if !text.contains(&b'\\') => String::from_utf8_lossy(text),
        [b'"', ..] => Cow::Owned(serde_json::from_slice(json).unwrap_or_default()),
        _ => String::from_utf8_lossy(json),
    }
}

/// The values of JSON that was read, one after the other.
struct Values<'a> {
    json: &'a [u8],
    at: usize,
}

impl<'a> Values<'a> {
    /// Where the next value, or the end of what holds it, begins.
    fn start(&mut self) -> usize {
        let between = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':');
        self.at += self.json[self.at..].iter().take_while(between).count();
        self.at
    }

    /// Goes to the first member of an object.
    fn enter(&mut self, bracket: u8) -> Option<()> {
        let start = self.start();
        self.at += 1;
        (self.json.get(start) == Some(&bracket)).then_some(())
    }

    /// The name of the next member, if there is one, with its quotes.
    fn name(&mut self) -> Option<&'a [u8]> {
        let start = self.start();
        (self.json.get(start) == Some(&b'"')).then(|| self.value())?
    }

    /// The next value, unless what holds it ends.
    fn value(&mut self) -> Option<&'a [u8]> {
        let start = self.start();
        self.skip()?;
        Some(&self.json[start..self.at]).filter(|value| !value.is_empty())
    }

    /// Goes behind the next value.
    fn skip(&mut self) -> Option<()> {
        let (mut at, mut depth, mut quoted) = (self.start(), 0_usize, false);
        loop {
            let byte = *self.json.get(at)?;
            match byte {
                b'\\' if quoted => at += 1,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                // A number or a word ends where something else begins.
                b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => break,
                _ => {}
            }
            at += 1;
            if depth == 0 && !quoted && matches!(byte, b'"' | b'}' | b']') {
                break;
            }
        }
        self.at = at;
        Some(())
    }
}
