//! `ids ledger verify`.

use core::ops::ControlFlow;
use std::{io, thread};

use clap::Args;
use evently_ledger::{
    DatabaseError, EventId, Failure as Wrong, Fault, LedgerError, Limits, Profile,
    parallel::{Report, Verification},
};

use super::{
    Database, Opened, Place, Where,
    cause::{self, Cause, Piece},
    source::{self, Source},
    store::is_row,
    unreadable,
};
use crate::{
    Failure, Output, Status,
    show::{DIM, Page, Progress, json, plural, printable},
};

/// Check every event's id against its content and the event before it
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[command(after_help = "\
Examples:
  ids ledger verify ledger.ndjson
  zstdcat ledger.ndjson.zst | ids ledger verify --json -
  ids ledger verify --after 0005d8a0e1b3c5d7aabbccdd9e961c04 tail.ndjson
  ids ledger verify 'postgres://app@db.internal/app?ledger=tennis'

Files compressed by gzip or zstd need no other option. A record is at most 16 MiB long.

The ids are checksums, a CRC-32C: they show accidents, not forgery. A person can give an event other
data and keep its id and all later ids. So the last id proves nothing against a forger. --digest
prints a SHA-256 of all events: compare it with one that was kept elsewhere. Verification does not
find events missing at the end, or changes in fields that no id covers.

Exit codes: 0 valid, 4 not valid, 1 unreadable.")]
pub(crate) struct Verify {
    #[command(flatten)]
    ledger: Where,
    /// How the ledger was written: auto, doc5, doc4, pg or v1
    #[arg(long, value_name = "PROFILE", default_value = "auto", value_parser = parse_profile)]
    profile: Choice,
    /// The id of the trusted event before the first record. In a database only the events after it are
    /// read
    #[arg(long, value_name = "ID")]
    after: Option<EventId>,
    /// Report every failure, not only the first. After 10,000 the rest is counted
    #[arg(long)]
    keep_going: bool,
    /// Print a SHA-256 of all events, to compare with one that was kept elsewhere
    #[arg(long, conflicts_with = "keep_going")]
    digest: bool,
    /// In a database, also compare the columns by which events are found with the records
    #[arg(long)]
    indexes: bool,
    /// Accept events with up to N nested arrays and objects, at most 1,000. By default the limit is
    /// 128, as in the format's rules
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    max_depth: Option<Limits>,
    /// How many threads. By default one for each processor; with --keep-going and input that is
    /// not a file one, so that each failure is reported at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,
    /// One JSON object, after one for each failure with --keep-going
    #[arg(long)]
    json: bool,
}

/// A profile, or that the first event decides.
type Choice = Option<Profile>;

fn parse_profile(name: &str) -> Result<Choice, String> {
    match name {
        "auto" => Ok(None),
        _ => name.parse().map(Some).map_err(|_| "auto, doc5, doc4, pg or v1".into()),
    }
}

fn parse_depth(depth: &str) -> Result<Limits, String> {
    let limits = depth.parse().ok().and_then(|depth| Limits::DEFAULT.with_depth(depth));
    limits.ok_or_else(|| format!("a number up to {}", Limits::DEEPEST))
}

impl Verify {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let (report, ended) = match &self.ledger.place() {
            Place::File(_) if self.indexes => {
                return Err(Failure::usage("--indexes is for databases: a file has no columns"));
            }
            place @ Place::File(_) => self.answer_source(source::open(place, Some(out))?, out),
            Place::Store(address) => match address.open_any()? {
                Some(opened) => self.answer_store(opened, out),
                None if self.after.is_some() => return Err(address.empty()),
                // Where all events are gone, so is the ledger.
                None => {
                    let (label, empty) = (address.label(), self.verification(true));
                    let (report, _, told) =
                        self.watch(&Progress::default(), Some(&label), out, |tell| {
                            empty.watch(io::empty(), tell)
                        });
                    let verdict = |()| self.verdict(&report, Some(&label), None, out);
                    let ended = told.and_then(verdict);
                    (report, ended)
                }
            },
        };
        if report.failed == 0 {
            return ended.map(|()| Status::Done);
        }
        // What has been found weighs more than that the rest cannot be read, or not be told.
        if let Some(message) = ended.err().and_then(|failure| failure.message()) {
            out.complain(|page| page.error(message))?;
        }
        Ok(Status::Unverified)
    }

    /// Verifies by `watch`, and tells what it finds; whether that could be told comes last.
    fn watch<E>(
        &self,
        progress: &Progress,
        database: Option<&str>,
        out: &mut Output,
        watch: impl FnOnce(
            &mut dyn FnMut(&Report, &[Wrong]) -> ControlFlow<()>,
        ) -> (Report, Result<(), E>),
    ) -> (Report, Result<(), E>, Result<(), Failure>) {
        let mut told = Ok(());
        let (report, ended) = watch(&mut |report, failures| {
            progress.say(|| format!("{} events", report.records));
            if database.is_some() {
                progress.reached(report.records);
            }
            // Nothing is held back while more is waited for.
            told = self.tell_all(report, failures, database, out).and_then(|()| out.flush());
            if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        progress.end();
        self.tell_rest(&report, out);
        (report, ended, told)
    }

    /// The verdict on what is read.
    fn answer_source(&self, source: Source, out: &mut Output) -> (Report, Result<(), Failure>) {
        let Source { reader, label, progress, is_file } = source;
        // What is found is said before more is waited for: a thread of its own might still be at it.
        let verification = self.verification(self.keep_going && !is_file);
        let (start, most) = (Vec::new(), cause::PIECE + 1);
        let mut kept = source::Kept { reader, start, most, ended: false };
        let (report, ended, told) =
            self.watch(&progress, None, out, |tell| verification.watch(&mut kept, tell));
        let ended = told.and(ended.map_err(|error| unreadable(&label, &error))).and_then(|()| {
            let cause = self.cause(&report, kept, is_file);
            self.verdict(&report, None, cause.as_ref(), out)
        });
        (report, ended)
    }

    /// Why the first failure is one, if the records show it: those around it in a file that can be read again, or
    /// the first ones.
    fn cause<R>(&self, report: &Report, kept: source::Kept<R>, again: bool) -> Option<Cause> {
        let failed = report.first?;
        let at = cause::start(&failed);
        let (mut bytes, from, ended) = match &self.ledger.place() {
            Place::File(path) if again => {
                let from = at.saturating_sub(cause::BEFORE as u64);
                (source::piece(path, from, cause::PIECE + 1)?, from, true)
            }
            _ => (kept.start, 0, kept.ended),
        };
        // With a byte more it is known whether these are the last.
        let whole = ended && bytes.len() <= cause::PIECE;
        bytes.truncate(cause::PIECE);
        let (profile, after) = (report.profile, self.after);
        Piece { bytes: &bytes, from, whole, profile, after }.cause(&failed)
    }

    fn answer_store(&self, opened: Opened, out: &mut Output) -> (Report, Result<(), Failure>) {
        let Opened { mut ledger, label, row } = opened;
        let (verification, progress) = (self.verification(false), Progress::events(row.events));
        let (report, ended, told) =
            self.watch(&out.progress(progress), Some(&label), out, |tell| {
                verification.watch_store(&mut *ledger, tell)
            });
        let wrong = told.and_then(|()| match ended {
            Err(error) if is_wrong(&error) && report.first.is_none() => {
                let why = match error {
                    // The one of --after may never have been in it.
                    LedgerError::Forgotten { event } => format!("no event {event} in this ledger"),
                    error => error.to_string(),
                };
                Ok(Some((Some(report.records), why)))
            }
            Err(error) => Err(unreadable(&label, &error)),
            Ok(()) if self.indexes && report.failed == 0 => {
                let wrong = check_indexes(ledger, row.events, &label, out);
                wrong.map(|wrong| wrong.map(|why| (None, why)))
            }
            Ok(()) => Ok(None),
        });
        let ended = wrong.and_then(|wrong| match wrong {
            Some(wrong) => self.refuse(&report, &label, wrong, out),
            None => self.verdict(&report, Some(&label), None, out),
        });
        (report, ended)
    }

    /// The verdict on a ledger that has a row which is not valid: that of a record, or one of an index.
    fn refuse(
        &self,
        report: &Report,
        label: &str,
        (index, why): (Option<u64>, String),
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.json {
            report.begin_json(false, out.bytes());
            json::object(out.bytes(), |out| {
                if let Some(index) = index {
                    json::digits(out, "index", index);
                }
                json::member(out, "kind", b"row");
            });
            out.bytes().extend_from_slice(b"}\n");
        }
        out.end()?;
        let record = index.map_or_else(String::new, |index| format!("record {index}: "));
        Err(Failure::Unverified(format!("{label}: {record}{}", printable(why))))
    }

    /// How to verify, by one thread unless another number is wanted.
    fn verification(&self, by_one: bool) -> Verification {
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None if by_one => 1,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        Verification {
            profile: self.profile,
            after: self.after,
            limits: self.max_depth.unwrap_or_default(),
            keep_going: self.keep_going,
            digest: self.digest,
            threads,
        }
    }

    fn verdict(
        &self,
        report: &Report,
        place: Option<&str>,
        cause: Option<&Cause>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.json {
            let bytes = out.bytes();
            report.write_json(bytes);
            if let Some(cause) = cause {
                // Into the object that has just been closed.
                bytes.pop();
                json::member(bytes, "cause", cause.name.as_bytes());
                bytes.push(b'}');
            }
            bytes.push(b'\n');
        } else {
            if let Some(first) = report.first.filter(|_| !self.keep_going) {
                out.page().text(place_of(&first, place));
            }
            show(report, out.page());
            if let Some(cause) = cause {
                out.page().text(format!("cause: {cause}\n"));
            }
        }
        out.end()
    }

    /// With --keep-going, a line for each failure as it is found, up to a number of them.
    fn tell_all(
        &self,
        report: &Report,
        failures: &[Wrong],
        place: Option<&str>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let before = report.failed.saturating_sub(failures.len() as u64);
        let left = if self.keep_going { LISTED.saturating_sub(before) } else { 0 };
        let mut listed = failures.iter().take(usize::try_from(left).unwrap_or(usize::MAX));
        listed.try_for_each(|failed| {
            if self.json {
                json::line(out.bytes(), |out| {
                    json::key(out, "failure");
                    failed.write_json(out);
                });
            } else {
                out.page().text(place_of(failed, place));
            }
            out.end()
        })
    }

    /// With --keep-going, a line for the failures that are not listed, if there are any.
    fn tell_rest(&self, report: &Report, out: &mut Output) {
        match report.failed.checked_sub(LISTED) {
            Some(rest @ 1..) if self.keep_going && self.json => {
                json::line(out.bytes(), |out| json::digits(out, "unlisted", rest));
            }
            Some(rest @ 1..) if self.keep_going => {
                out.page().text(format!("and {} more\n", plural(rest, "failure")));
            }
            _ => {}
        }
    }
}

/// Compares the indexes of a ledger whose records are right; what is wrong with them.
fn check_indexes(
    mut ledger: Database,
    events: u64,
    label: &str,
    out: &mut Output,
) -> Result<Option<String>, Failure> {
    let progress = out.progress(Progress::events(events));
    let mut compared = 0;
    let checked = ledger.check_indexes(&mut |more| {
        compared += more;
        progress.reached(compared.min(events));
        progress.say(|| format!("{compared} rows"));
    });
    progress.end();
    match checked {
        Err(error) if is_row(&error) => Ok(Some(error.to_string())),
        checked => checked.map(|()| None).map_err(|error| unreadable(label, &error)),
    }
}

/// Whether the ledger is wrong: it has a row that is not valid, or lacks one.
const fn is_wrong(error: &LedgerError<DatabaseError>) -> bool {
    match error {
        LedgerError::Store(error) => is_row(error),
        error => matches!(error, LedgerError::OtherEnd { .. } | LedgerError::Forgotten { .. }),
    }
}

/// What a valid ledger does not prove: the page says the same.
const BOUND: &str = "ids show accidents, not forgery: other data can have the same ids. Only a digest kept elsewhere shows that";

/// For people: a line with the verdict, and one that says what it is worth.
fn show(report: &Report, page: &mut Page) {
    let events = if report.events == 1 { "event" } else { "events" };
    let mut parts = vec![format!("{} {events}", report.events)];
    parts.extend(report.profile.map(|profile| format!("profile {profile}")));
    parts.extend(report.head.map(|head| format!("ledger {}, head {head}", head.ledger())));
    parts.extend(report.digest.map(|digest| format!("sha256 {digest}")));
    let verdict = if report.failed == 0 { "valid" } else { "not valid" };
    page.text(format!("{verdict}: {}\n", parts.join(", ")));
    if report.failed == 0 {
        page.styled(DIM, BOUND);
        page.text("\n");
    }
}

/// A failure for people: where it is, and in which database.
fn place_of(failed: &Wrong, database: Option<&str>) -> String {
    match database {
        Some(database) if failed.fault == Fault::Empty => format!("{database}: {failed}\n"),
        Some(database) => {
            let row = failed.row.map_or_else(String::new, |row| format!(", row {row}"));
            format!("{database}: record {}{row}: {}\n", failed.index, failed.fault)
        }
        None => format!("{failed}\n"),
    }
}

/// Failures that are listed. A small file of zeros, compressed, has billions.
pub(super) const LISTED: u64 = 10_000;
