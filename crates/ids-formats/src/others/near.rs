//! Texts that are nearly an identifier: what is wrong with them.

use alloc::{format, string::String};

use super::{
    Kind,
    digits::{Alphabet, BASE32HEX, BASE36, BASE62, CROCKFORD, HEX, TYPEID},
    uuid,
};

/// What is wrong, as a sentence's part, and where in the text, if it is in one place.
type Wrong = (String, Option<usize>);

const ULID: &str = "the first digit is at most 7";
const TSID: &str = "the first digit is at most F";
const XID: &str = "the last digit is 0 or g";
const KSUID: &str = "it is above the largest, aWgEPTl1tmebfsQzFP4bxwgy80V";
const SCRU128: &str = "it is above the largest, f5lxx1zz5pnorynqglhzmsp33";

/// What a text that no format reads is nearest to: a sentence's part that names the format and says what is wrong, and where it
/// is wrong, if it is in one place. `None` if it is near to none.
///
/// ```
/// use ids_formats::others::near;
/// let (says, index) = near(b"01ARZ3NDEKTSV4RRFFQ69G5FAU").unwrap();
/// assert_eq!((&*says, index), ("ulid: 'U' is not one of its digits", Some(25)));
/// let (says, index) = near(b"018f2c5e-7b1a-7c3d-9e2f-0123456789a").unwrap();
/// assert_eq!((&*says, index), ("uuid: it has 31 digits, and 32 are wanted", None));
/// ```
#[inline]
pub fn near(text: &[u8]) -> Option<(String, Option<usize>)> {
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
    let (kind, (says, index)) = wrong.or_else(|| rows.into_iter().find_map(row))?;
    Some((format!("{}: {says}", kind.name()), index))
}

fn said(says: &str) -> Wrong {
    (says.into(), None)
}

fn length_of(found: usize, wanted: usize) -> Wrong {
    (format!("it has {found} digits, and {wanted} are wanted"), None)
}

fn no_digit(index: usize, byte: u8) -> Wrong {
    let shown = if byte.is_ascii_graphic() {
        format!("'{}'", char::from(byte))
    } else {
        format!("byte {byte}")
    };
    (format!("{shown} is not one of its digits"), Some(index))
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
        (0, None, _) => says.map(said),
        (0, Some((index, byte)), None) if digit => Some(no_digit(index, *byte)),
        (1, None, _) if length => Some(length_of(text.len(), count)),
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
        (31 | 33, None, _) if matches!(hyphens, 0 | 4) => Some(length_of(count, 32)),
        (32, None, _) if !placed => Some(said("hyphens stand behind the digits 8, 12, 16 and 20")),
        (32, None, _) => unknown(uuid::read(whole)?.0),
        (32, Some((index, byte)), None) if placed => Some(no_digit(before + index, *byte)),
        _ => None,
    }
}

/// The version or the variant that no UUID has.
fn unknown(bits: u128) -> Option<Wrong> {
    let version = bits >> 76 & 15;
    let whose = match bits >> 60 & 15 {
        8..=11 if matches!(version, 1..=8) => return None,
        8..=11 => {
            return Some((format!("the version is {version}, and RFC 9562 has 1 to 8"), None));
        }
        0..=7 => "that of the NCS before 1990",
        12 | 13 => "Microsoft's of before 2000",
        _ => "reserved",
    };
    let rfc = "not that of RFC 9562, whose digit is 8, 9, a or b";
    Some((format!("the variant is {whose}, {rfc}"), None))
}

fn of_type_id(text: &[u8]) -> Option<Wrong> {
    let at = text.iter().rposition(|byte| *byte == b'_')?;
    let number = &text[at + 1..];
    let says = if number.first() > Some(&b'7') {
        "the first digit of the number is at most 7"
    } else {
        "the prefix is at most 63 letters in lower case and _, which stands neither first nor last"
    };
    let (says, index) = nearly(&TYPEID, number, 26, [number.starts_with(b"01"), true], Some(says))?;
    Some((says, index.map(|index| at + 1 + index)))
}
