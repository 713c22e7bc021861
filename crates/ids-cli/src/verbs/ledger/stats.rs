//! `ids ledger stats`.

use std::collections::BTreeMap;

use clap::Args;
use evently_id::format_timestamp;
use evently_ledger::EventReader;

use super::{
    Where,
    source::{self, Line},
};
use crate::{
    Failure, Output, Status,
    show::{DIM, json, printable},
};

/// Count the events, and print the time span that they cover
#[derive(Args, Debug)]
pub(crate) struct Stats {
    #[command(flatten)]
    ledger: Where,
    /// Print the N most frequent event names
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Other names are counted together: a ledger that never repeats a name stays in bounds.
const MOST_NAMES: usize = 100_000;

/// Bytes of all names that are counted apart, for the same reason.
const MOST_BYTES: usize = 16 << 20;

#[derive(Default)]
struct Counts {
    events: u64,
    unreadable: u64,
    bytes: u64,
    first: Option<u64>,
    last: Option<u64>,
    names: BTreeMap<String, u64>,
    /// The bytes of the names.
    held: usize,
    others: u64,
}

impl Stats {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut lines = source::events(&self.ledger.place(), Some(out))?;
        let (mut counts, mut reader) = (Counts::default(), EventReader::default());
        while let Some(line) = lines.next()? {
            counts.add(&line, &mut reader);
        }
        counts.bytes = lines.given();
        if self.json {
            self.write(&counts, out.bytes());
        } else {
            self.show(&counts, out);
        }
        out.end()?;
        Ok(if counts.unreadable > 0 { Status::Invalid } else { Status::Done })
    }

    fn top<'c>(&self, counts: &'c Counts) -> Vec<(&'c str, u64)> {
        let mut names: Vec<_> =
            counts.names.iter().map(|(name, count)| (&**name, *count)).collect();
        names.sort_by_key(|(name, count)| (u64::MAX - count, *name));
        names.truncate(self.top);
        names
    }

    fn show(&self, counts: &Counts, out: &mut Output) {
        let page = out.page();
        let mut line = |name: &str, value: String| {
            page.styled(DIM, format!("{name:>12}  "));
            page.text(value + "\n");
        };
        line("events", counts.events.to_string());
        if counts.unreadable > 0 {
            line("unreadable", counts.unreadable.to_string());
        }
        if let (Some(first), Some(last)) = (counts.first, counts.last) {
            for (name, time) in [("first", first), ("last", last)] {
                let time = format_timestamp(time).expect("a timestamp that was read");
                line(name, time.to_string());
            }
        }
        line("bytes", counts.bytes.to_string());
        if let Some(mean) = counts.bytes.checked_div(counts.events) {
            line("per event", mean.to_string());
        }
        for (name, count) in self.top(counts) {
            line(&count.to_string(), printable(name));
        }
        if counts.others > 0 {
            line(&counts.others.to_string(), "of other names".into());
        }
    }

    fn write(&self, counts: &Counts, out: &mut Vec<u8>) {
        json::line(out, |out| {
            json::digits(out, "events", counts.events);
            json::digits(out, "unreadable", counts.unreadable);
            json::digits(out, "bytes", counts.bytes);
            json::optional(out, "first", counts.first.and_then(format_timestamp).as_deref());
            json::optional(out, "last", counts.last.and_then(format_timestamp).as_deref());
            json::key(out, "names");
            json::object(out, |out| {
                for (index, (name, count)) in self.top(counts).into_iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    json::string(out, name.as_bytes());
                    out.extend_from_slice(format!(":\"{count}\"").as_bytes());
                }
            });
        });
    }
}

impl Counts {
    fn add(&mut self, line: &Line<'_>, reader: &mut EventReader) {
        let event = match reader.read_any(line.record) {
            Ok(event) if !line.is_too_long => event,
            _ => {
                self.unreadable += 1;
                return;
            }
        };
        self.events += 1;
        let time = event.timestamp();
        self.first = Some(self.first.map_or(time, |first| first.min(time)));
        self.last = self.last.max(Some(time));
        let name = event.name();
        if let Some(count) = self.names.get_mut(name) {
            *count += 1;
        } else if self.names.len() < MOST_NAMES && self.held + name.len() <= MOST_BYTES {
            self.held += name.len();
            self.names.insert(name.to_owned(), 1);
        } else {
            self.others += 1;
        }
    }
}
