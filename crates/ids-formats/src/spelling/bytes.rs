//! How programs print bytes.

use alloc::vec::Vec;

use super::{Queue, Spelling, unquoted};
use crate::{
    others::digits::{BASE64, HEX},
    reading::is_name,
};

/// The bytes that identifiers have.
const SIZES: [usize; 4] = [8, 12, 14, 16];

/// A number of less digits in hexadecimal is any number.
const SHORT: usize = 8;

/// Reads bytes in each way that shows itself.
pub(super) fn take(text: &str, found: &mut Queue) {
    hexadecimal(text, found);
    groups(text, found);
    escapes(text, found);
}

/// Reads bytes in each way that may as well be something else.
pub(super) fn guess(text: &str, found: &mut Queue) {
    decimal(text, found);
    if let Some((spelling, bits, count)) = base64(text, false) {
        found.bytes(spelling, bits, count);
    }
}

/// `0x..` may be a number, whose zeros are not written, and has all of them as bytes.
fn hexadecimal(text: &str, found: &mut Queue) {
    let literal =
        text.strip_prefix(['x', 'X', 'h', 'H']).and_then(|quoted| unquoted(quoted).next());
    let prefixed =
        ["\\x", "\\\\x", "\\X", "U&\\"].iter().find_map(|prefix| text.strip_prefix(prefix));
    let number = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let digits = literal.or(prefixed).or(number).unwrap_or_default();
    let Some(bits) = HEX.read(digits.as_bytes()).filter(|_| digits.len() > SHORT) else { return };
    // A number has lost its zeros: it is the shortest that has room, and SIQ's length is seldom met.
    let shortest = SIZES.into_iter().find(|size| 2 * size >= digits.len()).unwrap_or_default();
    for size in SIZES.into_iter().filter(|size| *size == shortest || shortest == 14) {
        if digits.len() == 2 * size || number.is_some() && size >= shortest {
            found.bytes(Spelling::Hexadecimal, bits, size);
        }
    }
}

/// Groups of as many digits each, with one kind of separator: `01:82:9c`, `01 82 9c`, `0x01, 0x82`, `\x01\x82`.
fn groups(text: &str, found: &mut Queue) {
    let is_separator =
        |c: char| matches!(c, ' ' | ':' | '-' | ',' | ';' | '_' | '.' | '\\' | '%' | '|');
    // Between commas stand decimal numbers, unless a prefix says otherwise.
    if text.contains(',') && !text.contains('x') {
        return;
    }
    let groups = || text.split(is_separator).filter(|group| !group.is_empty());
    let mut digits = Vec::new();
    // A UUID whose hyphens have become something else.
    if !text.contains('-') && groups().map(str::len).eq([8, 4, 4, 4, 12]) {
        digits.extend(groups().flat_map(str::bytes));
        if let Some(bits) = HEX.read(&digits) {
            found.bytes(Spelling::Groups, bits, 16);
        }
        return;
    }
    let bare = |group: &'_ str| {
        let prefix = group.strip_prefix("0x").or_else(|| group.strip_prefix('x'));
        (prefix.unwrap_or(group).len(), prefix.is_some())
    };
    let Some((width, _)) = groups().map(bare).max() else { return };
    for group in groups() {
        let (length, prefixed) = bare(group);
        // A prefix says that a zero is left out.
        if length != width && !(prefixed && length + 1 == width) {
            return;
        }
        digits.resize(digits.len() + width - length, b'0');
        digits.extend_from_slice(&group.as_bytes()[group.len() - length..]);
    }
    // Four decimal digits and four are a number, such as that of a card.
    let is_number = width > 2 && digits.iter().all(u8::is_ascii_digit);
    let is_one = digits.len() == width || !matches!(width, 2 | 4 | 8);
    if !is_one && !is_number && SIZES.contains(&(digits.len() / 2)) {
        if let Some(bits) = HEX.read(&digits) {
            found.bytes(Spelling::Groups, bits, digits.len() / 2);
        }
    }
}

