//! `ids ledger show`.

use std::{collections::VecDeque, fmt::Display};

use clap::Args;
use evently_id::{LAST_TIMESTAMP, UnixTime, format_timestamp};
use evently_ledger::{Event, EventId, EventReader, Fault, LedgerId, Query, Selector};

use super::{
    Place, Where,
    source::{self, Line, Lines},
    unreadable,
    verify::LISTED,
};
use crate::{
    Failure, Output, Status,
    reading::{Moment, Span, Zoned},
    show::{DIM, outside, plural, printable},
};

/// Print the events
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids ledger show tennis.ndjson --limit 20
  ids ledger show sqlite:events.db --entity player=x --event Served --since 2024-02-29
  ids ledger show sqlite:events.db --newest --limit 20 --json

A database answers by its indexes. Of a file all records are read. Each line begins with the number
of its record, unless records before it were left out without being counted.")]
pub(crate) struct Show {
    #[command(flatten)]
    ledger: Where,
    /// Begin with this event
    #[arg(long, value_name = "ID", conflicts_with = "newest")]
    from: Option<EventId>,
    #[command(flatten)]
    filter: Filter,
    /// Print at most N events
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Print the newest events, the last one first
    #[arg(long, requires = "limit")]
    newest: bool,
    /// Print the records as the ledger has them
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut unread = 0;
        let shown = self.show(&mut unread, out);
        let told = match unread.checked_sub(LISTED) {
            Some(rest @ 1..) => {
                let rest = plural(rest, "record");
                out.complain(|page| page.text(format!("and {rest} more that cannot be read\n")))
            }
            _ => Ok(()),
        };
        let status = if unread > 0 { Status::Invalid } else { Status::Done };
        status.after(told.and(shown))
    }

    /// The records from which to choose; where a database has an index for it, only those wanted.
    fn lines(&self, place: &Place, query: Query) -> Result<Lines, Failure> {
        let Place::Store(address) = place else { return source::events(place, None) };
        let mut opened = address.open()?;
        if let Some(from) = self.from {
            let found = opened.ledger.contains(from);
            if !found.map_err(|error| unreadable(&opened.label, &error))? {
                return Err(missing(from, &opened.label));
            }
        }
        let query = if self.newest { query.newest_first() } else { query };
        let limit = self.limit.unwrap_or(u64::MAX);
        Ok(source::rows(opened, Some((query, limit)), None).lines())
    }

    /// Shows what is wanted; counts the records that cannot be read.
    fn show(&self, unread: &mut u64, out: &mut Output) -> Result<(), Failure> {
        let mut left = self.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        let (selector, times) = self.filter.wanted()?;
        let place = self.ledger.place();
        let is_store = matches!(place, Place::Store(_));
        let has = |event: &Event<'_>| {
            let is_selected = || selector.as_ref().is_none_or(|selector| selector.matches(event));
            // A database has selected them, by the text of the record.
            times.has(UnixTime::from_micros(event.timestamp())) && (is_store || is_selected())
        };
        // A database does not count what it leaves out.
        let is_counted = !(self.newest || self.filter.is_set() || is_store && self.from.is_some());
        // Of a file all records are read for the newest.
        let mut newest = (self.newest && !is_store).then(VecDeque::new);
        let mut lines = self.lines(&place, query(selector.clone(), times, self.from))?;
        let (mut index, mut begun) = (0, is_store || self.from.is_none());
        let mut reader = EventReader::default();
        loop {
            if lines.waits() {
                // Nothing is held back while waiting for more.
                out.flush()?;
            }
            let Some(Line { record, is_too_long }) = lines.next()? else { break };
            let shown = reader.read_any(record);
            begun |= shown.as_ref().is_ok_and(|event| event.recorded_id() == self.from);
            let is_wanted = shown.as_ref().map_or(!self.newest, &has);
            if let (Some(newest), Ok(_), true) = (&mut newest, &shown, is_wanted) {
                if newest.len() as u64 == left {
                    newest.pop_front();
                }
                newest.push_back(record.to_vec());
            } else if begun && is_wanted {
                left -= 1;
                match shown {
                    // Of a line that is too long only the beginning is here.
                    _ if is_too_long => refuse(index, &Fault::TooLong, unread, out)?,
                    Ok(event) => self.write(&event, record, is_counted.then_some(index), out),
                    Err(error) => refuse(index, &error, unread, out)?,
                }
                out.end()?;
                // What is left is not waited for.
                if left == 0 {
                    return Ok(());
                }
            }
            index += 1;
        }
        for record in newest.into_iter().flatten().rev() {
            if let Ok(event) = reader.read_any(&record) {
                self.write(&event, &record, None, out);
                out.end()?;
            }
        }
        self.from.filter(|_| !begun).map_or(Ok(()), |from| Err(missing(from, &lines.label)))
    }

    /// Writes an event as it stands, or for people.
    fn write(&self, event: &Event<'_>, record: &[u8], index: Option<u64>, out: &mut Output) {
        if !self.json {
            return write(event, index, out);
        }
        out.outside(outside::json, |bytes| {
            bytes.extend_from_slice(record);
            bytes.push(b'\n');
        });
    }
}

