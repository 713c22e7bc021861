//! Instants as people write them, and as messages say them.

use core::{num::IntErrorKind, time::Duration};

use ids_core::{GenerateError, UnixTime};
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, DateTime, ISOWeekDate, Time, Weekday, date},
    fmt::temporal::{DateTimeParser, Pieces},
    tz::{AmbiguousOffset, Disambiguation, Offset, OffsetConflict, TimeZone, TimeZoneDatabase},
};

use crate::{reading::Moment, show::printable};
pub(crate) use ids_formats::json::instant::{largest_unit, show, span};

/// The seconds of a day, as all days of UTC have here.
pub(crate) const DAY: u64 = 86_400;

/// 1970 in UTC. The library's own instants end a day before the year 9999 does, in UTC; its dates do not.
const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

/// Reads a duration such as `200ms`, `1.5s` or `1h 30m`, or whole days of 24 hours such as `7d`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    match text.strip_suffix('d').map(str::parse::<u32>) {
        Some(Ok(days)) => return Ok(Duration::from_secs(u64::from(days) * DAY)),
        Some(Err(error)) if *error.kind() == IntErrorKind::PosOverflow => {
            return Err(format!("a duration has at most {}d", u32::MAX));
        }
        _ => {}
    }
    let duration: SignedDuration = text.parse().map_err(|_| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let what = if digits { "the number has no unit" } else { "this is not a duration" };
        format!("{what}: write 200ms, 1.5s, 1h 30m or 7d")
    })?;
    Duration::try_from(duration).map_err(|_| "a duration is not negative".into())
}

