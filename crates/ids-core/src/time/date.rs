//! Days as dates, and instants as RFC 3339 writes them.

use crate::Text;

/// Year, month and day of a number of days since the Unix epoch, in the Gregorian calendar.
///
/// # Panics
/// In debug builds, for days within 719,468 of the largest.
#[inline]
pub const fn date(days: u64) -> (u64, u64, u64) {
    // Counted from 0000-03-01, in cycles of 400 years.
    let days = days + 719_468;
    let (cycle, of_cycle) = (days / 146_097, days % 146_097);
    let year = (of_cycle - of_cycle / 1460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (year * 365 + year / 4 - year / 100);
    let month = (of_year * 5 + 2) / 153;
    let day = of_year - (month * 153 + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (cycle * 400 + year + carry, month, day)
}

/// The year of an instant after the Unix epoch, and its text in RFC 3339: `2016-04-30T11:18:25.796Z`. Its fraction has
/// this number of digits, nine at most, or as many as it needs in steps of three. The text has only the last four
/// digits of a year after 9999.
///
/// # Panics
/// As [`date`], which no number of seconds reaches.
#[inline]
pub fn instant(seconds: u64, nanos: u32, digits: Option<u32>) -> (u64, Text<30>) {
    let (year, month, day) = date(seconds / 86_400);
    let text = *b"0000-00-00T00:00:00";
    let text = put(put(text, 0, year / 100), 2, year);
    let text = put(put(text, 5, month), 8, day);
    let text = put(put(text, 11, seconds / 3600 % 24), 14, seconds / 60 % 60);
    let text = put(text, 17, seconds % 60);
    let (mut rest, mut fraction) = (nanos, *b".000000000");
    for digit in fraction[1..].iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let needed = match nanos {
        0 => 0,
        _ if nanos % 1_000_000 == 0 => 3,
        _ if nanos % 1_000 == 0 => 6,
        _ => 9,
    };
    let length = match digits.unwrap_or(needed) {
        0 => 0,
        digits => 1 + digits.min(9) as usize,
    };
    (year, Text::concat(&[&text, &fraction[..length], b"Z"]))
}

/// Writes the last two digits of a number.
const fn put(mut text: [u8; 19], place: usize, number: u64) -> [u8; 19] {
    text[place] = b'0' + (number / 10 % 10) as u8;
    text[place + 1] = b'0' + (number % 10) as u8;
    text
}
