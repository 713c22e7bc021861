//! `ids ledger append`.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use evently_ledger::{
    AppendError, Appender, Digest, EventId, JsonError, JsonErrorKind, LedgerError, MAX_RECORD,
    NewEvent, Verifier, VerifyError,
    file::{FileError, FileErrorKind, FileStore, Options, Repaired, Unfit},
};

use super::create::Stamp;
use crate::{
    instant,
    show::{
        event::refused,
        json,
        output::{BAD, Output},
        outside::{self, printable},
        plural::plural,
    },
    status::{Failure, Status},
};

/// Arguments of `ids ledger append`.
#[derive(Args, Debug)]
pub(super) struct Append {
    /// The ledger's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Cut off a torn last line, and keep it in a file beside the ledger
    #[arg(long)]
    repair: bool,
    /// Wait for the lock no longer than this. By default there is no limit
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    wait: Option<Duration>,
    /// Append each event once. This field of the object, a string, is its idempotency key, and is
    /// not part of the event. The same key with the same event returns the stored event's id; with
    /// another event it is an error. The record keeps the key as appendKey
    #[arg(long, value_name = "NAME", value_parser = parse_key_field)]
    key_field: Option<String>,
    /// Verify the whole ledger first. For each event print its id, its number and a SHA-256 of all
    /// events up to it, as one JSON object per line
    #[arg(long, conflicts_with = "key_field")]
    receipt: bool,
    #[command(flatten)]
    stamp: Stamp,
}

fn parse_key_field(name: &str) -> Result<String, &'static str> {
    match name {
        "event" | "entities" | "meta" | "data" | "timestamp" | "eventId" => {
            Err("this is a field of the event itself")
        }
        _ => Ok(name.to_owned()),
    }
}

/// A ledger that is open.
struct Ledger {
    appender: Appender<FileStore>,
    receipt: Option<(u64, Digest)>,
}

impl Append {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut ledger = self.open(out)?;
        let mut unread = Unread::default();
        let appended = self.events(&mut ledger, out, &mut unread);
        let status = unread.report(out)?;
        appended.map(|()| status)
    }

    /// Appends every event, even if nobody reads the answers any more.
    fn events(
        &self,
        ledger: &mut Ledger,
        out: &mut Output,
        unread: &mut Unread,
    ) -> Result<(), Failure> {
        // Each line of input is answered before the next is waited for.
        let mut input = BufReader::new(io::stdin().lock());
        let (mut number, mut line) = (0, Vec::new());
        loop {
            line.clear();
            let limit = MAX_RECORD as u64 + 1;
            let length =
                (&mut input).take(limit).read_until(b'\n', &mut line).map_err(Failure::Read)?;
            if length == 0 {
                return Ok(());
            }
            number += 1;
            let event = line.strip_suffix(b"\n").unwrap_or(&line);
            let id = self
                .append(ledger, event)
                .map_err(|why| Failure::Refused(format!("event {number}: {why}")))?;
            ledger.answer(id, out);
            // The reader may wait for the id of the stored event: it is written at once.
            if let Err(error) = out.deliver() {
                unread.add(error);
            }
        }
    }

    fn open(&self, out: &mut Output) -> Result<Ledger, Failure> {
        let path = outside::path(&self.file);
        let options = Options::new().repair(self.repair);
        let mut opened = options.wait(Duration::ZERO).open(&self.file);
        if opened.as_ref().is_err_and(|error| matches!(error.kind(), FileErrorKind::Locked)) {
            out.complain(|page| page.text(format!("waiting for the lock on {path}\n")))?;
            let options = self.wait.map_or(options, |wait| options.wait(wait));
            opened = options.open(&self.file);
        }
        let repaired = match &opened {
            Ok(store) => store.repaired(),
            Err(error) => error.repaired(),
        };
        if let Some(Repaired { size, kept, .. }) = repaired {
            let kept = outside::path(kept);
            let size = plural(*size, "byte");
            out.complain(|page| page.text(format!("cut off {size}, kept in {kept}\n")))?;
        }
        let store = opened.map_err(|error| unfit(&error))?;
        let mut appender = Appender::open(store)
            .map_err(|error| Failure::Refused(printable(error.to_string())))?;
        let receipt = self.receipt.then(|| self.digest(appender.store_mut())).transpose()?;
        Ok(Ledger { appender, receipt })
    }

    /// Verifies all that is there.
    fn digest(&self, store: &mut FileStore) -> Result<(u64, Digest), Failure> {
        let mut digest = Digest::EMPTY;
        let verified =
            Verifier::from_genesis(None).verify_store(store, |event| digest.add_event(event));
        let count = verified.map_err(|error| match error {
            VerifyError::Invalid(failure) => {
                let path = outside::path(&self.file);
                let (index, fault) = (failure.index, failure.fault);
                Failure::Unverified(format!("{path}: record {index}: {fault}"))
            }
            error => Failure::Refused(printable(error.to_string())),
        })?;
        Ok((count, digest))
    }

    /// Appends one event, or says why not.
    fn append(&self, ledger: &mut Ledger, event: &[u8]) -> Result<EventId, String> {
        if event.len() > MAX_RECORD {
            return Err("longer than 16 MiB".into());
        }
        let new = NewEvent::new(event);
        let new = self.key_field.as_deref().map_or(new, |field| new.with_key_field(field));
        let (mut digest, wanted) = (None, ledger.receipt.is_some());
        let id = ledger
            .appender
            .append_with(&self.stamp, new, |event| {
                digest = wanted.then(|| Digest::of_event(event));
            })
            .map_err(|error| match error {
                LedgerError::Refused { error, .. } => {
                    self.without_key(error, event).unwrap_or_else(|| refused(error, event))
                }
                error => printable(error.to_string()),
            })?;
        if let (Some((count, whole)), Some(digest)) = (&mut ledger.receipt, digest) {
            *count += 1;
            whole.add(digest);
        }
        Ok(id)
    }

    /// What is said of an event whose key is missing or no string.
    fn without_key(&self, error: AppendError, event: &[u8]) -> Option<String> {
        let field = self.key_field.as_deref()?;
        let AppendError::Event(JsonError { kind, offset }) = error else { return None };
        match kind {
            JsonErrorKind::MissingField { field: "appendKey" } => {
                Some(format!("the field {}, the idempotency key, is missing", printable(field)))
            }
            // A string there is the name of the field that only records have.
            JsonErrorKind::BadField { field: "appendKey" } if event.get(offset) != Some(&b'"') => {
                Some(format!(
                    "the field {}, the idempotency key, is no string, at byte {offset}",
                    printable(field)
                ))
            }
            _ => None,
        }
    }
}

