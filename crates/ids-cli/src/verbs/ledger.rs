//! `ids ledger`: ledgers of events, in files with one record on a line, or in databases.

mod append;
mod cause;
mod copy;
mod create;
mod diff;
mod export;
mod id;
mod import;
mod place;
mod show;
mod source;
mod stats;
mod store;
mod verify;

use clap::{Args, Subcommand};

use crate::{
    show::output::Output,
    status::{Failure, Status},
};

/// Arguments of `ids ledger`.
#[derive(Args, Debug)]
pub(crate) struct Ledger {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Check every event's id against its content and the event before it
    #[command(after_help = VERIFY)]
    Verify(verify::Verify),
    /// Create a ledger with its first event
    #[command(after_help = CREATE)]
    Create(create::Create),
    /// Append events from standard input, one JSON object per line
    #[command(after_help = APPEND)]
    Append(append::Append),
    /// Print the events
    #[command(after_help = SHOW)]
    Show(show::Show),
    /// Count the events, and print the time span that they cover
    Stats(stats::Stats),
    /// Import a ledger from a file into a database
    #[command(after_help = IMPORT)]
    Import(import::Import),
    /// Export a ledger from a database to a file
    #[command(after_help = EXPORT)]
    Export(export::Export),
    /// Find the first place where two copies of a ledger part
    #[command(after_help = DIFF)]
    Diff(diff::Diff),
    /// Print the ledger's id, by each profile that reads the first event
    Id(id::Id),
}

const VERIFY: &str = "\
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

Exit codes: 0 valid, 4 not valid, 1 unreadable.";

const CREATE: &str = "\
Examples:
  ids ledger create tennis.ndjson --name Tennis --description 'All matches'
  ids ledger create sqlite:events.db --name Tennis

In a database this makes the tables, if they are absent.";

const SHOW: &str = "\
Examples:
  ids ledger show tennis.ndjson --limit 20
  ids ledger show sqlite:events.db --entity player=x --event Served --since 2024-02-29
  ids ledger show sqlite:events.db --newest --limit 20 --json

A database answers by its indexes. Of a file all records are read. Each line begins with the number
of its record, unless records before it were left out without being counted.";

const IMPORT: &str = "\
Examples:
  ids ledger import 'sqlite:events.db?ledger=tennis' tennis.ndjson
  zstdcat tennis.ndjson.zst | ids ledger import 'postgres://app@db.internal/app?ledger=tennis' -

The whole file is verified first. Nothing is stored of a ledger that is not valid. What can be read
once only, as standard input, is kept in a temporary file in TMPDIR meanwhile: it takes as much room
as its bytes.

The events are stored in transactions of 1,000. Import again after an interruption, or when the file
has grown: it compares the records that are stored, and goes on after the last one. If the database
has another ledger of that name, or other events, or other data under the same ids, it stores nothing.

Exit codes: 0 the database has every event; 1 refused, or interrupted; 4 the file is not valid, or
the database has another record under one of its ids.";

const EXPORT: &str = "\
Examples:
  ids ledger export sqlite:events.db tennis.ndjson
  ids ledger export 'postgres://app@db.internal/app?ledger=tennis' | ids ledger verify -

Each record is written as it was stored, byte by byte. Nothing is verified, but a record with a line
feed, which would be two, is an error. FILE appears when all of it is on the disk: an export that
was interrupted leaves nothing, and one that was killed at most a file .ids-*.part beside it.";

const DIFF: &str = "\
Examples:
  ids ledger diff tennis.ndjson sqlite:events.db
  ids ledger diff --all backup.ndjson.zst 'postgres://app@db.internal/app?ledger=tennis'

By default only ids are compared. An event's id covers all events before it, by a CRC-32C. So the same
id in both copies means the same events up to there, if no record was forged. Few records are read:
the search halves what is left. A copy that cannot be searched, such as standard input, is read to
its end. --all compares the text of every record: this also finds what was forged, and changes in
fields that no id covers.

The next record of A is shown after <, that of B after >. No copy is verified.

Exit codes: 0 the same ids, or with --all the same records; 4 not the same; 1 unreadable.";

const APPEND: &str = "\
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
are stored. 4 the end of the ledger is torn or wrong.";

impl Ledger {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        match &self.verb {
            Verb::Verify(verb) => verb.run(out.regardless()),
            Verb::Create(verb) => verb.run(out),
            Verb::Append(verb) => verb.run(out),
            Verb::Show(verb) => verb.run(out),
            Verb::Import(verb) => verb.run(out),
            Verb::Export(verb) => verb.run(out),
            Verb::Diff(verb) => verb.run(out.regardless()),
            Verb::Stats(verb) => verb.run(out),
            Verb::Id(verb) => verb.run(out),
        }
    }
}
