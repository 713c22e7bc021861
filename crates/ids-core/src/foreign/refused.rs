//! What a format must refuse, for tests of what reads identifiers.

use core::{fmt, marker::PhantomData};
use std::{
    string::{String, ToString as _},
    vec::Vec,
};

use super::sample::sample;
use crate::{Id, id::id_of_bytes};

/// A number, bytes and a text that are no identifier `I`, for tests of what reads identifiers.
///
/// It has `Arbitrary` of `arbitrary` and `proptest`, by the features of these names. Most of its
/// values are close to identifiers: one digit is another, the width is off by one, a fixed field is wrong.
///
/// ```
/// # use ids_testkit::Shelf;
/// # #[cfg(feature = "proptest")] {
/// use ids_core::format::Refused;
/// use proptest::prelude::*;
///
/// proptest!(|(refused: Refused<Shelf>)| {
///     prop_assert!(refused.text().parse::<Shelf>().is_err());
/// });
/// # }
/// ```
#[derive(Clone)]
pub struct Refused<I> {
    number: Option<u128>,
    bytes: Vec<u8>,
    text: String,
    id: PhantomData<fn() -> I>,
}

impl<I> Refused<I> {
    /// A number that is not an identifier: too large, or with another value in a fixed field. `None` if the format
    /// has all 128 bits.
    #[must_use]
    #[inline]
    pub const fn number(&self) -> Option<u128> {
        self.number
    }

    /// Bytes that are no identifier: too few, too many, or those of [`number`](Self::number).
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A text that `parse` refuses.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl<I: Id> Refused<I> {
    /// That of any bits and any choice, the same one for the same two.
    pub(super) fn new(bits: u128, choice: u64) -> Self {
        let id = sample::<I>(bits, choice);
        let [how, place, which, ..] = choice.to_be_bytes().map(usize::from);
        let number = number::<I>(bits, id.map_or(0, I::to_bits), how);
        let bytes = bytes::<I>(number, bits, how, place);
        let good = id.map_or_else(String::new, |id| id.to_string());
        let text = text::<I>(&good, how, place, which);
        Self { number, bytes, text, id: PhantomData }
    }
}

/// One above the largest, any one, or one whose fixed fields have other bits.
fn number<I: Id>(bits: u128, good: u128, how: usize) -> Option<u128> {
    let width = I::LAYOUT.bits();
    let above = 1_u128.checked_shl(width).map(|one| good | one);
    let open = I::LAYOUT.settle(0) ^ I::LAYOUT.settle(u128::MAX);
    let spoiled = good ^ (bits & !open & I::LAYOUT.mask());
    let candidates = [above, Some(spoiled), Some(bits), Some(!good), Some(u128::MAX)];
    let candidates = candidates.iter().cycle().skip(how % 3).take(candidates.len());
    candidates.flatten().copied().find(|bits| I::from_bits(*bits).is_err())
}

/// Those of the number, if they are as wide as the identifier, or of another width.
fn bytes<I: Id>(number: Option<u128>, bits: u128, how: usize, place: usize) -> Vec<u8> {
    let width = (I::LAYOUT.bits() / 8) as usize;
    let whole = number.unwrap_or(bits).to_be_bytes();
    let same = whole[whole.len() - width..].to_vec();
    if how % 2 == 0 && id_of_bytes::<I>(&same).is_err() {
        return same;
    }
    // None, one too few, one too many, and what else is near.
    let length = [0, width - 1, width + 1, place % width, width + place % 20][how % 5];
    whole.iter().copied().cycle().take(if length == width { width + 1 } else { length }).collect()
}

/// What is near an identifier's text: characters that are mistaken for others, or that a reader may skip.
const STRANGERS: [char; 16] =
    ['0', 'O', 'l', 'I', 'U', 'z', 'Z', '-', '_', '+', '=', ' ', '\n', '\0', '\u{660}', '\u{ff11}'];

/// An identifier's text with one mistake that the format refuses; the empty text, if it refuses none.
fn text<I: Id>(good: &str, how: usize, place: usize, which: usize) -> String {
    let characters: Vec<char> = good.chars().collect();
    let place = place % (characters.len() + 1);
    let (before, after) = characters.split_at(place);
    let all = |parts: &[&[char]]| parts.concat().into_iter().collect::<String>();
    let stranger = &[STRANGERS[which % STRANGERS.len()]];
    let mistakes = [
        all(&[before, stranger, after.get(1..).unwrap_or_default()]),
        all(&[before, after.get(1..).unwrap_or_default()]),
        all(&[before, stranger, after]),
        all(&[before]),
        good.to_ascii_uppercase(),
        good.to_ascii_lowercase(),
        all(&[&characters, &characters]),
        all(&[&[' '], &characters]),
        all(&[&characters, &['\n']]),
    ];
    let mut mistakes = mistakes.into_iter().cycle().skip(how % 9).take(9);
    mistakes.find(|text| text.parse::<I>().is_err()).unwrap_or_default()
}

impl<I> fmt::Debug for Refused<I> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut refused = f.debug_struct("Refused");
        refused.field("number", &self.number).field("bytes", &self.bytes).field("text", &self.text);
        refused.finish()
    }
}