/// What the user reads of a ledger that cannot be appended to.
fn unfit(error: &FileError) -> Failure {
    let shown = printable(error.to_string());
    let advice = match error.kind() {
        FileErrorKind::Locked => {
            return Failure::Refused(format!("{shown}, and --wait is over: nothing is appended"));
        }
        FileErrorKind::Empty => {
            return Failure::Refused(format!("{shown}: remove it, then use 'ids ledger create'"));
        }
        FileErrorKind::Unfit { kept: Some(kept), .. } => {
            format!("With --repair it is cut off and kept in {}.", outside::path(kept))
        }
        FileErrorKind::Unfit { why: Unfit::Damaged(_), .. } => {
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

impl Ledger {
    /// What is said of an event that is stored.
    fn answer(&self, id: EventId, out: &mut Output) {
        match &self.receipt {
            None => out.page().text(format!("{id}\n")),
            Some((count, digest)) => {
                let bytes = out.bytes();
                bytes.push(b'{');
                json::member(bytes, "eventId", id.encode().as_bytes());
                json::member(bytes, "events", count.to_string().as_bytes());
                json::member(bytes, "sha256", digest.encode().as_bytes());
                bytes.extend_from_slice(b"}\n");
            }
        }
    }
}

/// Events that are stored, but whose answers could not be written.
#[derive(Default)]
struct Unread {
    count: u64,
    first: Option<io::Error>,
}

impl Unread {
    fn add(&mut self, error: io::Error) {
        self.count += 1;
        self.first.get_or_insert(error);
    }

    /// Says how many there are. An event whose id is not known would be appended again, so that
    /// is no success.
    fn report(self, out: &mut Output) -> Result<Status, Failure> {
        let Some(error) = self.first else { return Ok(Status::Done) };
        let events = if self.count == 1 { "event is" } else { "events are" };
        out.complain(|page| {
            page.styled(BAD, "error");
            page.text(format!(
                ": {} {events} stored, but cannot be answered on standard output: {error}\n",
                self.count
            ));
        })?;
        Ok(Status::Invalid)
    }
}
