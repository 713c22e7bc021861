//! Texts among many that no format reads.

use alloc::vec::Vec;

/// Texts that are kept.
const KEPT: usize = 5;
/// Bytes of each that are kept.
const LENGTH: usize = 64;

/// Counts texts that no format reads, and keeps the beginnings of the first five.
///
/// ```
/// let mut unread = ids_formats::infer::Unreadable::default();
/// unread.note(3, b"not an id");
/// assert_eq!((unread.count(), unread.first()), (1, &[(3, b"not an id".to_vec())][..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Unreadable {
    count: u64,
    first: Vec<(u64, Vec<u8>)>,
}

impl Unreadable {
    /// Notes the text of a line.
    #[inline]
    pub fn note(&mut self, line: u64, text: &[u8]) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push((line, text[..text.len().min(LENGTH)].to_vec()));
        }
    }

    /// How many there are.
    #[inline]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The first ones: the line, and the first 64 bytes of its text.
    #[inline]
    pub fn first(&self) -> &[(u64, Vec<u8>)] {
        &self.first
    }
}
