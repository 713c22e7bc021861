//! What the entities of a new event are.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::value::RawValue;

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

/// Whether these entities, canonical JSON, are strings and lists of strings. In profile v1 there are none.
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

/// Where the first key stands that is no string, or the first list without one.
fn place(json: &[u8]) -> Option<usize> {
    let event: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_slice(json).ok()?;
    let text = event.get("entities")?.get();
    let entities: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text).ok()?;
    let is_string = |key: &&RawValue| key.get().starts_with('"');
    let other = |key: &RawValue| match serde_json::from_str::<Vec<&RawValue>>(key.get()) {
        Ok(keys) if keys.is_empty() => Some(start(key)),
        Ok(keys) => keys.into_iter().find(|key| !is_string(key)).map(start),
        Err(_) => (!is_string(&key)).then(|| start(key)),
    };
    entities.values().filter_map(|key| other(key)).min()?.checked_sub(json.as_ptr().addr())
}

/// Where in memory a value begins: it stands in the text that it was read from.
fn start(value: &RawValue) -> usize {
    value.get().as_ptr().addr()
}
