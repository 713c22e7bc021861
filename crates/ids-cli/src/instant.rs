//! Instants as people write them, and as messages say them.

use core::time::Duration;

use ids_core::{GenerateError, UnixTime};
use jiff::{
    SignedDuration, Timestamp,
    fmt::temporal::DateTimeParser,
    tz::{Disambiguation, TimeZone, TimeZoneDatabase},
};

use crate::show::printable;
pub(crate) use ids_formats::json::instant::{largest_unit, parse, parse_duration, show, span};

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
pub(crate) fn parse_zoned(text: &str) -> Result<UnixTime, String> {
    let parser = DateTimeParser::new().disambiguation(Disambiguation::Reject);
    let zoned = parser.parse_zoned_with(&TimeZoneDatabase::bundled(), text);
    let zoned = zoned.map_err(|error| printable(error.to_string()))?;
    after_epoch(zoned.timestamp().as_duration())
}

fn after_epoch(time: SignedDuration) -> Result<UnixTime, String> {
    let time = Duration::try_from(time).map(UnixTime::after_epoch);
    time.map_err(|_| "the time is before the Unix epoch, 1970-01-01".into())
}

/// The instant at which clocks in this zone show what those in UTC show at `time`.
pub(crate) fn in_zone(time: UnixTime, zone: &TimeZone) -> Result<UnixTime, String> {
    let time = SignedDuration::try_from(time.since_epoch());
    if let Ok(offset) = zone.to_fixed_offset() {
        // Also in the last hours of the year 9999, for which jiff has no timestamps.
        let offset = SignedDuration::from_secs(offset.seconds().into());
        return after_epoch(time.unwrap_or(SignedDuration::MAX).saturating_sub(offset));
    }
    let instant = time.and_then(Timestamp::from_duration);
    let shown = instant.map(|instant| instant.to_zoned(TimeZone::UTC).datetime());
    let instant = shown.and_then(|shown| zone.to_ambiguous_timestamp(shown).unambiguous());
    after_epoch(instant.map_err(|error| printable(error.to_string()))?.as_duration())
}

/// What clocks in this zone show at an instant, as the time at which those in UTC show it.
pub(crate) fn shown_in(time: UnixTime, zone: &TimeZone) -> Option<UnixTime> {
    let time = SignedDuration::try_from(time.since_epoch()).ok()?;
    let offset = zone.to_offset(Timestamp::from_duration(time).ok()?);
    after_epoch(time + SignedDuration::from_secs(offset.seconds().into())).ok()
}

/// The library's error, and what it means for the command.
pub(crate) fn explain(error: GenerateError) -> String {
    match error {
        GenerateError::TimedOut { .. } => {
            format!("{error}: it stands still, it has stepped back, or --max-wait is too short")
        }
        GenerateError::Entropy => "the operating system has no random bits to give".into(),
        other => other.to_string(),
    }
}
