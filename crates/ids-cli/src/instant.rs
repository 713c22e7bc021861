//! Instants as people write them, exact to the nanosecond.

use std::time::Duration;

use ids_core::{GenerateError, TimeError};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::Offset};

/// Reads an instant after 1970: RFC 3339 with up to nine digits of fraction, a date (midnight in
/// UTC), or a count with its unit since 1970 as in `1462015105s` and `1462015105796ms`.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let timestamp = match text.as_bytes() {
        [.., b's'] if text.starts_with(|first: char| first.is_ascii_digit()) => {
            return parse_duration(text);
        }
        [_, _, _, _, b'-', _, _, b'-', _, _] => text
            .parse::<Date>()
            .and_then(|date| Offset::UTC.to_timestamp(date.at(0, 0, 0, 0))),
        _ => text.parse::<Timestamp>(),
    };
    let timestamp = timestamp.map_err(|error| {
        format!("{error}; write 2016-04-30T11:18:25.796Z, 2016-04-30, 1462015105s or 1462015105796ms")
    })?;
    Duration::try_from(timestamp.as_duration()).map_err(|_| "the time is before 1970".into())
}

/// Reads a duration such as `200ms`, `1.5s` or `1h 30m`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let duration: SignedDuration =
        text.parse().map_err(|error| format!("{error}; write 200ms, 1.5s or 1h"))?;
    Duration::try_from(duration).map_err(|_| "a duration is not negative".into())
}

/// Appends the instant as RFC 3339 in UTC with so many digits of fraction, or nothing if it is
/// after the year 9999, which RFC 3339 cannot write.
pub(crate) fn write(out: &mut Vec<u8>, time: Duration, digits: usize) -> bool {
    let Some(timestamp) = i64::try_from(time.as_secs())
        .ok()
        .and_then(|seconds| Timestamp::new(seconds, time.subsec_nanos().cast_signed()).ok())
    else {
        return false;
    };
    let civil = Offset::UTC.to_datetime(timestamp);
    let mut text = *b"0000-00-00T00:00:00.000000000Z";
    put(&mut text[0..4], civil.year().unsigned_abs().into());
    put(&mut text[5..7], civil.month().unsigned_abs().into());
    put(&mut text[8..10], civil.day().unsigned_abs().into());
    put(&mut text[11..13], civil.hour().unsigned_abs().into());
    put(&mut text[14..16], civil.minute().unsigned_abs().into());
    put(&mut text[17..19], civil.second().unsigned_abs().into());
    put(&mut text[20..29], time.subsec_nanos());
    let end = if digits == 0 { 19 } else { 20 + digits.min(9) };
    text[end] = b'Z';
    out.extend_from_slice(&text[..=end]);
    true
}

/// Fills `digits` with the decimal digits of `value`.
fn put(digits: &mut [u8], mut value: u32) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

/// The instant for people: RFC 3339, or the seconds since 1970 after the year 9999.
pub(crate) fn show(time: Duration) -> String {
    let mut text = Vec::new();
    if !write(&mut text, time, digits(time)) {
        return format!("{} s after 1970", time.as_secs());
    }
    String::from_utf8(text).unwrap_or_default()
}

/// How many digits of fraction the duration needs, in steps of three; fewer if it is coarser.
pub(crate) fn digits(time: Duration) -> usize {
    let (mut digits, mut rest) = (9, time.subsec_nanos());
    while digits > 0 && rest % 10 == 0 {
        rest /= 10;
        digits -= 1;
    }
    digits
}

/// The library's error with its instants as dates.
pub(crate) fn explain(error: GenerateError) -> String {
    match error {
        GenerateError::Wait { until } => {
            format!("no identifier before the clock reads {}", show(until))
        }
        GenerateError::TimedOut { until } => format!(
            "gave up waiting for the clock to read {}: it stands still, has stepped back, or \
             --max-wait is too short",
            show(until)
        ),
        GenerateError::Time(error) => explain_time(error),
        GenerateError::Entropy => "the operating system has no random bits to give".into(),
        other => other.to_string(),
    }
}

/// As [`explain`].
pub(crate) fn explain_time(error: TimeError) -> String {
    match error {
        TimeError::BeforeEpoch { epoch } => {
            format!("the time is before the format's first instant, {}", show(epoch))
        }
        TimeError::AfterEnd { last } => {
            format!("the time is after the format's last tick, {}", show(last))
        }
    }
}