fn missing(event: EventId, label: &str) -> Failure {
    Failure::Refused(format!("no event {event} in {label}"))
}

/// Says why a record is not shown, up to a number of them.
fn refuse(
    index: u64,
    why: &dyn Display,
    unread: &mut u64,
    out: &mut Output,
) -> Result<(), Failure> {
    *unread += 1;
    if *unread > LISTED {
        return Ok(());
    }
    out.complain(|page| page.text(format!("record {index} (line {}): {why}\n", index + 1)))
}

/// Writes an event for people.
pub(super) fn write(event: &Event<'_>, index: Option<u64>, out: &mut Output) {
    let page = out.page();
    let time = format_timestamp(event.timestamp()).expect("a timestamp that was read");
    if let Some(index) = index {
        page.styled(DIM, format!("{index:>6}  "));
    }
    match event.recorded_id() {
        Some(id) => page.text(format!("{id}  {time:27}  ")),
        None => page.text(format!("{:32}  {time:27}  ", "no id")),
    }
    page.text(printable(event.name()));
    for part in [event.entities(), event.data()] {
        page.text(" ");
        page.styled(DIM, printable(part));
    }
    page.text("\n");
}

/// Options that choose events.
#[derive(Args, Debug)]
struct Filter {
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

impl Filter {
    /// Whether any of them is given.
    const fn is_set(&self) -> bool {
        !self.entity.is_empty()
            || !self.event.is_empty()
            || self.since.is_some()
            || self.until.is_some()
    }

    fn wanted(&self) -> Result<(Option<Selector>, Span), Failure> {
        let times = self.zoned.span([("--since", self.since), ("--until", self.until)], None)?;
        Ok((Selector::of(self.event.clone(), self.entity.clone()), times))
    }
}

/// What a database is asked for the events that are wanted, of those from this one on.
fn query(selector: Option<Selector>, times: Span, from: Option<EventId>) -> Query {
    // No two events of a ledger have the same microsecond.
    let since = times.start.map(micros).max(from.map(EventId::timestamp));
    let before = since.and_then(|since| since.checked_sub(1)).map(|before| {
        EventId::last_at(UnixTime::from_micros(before.min(LAST_TIMESTAMP)), LedgerId::MAX)
    });
    // Nothing is later than every event.
    let until = times.end.map(|end| UnixTime::from_micros(micros(end)));
    let until = until.map(|until| EventId::first_at(until, LedgerId::MIN));
    let query = Query::new().with_selector(selector);
    query.after(before.and_then(Result::ok)).before(until.and_then(Result::ok))
}

/// The first microsecond that is not before this time.
fn micros(time: UnixTime) -> u64 {
    time.as_nanos().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}
