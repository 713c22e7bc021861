//! `ids ledger import`.

use core::{fmt::Display, ops::ControlFlow};
use std::{
    collections::HashSet,
    fs::File,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    thread,
};

use clap::Args;
use evently_ledger::{
    EventId, EventReader, Fault, LedgerRow, Profile, Record, Verifier, fits_database,
    parallel::{Report, Verification},
};
use serde::Deserialize;

use super::{
    NOT_HELD, Opened, Patience, Place, parse_place,
    source::{self, Line, Lines, PAGE, Source},
    unreadable,
};
use crate::{
    Failure, Output, Status,
    reading::input,
    show::{json, outside, plural, printable},
};

/// Import a ledger from a file into a database
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids ledger import 'sqlite:events.db?ledger=tennis' tennis.ndjson
  zstdcat tennis.ndjson.zst | ids ledger import 'postgres://app@db.internal/app?ledger=tennis' -

The whole file is verified first. Nothing is stored of a ledger that is not valid. What can be read
once only, as standard input, is kept in a temporary file in TMPDIR meanwhile: it takes as much room
as its bytes.

The events are stored in transactions of 1,000. Import again after an interruption, or when the file
has grown: it compares the records that are stored, and goes on after the last one. If the database
has another ledger of that name, or other events, or other data under the same ids, it stores
nothing.

Exit codes: 0 the database has every event; 1 refused, or interrupted; 4 the file is not valid, or
the database has another record under one of its ids.")]
pub(crate) struct Import {
    /// Where to: `sqlite:PATH` or `postgres://USER@HOST/DATABASE`. Without ?ledger=NAME the ledger has the name in
    /// its first event, or that of the file
    #[arg(value_name = "STORE", value_parser = parse_place())]
    store: Place,
    #[command(flatten)]
    patience: Patience,
    /// The ledger's file, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Bytes of the records of one transaction, unless a record has more.
const BLOCK: usize = 4 << 20;

/// A file that can be read twice.
struct Twice {
    path: PathBuf,
    file: File,
    label: String,
}

impl Import {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let place = self.store.waiting(self.patience);
        let address = place.store(&self.file)?;
        let twice = Twice::open(&self.file)?;
        let report = twice.verify(out)?;
        let Some(last) = report.head else {
            return Err(Failure::Unverified(format!("{}: {}", twice.label, Fault::Empty)));
        };
        let own = twice.look(&report)?;
        let opened = address.init(own.as_deref(), Some(last.ledger()))?;
        let (row, label) = (opened.row.clone(), opened.label.clone());
        let stored = match row.head {
            Some(head) if head.ledger() != last.ledger() => {
                return Err(Failure::Refused(format!(
                    "{label} is another ledger, {}, and not {}: nothing is imported; ?ledger=NAME chooses another name",
                    head.ledger(),
                    last.ledger()
                )));
            }
            Some(_) => Some(source::rows(address.opened(row.clone())?, None, None).lines()),
            None => None,
        };
        let (batch, bytes) = (Vec::new(), Vec::new());
        let importing = Importing { opened, stored, head: None, batch, bytes, imported: 0 };
        let imported = importing.run(&twice, &report, out)?;
        let events = row.events + imported;
        if self.json {
            json::line(out.bytes(), |out| {
                json::digits(out, "imported", imported);
                json::digits(out, "events", events);
                json::member(out, "head", last.encode().as_bytes());
                json::member(out, "profile", report.profile.map_or("", Profile::name).as_bytes());
                json::member(out, "name", row.name.as_bytes());
            });
        } else {
            let imported = plural(imported, "event");
            out.page().text(format!("imported {imported}; {label} has {events}\n"));
            if row.events == 0 && address.name.is_none() {
                out.page().text("the name is the ledger's own; ?ledger=NAME gives another one\n");
            }
        }
        out.end().map(|()| Status::Done)
    }
}

