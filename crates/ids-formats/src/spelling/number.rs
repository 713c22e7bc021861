//! How numbers are written.

use alloc::{format, string::String};

use super::{Queue, Spelling};

/// The letters that languages and databases write behind a number for its type.
const SUFFIXES: &[&str] =
    &["n", "l", "u", "ul", "lu", "ll", "ull", "llu", "u64", "i64", "_u64", "_i64", "u128", "_u128"];
/// What stands between thousands.
const SEPARATORS: &[char] =
    &[',', '.', ' ', '\u{a0}', '\u{2009}', '\u{202f}', '\'', '’', '_', '٬', '\u{2007}'];
/// A number with less digits is a negative number and nothing else.
const LONG: usize = 16;

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Takes off what is not a digit of a number.
pub(super) fn take(text: &str, found: &mut Queue) {
    if let Some(number) = text.strip_prefix('+').filter(|number| is_number(number)) {
        found.text(Spelling::Plus, number);
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if !is_number(digits) {
        return;
    }
    for (prefix, radix) in [("0o", 8), ("0b", 2)] {
        let digits = text.strip_prefix(prefix).filter(|digits| is_number(digits));
        if let Some(number) = digits.and_then(|digits| u128::from_str_radix(digits, radix).ok()) {
            found.text(Spelling::Radix, &format!("{number}"));
        }
    }
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (whole, suffix) = digits.split_at(end);
    if SUFFIXES.iter().any(|known| suffix.eq_ignore_ascii_case(known)) {
        found.text(Spelling::Suffix, &format!("{sign}{whole}"));
    }
    if let Some(whole) = decimals(digits) {
        found.text(Spelling::Decimals, &format!("{sign}{whole}"));
    }
    if let Some(number) = thousands(digits) {
        found.text(Spelling::Thousands, &format!("{sign}{number}"));
    }
    if sign == "-" && is_digits(digits) && digits.len() >= LONG {
        if let Ok(number) = text.parse::<i64>() {
            found.text(Spelling::Negative, &format!("{}", (1 << 64) + i128::from(number)));
        }
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// What stands before a point and zeros. Three zeros behind a comma may be thousands.
fn decimals(digits: &str) -> Option<&str> {
    let (whole, zeros) = digits.rsplit_once(['.', ','])?;
    let point = digits[whole.len()..].chars().next()?;
    let is_zeros = is_digits(zeros) && zeros.bytes().all(|byte| byte == b'0');
    let grouped = |c: char| c.is_ascii_digit() || (c != point && SEPARATORS.contains(&c));
    (is_zeros && zeros.len() != 3 && whole.chars().all(grouped)).then_some(whole)
}

/// The digits of a number in groups of three: in India of two and a last one of three, in China and Japan of four.
fn thousands(digits: &str) -> Option<String> {
    let separator = digits.chars().find(|c| SEPARATORS.contains(c))?;
    let groups = || digits.split(separator);
    let (first, last) = (groups().next()?.len(), groups().next_back()?.len());
    let fits =
        |group: &str| is_digits(group) && (group.len() == last || last == 3 && group.len() == 2);
    let all = groups().count() > 2 && matches!(last, 3 | 4) && groups().skip(1).all(fits);
    (all && is_digits(groups().next()?) && first <= last).then(|| groups().collect())
}
