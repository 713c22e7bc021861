//! Texts that are nearly an identifier: what is wrong with them.

use core::fmt;

use ids_core::ParseError;

use super::{
    Kind,
    digits::{Alphabet, BASE32HEX, BASE36, BASE62, CROCKFORD, HEX, TYPEID},
    uuid,
};

/// What is wrong with a text that is nearly an identifier; its text names the format first.
///
/// ```
/// use ids_formats::others::near;
/// let why = |text: &str| near(text.as_bytes()).map(|near| near.to_string());
/// assert_eq!(
///     why("8ZZZZZZZZZZZZZZZZZZZZZZZZZ").as_deref(),
///     Some("ulid: the first digit is at most 7")
/// );
/// assert_eq!(
///     why("018f2c5e-7b1a-7c3d-9e2f-0123456789a").as_deref(),
///     Some("uuid: it has 31 digits, and 32 are wanted")
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Near {
    pub(crate) family: &'static str,
    pub(crate) wrong: Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wrong {
    /// A form of this project's format does not read it.
    Form(&'static str, ParseError),
    /// A character that is not a digit of the kind, and where.
    Digit(usize, u8),
    /// How many digits there are, and how many are wanted.
    Length(usize, usize),
    /// A version that no UUID has.
    Version(u8),
    /// Whose variant a UUID has.
    Variant(&'static str),
    /// Another thing.
    Said(&'static str),
}

impl Near {
    /// The name of the format, or of its family.
    #[inline]
    pub const fn family(&self) -> &'static str {
        self.family
    }

    /// Where in the text it is wrong, if it is in one place.
    #[inline]
    pub const fn index(&self) -> Option<usize> {
        match self.wrong {
            Wrong::Digit(index, _) => Some(index),
            Wrong::Form(_, error) => error.index(),
            _ => None,
        }
    }
}

impl fmt::Display for Near {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if matches!(self.wrong, Wrong::Form(..)) { ", as" } else { ":" };
        write!(f, "{}{separator} ", self.family)?;
        match self.wrong {
            Wrong::Form(form, error) => write!(f, "{form}: {error}"),
            Wrong::Digit(_, byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is not one of its digits", char::from(byte))
            }
            Wrong::Digit(_, byte) => write!(f, "byte {byte} is not one of its digits"),
            Wrong::Length(found, wanted) => {
                write!(f, "it has {found} digits, and {wanted} are wanted")
            }
            Wrong::Version(version) => {
                write!(f, "the version is {version}, and RFC 9562 has 1 to 8")
            }
            Wrong::Variant(whose) => {
                write!(
                    f,
                    "the variant is {whose}, not that of RFC 9562, whose digit is 8, 9, a or b"
                )
            }
            Wrong::Said(what) => f.write_str(what),
        }
    }
}

/// The kind that a text which no format reads is nearest to, and what is wrong with it. `None` if it is near to none.
#[inline]
pub fn near(text: &[u8]) -> Option<Near> {
    let of =
        |kind: Kind, wrong: Option<Wrong>| wrong.map(|wrong| Near { family: kind.name(), wrong });
    of(Kind::UuidV4, of_uuid(text))
        .or_else(|| of(Kind::TypeId, of_type_id(text)))
        .or_else(|| of(Kind::Ulid, of_ulid(text)))
        .or_else(|| of(Kind::Ksuid, of_ksuid(text)))
        .or_else(|| of(Kind::ObjectId, of_object_id(text)))
        .or_else(|| of(Kind::Xid, of_xid(text)))
        .or_else(|| of(Kind::Tsid, of_tsid(text)))
        .or_else(|| of(Kind::Scru128, of_scru128(text)))
}

/// How many characters are no digits.
fn bad(alphabet: &Alphabet, text: &[u8]) -> usize {
    text.iter().filter(|byte| !alphabet.has(**byte)).count()
}

/// Of a text of `count` characters: the only one that is not a digit, or else what `wrong` says.
fn digits(
    alphabet: &Alphabet,
    text: &[u8],
    count: usize,
    wrong: impl FnOnce() -> Option<Wrong>,
) -> Option<Wrong> {
    match bad(alphabet, text) {
        _ if text.len() != count => None,
        0 => wrong(),
        1 => {
            let index = text.iter().position(|byte| !alphabet.has(*byte))?;
            Some(Wrong::Digit(index, text[index]))
        }
        _ => None,
    }
}

fn of_uuid(text: &[u8]) -> Option<Wrong> {
    let whole = text;
    let (before, text) = uuid::inside(whole);
    let digits = || text.iter().enumerate().filter(|(_, byte)| **byte != b'-');
    let count = digits().count();
    let hyphens = text.len() - count;
    let placed = hyphens == 0
        || hyphens == 4 && [8, 13, 18, 23].iter().all(|place| text.get(*place) == Some(&b'-'));
    let mut bad = digits().filter(|(_, byte)| !HEX.has(**byte));
    match (count, bad.next(), bad.next()) {
        (31 | 33, None, _) if matches!(hyphens, 0 | 4) => Some(Wrong::Length(count, 32)),
        (32, None, _) if !placed => {
            Some(Wrong::Said("hyphens stand behind the digits 8, 12, 16 and 20"))
        }
        (32, None, _) => unknown(uuid::read(whole)?.0),
        (32, Some((index, byte)), None) if placed => Some(Wrong::Digit(before + index, *byte)),
        _ => None,
    }
}

/// The version or the variant that no UUID has.
fn unknown(bits: u128) -> Option<Wrong> {
    let version = (bits >> 76 & 15) as u8;
    match bits >> 60 & 15 {
        8..=11 => (!matches!(version, 1..=8)).then_some(Wrong::Version(version)),
        0..=7 => Some(Wrong::Variant("that of the NCS before 1990")),
        12 | 13 => Some(Wrong::Variant("Microsoft's of before 2000")),
        _ => Some(Wrong::Variant("reserved")),
    }
}

fn of_ulid(text: &[u8]) -> Option<Wrong> {
    let count = text.len();
    if matches!(count, 25 | 27) && text.starts_with(b"01") {
        return (bad(&CROCKFORD, text) == 0).then_some(Wrong::Length(count, 26));
    }
    let first = || Some(Wrong::Said("the first digit is at most 7"));
    digits(&CROCKFORD, text, 26, || first().filter(|_| text[0] > b'7'))
}

fn of_ksuid(text: &[u8]) -> Option<Wrong> {
    let largest = "it is above the largest, aWgEPTl1tmebfsQzFP4bxwgy80V";
    let cases = text.iter().any(u8::is_ascii_lowercase) && text.iter().any(u8::is_ascii_uppercase);
    if matches!(text.len(), 26 | 28) && cases && matches!(text[0], b'0'..=b'3') {
        return (bad(&BASE62, text) == 0).then_some(Wrong::Length(text.len(), 27));
    }
    let wrong = digits(&BASE62, text, 27, || {
        BASE62.read_long(text).is_none().then_some(Wrong::Said(largest))
    });
    wrong.filter(|wrong| cases || matches!(wrong, Wrong::Said(_)))
}

fn of_type_id(text: &[u8]) -> Option<Wrong> {
    let at = text.iter().rposition(|byte| *byte == b'_')?;
    let number = &text[at + 1..];
    if matches!(number.len(), 25 | 27) && number.starts_with(b"01") {
        return (bad(&TYPEID, number) == 0).then_some(Wrong::Length(number.len(), 26));
    }
    let wrong = digits(&TYPEID, number, 26, || {
        Some(Wrong::Said(if number[0] > b'7' {
            "the first digit of the number is at most 7"
        } else {
            "the prefix is at most 63 letters in lower case and _, which stands neither first nor last"
        }))
    })?;
    Some(match wrong {
        Wrong::Digit(index, byte) => Wrong::Digit(at + 1 + index, byte),
        other => other,
    })
}

fn of_object_id(text: &[u8]) -> Option<Wrong> {
    match text.len() {
        count @ (23 | 25) => (bad(&HEX, text) == 0).then_some(Wrong::Length(count, 24)),
        _ => digits(&HEX, text, 24, || None),
    }
}

fn of_xid(text: &[u8]) -> Option<Wrong> {
    let mixed = text.iter().any(u8::is_ascii_digit) && text.iter().any(u8::is_ascii_lowercase);
    if matches!(text.len(), 19 | 21) && mixed && matches!(text[0], b'9' | b'a'..=b'd') {
        return (bad(&BASE32HEX, text) == 0).then_some(Wrong::Length(text.len(), 20));
    }
    digits(&BASE32HEX, text, 20, || Some(Wrong::Said("the last digit is 0 or g")))
}

fn of_tsid(text: &[u8]) -> Option<Wrong> {
    let first = || Some(Wrong::Said("the first digit is at most F"));
    digits(&CROCKFORD, text, 13, first).filter(|wrong| match wrong {
        Wrong::Digit(_, byte) => byte.is_ascii_alphabetic() && text[0] == b'0',
        _ => text[0].to_ascii_uppercase() > b'F',
    })
}

fn of_scru128(text: &[u8]) -> Option<Wrong> {
    let largest = "it is above the largest, f5lxx1zz5pnorynqglhzmsp33";
    let wrong = digits(&BASE36, text, 25, || Some(Wrong::Said(largest)));
    wrong.filter(|wrong| matches!(wrong, Wrong::Said(_)) && BASE36.read(text).is_none())
}
