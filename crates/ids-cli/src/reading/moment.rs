//! Instants, some of them told from the present one.

use core::time::Duration;

use clap::Args;
use ids_core::{Clock, ClockError, GenerateError, SystemClock, UnixTime};
use ids_formats::Format;
use jiff::tz::TimeZone;

use crate::{
    Failure,
    instant::{self, DAY},
};

/// An instant, or how it is told from another one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    At(UnixTime),
    /// The same, by a zone that the text names.
    Zoned(UnixTime),
    /// What clocks show, as the instant at which those in UTC do; `open` if it is no date, for which UTC would
    /// be a guess, and whether a day begins then.
    Local {
        time: UnixTime,
        open: bool,
        is_day: bool,
    },
    /// This duration before now.
    Ago(Duration),
    /// This duration after the start of the span that it ends.
    After(Duration),
    /// The start of the day in UTC that was this number of days ago.
    Day(u8),
}

impl Moment {
    /// Reads `now`, `today`, `yesterday`, a duration with a minus sign such as `-1h` or `-7d`, or an
    /// instant.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "now" => Ok(Self::Ago(Duration::ZERO)),
            "today" => Ok(Self::Day(0)),
            "yesterday" => Ok(Self::Day(1)),
            _ => match signed(text, '-') {
                Some(ago) => ago.map(Self::Ago),
                None => instant::parse(text),
            },
        }
    }

    /// The same for the end of a span, which a duration with a plus sign tells from its start.
    pub(crate) fn parse_end(text: &str) -> Result<Self, String> {
        match signed(text, '+') {
            Some(after) => after.map(Self::After),
            None => Self::parse(text),
        }
    }

    fn time(
        self,
        now: Option<UnixTime>,
        zone: Option<&TimeZone>,
        start: Option<UnixTime>,
    ) -> Result<UnixTime, Failure> {
        let local = |time, is_day| match zone {
            Some(zone) => instant::in_zone(time, zone, is_day).map_err(Failure::Usage),
            None => Ok(time),
        };
        let present = || now.map_or_else(|| SystemClock.now(), Ok).map_err(GenerateError::from);
        let time = match self {
            Self::At(time) | Self::Zoned(time) => Some(time),
            Self::Local { open: true, .. } if zone.is_none() => {
                return Err(Failure::usage(
                    "the offset from UTC is missing: write Z or +02:00 at the end, or give --zone",
                ));
            }
            Self::Local { time, is_day, .. } => return local(time, is_day),
            Self::Ago(ago) => present()?.checked_sub(ago),
            Self::Day(ago) => {
                let present = present()?;
                let shown = match zone {
                    Some(zone) => instant::shown_in(present, zone),
                    None => Some(present),
                };
                let day = shown.and_then(|shown| (shown.as_secs() / DAY).checked_sub(ago.into()));
                day.map(|day| local(UnixTime::from_secs(day * DAY), true)).transpose()?
            }
            Self::After(after) => {
                let start = start.ok_or_else(|| {
                    Failure::usage("a time with + counts from that of the other option: give both")
                })?;
                return start
                    .checked_add(after)
                    .ok_or_else(|| Failure::Refused("the time is too late".into()));
            }
        };
        time.ok_or_else(|| Failure::Refused("the time is before the Unix epoch, 1970-01-01".into()))
    }
}

/// The zone of times, in the arguments of each verb that takes one.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Zoned {
    /// The time zone of dates and of times without an offset: Europe/Berlin, +02:00. Without it: UTC
    #[arg(long, value_name = "ZONE", value_parser = instant::zone, allow_hyphen_values = true, global = true)]
    zone: Option<TimeZone>,
}