/// A string of bytes as languages print it: what is visible as it is, the rest as `\x9f`.
fn escapes(text: &str, found: &mut Queue) {
    if !text.contains("\\x") || text.len() > 4 * SIZES[3] {
        return;
    }
    let (mut rest, mut bits, mut count) = (text.as_bytes(), 0_u128, 0);
    while let [first, behind @ ..] = rest {
        let (byte, behind) = match (first, behind) {
            (b'\\', [b'x', high, low, behind @ ..]) => match HEX.read(&[*high, *low]) {
                Some(byte) => (byte, behind),
                None => return,
            },
            (b'\\', [b'n', behind @ ..]) => (10, behind),
            (b'\\', [b'r', behind @ ..]) => (13, behind),
            (b'\\', [b't', behind @ ..]) => (9, behind),
            (b'\\', [byte @ (b'\\' | b'\'' | b'"'), behind @ ..]) => (u128::from(*byte), behind),
            (b' '..=b'~', _) => (u128::from(*first), behind),
            _ => return,
        };
        (rest, bits, count) = (behind, bits << 8 | byte, count + 1);
    }
    if SIZES.contains(&count) {
        found.bytes(Spelling::Escapes, bits, count);
    }
}

/// `1 130 156`, `1, 130, 156`, and `1, -126, -100` of Java.
fn decimal(text: &str, found: &mut Queue) {
    let numbers = || text.split([' ', ',']).filter(|number| !number.is_empty());
    let has_sign = text.contains('-');
    let byte = |number: &str| {
        let digits = number.strip_prefix('-').unwrap_or(number);
        let is_plain = number == "0" || !digits.starts_with(['+', '0']);
        let byte = if has_sign {
            number.parse().ok().map(|byte: i8| byte.to_be_bytes()[0])
        } else {
            number.parse().ok()
        };
        byte.filter(|_| is_plain)
    };
    let count = numbers().count();
    if SIZES.contains(&count) {
        let bits =
            numbers().try_fold(0_u128, |bits, number| Some(bits << 8 | u128::from(byte(number)?)));
        if let Some(bits) = bits {
            found.bytes(Spelling::DecimalBytes, bits, count);
        }
    }
}

/// Both alphabets, with padding or without. A text with the letters of words is not base64, unless `said` says it is.
pub(super) fn base64(text: &str, said: bool) -> Option<(Spelling, u128, usize)> {
    let digits = text.trim_end_matches('=');
    let (count, padding) = (digits.len() * 6 / 8, text.len() - digits.len());
    let padded = padding > 0 && text.len() % 4 == 0 && padding < 3;
    let mixed = digits.contains(['+', '/']) && digits.contains(['-', '_']);
    // The bits of the last digit that are of no byte.
    let spare = match digits.len() % 4 {
        0 => 0,
        2 => 4,
        3 => 2,
        _ => return None,
    };
    if !SIZES.contains(&count) || !padded && padding > 0 || mixed {
        return None;
    }
    let lower = digits.bytes().any(|byte| byte.is_ascii_lowercase());
    let upper = digits.bytes().any(|byte| byte.is_ascii_uppercase());
    let word = || is_name(digits.trim_end_matches(|c: char| c.is_ascii_digit()).as_bytes());
    if !padded && !said && (!lower || !upper || word()) {
        return None;
    }
    let (above, bits) = BASE64.read_long(digits.as_bytes())?;
    let sure = padded || digits.contains(['+', '/']);
    let spelling = if sure { Spelling::Base64 } else { Spelling::Base64Url };
    // The bits that are left over are zeros.
    let whole = bits & ((1 << spare) - 1) == 0 && u128::from(above) >> spare == 0;
    let above = u128::from(above).checked_shl(128 - spare).unwrap_or_default();
    whole.then_some((spelling, bits >> spare | above, count))
}
