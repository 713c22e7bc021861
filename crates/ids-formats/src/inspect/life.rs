//! The times that identifiers of a format can have.

use core::{ops::Range, time::Duration};

use super::candidate::whole;
use crate::{Context, Evidence, Format, Ticks, UnixTime, others::Kind};

/// An identifier made less than this after its epoch is more likely a small number.
const DAY: Duration = Duration::from_secs(86_400);
/// What a time that is not plausible, or a doubt of the format, is worth.
const IMPLAUSIBLE: Evidence = Evidence::new(-10);

/// What is said of a time that is too early, or so near its epoch that it is more likely a small number.
pub(crate) const EARLY: &str = "the time is before the format was in use";

/// The times that identifiers of a format can have, and what one of them is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Life {
    from: UnixTime,
    until: UnixTime,
    worth: Evidence,
}

impl Life {
    /// From `born` on, for what is known: the ticks, the last time, and the bits of all ticks up to that.
    fn new(
        context: &Context<'_>,
        born: UnixTime,
        clock: Option<(Ticks, UnixTime, Evidence)>,
    ) -> Self {
        let (from, until) = (born, context.now.saturating_add(DAY));
        let (first, end) = (from.max(context.times.start), until.min(context.times.end));
        let worth = |(ticks, last, all): (Ticks, UnixTime, Evidence)| {
            (all - bits(ticks, first, end.min(last))).max(Evidence::ZERO)
        };
        Self { from, until, worth: clock.map_or(Evidence::ZERO, worth) }
    }

    /// What speaks against a time.
    #[inline]
    pub(crate) fn doubt(&self, time: UnixTime, times: &Range<UnixTime>) -> Option<&'static str> {
        if time < self.from {
            Some(EARLY)
        } else if time > self.until {
            Some("the time is in the future")
        } else {
            (!times.contains(&time)).then_some("the time is outside the range that was asked for")
        }
    }

    /// What the time is worth, or the doubt.
    pub(crate) const fn worth(&self, doubt: Option<&str>) -> Evidence {
        if doubt.is_some() { IMPLAUSIBLE } else { self.worth }
    }

    /// That of a format.
    pub(crate) fn of_format(context: &Context<'_>, format: &dyn Format) -> Self {
        let facts = format.facts();
        // A user who names a layout of their own means its small numbers, too.
        let day = if facts.born == UnixTime::EPOCH { Duration::ZERO } else { DAY };
        let clock = format.timed().map(|timed| {
            let (ticks, last) = (timed.ticks(), timed.time(facts.largest()));
            (ticks, last, bits(ticks, ticks.epoch(), last))
        });
        let epoch = clock.map_or(UnixTime::EPOCH, |(ticks, ..)| ticks.epoch().saturating_add(day));
        Self::new(context, epoch.max(facts.born), clock)
    }

    /// That of a kind of other projects.
    pub(crate) fn of_kind(context: &Context<'_>, kind: Kind) -> Self {
        let timed = kind.facts().timed;
        let born = timed.map_or(UnixTime::EPOCH, |timed| UnixTime::from_secs(timed.born));
        let clock = timed.map(|timed| (timed.ticks, UnixTime::MAX, whole(timed.bits)));
        Self::new(context, born, clock)
    }
}

/// The bits that choose one of the ticks between two instants.
fn bits(ticks: Ticks, from: UnixTime, until: UnixTime) -> Evidence {
    Evidence::log2(ticks.count(until.duration_since(from)).max(1))
}
