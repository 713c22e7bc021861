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

use clap::Subcommand;
use evently_ledger::{EventReader, fits_database};

use self::{
    place::{Patience, Place, Where, parse_place, unreadable},
    store::{Database, Opened},
};

use crate::{Failure, Output, Status};

/// Why no database holds an event that [`fits_database`] refuses.
const NOT_HELD: &str = "a name, an entity, a key of one or an idempotency key has more than 1,000 bytes, \
     and no database holds it";

/// Whether a database holds the new event of this line, with its idempotency key in this field, if it has one.
fn is_held(line: &[u8], key_field: Option<&str>) -> bool {
    let mut reader = EventReader::default();
    let event = match key_field {
        Some(field) => reader.read_keyed(line, 0, field),
        None => reader.read_new(line, 0),
    };
    event.map_or(true, |event| fits_database(&event))
}

/// Verify, create, append to and read ledgers of Evently events
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  ids ledger verify --json ledger.ndjson.zst
  ids ledger create tennis.ndjson --name Tennis
  ids ledger append tennis.ndjson --receipt < events.ndjson
  ids ledger show tennis.ndjson --limit 10")]
pub(crate) enum Ledger {
    Verify(verify::Verify),
    Create(create::Create),
    Append(append::Append),
    Show(show::Show),
    Stats(stats::Stats),
    Import(import::Import),
    Export(export::Export),
    Diff(diff::Diff),
    Id(id::Id),
}

impl Ledger {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        match self {
            Self::Verify(verb) => verb.run(out.regardless()),
            Self::Create(verb) => verb.run(out),
            Self::Append(verb) => verb.run(out),
            Self::Show(verb) => verb.run(out),
            Self::Import(verb) => verb.run(out),
            Self::Export(verb) => verb.run(out),
            Self::Diff(verb) => verb.run(out.regardless()),
            Self::Stats(verb) => verb.run(out),
            Self::Id(verb) => verb.run(out),
        }
    }
}
