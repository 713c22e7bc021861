//! Instants as people write them, exact to the nanosecond.

use alloc::{format, string::String, vec::Vec};
use core::time::Duration;

use ids_core::UnixTime;
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime, ISOWeekDate, Weekday, date},
    fmt::temporal::Pieces,
};

/// 1970 in UTC. The library's own instants end a day before the year 9999 does, in UTC; its dates
/// do not.
const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

/// Reads an instant: RFC 3339 with up to nine digits of fraction, a date (midnight in UTC), or a
/// count since the Unix epoch with its unit, as in `1462015105s` and `1462015105796ms`.
///
/// A month and a week are their first day: `2024-01`, `2024-W03`. `T24:00:00Z` is the end of a day.
///
/// ```
/// use ids_formats::json::instant::{parse, show};
/// for (text, instant) in [
///     ("2024-01", "2024-01-01T00:00:00Z"),
///     ("2024-W03", "2024-01-15T00:00:00Z"),
///     ("20240101", "2024-01-01T00:00:00Z"),
///     ("2024-01-31T24:00:00+02:00", "2024-01-31T22:00:00Z"),
/// ] {
///     assert_eq!(show(parse(text)?), instant);
/// }
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// What is wrong with the text, and what would fit.
#[inline]
pub fn parse(text: &str) -> Result<UnixTime, String> {
    if is_leap_second(text) {
        return Err("a leap second, 60, has no count of its own since the Unix epoch".into());
    }
    let since = match text.as_bytes() {
        [.., b's'] if text.starts_with(|first: char| first.is_ascii_digit()) => {
            return parse_duration(text).map(UnixTime::after_epoch);
        }
        [_, _, _, _, b'-', _, _, b'-', _, _] => midnight(text.parse().ok(), text)?,
        [_, _, _, _, b'-', _, _] => midnight(format!("{text}-01").parse().ok(), text)?,
        [_, _, _, _, b'-', b'W', _, _] => midnight(first_of_week(text), text)?,
        [_, _, _, _, _, _, _, _] if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            midnight(text.parse().ok(), text)?
        }
        _ if is_end_of_day(text) => {
            let (date, time) = text.split_at(DATE);
            let start = parse(&format!("{date}{}", time.replacen("24", "00", 1)))?;
            return Ok(start + Duration::from_secs(86_400));
        }
        _ => match text.parse::<Timestamp>() {
            Ok(timestamp) => timestamp.as_duration(),
            Err(_) => last_hours(text).unwrap_or_else(|| Err(wrong(text)))?,
        },
    };
    let since = Duration::try_from(since).map(UnixTime::after_epoch);
    since.map_err(|_| "the time is before the Unix epoch, 1970-01-01".into())
}

/// The start of a day in UTC.
fn midnight(day: Option<Date>, text: &str) -> Result<SignedDuration, String> {
    Ok(day.ok_or_else(|| wrong(text))?.at(0, 0, 0, 0).duration_since(EPOCH))
}

/// The Monday of a week such as `2024-W03`.
fn first_of_week(text: &str) -> Option<Date> {
    let (year, week) = text.split_once("-W")?;
    let week = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday);
    week.ok().map(ISOWeekDate::date)
}

/// Characters of a date.
const DATE: usize = 10;

/// Whether the time of day is 24 with nothing after it but zeros, and the offset.
fn is_end_of_day(text: &str) -> bool {
    let time = text.get(DATE..).unwrap_or_default().strip_prefix(['T', 't', ' ']);
    let Some(rest) = time.and_then(|time| time.strip_prefix("24:")) else { return false };
    let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    rest[..end].bytes().all(|byte| matches!(byte, b'0' | b':' | b'.'))
}

/// What is wrong with a text that is not an instant.
fn wrong(text: &str) -> String {
    const WRITE: &str = "write 2016-04-30T11:18:25.796Z, 2016-04-30, 2016-04, 2016-W17, 1462015105s or 1462015105796ms";
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = |text: &str| {
        let parts: Vec<_> = text.split('-').collect();
        parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.iter().all(|part| digits(part))
    };
    match text.split_once(['T', 't', ' ']) {
        _ if !text.is_empty() && digits(text) => format!("the number has no unit: {WRITE}"),
        Some((date, _)) if is_date(date) && date.parse::<Date>().is_err() => {
            format!("there is no such day: {WRITE}")
        }
        None if is_date(text) => format!("there is no such day: {WRITE}"),
        Some(_) if text.parse::<DateTime>().is_ok() => {
            format!("the offset from UTC is missing, Z or +02:00 at the end: {WRITE}")
        }
        _ => format!("this is not a time: {WRITE}"),
    }
}

/// Reads an instant that is later than the library's last one.
fn last_hours(text: &str) -> Option<Result<SignedDuration, String>> {
    let pieces = Pieces::parse(text).ok()?;
    let offset = SignedDuration::from_secs(pieces.to_numeric_offset()?.seconds().into());
    let local = pieces.date().to_datetime(pieces.time()?).duration_since(EPOCH);
    let since = local.checked_sub(offset)?;
    let late = since > Timestamp::MAX.as_duration();
    let last = DateTime::MAX.duration_since(EPOCH);
    late.then(
        || if since > last { Err("the time is after the year 9999".into()) } else { Ok(since) },
    )
}

/// Whether the time of day has the second 60, which would be read as 59.
fn is_leap_second(text: &str) -> bool {
    let time = text.split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    time.bytes().filter(|byte| *byte != b':').skip(4).take(2).eq(*b"60")
}

/// Reads a duration such as `200ms`, `1.5s` or `1h 30m`, or whole days of 24 hours such as `7d`.
///
/// # Errors
/// As [`parse`].
#[inline]
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    if let Some(days) = text.strip_suffix('d').and_then(|days| days.parse::<u32>().ok()) {
        return Ok(Duration::from_secs(u64::from(days) * 86_400));
    }
    let duration: SignedDuration = text.parse().map_err(|_| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let what = if digits { "the number has no unit" } else { "this is not a duration" };
        format!("{what}: write 200ms, 1.5s, 1h 30m or 7d")
    })?;
    Duration::try_from(duration).map_err(|_| "a duration is not negative".into())
}

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
