//! `ids ledger diff`.

use std::{
    fs::File,
    io::{self, Read},
};

use clap::Args;
use evently_ledger::{EventId, EventReader, file::compression};

use super::{
    Patience, Place,
    copy::{self, Copy, Table},
    parse_place, show,
    source::{self, Line, Lines},
    unreadable,
};
use crate::{
    Failure, Output, Status,
    reading::input,
    show::{DIM, json, outside, plural, printable},
};

/// Find the first place where two copies of a ledger part
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids ledger diff tennis.ndjson sqlite:events.db
  ids ledger diff --all backup.ndjson.zst 'postgres://app@db.internal/app?ledger=tennis'

By default only ids are compared. An event's id covers all events before it, by a CRC-32C. So the
same id in both copies means the same events up to there, if both are valid: a record that was
forged, left out or repeated is not seen. Few records are read: the search halves what is left. A
copy that cannot be searched, such as standard input, is read to its end. --all compares the text of
every record: this also finds what was forged, left out or repeated, and changes in fields that no
id covers.

The next record of A is shown after <, that of B after >. No copy is verified.

Exit codes: 0 the same ids, or with --all the same records; 4 not the same; 1 unreadable.")]
pub(crate) struct Diff {
    /// A ledger: a file, - for standard input, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`
    #[arg(value_name = "A", value_parser = parse_place())]
    a: Place,
    /// Another copy of it
    #[arg(value_name = "B", value_parser = parse_place())]
    b: Place,
    #[command(flatten)]
    patience: Patience,
    /// Compare the text of every record
    #[arg(long)]
    all: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// How two copies are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difference {
    Same,
    /// A ends where B goes on.
    AShorter,
    BShorter,
    Parted,
    /// Not one event is in both.
    Other,
    /// The ids are the same, but the text of a record is not.
    Rewritten,
}

/// What of two copies was compared.
const IDS: &str = "ids";
const RECORDS: &str = "records";

/// Where two copies part.
struct Parting {
    compared: &'static str,
    verdict: Difference,
    /// The last event that both have.
    common: Option<EventId>,
    /// How many events come before, if they were counted.
    index: Option<u64>,
    /// The next record of each.
    a: Option<Vec<u8>>,
    b: Option<Vec<u8>>,
}

impl Diff {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        if self.a.is_standard() && self.b.is_standard() {
            return Err(Failure::usage("standard input can be one of the copies only"));
        }
        let [a, b] = [&self.a, &self.b].map(|place| place.waiting(self.patience));
        let found = match (self.copy(&a)?, self.copy(&b)?) {
            (Some(mut a), Some(mut b)) => self.search(&mut *a, &mut *b)?,
            _ => self.compare(&a, &b, out)?,
        };
        if self.json {
            out.outside(outside::json, |bytes| found.write(bytes));
        } else {
            found.show(out);
        }
        out.end()?;
        let is_same = found.verdict == Difference::Same;
        Ok(if is_same { Status::Done } else { Status::Unverified })
    }

    /// A copy that can be searched, unless the command reads all of it.
    fn copy(&self, place: &Place) -> Result<Option<Box<dyn Copy>>, Failure> {
        if self.all || place.is_standard() {
            return Ok(None);
        }
        match place {
            Place::File(path) => {
                let lines = || {
                    let file = File::open(path)?;
                    input::apart(Some(&file))?;
                    let data = file.metadata()?;
                    let mut start = Vec::new();
                    if data.is_file() {
                        (&file).take(4).read_to_end(&mut start)?;
                    }
                    // One without events is told by reading.
                    let is_plain = !start.is_empty() && compression(&start).is_none();
                    Ok(is_plain.then(|| copy::Lines(file, data.len())))
                };
                let lines =
                    lines().map_err(|error: io::Error| unreadable(&place.label(), &error))?;
                Ok(lines.map(|lines| Box::new(lines) as Box<dyn Copy>))
            }
            Place::Store(address) => Ok(Some(Box::new(Table(address.open()?.ledger)))),
        }
    }

    /// Finds where the copies part, by a search for the last event that both have: an id covers all
    /// before it.
    fn search(&self, a: &mut dyn Copy, b: &mut dyn Copy) -> Result<Parting, Failure> {
        let [in_a, in_b] = [&self.a, &self.b].map(|place| {
            move |error: io::Error| {
                let is_wrong = error.kind() == io::ErrorKind::InvalidData;
                let advice = if is_wrong { "; see 'ids ledger verify'" } else { "" };
                unreadable(&place.label(), &format!("{error}{advice}"))
            }
        });
        let (last_a, last_b) = (a.last().map_err(in_a)?, b.last().map_err(in_b)?);
        let (verdict, common) = if last_a == last_b {
            (Difference::Same, last_a)
        } else if last_a.map_or(Ok(true), |last| b.contains(last)).map_err(in_b)? {
            (Difference::AShorter, last_a)
        } else if last_b.map_or(Ok(true), |last| a.contains(last)).map_err(in_a)? {
            (Difference::BShorter, last_b)
        } else {
            let (mut low, mut high) = (a.next(None).map_err(in_a)?.map(|(first, _)| first), last_a);
            if low.map_or(Ok(false), |first| b.contains(first)).map_err(in_b)? {
                while let (Some(after), Some(before)) = (low, high)
                    && let Some(middle) = a.middle(after, before).map_err(in_a)?
                {
                    let end = if b.contains(middle).map_err(in_b)? { &mut low } else { &mut high };
                    *end = Some(middle);
                }
                (Difference::Parted, low)
            } else {
                (Difference::Other, None)
            }
        };
        let next = |copy: &mut dyn Copy, ended| match verdict {
            Difference::Same => Ok(None),
            verdict if verdict == ended => Ok(None),
            _ => Ok(copy.next(common)?.map(|(_, record)| record)),
        };
        let a = next(a, Difference::AShorter).map_err(in_a)?;
        let b = next(b, Difference::BShorter).map_err(in_b)?;
        Ok(Parting { compared: IDS, verdict, common, index: None, a, b })
    }

    /// Finds where the copies part by reading both, record by record.
    fn compare(&self, a: &Place, b: &Place, out: &mut Output) -> Result<Parting, Failure> {
        let (mut a, mut b) = (source::events(a, Some(out))?, source::events(b, None)?);
        let (mut index, mut reader, mut last) = (0, EventReader::default(), Vec::new());
        let verdict = loop {
            match (next(&mut a)?, next(&mut b)?) {
                (None, None) => break Difference::Same,
                (None, Some(_)) => break Difference::AShorter,
                (Some(_), None) => break Difference::BShorter,
                (Some(a), Some(b)) if a == b => {}
                (Some(a), Some(b)) => match (reader.recorded_id(a), reader.recorded_id(b)) {
                    (Some(a), Some(b)) if a == b && self.all => break Difference::Rewritten,
                    (Some(a), Some(b)) if a == b => {}
                    _ if index == 0 => break Difference::Other,
                    _ => break Difference::Parted,
                },
            }
            index += 1;
            if let Some(line) = a.current() {
                last.clear();
                last.extend_from_slice(line.record);
            }
        };
        let common = reader.recorded_id(&last);
        let [a, b] = [a, b].map(|copy| copy.current().map(|line| line.record.to_vec()));
        let compared = if self.all { RECORDS } else { IDS };
        Ok(Parting { compared, verdict, common, index: Some(index), a, b })
    }
}

