//! `ids ledger append`.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    error::Error,
    fs::{self, File},
    io,
    path::Path,
    time::Duration,
};

use clap::Args;
use evently_ledger::{
    AppendError, Appender, Chunks, Digest, EventId, EventReader, JsonError, JsonErrorKind,
    LedgerError, MAX_RECORD, NewEvent, Store,
    file::{FileError, FileErrorKind, FileStore},
    parallel::Verification,
    records,
};

use serde_json::value::RawValue;

use super::{NOT_HELD, Place, create::Stamp, is_held, parse_place};
use crate::{
    Failure, Output, Status,
    instant::{self, DAY},
    reading::{OurClock, input},
    show::{event::refused, json, outside, plural, printable},
};

/// Append events from standard input, one JSON object per line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  echo '{\"event\":\"Served\",\"entities\":{\"player\":[\"x\"]},\"meta\":{},\"data\":15}' |
      ids ledger append tennis.ndjson

An event is an object with event, entities, meta and data, and no other field. The key of an entity
is a string, or a list of strings, one or more. Its time and its id are made here. An event is on
the disk before its id is printed. A rejected event stops the run, and nothing of it is written. If
the reader of the ids is gone, the events are stored all the same, and the exit code is 1.

Lines that have arrived together are stored together, as if they had come one by one: those before a
rejected one are stored. More lines are never waited for, so each line of a slow input has its id at
once. --batch N waits for N lines, and stores all of them or none.

A file is locked during the run. A run that waits for the lock says so on standard error; --wait
limits the time. The run stops if the file is renamed, removed or replaced: later events are not
appended.

With --key-field commandId an event is appended once, however often it is sent. The record keeps
the key as appendKey. An index, FILE.keys, finds it again; it is rebuilt from the ledger if it is
missing.

A crash can leave a torn last line, without its line feed. This is an error. --repair cuts the
line off and keeps it beside the ledger, in FILE.torn-N for a line that began at byte N, or in
FILE.torn-N.1 and so on if that exists. A line with its line feed is never cut off.

Exit codes: 0 all events are stored; 1 an event was rejected, an id could not be printed, or the
store failed. After that of a server the message says of which events it is not known whether they
are stored. 4 the end of the ledger is torn or wrong.")]
pub(crate) struct Append {
    /// The ledger: a file, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`, with ?ledger=NAME where the
    /// database has several
    #[arg(value_name = "LEDGER", value_parser = parse_place())]
    place: Place,
    /// Wait for N lines, for 16 MiB of them, or for the end of the input, and store all of them or none. By default
    /// lines that have arrived are stored together, as if they had come one by one, and no line is waited for
    #[arg(long, value_name = "N", conflicts_with = "receipt",
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    batch: Option<u16>,
    /// Of a file: cut off a torn last line, and keep it in a file beside the ledger
    #[arg(long)]
    repair: bool,
    /// Wait no longer than this for the lock of the ledger, and for a database that is away. By default there
    /// is no limit for the lock, and one of 10 s for the database
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    wait: Option<Duration>,
    /// Append each event once. This field of the object, a string, is its idempotency key, and is
    /// not part of the event. The same key with the same event returns the stored event's id; with
    /// another event it is an error. The record keeps the key as appendKey
    #[arg(long, value_name = "NAME", value_parser = parse_key_field)]
    key_field: Option<String>,
    /// Verify the whole ledger first. For each event print its id, its number and a SHA-256 of all
    /// events up to it, as one JSON object per line. Each event is stored by itself
    #[arg(long, conflicts_with = "key_field")]
    receipt: bool,
    /// Append nothing if the time is more than this after the last event's, as by a clock that is wrong. By
    /// default: 365d, of the clock of this machine, after the last event and after the last change of the file
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    max_jump: Option<Duration>,
    #[command(flatten)]
    stamp: Stamp,
}

/// How long a ledger may rest by default: after a longer time the clock is taken for wrong.
const YEAR: Duration = Duration::from_secs(365 * DAY);

fn parse_key_field(name: &str) -> Result<String, &'static str> {
    match name {
        "event" | "entities" | "meta" | "data" | "timestamp" | "eventId" => {
            Err("this is a field of the event itself")
        }
        _ => Ok(name.to_owned()),
    }
}

/// A ledger that is open.
struct Ledger<'a, S> {
    verb: &'a Append,
    appender: Appender<S>,
    clock: OurClock,
    receipt: Option<Receipt>,
    /// How many events are stored whose answers could not be written, and why not, of the first of them.
    unanswered: (u64, Option<io::Error>),
}

/// What is said of all events up to the last one.
struct Receipt {
    count: u64,
    digest: Digest,
    reader: EventReader,
}

