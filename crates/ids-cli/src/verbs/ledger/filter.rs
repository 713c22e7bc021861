//! Which events are shown.

use clap::Args;
use evently_id::{LAST_TIMESTAMP, UnixTime};
use evently_ledger::{Event, EventId, LedgerId, Query, Selector};

use crate::{
    reading::moment::{Moment, Span, Zoned},
    status::Failure,
};

/// Options that choose events.
#[derive(Args, Debug)]
pub(super) struct Filter {
    /// Only events with this key of this entity. Given several times: only events with all of them
    #[arg(long, value_name = "ENTITY=KEY", value_parser = parse_entity)]
    entity: Vec<(String, String)>,
    /// Only events of this name. Given several times: of one of these names
    #[arg(long, value_name = "NAME")]
    event: Vec<String>,
    /// Only events at this time or later
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    since: Option<Moment>,
    /// Only events before this time; +1d is a day after --since
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_end, allow_hyphen_values = true)]
    until: Option<Moment>,
    #[command(flatten)]
    zoned: Zoned,
}

fn parse_entity(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((entity, key)) => Ok((entity.to_owned(), key.to_owned())),
        None => Err("write ENTITY=KEY, as in player=x"),
    }
}

/// Which events are wanted.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    selector: Option<Selector>,
    times: Span,
}

impl Filter {
    /// Whether any of them is given.
    pub(super) const fn is_set(&self) -> bool {
        !self.entity.is_empty()
            || !self.event.is_empty()
            || self.since.is_some()
            || self.until.is_some()
    }

    pub(super) fn wanted(&self) -> Result<Wanted, Failure> {
        let mut selector = None::<Selector>;
        for (entity, key) in &self.entity {
            selector = Some(match selector {
                Some(selector) => selector.with_entity(entity, key),
                None => Selector::entity(entity, key),
            });
        }
        for name in &self.event {
            selector = Some(match selector {
                Some(selector) => selector.with_event(name),
                None => Selector::event(name),
            });
        }
        let times = self.zoned.since_until(self.since, self.until, None)?;
        Ok(Wanted { selector, times })
    }
}

impl Wanted {
    /// Whether this event is.
    pub(super) fn has(&self, event: &Event<'_>) -> bool {
        self.times.has(UnixTime::from_micros(event.timestamp()))
            && self.selector.as_ref().is_none_or(|selector| selector.matches(event))
    }

    /// What a database is asked for the events that are wanted, of those from this one on.
    pub(super) fn query(self, ledger: LedgerId, from: Option<EventId>) -> Query {
        let query = match self.selector {
            Some(selector) => Query::new().with_selector(selector),
            None => Query::new(),
        };
        let last = |micros: u64| {
            EventId::last_at(UnixTime::from_micros(micros.min(LAST_TIMESTAMP)), ledger).ok()
        };
        // No two events of a ledger have the same microsecond.
        let since = self.times.start.map(micros).max(from.map(EventId::timestamp));
        let query = match since.and_then(|since| last(since.checked_sub(1)?)) {
            Some(id) => query.after(id),
            None => query,
        };
        match self
            .times
            .end
            .map(|until| EventId::first_at(UnixTime::from_micros(micros(until)), ledger))
        {
            Some(Ok(id)) => query.before(id),
            // Later than every event.
            Some(Err(_)) | None => query,
        }
    }
}

/// The first microsecond that is not before this time.
fn micros(time: UnixTime) -> u64 {
    time.as_nanos().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
