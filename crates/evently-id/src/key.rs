//! The members of objects in the order of their keys.

use core::cmp::Ordering;

use crate::{
    Duplicates, JsonError, JsonErrorKind,
    json::{Buffers, Span, unescape},
};

/// A member of an object: where its key is in the source, and the whole of it in the output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    key: Span,
    /// The first eight bytes of the key without its escapes, big-endian: decides most comparisons.
    prefix: u64,
    pub(crate) start: usize,
    end: usize,
}

/// The first so many bytes of a word.
const FIRST: [u64; 9] = {
    let (mut first, mut length) = ([0; 9], 1);
    while length <= 8 {
        first[length] = first[length - 1] >> 8 | 0xff << 56;
        length += 1;
    }
    first
};

impl Member {
    #[inline]
    pub(crate) fn new(text: &[u8], key: Span, start: usize, end: usize) -> Self {
        let content = &text[key.start..];
        let length = (key.end - key.start).min(8);
        let prefix = match content.first_chunk() {
            _ if key.escaped => escaped_prefix(&content[..key.end - key.start]),
            // The bytes after a short key do not count.
            Some(bytes) => u64::from_be_bytes(*bytes) & FIRST[length],
            None => escaped_prefix(&content[..length]),
        };
        Self { key, prefix, start, end }
    }

    /// Compares the unescaped keys by code point, which is the order of their bytes.
    #[inline]
    pub(crate) fn compare(&self, other: &Self, text: &[u8]) -> Ordering {
        // No key contains NUL, so a shorter key's padding sorts before any byte.
        if self.prefix == other.prefix {
            self.compare_all(other, text)
        } else {
            self.prefix.cmp(&other.prefix)
        }
    }

    #[inline(never)]
    fn compare_all(&self, other: &Self, text: &[u8]) -> Ordering {
        if self.key.escaped || other.key.escaped {
            return bytes(self.content(text)).cmp(bytes(other.content(text)));
        }
        self.content(text).cmp(other.content(text))
    }

    fn content<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.key.start..self.key.end]
    }
}

/// The bytes of a string's content that has been scanned before.
fn bytes(content: &[u8]) -> impl Iterator<Item = u8> {
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

/// The first eight bytes of a string's content without its escapes, big-endian.
#[cold]
#[inline(never)]
fn escaped_prefix(content: &[u8]) -> u64 {
    let places = (0..8_u32).rev();
    bytes(content)
        .zip(places)
        .fold(0, |prefix, (byte, place)| prefix | u64::from(byte) << (8 * place))
}

/// Writes a string's content, scanned before, without its escapes.
pub(crate) fn unescape_into(content: &[u8], out: &mut alloc::vec::Vec<u8>) {
    out.extend(bytes(content));
}

/// Whether a scanned string's content is `name`.
pub(crate) fn is(text: &[u8], key: Span, name: &[u8]) -> bool {
    bytes(&text[key.start..key.end]).eq(name.iter().copied())
}

/// Sorts the members from `first` on and writes them in that order: from `source`, or if there is
/// none, in place of where they end the output.
///
/// # Errors
/// A key that stands twice, at its second place, if that is refused.
pub(crate) fn sort(
    text: &[u8],
    source: Option<&[u8]>,
    duplicates: Duplicates,
    buffers: &mut Buffers,
    first: usize,
) -> Result<(), JsonError> {
    let Buffers { out, members, scratch } = buffers;
    let members = &mut members[first..];
    let Some(start) = members.first().map(|member| member.start) else { return Ok(()) };
    check_distinct(text, duplicates, members)?;
    let source = source.unwrap_or_else(|| {
        scratch.clear();
        scratch.extend_from_slice(&out[start..]);
        out.truncate(start);
        scratch
    });
    for (index, member) in members.iter().enumerate() {
        let next = members.get(index + 1);
        if next.is_some_and(|next| member.compare(next, text).is_eq()) {
            continue;
        }
        out.extend_from_slice(&source[member.start - start..member.end - start]);
        if next.is_some() {
            out.push(b',');
        }
    }
    Ok(())
}

/// Sorts members by their keys and, of one key, by place; refuses a key that stands twice unless
/// the last one wins.
pub(crate) fn check_distinct(
    text: &[u8],
    duplicates: Duplicates,
    members: &mut [Member],
) -> Result<(), JsonError> {
    members.sort_unstable_by(|a, b| a.compare(b, text).then(a.key.start.cmp(&b.key.start)));
    for pair in members.windows(2) {
        if duplicates == Duplicates::Refuse && pair[0].compare(&pair[1], text).is_eq() {
            let offset = pair[1].key.start - 1;
            return Err(JsonError { kind: JsonErrorKind::DuplicateKey, offset });
        }
    }
    Ok(())
}