impl Twice {
    /// The file. What can be read once only is kept in a temporary one.
    fn open(path: &Path) -> Result<Self, Failure> {
        let label = outside::path(path);
        let failed = |error| unreadable(&label, &error);
        let kept = |mut source: &mut dyn io::Read| {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut source, &mut file)?;
            file.flush().map(|()| file)
        };
        let spooled = |error| {
            Failure::Refused(format!(
                "cannot keep {label} in a temporary file to verify it: {error}"
            ))
        };
        let file = if path == Path::new("-") {
            input::apart(None).map_err(failed)?;
            kept(&mut io::stdin().lock()).map_err(spooled)?
        } else {
            let mut file = File::open(path).map_err(failed)?;
            input::apart(Some(&file)).map_err(failed)?;
            if file.metadata().map_err(failed)?.is_file() {
                file
            } else {
                kept(&mut file).map_err(spooled)?
            }
        };
        Ok(Self { path: path.to_owned(), file, label })
    }

    /// Its records, from the first on.
    fn source(&self, out: Option<&mut Output>) -> Result<Source, Failure> {
        let failed = |error| unreadable(&self.label, &error);
        let mut file = self.file.try_clone().map_err(failed)?;
        file.rewind().map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        source::decompressed(file, self.label.clone(), Some(size), out)
    }

    /// Verifies all of it.
    fn verify(&self, out: &mut Output) -> Result<Report, Failure> {
        let Source { reader, progress, .. } = self.source(Some(out))?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (report, ended) =
            Verification { threads, ..Verification::default() }.watch(reader, |report, _| {
                progress.say(|| format!("{} events verified", report.records));
                ControlFlow::Continue(())
            });
        progress.end();
        if let Some(first) = report.first {
            let label = &self.label;
            return Err(Failure::Unverified(format!("{label}: {first}\nNothing is imported.")));
        }
        ended.map(|()| report).map_err(|error| unreadable(&self.label, &error))
    }

    /// Looks whether a database holds every record: it would refuse one amid the others. Gives the ledger's own name:
    /// that in its first event, else that of the file.
    fn look(&self, report: &Report) -> Result<Option<String>, Failure> {
        let mut reader = EventReader::new(report.profile.unwrap_or_default());
        let (mut number, mut named, mut lines) = (0_u64, None, self.source(None)?.lines());
        while let Some(Line { record, .. }) = lines.next()? {
            if number == 0 {
                named = name_in(record);
            }
            number += 1;
            // A shorter one has nothing that is too long.
            let fits = record.len() <= 1000
                || reader.read(record).is_ok_and(|event| fits_database(&event));
            if !fits {
                return Err(Failure::Refused(format!(
                    "{}: line {number}: {NOT_HELD}\nNothing is imported.",
                    self.label
                )));
            }
        }
        let file = || {
            let name = self.path.file_name()?.to_str()?;
            let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(name);
            Path::new(name).file_stem()?.to_str().map(str::to_owned)
        };
        let fits = |name: &String| (1..=LedgerRow::LONGEST_NAME).contains(&name.len());
        Ok(named.filter(fits).or_else(|| file().filter(fits).filter(|name| name != "-")))
    }
}

/// The first event of a ledger that has a name. Nothing else in it is read: its numbers may be larger than a float.
#[derive(Deserialize)]
struct First {
    event: String,
    #[serde(default)]
    entity: String,
    data: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// The name of a ledger in its first event, if that makes one: `ids ledger create` wrote it, or Evently, whose sign for a
/// ledger is `📒`.
fn name_in(first: &[u8]) -> Option<String> {
    let First { event, entity, data } = serde_json::from_slice(first).ok()?;
    let makes = event == "Ledger Created" || event.starts_with('📒') || entity == "📒";
    makes.then_some(data.name)
}

/// A ledger that takes events.
struct Importing {
    opened: Opened,
    /// What it has already, of which the rest is still to be compared.
    stored: Option<Lines>,
    /// The last event that it has.
    head: Option<EventId>,
    /// Records that are stored next: their ids and keys, and where their texts end.
    batch: Vec<(EventId, Option<String>, usize)>,
    bytes: Vec<u8>,
    imported: u64,
}

impl Importing {
    /// Stores what the ledger does not have; how many events.
    fn run(mut self, twice: &Twice, report: &Report, out: &mut Output) -> Result<u64, Failure> {
        let mut lines = twice.source(Some(out))?.lines();
        let mut verifier = Verifier::from_genesis(report.profile);
        // The file may have grown since.
        for _ in 0..report.records {
            let Some(Line { record, .. }) = lines.next()? else {
                return Err(self.changed(twice, "it has become shorter"));
            };
            let mut key = None;
            let id = verifier.verify_with(record, |event| key = event.append_key());
            let id = id.map_err(|fault| self.changed(twice, &fault.to_string()))?;
            if !self.has(id, record, twice)? {
                self.add(id, key, record)?;
            }
        }
        self.store()?;
        Ok(self.imported)
    }

