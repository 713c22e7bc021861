//! Timestamps of events: RFC 3339 text and whole microseconds. The tests compare them with the
//! `jiff` crate.

use ids_core::Text;

/// The last microsecond since the Unix epoch that the timestamp of an event says (rule
/// [EVENTLY-15](crate::rules#evently-15)): 9999-12-31T23:59:59.999999Z.
pub const LAST_TIMESTAMP: u64 = 253_402_300_799_999_999;

/// The microseconds since the Unix epoch that an event's timestamp says, rule
/// [EVENTLY-15](crate::rules#evently-15).
///
/// RFC 3339 with `T` and `Z` in upper case or a numeric offset. There are up to nine digits of
/// fraction; those after the sixth must be zero. A leap second and an instant before the Unix
/// epoch are errors.
///
/// ```
/// use evently_id::parse_timestamp;
/// assert_eq!(parse_timestamp("2021-10-03T18:32:12.81653+02:00"), Some(1_633_278_732_816_530));
/// assert_eq!(parse_timestamp("2021-10-03T16:32:12.8165301Z"), None);
/// ```
#[inline]
pub fn parse_timestamp(text: &str) -> Option<u64> {
    parse(text.as_bytes())
}

pub(crate) fn parse(text: &[u8]) -> Option<u64> {
    let (fixed, rest) = text.split_first_chunk::<19>()?;
    let number = |from: usize, to: usize| {
        fixed[from..to].iter().try_fold(0, |n: u64, digit| {
            digit.is_ascii_digit().then(|| n * 10 + u64::from(digit - b'0'))
        })
    };
    let punctuation = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if punctuation.iter().any(|(place, byte)| fixed[*place] != *byte) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if hour > 23 || minute > 59 || second > 59 || day == 0 || day > month_length(year, month)? {
        return None;
    }
    let (micros, zone) = fraction(rest)?;
    let offset = match zone {
        b"Z" => 0,
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let pair = |a: &u8, b: &u8| {
                (a.is_ascii_digit() && b.is_ascii_digit())
                    .then(|| i64::from(a - b'0') * 10 + i64::from(b - b'0'))
            };
            let (hours, minutes) = (pair(h1, h2)?, pair(m1, m2)?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            (hours * 60 + minutes) * if *sign == b'+' { 60 } else { -60 }
        }
        _ => return None,
    };
    let days = days_before(year, month)?.checked_add_unsigned(day - 1)?;
    let seconds = days * 86_400 + i64::try_from(hour * 3600 + minute * 60 + second).ok()? - offset;
    let micros = u64::try_from(seconds).ok()? * 1_000_000 + micros;
    (micros <= LAST_TIMESTAMP).then_some(micros)
}

/// The microseconds of an optional fraction, and what follows it.
fn fraction(text: &[u8]) -> Option<(u64, &[u8])> {
    let [b'.', digits @ ..] = text else { return Some((0, text)) };
    let count = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
    let (digits, zone) = digits.split_at(count);
    let finer = digits.get(6..).unwrap_or_default();
    if count == 0 || count > 9 || finer.iter().any(|digit| *digit != b'0') {
        return None;
    }
    let mut micros = 0;
    for place in 0..6 {
        micros = micros * 10 + digits.get(place).map_or(0, |digit| u64::from(digit - b'0'));
    }
    Some((micros, zone))
}

const fn month_length(year: u64, month: u64) -> Option<u64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => Some(if leap { 29 } else { 28 }),
        4 | 6 | 9 | 11 => Some(30),
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        _ => None,
    }
}

/// Days from 1970-01-01 to the first of a month, in the Gregorian calendar.
fn days_before(year: u64, month: u64) -> Option<i64> {
    // Years begin in March, so that the leap day is the last.
    let (year, month) =
        if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5;
    Some(i64::try_from(days).ok()? - 719_468)
}

/// The timestamp of these microseconds since the Unix epoch as events carry it: UTC with no, three
/// or six digits of fraction. `None` after the year 9999.
///
/// ```
/// use evently_id::format_timestamp;
/// let text = format_timestamp(1_633_278_732_816_530).unwrap();
/// assert_eq!(text, "2021-10-03T16:32:12.816530Z");
/// ```
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the nanoseconds of a second")]
pub fn format_timestamp(micros: u64) -> Option<Text<30>> {
    let nanos = (micros % 1_000_000 * 1000) as u32;
    (micros <= LAST_TIMESTAMP).then(|| ids_core::instant(micros / 1_000_000, nanos, None).1)
}
