//! `ids ledger show`.

use std::{collections::VecDeque, fmt::Display, io, sync::Arc};

use clap::Args;
use evently_id::format_timestamp;
use evently_ledger::{Event, EventId, Fault, Query, Readers, records};

use super::{
    filter::{Filter, Wanted},
    place::{Patience, Place, unreadable},
    report::LISTED,
    rows::Rows,
    source::{self, Size, Source},
    store::Opened,
};
use crate::{
    show::{
        output::{DIM, Output},
        outside::{self, printable},
        plural,
    },
    status::{Failure, Status},
};

/// Arguments of `ids ledger show`.
#[derive(Args, Debug)]
pub(super) struct Show {
    /// The ledger: a file, - for standard input, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`, with
    /// ?ledger=NAME where the database has several
    #[arg(value_name = "LEDGER")]
    place: Place,
    #[command(flatten)]
    patience: Patience,
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
        let mut status = Status::Done;
        let shown = self.show(&mut status, out);
        status.after(shown)
    }

    /// The records from which to choose; where a database has an index for it, only those wanted.
    fn source(&self, wanted: &Wanted) -> Result<Source, Failure> {
        let place = self.place.waiting(self.patience);
        let Place::Store(address) = &place else { return source::events(&place) };
        let Opened { mut ledger, label, events, head, .. } = address.open()?;
        if let Some(from) = self.from {
            let found = ledger.contains(from).map_err(io::Error::other);
            if !found.map_err(|error| unreadable(&label, &error))? {
                return Err(missing(from, &label));
            }
        }
        let query = match head {
            Some((id, _)) => wanted.clone().query(id.ledger(), self.from),
            None => Query::new(),
        };
        let rows = Rows::of(ledger, query, self.newest, self.limit.unwrap_or(u64::MAX));
        let (read, size) = (Arc::clone(&rows.taken), Some(Size::Events(events)));
        Ok(Source { reader: Box::new(rows), label, size, read })
    }

    fn show(&self, status: &mut Status, out: &mut Output) -> Result<(), Failure> {
        let mut unread = 0;
        let shown = self.show_wanted(&mut unread, out);
        if unread > 0 {
            status.raise(Status::Invalid);
        }
        if let Some(rest @ 1..) = unread.checked_sub(LISTED) {
            let rest = plural(rest, "record");
            out.complain(|page| page.text(format!("and {rest} more that cannot be read\n")))?;
        }
        shown
    }

    /// Shows what is wanted; counts the records that cannot be read.
    fn show_wanted(&self, unread: &mut u64, out: &mut Output) -> Result<(), Failure> {
        let mut left = self.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        let wanted = self.filter.wanted()?;
        let source = self.source(&wanted)?;
        let is_store = source.is_store();
        // A database does not count what it leaves out.
        let is_counted = !(self.newest || self.filter.is_set() || is_store && self.from.is_some());
        // Of a file all records are read for the newest.
        let mut newest = (self.newest && !is_store).then(VecDeque::new);
        let mut lines = source.lines();
        let (mut index, mut begun) = (0, is_store || self.from.is_none());
        let mut readers = Readers::default();
        loop {
            // Nothing is held back while waiting for more.
            out.flush()?;
            let Some(chunk) = lines.next()? else { break };
            for (_, record) in records(chunk.bytes()) {
                let shown = readers.read(record);
                begun |= shown.as_ref().is_ok_and(|(_, event)| id(event) == self.from);
                let number = is_counted.then_some(index);
                let is_wanted = shown.as_ref().map_or(!self.newest, |(_, event)| wanted.has(event));
                if let (Some(newest), Ok(_), true) = (&mut newest, &shown, is_wanted) {
                    if newest.len() as u64 == left {
                        newest.pop_front();
                    }
                    newest.push_back(record.to_vec());
                } else if begun && is_wanted {
                    left -= 1;
                    match shown {
                        // Of a line that is too long only the beginning is here.
                        _ if chunk.is_too_long() => refuse(index, &Fault::TooLong, unread, out)?,
                        Ok((_, event)) => self.write(&event, record, number, out),
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
        }
        for record in newest.into_iter().flatten().rev() {
            if let Ok((_, event)) = readers.read(&record) {
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

/// The id that an event carries, if it is one.
fn id(event: &Event<'_>) -> Option<EventId> {
    event.recorded().and_then(|id| id.parse().ok())
}

/// Writes an event for people.
pub(super) fn write(event: &Event<'_>, index: Option<u64>, out: &mut Output) {
    let page = out.page();
    let time = format_timestamp(event.timestamp()).expect("a timestamp that was read");
    if let Some(index) = index {
        page.styled(DIM, format!("{index:>6}  "));
    }
    match id(event) {
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