    /// Whether the ledger has this record: what it has comes first, and is the same up to its last event.
    fn has(&mut self, id: EventId, record: &[u8], twice: &Twice) -> Result<bool, Failure> {
        let Some(lines) = &mut self.stored else { return Ok(false) };
        match lines.next()? {
            Some(stored) if stored.record == record => self.head = Some(id),
            // Other data can have the same id.
            Some(stored) if EventReader::default().recorded_id(stored.record) == Some(id) => {
                return Err(Failure::Unverified(format!(
                    "{}: its record of event {id} is another one than that in {}, of the same id: one of them was \
                     changed or forged; see 'ids ledger diff --all'\nNothing is imported.",
                    self.opened.label, twice.label
                )));
            }
            Some(_) => {
                let why =
                    format!("it has other events than {}: see 'ids ledger diff'", twice.label);
                return Err(self.stopped(why));
            }
            None => self.stored = None,
        }
        Ok(self.stored.is_some())
    }

    fn add(&mut self, id: EventId, key: Option<String>, record: &[u8]) -> Result<(), Failure> {
        if self.batch.len() == PAGE || self.bytes.len() + record.len() > BLOCK {
            self.store()?;
        }
        self.bytes.extend_from_slice(record);
        self.batch.push((id, key, self.bytes.len()));
        Ok(())
    }

    /// Stores the batch, in one transaction.
    fn store(&mut self) -> Result<(), Failure> {
        let Some((last, ..)) = self.batch.last() else { return Ok(()) };
        let (last, count) = (*last, self.batch.len() as u64);
        // Of events with the same key the first one has it.
        let keys: Vec<&str> = self.batch.iter().filter_map(|(_, key, _)| key.as_deref()).collect();
        let stored = match &*keys {
            [] => Ok(Vec::new()),
            keys => self.opened.ledger.find_keys(keys),
        };
        let stored = stored.map_err(|error| self.stopped(error))?;
        let mut stored = stored.iter().map(Option::is_some);
        let (mut taken, mut batch, mut start) = (HashSet::new(), Vec::new(), 0);
        for (id, key, end) in &self.batch {
            let key = key.as_deref();
            let is_stored = key.is_some() && stored.next() == Some(true);
            let key = key.filter(|key| !is_stored && taken.insert(*key));
            batch.push(Record { id: *id, key, json: &self.bytes[start..*end] });
            start = *end;
        }
        match self.opened.ledger.append(self.head, &batch) {
            Ok(true) => {
                (self.head, self.imported) = (Some(last), self.imported + count);
                self.batch.clear();
                self.bytes.clear();
                Ok(())
            }
            Ok(false) => Err(self.stopped("another program appends to it")),
            Err(error) => Err(self.stopped(error)),
        }
    }

    /// Why no more is imported. What is stored stays, and is where the next import goes on.
    fn stopped(&self, why: impl Display) -> Failure {
        let why = printable(why.to_string());
        let (label, imported) = (&self.opened.label, plural(self.imported, "event"));
        let number = if self.imported == 1 { "is" } else { "are" };
        Failure::Refused(format!("{label}: {why}; {imported} {number} imported"))
    }

    fn changed(&self, twice: &Twice, why: &str) -> Failure {
        self.stopped(format_args!("{} has changed since it was verified: {why}", twice.label))
    }
}
