//! The times that identifiers of a format can have.

use core::{ops::Range, time::Duration};

use super::candidate::whole;
use crate::{Bits, Context, Format, Timed, UnixTime, others::Kind};

/// An identifier made less than this after its epoch is more likely a small number.
const DAY: Duration = Duration::from_secs(86_400);
/// What a time that is not plausible, or a doubt of the format, is worth.
const IMPLAUSIBLE: Bits = Bits::new(-10);

/// What is said of a time that is too early, or so near its epoch that it is more likely a small number.
pub(crate) const EARLY: &str = "the time is before the format was in use";

/// The times that identifiers of a format can have, and what one of them is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Life {
    from: UnixTime,
    until: UnixTime,
    worth: Bits,
}

impl Life {
    /// From `born` on, for what is known.
    fn new(
        context: &Context<'_>,
        born: UnixTime,
        worth: impl Fn(UnixTime, UnixTime) -> Bits,
    ) -> Self {
        let (from, until) = (born, context.now.saturating_add(DAY));
        let known = (from.max(context.times.start), until.min(context.times.end));
        Self { from, until, worth: worth(known.0, known.1) }
    }

    /// What speaks against a time.
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
    pub(crate) const fn worth(&self, doubt: Option<&str>) -> Bits {
        if doubt.is_some() { IMPLAUSIBLE } else { self.worth }
    }

    /// That of a format.
    pub(crate) fn of_format(context: &Context<'_>, format: &dyn Format) -> Self {
        let timed = format.timed();
        // A user who names a layout of their own means its small numbers, too.
        let day = if format.facts().flavour == Some("own") { Duration::ZERO } else { DAY };
        let epoch =
            timed.map_or(UnixTime::EPOCH, |timed| timed.ticks().epoch().saturating_add(day));
        Self::new(context, epoch.max(format.facts().born), |from, until| {
            timed.map_or(Bits::ZERO, |timed| worth(timed, from, until))
        })
    }

    /// That of a kind of other projects.
    pub(crate) fn of_kind(context: &Context<'_>, kind: Kind) -> Self {
        let timed = &kind.facts().timed;
        let born = timed.as_ref().map_or(UnixTime::EPOCH, |timed| UnixTime::from_secs(timed.born));
        Self::new(context, born, |from, until| {
            let Some(timed) = timed else { return Bits::ZERO };
            let ticks = timed.ticks.count(until.duration_since(from));
            (whole(timed.bits) - Bits::log2(ticks.max(1))).max(Bits::ZERO)
        })
    }
}

/// What a time in a range is worth: the share of all ticks that are in it.
fn worth(timed: &dyn Timed, from: UnixTime, until: UnixTime) -> Bits {
    let ticks = timed.ticks();
    let last = timed.time(timed.facts().largest());
    let count = |from: UnixTime, until: UnixTime| {
        Bits::log2(ticks.count(until.min(last).duration_since(from)).max(1))
    };
    (count(ticks.epoch(), last) - count(from, until)).max(Bits::ZERO)
}
