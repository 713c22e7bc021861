//! Instants as people read them, exact to the nanosecond.

use alloc::{format, string::String, vec::Vec};
use core::time::Duration;

use ids_core::UnixTime;

/// How many of the largest unit that divides it a duration is, and the unit's name.
#[inline]
pub fn largest_unit(duration: Duration) -> (u128, &'static str) {
    let nanos = duration.as_nanos();
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")];
    let fits = |(size, _): &(u128, &str)| nanos % size == 0;
    let (size, name) = units.into_iter().find(fits).unwrap_or((1, "ns"));
    (nanos / size, name)
}

/// Appends the instant as RFC 3339 in UTC, with `digits` as the number of digits of its fraction.
/// Appends nothing if it is after the year 9999, which RFC 3339 cannot write.
#[inline]
pub fn write(out: &mut Vec<u8>, time: UnixTime, digits: u32) -> bool {
    let (year, text) = ids_core::instant(time.as_secs(), time.subsec_nanos(), Some(digits));
    if year <= 9999 {
        out.extend_from_slice(text.as_bytes());
    }
    year <= 9999
}

/// The instant for people: RFC 3339, or the seconds since the Unix epoch after the year 9999.
#[inline]
pub fn show(time: UnixTime) -> String {
    show_to(time, digits(time.since_epoch()))
}

/// The same, with this number of digits of a second's fraction.
#[inline]
pub fn show_to(time: UnixTime, digits: u32) -> String {
    let mut text = Vec::new();
    if !write(&mut text, time, digits) {
        return format!("{} s since the Unix epoch", time.as_secs());
    }
    String::from_utf8(text).unwrap_or_default()
}

/// Two instants for people, or one if they are the same.
#[inline]
pub fn span((from, until): (UnixTime, UnixTime)) -> String {
    if from == until { show(from) } else { format!("{} to {}", show(from), show(until)) }
}

/// How many digits of fraction the duration needs.
#[inline]
pub const fn digits(time: Duration) -> u32 {
    let (mut digits, mut rest) = (9, time.subsec_nanos());
    while digits > 0 && rest % 10 == 0 {
        rest /= 10;
        digits -= 1;
    }
    digits
}
