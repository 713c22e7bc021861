//! `ids ledger export`.

use std::path::{Path, PathBuf};

use clap::Args;
use evently_ledger::records;

use super::{
    Patience, Place, parse_place,
    source::{self, Lines},
};
use crate::{
    Failure, Output, Status,
    show::{
        new_file::{NewFile, stream},
        outside, plural,
    },
};

/// Export a ledger from a database to a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids ledger export sqlite:events.db tennis.ndjson
  ids ledger export 'postgres://app@db.internal/app?ledger=tennis' | ids ledger verify -

Each record is written as it was stored, byte by byte. Nothing is verified, but a record with a line
feed, which would be two, is an error. FILE appears when all of it is on the disk: an export that
was interrupted leaves nothing, and one that was killed at most a file .ids-*.part beside it.")]
pub(crate) struct Export {
    /// The ledger: `sqlite:PATH` or `postgres://USER@HOST/DATABASE`, with ?ledger=NAME where the database
    /// has several
    #[arg(value_name = "STORE", value_parser = parse_place())]
    store: Place,
    /// The file to write, which must not exist unless it is a pipe or a device, or - for standard output
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    patience: Patience,
}

/// Names of standard output. The second one may lead to a file.
const STANDARD: &str = "-";
const DEVICE: &str = "/dev/stdout";

impl Export {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let address = self.store.store(&self.file)?;
        let lines = source::open(&self.store.waiting(self.patience), Some(out))?.lines();
        if [STANDARD, DEVICE].map(Path::new).contains(&&*self.file) {
            let written = copy(lines, |bytes| {
                out.outside(outside::json, |page| page.extend_from_slice(bytes));
                out.end()
            });
            return Status::Done.after(written.map(drop));
        }
        let events = if let Some(stream) = stream(&self.file) {
            let mut stream = stream?;
            copy(lines, |bytes| stream.write(bytes))?
        } else {
            let mut file = NewFile::create(&self.file, address.file())?;
            let events = copy(lines, |bytes| file.write(bytes))?;
            file.keep()?;
            events
        };
        let path = outside::path(&self.file);
        out.page().text(format!("{} in {path}\n", plural(events, "event")));
        out.end().map(|()| Status::Done)
    }
}

/// Writes all lines; how many there are.
fn copy(
    mut lines: Lines,
    mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut count = 0;
    while let Some(bytes) = lines.next_chunk()? {
        count += records(bytes).count() as u64;
        write(bytes)?;
    }
    Ok(count)
}
