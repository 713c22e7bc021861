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

const ULID: &str = "the first digit is at most 7";
const TSID: &str = "the first digit is at most F";
const XID: &str = "the last digit is 0 or g";
const KSUID: &str = "it is above the largest, aWgEPTl1tmebfsQzFP4bxwgy80V";
const SCRU128: &str = "it is above the largest, f5lxx1zz5pnorynqglhzmsp33";

/// The kind that a text which no format reads is nearest to, and what is wrong with it. `None` if it is near to none.
#[inline]
pub fn near(text: &[u8]) -> Option<Near> {
    let first = text.first().copied().unwrap_or_default();
    let has = |is: fn(&u8) -> bool| text.iter().any(is);
    let (lower, upper) = (has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase));
    let (ulid, ksuid, xid) =
        (text.starts_with(b"01"), lower && upper, lower && has(u8::is_ascii_digit));
    let begins = |alike: bool, digits: &[u8]| alike && digits.contains(&first);
    // The only letter that is not one of Crockford's digits is U.
    let tsid = first == b'0' && has(|byte| matches!(byte, b'u' | b'U'));
    let no_tsid = first.to_ascii_uppercase() > b'F';
    let (no_ksuid, no_scru128) = (BASE62.read_long(text).is_none(), BASE36.read(text).is_none());
    let says = |wrong: bool, what| wrong.then_some(what);
    let wrong = of_uuid(text).map(|wrong| (Kind::UuidV4, wrong));
    let wrong = wrong.or_else(|| Some((Kind::TypeId, of_type_id(text)?)));
    let rows = [
        (Kind::Ulid, &CROCKFORD, 26, [ulid, true], says(first > b'7', ULID)),
        (Kind::Ksuid, &BASE62, 27, [begins(ksuid, b"0123"), ksuid], says(no_ksuid, KSUID)),
        (Kind::ObjectId, &HEX, 24, [true, true], None),
        (Kind::Xid, &BASE32HEX, 20, [begins(xid, b"9abcd"), true], Some(XID)),
        (Kind::Tsid, &CROCKFORD, 13, [false, tsid], says(no_tsid, TSID)),
        (Kind::Scru128, &BASE36, 25, [false, false], says(no_scru128, SCRU128)),
    ];
    let row = |(kind, alphabet, count, looked, says): (_, &Alphabet, _, _, _)| {
        Some((kind, nearly(alphabet, text, count, looked, says)?))
    };
    let (kind, wrong) = wrong.or_else(|| rows.into_iter().find_map(row))?;
    Some(Near { family: kind.name(), wrong })
}

/// What is wrong with a text of about `count` digits: that it has one too few or too many if `length`, which digit is wrong
/// if `digit`, or what is said of one in which all are digits.
fn nearly(
    alphabet: &Alphabet,
    text: &[u8],
    count: usize,
    [length, digit]: [bool; 2],
    says: Option<&'static str>,
) -> Option<Wrong> {
    let mut bad = text.iter().enumerate().filter(|(_, byte)| !alphabet.has(**byte));
    match (text.len().abs_diff(count), bad.next(), bad.next()) {
        (0, None, _) => says.map(Wrong::Said),
        (0, Some((index, byte)), None) if digit => Some(Wrong::Digit(index, *byte)),
        (1, None, _) if length => Some(Wrong::Length(text.len(), count)),
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

fn of_type_id(text: &[u8]) -> Option<Wrong> {
    let at = text.iter().rposition(|byte| *byte == b'_')?;
    let number = &text[at + 1..];
    let says = if number.first() > Some(&b'7') {
        "the first digit of the number is at most 7"
    } else {
        "the prefix is at most 63 letters in lower case and _, which stands neither first nor last"
    };
    let wrong = nearly(&TYPEID, number, 26, [number.starts_with(b"01"), true], Some(says))?;
    Some(match wrong {
        Wrong::Digit(index, byte) => Wrong::Digit(at + 1 + index, byte),
        other => other,
    })
}