/// The next record of a copy.
fn next(copy: &mut Lines) -> Result<Option<&[u8]>, Failure> {
    copy.next()?;
    match copy.current() {
        Some(Line { is_too_long: true, .. }) => {
            Err(Failure::Refused(format!("{}: a record is longer than 16 MiB", copy.label)))
        }
        line => Ok(line.map(|line| line.record)),
    }
}

impl Parting {
    /// For people: a line that says it, the next records of A (<) and B (>), and what was compared
    /// where that is not everything.
    fn show(&self, out: &mut Output) {
        let events = self.index.map(|index| format!(" ({})", plural(index, "event")));
        let events = events.unwrap_or_default();
        let after = self.common.map_or_else(|| "the start".to_owned(), |id| id.to_string());
        out.page().text(match self.verdict {
            Difference::Same => {
                format!("same {}: both end with {after}{events}\n", self.compared)
            }
            Difference::AShorter => format!("A ends with {after}{events}; B goes on with\n"),
            Difference::BShorter => format!("B ends with {after}{events}; A goes on with\n"),
            Difference::Parted => format!("parted after {after}{events}\n"),
            Difference::Other => "other ledgers: no event is in both\n".to_owned(),
            Difference::Rewritten => {
                format!("the same id, but another record, after {after}{events}\n")
            }
        });
        let mut reader = EventReader::default();
        for (mark, record) in [("< ", &self.a), ("> ", &self.b)] {
            let Some(record) = record else { continue };
            let page = out.page();
            page.styled(DIM, mark);
            match reader.read_any(record) {
                Ok(event) if self.verdict != Difference::Rewritten => {
                    show::write(&event, None, out);
                }
                _ => page.text(printable(record) + "\n"),
            }
        }
        if self.compared == IDS && self.verdict != Difference::Other {
            out.page().styled(DIM, "only ids were compared: --all compares the records");
            out.page().text("\n");
        }
    }

    /// For programs.
    fn write(&self, bytes: &mut Vec<u8>) {
        json::line(bytes, |out| {
            json::member(out, "verdict", self.verdict.name().as_bytes());
            json::member(out, "compared", self.compared.as_bytes());
            json::optional(out, "common", self.common.map(EventId::encode).as_deref());
            json::optional(out, "index", self.index.map(|index| index.to_string()));
            json::optional(out, "a", self.a.as_ref());
            json::optional(out, "b", self.b.as_ref());
        });
    }
}

impl Difference {
    const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::AShorter => "a_shorter",
            Self::BShorter => "b_shorter",
            Self::Parted => "parted",
            Self::Other => "other",
            Self::Rewritten => "rewritten",
        }
    }
}
