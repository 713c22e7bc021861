//! `ids ledger`: ledgers of events, one record on a line.

mod append;
mod create;
mod id;
mod report;
mod show;
mod source;
mod stats;
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
    /// Show events
    Show(show::Show),
    /// Count events, and say what span of time they cover
    Stats(stats::Stats),
    /// Say which ledger it is, by every reading of the first event
    Id(id::Id),
}

const VERIFY: &str = "\
Examples:
  ids ledger verify ledger.ndjson
  zstdcat ledger.ndjson.zst | ids ledger verify --json -
  ids ledger verify --after 0005d8a0e1b3c5d7aabbccdd9e961c04 tail.ndjson

Input compressed by gzip or zstd is read as it is. A record is at most 16 MiB long.

What cannot be found: events missing at the end, changed fields that no id covers, and a forger
who computes all later ids anew. --digest prints a SHA-256 of all events, to compare with another
party's.

Exit codes: 0 valid, 4 not valid, 1 unreadable.";

const CREATE: &str = "\
Examples:
  ids ledger create tennis.ndjson --name Tennis --description 'All matches'";

const APPEND: &str = "\
Examples:
  echo '{\"event\":\"Served\",\"entities\":{\"player\":[\"x\"]},\"meta\":{},\"data\":15}' |
      ids ledger append tennis.ndjson

An event is an object with event, entities, meta and data, and no other field; its time and its id
are made here. The file is locked while events are appended, each is on the disk before its id is
printed, and an event that is refused stops the run with nothing of it written. A run also stops
when the file is renamed, removed or replaced: what follows is not appended. Who has to wait for
the lock is told so on standard error; --wait limits the time. Where nobody reads the ids any more
the events are stored nevertheless, and the exit code is 1.

With --key-field commandId an event is appended once, however often it is sent: its key is found
again by an index, FILE.keys, which is made from the ledger when it is not there. A record keeps
its key as appendKey.

A crash can leave a torn last line, without its line feed. It is reported; with --repair it is cut
off and kept beside the ledger, in FILE.torn-N for a line that began at byte N, or in
FILE.torn-N.1 and so on where that exists. What has its line feed is never cut off.

Exit codes: 0 all is stored, 1 refused, or stored and not answered, 4 the end of the ledger is
torn or wrong.";

impl Ledger {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        match &self.verb {
            Verb::Verify(verb) => verb.run(out.regardless()),
            Verb::Create(verb) => verb.run(out),
            Verb::Append(verb) => verb.run(out),
            Verb::Show(verb) => verb.run(out),
            Verb::Stats(verb) => verb.run(out),
            Verb::Id(verb) => verb.run(out),
        }
    }
}
