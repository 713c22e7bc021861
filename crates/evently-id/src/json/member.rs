//! The members of objects in the order of their keys.

use core::cmp::Ordering;

use ids_core::format::named;

use super::string::{Span, bytes};
use crate::{JsonError, JsonErrorKind};

named! {
    "meaning of duplicates"
    /// What a duplicate key in one object means.
    #[derive(Default)]
    pub enum Duplicates {
        /// An error, since two readers may understand two things.
        #[default]
        Refuse => "refuse",
        /// The last value counts, as in many readers. For text that has to be read all the same.
        LastWins => "last-wins",
    }
}

/// A member of an object: where its key is in the source, and the whole of it in the output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    key: Span,
    /// The first eight bytes of the key without its escapes, big-endian: decides most comparisons.
    prefix: u64,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Masks of the first 0 to 8 bytes of a word.
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

/// The first eight bytes of a string's content without its escapes, big-endian.
#[cold]
#[inline(never)]
fn escaped_prefix(content: &[u8]) -> u64 {
    let places = (0..8_u32).rev();
    bytes(content)
        .zip(places)
        .fold(0, |prefix, (byte, place)| prefix | u64::from(byte) << (8 * place))
}

/// How many members are ranked at most, since each is compared with each.
pub(super) const MAX_RANKED: usize = 16;

/// The places of members in the order of their keys, if they are few and the first eight bytes tell
/// all of their keys apart.
///
/// Each key is ranked by how many are less, which has no branch that a processor could mispredict.
#[inline]
pub(super) fn order_by_prefix<'p>(
    members: &[Member],
    places: &'p mut [u8; MAX_RANKED],
) -> Option<&'p [u8]> {
    let places = places.get_mut(..members.len())?;
    let mut ranked = 0_u32;
    for (place, member) in (0..).zip(members) {
        let rank = members.iter().filter(|other| other.prefix < member.prefix).count();
        places[rank] = place;
        ranked |= 1 << rank;
    }
    // Equal prefixes have one rank, and leave another one out.
    (ranked.count_ones() as usize == members.len()).then_some(places)
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
