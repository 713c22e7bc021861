//! The shape of a text: which characters it has, and how many.

use crate::Evidence;

/// What an exact length is worth: random texts have any length up to 64.
const LENGTH: Evidence = Evidence::new(6);

/// How many characters there are of each class: digits, `a` to `f`, `g` to `z`, the same in upper case, `-`, `_` and `.`, and
/// all others.
const COUNTS: [u64; 8] = [10, 6, 20, 6, 20, 1, 2, 30];

/// The class of each byte, as a bit.
static CLASSES: [u8; 256] = {
    let (mut classes, mut byte) = ([0; 256], 0);
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let class = match byte as u8 {
            b'0'..=b'9' => 0,
            b'a'..=b'f' => 1,
            b'g'..=b'z' => 2,
            b'A'..=b'F' => 3,
            b'G'..=b'Z' => 4,
            b'-' => 5,
            b'_' | b'.' => 6,
            _ => 7,
        };
        classes[byte] = 1 << class;
        byte += 1;
    }
    classes
};

/// For each set of classes the bits of one character: how many characters there are in these
/// classes. A letter behind `f` means all letters of its case.
static CHARACTERS: [Evidence; 256] = {
    let (mut characters, mut set) = ([Evidence::ZERO; 256], 1);
    while set < 256 {
        let (all, mut count, mut class) = (set | (set & 0b10100) >> 1, 0, 0);
        while class < COUNTS.len() {
            count += if all >> class & 1 == 1 { COUNTS[class] } else { 0 };
            class += 1;
        }
        characters[set] = Evidence::log2(count);
        set += 1;
    }
    characters
};

/// The bits of a random text of this shape: one of this length, and of the kinds of characters
/// that this one has. They are digits, letters `a` to `f`, lower-case letters, the same in upper
/// case, `-`, `_` or `.`, and all others.
///
/// A format that writes fewer texts of this shape than there are is worth the difference.
pub(crate) fn bits(text: &[u8]) -> Evidence {
    let set = text.iter().fold(0, |set, byte| set | CLASSES[usize::from(*byte)]);
    CHARACTERS[usize::from(set)].times(text.len()) + LENGTH
}

/// The same of a text of hexadecimal digits that stand for bytes, whichever of them there are.
pub(crate) fn hexadecimal(digits: usize) -> Evidence {
    Evidence::new(4).times(digits) + LENGTH
}

/// What mixed case takes from a format that does not look at the case: a bit for each letter, which the
/// shape has counted; none if all letters have one case.
pub(crate) fn mixed_case(text: &[u8]) -> Evidence {
    let upper = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let lower = text.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    if upper == 0 || lower == 0 { Evidence::ZERO } else { Evidence::new(1).times(upper + lower) }
}