/// Lines that are stored together at most, where `--batch` does not say how many.
const ARRIVED: usize = 1024;

impl Append {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let clock = self.stamp.clock()?;
        input::apart(None).map_err(Failure::Read)?;
        // To open it may change it.
        let changed = self.place.changed();
        match &self.place {
            Place::File(path) => {
                // An id, and what is said of errors, is no record.
                if path.is_file()
                    && let Ok(file) = File::open(path)
                {
                    input::apart(Some(&file)).map_err(|error| {
                        let path = outside::path(path);
                        Failure::Refused(format!("cannot append to {path}: {error}"))
                    })?;
                }
                let mut ledger = self.ledger(self.open(path, out)?, clock, changed)?;
                let digest = self.receipt.then(|| self.digest(ledger.appender.store_mut()));
                ledger.receipt = digest.transpose()?;
                ledger.run(out)
            }
            Place::Store(address) => {
                if self.repair || self.receipt {
                    return Err(Failure::usage(
                        "--repair and --receipt are for files: in a database no line is torn; \
                         'ids ledger verify --digest' prints its SHA-256",
                    ));
                }
                let mut opened = address.to_append(self.wait).open()?;
                self.ledger(&mut *opened.ledger, clock, changed)?.run(out)
            }
        }
    }

    /// Verifies all that is there.
    fn digest(&self, store: &mut FileStore) -> Result<Receipt, Failure> {
        let path = outside::path(store.path());
        let (report, ended) =
            Verification { digest: true, ..Verification::default() }.run_store(store);
        if let Some(failure) = report.first {
            let (index, fault) = (failure.index, failure.fault);
            return Err(Failure::Unverified(format!("{path}: record {index}: {fault}")));
        }
        ended.map_err(|error| Failure::Refused(self.place.said(&error.to_string())))?;
        let (count, digest) = (report.events, report.digest.unwrap_or_default());
        Ok(Receipt { count, digest, reader: EventReader::new(report.profile.unwrap_or_default()) })
    }

    fn ledger<S: Store>(
        &self,
        store: S,
        clock: OurClock,
        changed: Option<Duration>,
    ) -> Result<Ledger<'_, S>, Failure> {
        let appender = Appender::open(store)
            .map_err(|error| Failure::Refused(self.place.said(&error.to_string())))?;
        let rested = changed.filter(|_| matches!(clock, OurClock::System)).map(|changed| {
            let last = Duration::from_micros(appender.head().timestamp());
            changed.saturating_sub(last) + YEAR
        });
        let appender = appender.with_max_jump(self.max_jump.or(rested).unwrap_or(Duration::MAX));
        Ok(Ledger { verb: self, appender, clock, receipt: None, unanswered: (0, None) })
    }

    fn open(&self, file: &Path, out: &mut Output) -> Result<FileStore, Failure> {
        let path = outside::path(file);
        let open = if self.repair { FileStore::repair_within } else { FileStore::open_within };
        let mut opened = open(file, Duration::ZERO);
        if opened.as_ref().is_err_and(|error| matches!(error.kind(), FileErrorKind::Locked)) {
            out.complain(|page| page.text(format!("waiting for the lock on {path}\n")))?;
            opened = open(file, self.wait.unwrap_or(Duration::MAX));
        }
        let repaired = match &opened {
            Ok(store) => store.repaired(),
            Err(error) => error.repaired(),
        };
        if let Some(kept) = repaired {
            let size = fs::metadata(kept).map(|file| plural(file.len(), "byte"));
            let size = size.unwrap_or_else(|_| "a torn line".to_owned());
            let kept = outside::path(kept);
            out.complain(|page| page.text(format!("cut off {size}, kept in {kept}\n")))?;
        }
        opened.map_err(|error| unfit(&error))
    }

    /// What is said of lines that are not appended, of which the first has this number; or of which that is not known.
    fn failed<E: Error>(
        &self,
        error: LedgerError<E>,
        first: u64,
        lines: &[&[u8]],
        is_known: bool,
    ) -> Failure {
        match error {
            LedgerError::Refused { index, error } => {
                let line = lines.get(index).copied().unwrap_or_default();
                refusal(first, lines.len(), index, &self.why(error, first, line))
            }
            error => {
                // A database that refuses records says it in words of its own.
                let is_refusal = is_known && matches!(error, LedgerError::Store(_));
                let key_field = self.key_field.as_deref();
                let is_long = |line: &&[u8]| is_refusal && !is_held(line, key_field);
                if let Some(index) = lines.iter().position(is_long) {
                    return refusal(first, lines.len(), index, NOT_HELD);
                }
                let said = self.place.said(&error.to_string());
                let (events, it) = match lines.len() as u64 {
                    1 => (format!("event {first}"), "it"),
                    count => (format!("events {first} to {}", first + count - 1), "them"),
                };
                let unknown = if is_known || !self.place.is_server() {
                    String::new()
                } else {
                    format!(
                        "; whether the server has stored {it} is not known: 'ids ledger show --newest --limit 1' \
                         tells, and with --key-field the same lines can be sent again"
                    )
                };
                Failure::Refused(format!("{events}: {said}{unknown}"))
            }
        }
    }

    /// Why this line is refused, of a batch whose first line has this number.
    fn why(&self, error: AppendError, first: u64, line: &[u8]) -> String {
        const KEY: &str = "appendKey";
        match (error, self.key_field.as_deref()) {
            (AppendError::KeyTwice { first: index }, Some(field)) => {
                let members: BTreeMap<Cow<'_, str>, &RawValue> =
                    serde_json::from_slice(line).unwrap_or_default();
                let key = printable(members.get(field).map_or("", |key| key.get()));
                let other = first + index as u64;
                format!("it has the idempotency key {key} of event {other}, which is another event")
            }
            (
                AppendError::Event(JsonError {
                    kind: JsonErrorKind::MissingField { field: KEY },
                    ..
                }),
                Some(field),
            ) => format!("the field {}, the idempotency key, is missing", printable(field)),
            // A string there is the name of the field that only records have.
            (
                AppendError::Event(JsonError {
                    kind: JsonErrorKind::BadField { field: KEY },
                    offset,
                }),
                Some(field),
            ) if line.get(offset) != Some(&b'"') => {
                let field = printable(field);
                format!("the field {field}, the idempotency key, is no string, at byte {offset}")
            }
            // A clock that reads a time too long after the last event.
            (AppendError::Jump { last, now }, _) => {
                let days = now.duration_since(last.time()).as_secs() / DAY + 1;
                format!("{error}: if the ledger has rested that long, give --max-jump {days}d")
            }
            _ => refused(error, line),
        }
    }
}

