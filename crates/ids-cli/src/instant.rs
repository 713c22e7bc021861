//! Instants as people write them, and as messages say them.

use std::time::Duration;

use ids_core::{GenerateError, TimeError};
use jiff::{
    SignedDuration, Timestamp,
    fmt::temporal::DateTimeParser,
    tz::{Disambiguation, TimeZone, TimeZoneDatabase},
};

use crate::show::outside::printable;
pub(crate) use ids_formats::json::instant::{digits, parse, parse_duration, show, span, write};

/// The time zone of this name, by the data that the command carries: never by the machine's; or an offset from UTC,
/// in whole minutes of less than a day.
pub(crate) fn zone(name: &str) -> Result<TimeZone, String> {
    let found = if name.starts_with(['+', '-']) {
        let known = name.len() == 6 && name.as_bytes()[3] == b':';
        // Without a database no name is one.
        let parser = DateTimeParser::new();
        let read = || parser.parse_time_zone_with(&TimeZoneDatabase::none(), name).ok();
        let below_a_day =
            |zone: &TimeZone| zone.to_fixed_offset().is_ok_and(|of| of.seconds().abs() < 86_400);
        known.then(read).flatten().filter(below_a_day)
    } else {
        TimeZoneDatabase::bundled().get(name).ok()
    };
    found.ok_or_else(|| {
        let name = printable(name);
        format!(
            "no time zone is named '{name}': write one of the tz database, such as Europe/Berlin, or an offset \
             such as +02:00"
        )
    })
}

/// Reads a local time with the name of its zone behind it, as in `2024-01-01T10:00[Europe/Berlin]`.
pub(crate) fn parse_zoned(text: &str) -> Result<Duration, String> {
    let parser = DateTimeParser::new().disambiguation(Disambiguation::Reject);
    let zoned = parser.parse_zoned_with(&TimeZoneDatabase::bundled(), text);
    let zoned = zoned.map_err(|error| printable(error.to_string()))?;
    Duration::try_from(zoned.timestamp().as_duration())
        .map_err(|_| "the time is before the Unix epoch, 1970-01-01".into())
}

/// The instant at which clocks in this zone show what those in UTC show at `time`.
pub(crate) fn in_zone(time: Duration, zone: &TimeZone) -> Result<Duration, String> {
    if let Ok(offset) = zone.to_fixed_offset() {
        let (time, offset) = (SignedDuration::try_from(time), i64::from(offset.seconds()));
        let found = time.ok().and_then(|time| time.checked_sub(SignedDuration::from_secs(offset)));
        return found
            .and_then(|found| Duration::try_from(found).ok())
            .ok_or_else(|| "the time is before the Unix epoch, 1970-01-01".into());
    }
    let name = zone.iana_name().unwrap_or("UTC");
    parse_zoned(&format!("{}[{name}]", show(time).trim_end_matches('Z')))
}

/// What clocks in this zone show at an instant, as the time at which those in UTC show it.
pub(crate) fn shown_in(time: Duration, zone: &TimeZone) -> Option<Duration> {
    let time = SignedDuration::try_from(time).ok()?;
    let offset = zone.to_offset(Timestamp::from_duration(time).ok()?);
    Duration::try_from(time + SignedDuration::from_secs(offset.seconds().into())).ok()
}

/// The library's error with its instants as dates.
pub(crate) fn explain(error: GenerateError) -> String {
    match error {
        GenerateError::Wait { until } => {
            format!("the next identifier is available when the clock reads {}", show(until))
        }
        GenerateError::TimedOut { until } => format!(
            "gave up waiting for the clock to read {}: it stands still, it has stepped back, or \
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
