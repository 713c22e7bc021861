//! The shape of a text: which characters it has, and how many.

use crate::Bits;

/// What an exact length is worth: random texts have any length up to 64.
const LENGTH: Bits = Bits::new(6);

const DIGIT: u8 = 1;
const A_TO_F: u8 = 2;
const G_TO_Z: u8 = 4;
const UPPER_A_TO_F: u8 = 8;
const UPPER_G_TO_Z: u8 = 16;
const HYPHEN: u8 = 32;
const LOW: u8 = 64;
const OTHER: u8 = 128;

/// The class of each byte.
static CLASSES: [u8; 256] = {
    let (mut classes, mut byte) = ([OTHER; 256], 0);
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let class = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'f' => A_TO_F,
            b'g'..=b'z' => G_TO_Z,
            b'A'..=b'F' => UPPER_A_TO_F,
            b'G'..=b'Z' => UPPER_G_TO_Z,
            b'-' => HYPHEN,
            b'_' | b'.' => LOW,
            _ => OTHER,
        };
        classes[byte] = class;
        byte += 1;
    }
    classes
};

/// For each set of classes the bits of one character: how many characters there are in these
/// classes. A letter behind `f` means all letters of its case.
static CHARACTERS: [Bits; 256] = {
    let (mut characters, mut set) = ([Bits::ZERO; 256], 1);
    while set < 256 {
        characters[set] = Bits::log2(count(set));
        set += 1;
    }
    characters
};

const fn count(set: usize) -> u64 {
    const fn one(set: usize, class: u8, count: u64) -> u64 {
        if set & class as usize == 0 { 0 } else { count }
    }
    const fn letters(set: usize, first: u8, rest: u8) -> u64 {
        if set & rest as usize == 0 { one(set, first, 6) } else { 26 }
    }
    one(set, DIGIT, 10)
        + letters(set, A_TO_F, G_TO_Z)
        + letters(set, UPPER_A_TO_F, UPPER_G_TO_Z)
        + one(set, HYPHEN, 1)
        + one(set, LOW, 2)
        + one(set, OTHER, 30)
}

/// The bits of a random text of this shape: one of this length, and of the kinds of characters
/// that this one has. They are digits, letters `a` to `f`, lower-case letters, the same in upper
/// case, `-`, `_` or `.`, and all others.
///
/// A format that writes fewer texts of this shape than there are is worth the difference.
pub(crate) fn bits(text: &[u8]) -> Bits {
    let set = text.iter().fold(0, |set, byte| set | CLASSES[usize::from(*byte)]);
    CHARACTERS[usize::from(set)].times(text.len()) + LENGTH
}

/// The same of a text of hexadecimal digits that stand for bytes, whichever of them there are.
pub(crate) fn hexadecimal(digits: usize) -> Bits {
    Bits::new(4).times(digits) + LENGTH
}

/// What mixed case takes from a format that does not look at the case: a bit for each letter, which the
/// shape has counted; none if all letters have one case.
pub(crate) fn mixed_case(text: &[u8]) -> Bits {
    let upper = text.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let lower = text.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    if upper == 0 || lower == 0 { Bits::ZERO } else { Bits::new(1).times(upper + lower) }
}