impl Zoned {
    /// Whether a zone is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.zone.is_some()
    }

    /// Returns an error if a zone is given, where no time is.
    pub(crate) fn without_times(&self) -> Result<(), Failure> {
        if self.is_given() {
            return Err(Failure::usage("--zone is for dates and local times, and none is given"));
        }
        Ok(())
    }

    /// The instant that an option gives.
    pub(crate) fn time(&self, option: &str, moment: Moment) -> Result<UnixTime, Failure> {
        moment.time(None, self.zone.as_ref(), None).map_err(|failure| failure.of(option))
    }

    /// The same, if it is given.
    pub(crate) fn given(
        &self,
        option: &str,
        moment: Option<Moment>,
    ) -> Result<Option<UnixTime>, Failure> {
        moment.map(|moment| self.time(option, moment)).transpose()
    }

    /// The span of two options, such as `--since` and `--until`, if the present instant is `now`, or what the clock reads.
    pub(crate) fn span(
        &self,
        [from, to]: [(&str, Option<Moment>); 2],
        now: Option<UnixTime>,
    ) -> Result<Span, Failure> {
        let time = |(option, moment): (&str, Option<Moment>), start| {
            let time = moment.map(|moment| moment.time(now, self.zone.as_ref(), start));
            time.transpose().map_err(|failure| failure.of(option))
        };
        let start = time(from, None)?;
        let end = time(to, start)?;
        if start.zip(end).is_some_and(|(start, end)| start > end) {
            return Err(Failure::Usage(format!("{} is after {}", from.0, to.0)));
        }
        // Of instants it may be meant. A day, a month and a week are written for all of it.
        let is_date =
            |moment| matches!(moment, Some(Moment::Local { open: false, .. } | Moment::Day(_)));
        if start.is_some() && start == end && is_date(from.1) && is_date(to.1) {
            let (from, to) = (from.0, to.0);
            return Err(Failure::Usage(format!(
                "{from} and {to} are the same time: a day, a month and a week are their start, and the end is not part \
                 of a span; give the next one, or {to} +1d"
            )));
        }
        Ok(Span { start, end })
    }

    /// The instant of a time that may have been written by clocks of the zone as if they were in UTC.
    pub(crate) fn shown(&self, moment: Moment) -> Result<UnixTime, Failure> {
        match (moment, &self.zone) {
            (Moment::At(time), Some(zone)) => {
                instant::in_zone(time, zone, false).map_err(Failure::Usage)
            }
            (moment, zone) => moment.time(None, zone.as_ref(), None),
        }
    }

    /// The clock that an option sets, or else the operating system's.
    pub(crate) fn clock(&self, option: &str, at: Option<Moment>) -> Result<OurClock, Failure> {
        Ok(self.given(option, at)?.map_or(OurClock::System, OurClock::At))
    }
}

/// A span of time, which may be open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: Option<UnixTime>,
    /// It is not part of the span.
    pub(crate) end: Option<UnixTime>,
}

impl Span {
    /// Whether all times are in it.
    pub(crate) const fn is_all(self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    pub(crate) fn has(self, time: UnixTime) -> bool {
        self.start.is_none_or(|start| start <= time) && self.end.is_none_or(|end| time < end)
    }

    /// Returns an error if only some times are in it, and no identifier of these formats has one.
    pub(crate) fn fits(self, formats: &[&dyn Format]) -> Result<(), Failure> {
        if self.is_all() || formats.iter().any(|format| format.timed().is_some()) {
            return Ok(());
        }
        let name = formats.first().map_or("format", |format| format.facts().family);
        Err(Failure::usage(format!("--since and --until: {name} has no time")))
    }
}

/// The operating system's clock, or one that stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OurClock {
    System,
    At(UnixTime),
}

impl Clock for OurClock {
    fn now(&self) -> Result<UnixTime, ClockError> {
        match self {
            Self::System => SystemClock.now(),
            Self::At(time) => Ok(*time),
        }
    }
}

/// The duration behind a sign.
fn signed(text: &str, sign: char) -> Option<Result<Duration, String>> {
    let length =
        text.strip_prefix(sign).filter(|text| text.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(instant::parse_duration(length))
}