/// What is said of an event that is refused, where this number of them from the first on is stored whole or not at all.
fn refusal(first: u64, count: usize, index: usize, why: &str) -> Failure {
    let rest = match count as u64 {
        1 => String::new(),
        count => format!("; nothing is stored of events {first} to {}", first + count - 1),
    };
    Failure::Refused(format!("event {}: {why}{rest}", first + index as u64))
}

/// What the user reads of a ledger that cannot be appended to.
fn unfit(error: &FileError) -> Failure {
    let shown = outside::said_of(&error.path().to_string_lossy(), &error.to_string());
    let advice = match error.kind() {
        FileErrorKind::Locked => {
            return Failure::Refused(format!("{shown}: nothing is appended"));
        }
        FileErrorKind::Empty => {
            return Failure::Refused(format!("{shown}: remove it, then use 'ids ledger create'"));
        }
        FileErrorKind::Unfit { kept: Some(kept), .. } => {
            format!("With --repair it is cut off and kept in {}.", outside::path(kept))
        }
        FileErrorKind::Unfit { is_damaged: true, .. } => {
            "It has its line feed: it is damaged and not torn, and nothing is cut off: \
             see 'ids ledger verify'."
                .to_owned()
        }
        FileErrorKind::Unfit { .. } => {
            "This is more than a torn line: see 'ids ledger verify'.".to_owned()
        }
        _ => return Failure::Refused(shown),
    };
    Failure::Unverified(format!("{shown}\n{advice}"))
}

