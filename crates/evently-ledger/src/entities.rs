//! The keys of the entities of an event.

use core::ops::ControlFlow;
use std::borrow::Cow;

/// Shows each entity of these, canonical JSON, with each of its keys: what a string says, or the text of a number, `true`
/// or `false`. Nothing is copied unless it is escaped.
pub(crate) fn each_key(
    json: &[u8],
    mut each: impl FnMut(&str, &str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rest = json.strip_prefix(b"{").unwrap_or(json);
    while let Some(entity) = value(&mut rest) {
        let (entity, list) = (text(entity), rest.strip_prefix(b":["));
        rest = list.unwrap_or(rest);
        while let Some(key) = value(&mut rest) {
            // Not null, a list or an object.
            if let [b'"' | b'-' | b'0'..=b'9' | b't' | b'f', ..] = key {
                each(&entity, &text(key))?;
            }
            if list.is_none() {
                break;
            }
        }
        rest = rest.strip_prefix(b"]").unwrap_or(rest);
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

/// Takes the next value off the rest of canonical JSON, unless what holds it ends.
fn value<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    while let [b',' | b':', others @ ..] = *rest {
        *rest = others;
    }
    let (mut at, mut depth, mut quoted) = (0, 0_usize, false);
    loop {
        let byte = *rest.get(at)?;
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 0 => depth -= 1,
            // A number or a word ends where something else begins.
            b',' | b'}' | b']' if depth == 0 => break,
            _ => {}
        }
        at += 1;
        if depth == 0 && !quoted && matches!(byte, b'"' | b'}' | b']') {
            break;
        }
    }
    let (value, others) = rest.split_at_checked(at)?;
    *rest = others;
    (!value.is_empty()).then_some(value)
}