/// The time zone of this name, by the data that the command carries: never by the machine's; or an offset from UTC,
/// in whole minutes of less than a day.
pub(crate) fn zone(name: &str) -> Result<TimeZone, String> {
    let found = if name.starts_with(['+', '-']) {
        let known = name.len() == 6 && name.as_bytes()[3] == b':';
        // Without a database no name is one.
        let parser = DateTimeParser::new();
        let read = || parser.parse_time_zone_with(&TimeZoneDatabase::none(), name).ok();
        let below_a_day = |zone: &TimeZone| zone.to_fixed_offset().is_ok_and(is_below_a_day);
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

/// Whether an offset is one: the library has larger ones.
fn is_below_a_day(offset: Offset) -> bool {
    u64::from(offset.seconds().unsigned_abs()) < DAY
}

/// Reads an instant: RFC 3339 with up to nine digits of fraction, also without an offset or with the name of a zone as in
/// `2024-01-01T10:00[Europe/Berlin]`; a date; or a count since the Unix epoch with its unit, as in `1462015105796ms`.
///
/// A month and a week are their first day: `2024-01`, `2024-W03`. `T24:00:00Z` is the end of a day.
pub(crate) fn parse(text: &str) -> Result<Moment, String> {
    // It would be read as 59.
    let time = text.split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    if time.bytes().filter(|byte| *byte != b':').skip(4).take(2).eq(*b"60") {
        return Err("a leap second, 60, has no count of its own since the Unix epoch".into());
    }
    if let Some((shown, name)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        let zone = zone(name);
        // A day begins also where its midnight is skipped, and with the first of two.
        if let (Some(day), Ok(zone)) = (start_of(shown), &zone) {
            let shown = after_epoch(day.duration_since(EPOCH))?;
            return in_zone(shown, zone, true).map(Moment::Zoned);
        }
        let read = |conflict| {
            let strict = DateTimeParser::new().disambiguation(Disambiguation::Reject);
            let parser = strict.offset_conflict(conflict);
            parser.parse_zoned_with(&TimeZoneDatabase::bundled(), text)
        };
        let zoned = read(OffsetConflict::Reject).map_err(|_| {
            let not_once = || once(zone.as_ref().ok()?, shown.parse().ok()?).err();
            not_once().unwrap_or_else(|| match read(OffsetConflict::AlwaysOffset) {
                Ok(zoned) => format!("clocks in the zone show {} at that time", zoned.datetime()),
                Err(_) => zone.err().unwrap_or_else(|| wrong(text)),
            })
        })?;
        if !is_below_a_day(zoned.offset()) {
            return Err(wrong(text));
        }
        return after_epoch(zoned.timestamp().as_duration()).map(Moment::Zoned);
    }
    if text.ends_with('s') && text.starts_with(|first: char| first.is_ascii_digit()) {
        return parse_duration(text).map(|since| Moment::At(UnixTime::after_epoch(since)));
    }
    let (start, days) = match text.as_bytes() {
        [_, _, _, _, b'-', _, _] => (Some(format!("{text}-01")), 0),
        [_, _, _, _, b'-', b'W', _, _] => (monday(text).map(|day| day.to_string()), 0),
        _ => start_of_day(text).map_or((None, 0), |start| (Some(start), 1)),
    };
    let pieces = Pieces::parse(start.as_deref().unwrap_or(text)).ok();
    let has_offset = |pieces: &Pieces<'_>| pieces.to_numeric_offset().is_none_or(is_below_a_day);
    let pieces = pieces.filter(has_offset).ok_or_else(|| wrong(text))?;
    let shown = pieces.date().to_datetime(pieces.time().unwrap_or_default());
    let mut since = shown.duration_since(EPOCH);
    if let Some(offset) = pieces.to_numeric_offset() {
        since -= SignedDuration::from_secs(offset.seconds().into());
        if since > DateTime::MAX.duration_since(EPOCH) {
            return Err("the time is after the year 9999".into());
        }
    }
    let time = after_epoch(since)? + Duration::from_secs(days * DAY);
    Ok(match (pieces.to_numeric_offset(), pieces.time()) {
        (Some(_), _) => Moment::At(time),
        (None, time_of_day) => {
            let open = time_of_day.is_some();
            Moment::Local { time, open, is_day: !open || days > 0 }
        }
    })
}

/// The midnight of a date that has neither a time nor an offset, or the one at which such a day ends.
fn start_of(day: &str) -> Option<DateTime> {
    let start = start_of_day(day);
    let pieces = Pieces::parse(start.as_deref().unwrap_or(day)).ok()?;
    let is_bare = (start.is_some() || pieces.time().is_none()) && pieces.offset().is_none();
    let date = pieces.date();
    let date = if start.is_some() { date.tomorrow().ok()? } else { date };
    (is_bare && !day.contains('[')).then(|| date.to_datetime(Time::midnight()))
}

/// The first day of a week such as `2024-W03`.
fn monday(text: &str) -> Option<Date> {
    let (year, week) = text.split_once("-W")?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(year) || !digits(week) {
        return None;
    }
    let week = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday);
    week.ok().map(ISOWeekDate::date)
}

/// The start of a day of which a text is the end: its time is 24 with nothing after it but zeros, and the offset.
fn start_of_day(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let rest = time.strip_prefix("24:")?;
    let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let is_end = rest[..end].bytes().all(|byte| matches!(byte, b'0' | b':' | b'.'));
    is_end.then(|| format!("{date}T00:{rest}"))
}

/// What is wrong with a text that is not an instant.
fn wrong(text: &str) -> String {
    const WRITE: &str = "write 2016-04-30T11:18:25.796Z, 2016-04-30, 2016-04, 2016-W17, 1462015105s or 1462015105796ms, \
                         or now, today, yesterday or -1h";
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let date = text.split(['T', 't', ' ']).next().unwrap_or(text);
    let parts: Vec<_> = date.split('-').collect();
    let is_date = parts.iter().map(|part| part.len()).eq([4, 2, 2]);
    let why = if !text.is_empty() && digits(text) {
        "the number has no unit"
    } else if is_date && parts.into_iter().all(digits) && date.parse::<Date>().is_err() {
        "there is no such day"
    } else {
        "this is not a time"
    };
    format!("{why}: {WRITE}")
}

fn after_epoch(time: SignedDuration) -> Result<UnixTime, String> {
    let time = Duration::try_from(time).map(UnixTime::after_epoch);
    time.map_err(|_| "the time is before the Unix epoch, 1970-01-01".into())
}

/// What is said of a time for which the library has no zones.
fn late<E>(_: E) -> String {
    "times of zones end with 9999-12-30T22:00:00Z: give the offset from UTC".into()
}

/// The instant at which clocks in this zone show what those in UTC show at `time`. A day begins also where its midnight is
/// skipped, and with the first of two.
pub(crate) fn in_zone(time: UnixTime, zone: &TimeZone, is_day: bool) -> Result<UnixTime, String> {
    let time = SignedDuration::try_from(time.since_epoch());
    if let Ok(offset) = zone.to_fixed_offset() {
        // Also in the last hours of the year 9999, for which jiff has no timestamps.
        let offset = SignedDuration::from_secs(offset.seconds().into());
        return after_epoch(time.unwrap_or(SignedDuration::MAX).saturating_sub(offset));
    }
    let instant = time.and_then(Timestamp::from_duration);
    let shown = instant.map(|instant| instant.to_zoned(TimeZone::UTC).datetime()).map_err(late)?;
    let found = if is_day {
        zone.to_ambiguous_timestamp(shown).compatible().map_err(late)?
    } else {
        once(zone, shown)?
    };
    after_epoch(found.as_duration())
}

/// The one instant at which clocks in this zone show this.
fn once(zone: &TimeZone, shown: DateTime) -> Result<Timestamp, String> {
    let found = zone.to_ambiguous_timestamp(shown);
    match found.offset() {
        AmbiguousOffset::Unambiguous { .. } => found.unambiguous().map_err(late),
        AmbiguousOffset::Gap { before, after } => Err(format!(
            "clocks in the zone never show {shown}: they go on from {before} to {after}"
        )),
        AmbiguousOffset::Fold { before, after } => Err(format!(
            "clocks in the zone show {shown} twice: write {before} or {after} behind it"
        )),
    }
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
