//! The text of the database type `jsonb`, which one implementation hashes in a ledger's first event.

use alloc::vec::Vec;

/// Writes canonical JSON as the database prints it: a space after each colon and comma, keys in
/// order of length and then of bytes.
pub(crate) fn write(canonical: &[u8], out: &mut Vec<u8>) {
    value(canonical, out);
}

/// One value at the start of `text`; what follows it.
fn value<'t>(text: &'t [u8], out: &mut Vec<u8>) -> &'t [u8] {
    match text.first() {
        Some(b'{') => object(text, out),
        Some(b'[') => array(text, out),
        _ => {
            let (scalar, rest) = text.split_at(scalar(text));
            out.extend_from_slice(scalar);
            rest
        }
    }
}

fn array<'t>(text: &'t [u8], out: &mut Vec<u8>) -> &'t [u8] {
    out.push(b'[');
    let mut rest = &text[1..];
    while rest.first() != Some(&b']') {
        if rest[0] == b',' {
            out.extend_from_slice(b", ");
            rest = &rest[1..];
        }
        rest = value(rest, out);
    }
    out.push(b']');
    &rest[1..]
}

fn object<'t>(text: &'t [u8], out: &mut Vec<u8>) -> &'t [u8] {
    let (mut rest, mut members) = (&text[1..], Vec::new());
    while rest.first() != Some(&b'}') {
        rest = rest.strip_prefix(b",").unwrap_or(rest);
        let (key, after) = rest.split_at(scalar(rest));
        let mut unescaped = Vec::new();
        crate::json::unescape_into(&key[1..key.len() - 1], &mut unescaped);
        let mut member = Vec::from(key);
        member.extend_from_slice(b": ");
        rest = value(&after[1..], &mut member);
        members.push((unescaped, member));
    }
    members.sort_by(|(a, _), (b, _)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    out.push(b'{');
    for (index, (_, member)) in members.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        out.extend_from_slice(member);
    }
    out.push(b'}');
    &rest[1..]
}

/// The length of the string, number or literal that `text` begins with.
fn scalar(text: &[u8]) -> usize {
    if text.first() != Some(&b'"') {
        let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}');
        return text.iter().position(ends).unwrap_or(text.len());
    }
    let mut end = 1;
    while text[end] != b'"' {
        end += if text[end] == b'\\' { 2 } else { 1 };
    }
    end + 1
}