impl<S: Store> Ledger<'_, S> {
    /// Appends every event, even if no other program reads the answers any longer.
    fn run(mut self, out: &mut Output) -> Result<Status, Failure> {
        let appended = self.events(out);
        let (count, Some(error)) = self.unanswered else { return appended.map(|()| Status::Done) };
        let events = if count == 1 { "event is" } else { "events are" };
        out.complain(|page| {
            page.error(format_args!(
                "{count} {events} stored, but cannot be answered on standard output: {error}"
            ));
        })?;
        // The caller would append an event again whose id it does not know: this is no success.
        appended.map(|()| Status::Invalid)
    }

    fn events(&mut self, out: &mut Output) -> Result<(), Failure> {
        let batch = if self.verb.receipt { Some(1) } else { self.verb.batch };
        let most = batch.map_or(ARRIVED, usize::from);
        let mut chunks = Chunks::new(io::stdin().lock());
        let (mut first, mut held, mut waiting, mut ended) = (1, Vec::new(), 0, false);
        while !ended {
            // What has arrived is answered before more is waited for.
            match chunks.next_chunk().map_err(Failure::Read)? {
                Some(chunk) => {
                    held.extend_from_slice(chunk.bytes());
                    waiting += records(chunk.bytes()).count();
                }
                None => ended = true,
            }
            if chunks.is_too_long() {
                return Err(refusal(first, waiting, waiting - 1, "longer than 16 MiB"));
            }
            let waits = batch.is_some() && !ended;
            // The lines of a batch may come one by one: they are looked at together.
            if waits && waiting < most && held.len() < MAX_RECORD {
                continue;
            }
            let lines: Vec<_> = records(&held).collect();
            let mut rest = &lines[..];
            while let Some((begin, _)) = rest.first() {
                // They are stored together up to a number of lines, or of bytes.
                let is_full =
                    |(start, text): &(usize, &[u8])| start + text.len() >= begin + MAX_RECORD;
                let count = match rest.iter().take(most).position(is_full) {
                    Some(last) => last + 1,
                    None if waits && rest.len() < most => break,
                    None => most.min(rest.len()),
                };
                let (now, later) = rest.split_at(count);
                let texts: Vec<_> = now.iter().map(|(_, text)| *text).collect();
                self.append(first, &texts, out)?;
                (first, rest) = (first + count as u64, later);
            }
            waiting = rest.len();
            let taken = rest.first().map_or(held.len(), |(start, _)| *start);
            held.drain(..taken);
        }
        Ok(())
    }

    /// Appends the events of these lines and answers them, or says why not. Of lines that have arrived together, those
    /// before the one that is refused are appended, as if they had come one by one.
    fn append(&mut self, first: u64, texts: &[&[u8]], out: &mut Output) -> Result<(), Failure> {
        let verb = self.verb;
        let new = |line| {
            let new = NewEvent::new(line);
            verb.key_field.as_deref().map_or(new, |field| new.with_key_field(field))
        };
        let events: Vec<_> = texts.iter().map(|line| new(line)).collect();
        let (mut done, mut count) = (0, texts.len());
        while done < texts.len() {
            let (part, previous) = (done..done + count, self.appender.head());
            match self.appender.append_all(&self.clock, &events[part.clone()]) {
                Ok(ids) => {
                    for (id, text) in ids.into_iter().zip(&texts[done..]) {
                        self.answer(previous, id, text, out);
                    }
                    let (unanswered, why) = &mut self.unanswered;
                    if why.is_some() {
                        // It would be taken for the answer that is lost.
                        out.bytes().clear();
                        *unanswered += count as u64;
                    } else if let Err(error) = out.deliver() {
                        // The reader may wait for the id of the stored event: it is written at once.
                        *unanswered += count as u64;
                        *why = Some(error);
                    }
                    done = part.end;
                    count = texts.len() - done;
                }
                Err(error) => match self.fewer(&error, count) {
                    Some(fewer) if (1..count).contains(&fewer) && verb.batch.is_none() => {
                        count = fewer;
                    }
                    known => {
                        let (first, is_known) = (first + done as u64, known.is_some());
                        return Err(verb.failed(error, first, &texts[part], is_known));
                    }
                },
            }
        }
        Ok(())
    }

    /// How many of `count` refused lines to append instead, so that only the refused one is left out: those before it,
    /// or half of them where the store does not say which it is. `None` if they may be stored, as after a call that a
    /// server does not answer.
    fn fewer(&self, error: &LedgerError<S::Error>, count: usize) -> Option<usize> {
        match error {
            LedgerError::Refused { index, .. } => Some((*index).max(1)),
            LedgerError::Store(error) => {
                self.appender.store().is_refusal(error).then_some(count / 2)
            }
            _ => Some(0),
        }
    }

    /// What is said of an event that is stored: after `previous`, where it has a receipt.
    fn answer(&mut self, previous: EventId, id: EventId, event: &[u8], out: &mut Output) {
        match &mut self.receipt {
            None => out.page().plain(|bytes| {
                bytes.extend_from_slice(id.encode().as_bytes());
                bytes.push(b'\n');
            }),
            Some(Receipt { count, digest, reader }) => {
                let event = reader.read_new(event, id.timestamp());
                let mut event = event.expect("an event that was appended");
                // The digest is of what the checksum of its id covers.
                let _id = event.id(previous);
                digest.add_event(&event);
                *count += 1;
                json::line(out.bytes(), |out| {
                    json::member(out, "eventId", id.encode().as_bytes());
                    json::digits(out, "events", *count);
                    json::member(out, "sha256", digest.encode().as_bytes());
                });
            }
        }
    }
}
