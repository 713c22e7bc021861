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
#[command(after_help = "\
Examples:
  ids ledger verify --json ledger.ndjson.zst
  ids ledger create tennis.ndjson --name Tennis
  ids ledger append tennis.ndjson --receipt < events.ndjson
  ids ledger show tennis.ndjson --limit 10")]
pub(crate) struct Ledger {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Check every event's id against its content and the event before it
    Verify(verify::Verify),
    /// Create a ledger with its first event
    Create(create::Create),
    /// Append events from standard input, one JSON object per line
    Append(append::Append),
    /// Print the events
    Show(show::Show),
    /// Count the events, and print the time span that they cover
    Stats(stats::Stats),
    /// Import a ledger from a file into a database
    Import(import::Import),
    /// Export a ledger from a database to a file
    Export(export::Export),
    /// Find the first place where two copies of a ledger part
    Diff(diff::Diff),
    /// Print the ledger's id, by each profile that reads the first event
    Id(id::Id),
}

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
