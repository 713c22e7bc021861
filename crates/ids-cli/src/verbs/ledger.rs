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
    /// Print the events
    Show(show::Show),
    /// Count the events, and print the time span that they cover
    Stats(stats::Stats),
    /// Print the ledger's id, by each profile that reads the first event
    Id(id::Id),
}

const VERIFY: &str = "\
Examples:
  ids ledger verify ledger.ndjson
  zstdcat ledger.ndjson.zst | ids ledger verify --json -
  ids ledger verify --after 0005d8a0e1b3c5d7aabbccdd9e961c04 tail.ndjson

Files compressed by gzip or zstd need no other option. A record is at most 16 MiB long.

Verification cannot find events missing at the end, changes in fields that no id covers, or a
forger who recomputes all later ids. --digest prints a SHA-256 of all events, which you can
compare with somebody else's.

Exit codes: 0 valid, 4 not valid, 1 unreadable.";

const CREATE: &str = "\
Examples:
  ids ledger create tennis.ndjson --name Tennis --description 'All matches'";

const APPEND: &str = "\
Examples:
  echo '{\"event\":\"Served\",\"entities\":{\"player\":[\"x\"]},\"meta\":{},\"data\":15}' |
      ids ledger append tennis.ndjson

An event is an object with event, entities, meta and data, and no other field. Its time and its id
are made here. An event is on the disk before its id is printed. A rejected event stops the run,
and nothing of it is written. If nobody reads the ids any more, the events are stored all the
same, and the exit code is 1.

The file is locked during the run. A run that waits for the lock says so on standard error; --wait
limits the time. The run stops if the file is renamed, removed or replaced: later events are not
appended.

With --key-field commandId an event is appended once, however often it is sent. The record keeps
the key as appendKey. An index, FILE.keys, finds it again; it is rebuilt from the ledger if it is
missing.

A crash can leave a torn last line, without its line feed. This is an error. --repair cuts the
line off and keeps it beside the ledger, in FILE.torn-N for a line that began at byte N, or in
FILE.torn-N.1 and so on if that exists. A line with its line feed is never cut off.

Exit codes: 0 all events are stored; 1 an event was rejected, or an id could not be printed; 4 the
end of the ledger is torn or wrong.";

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
