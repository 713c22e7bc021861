//! `ids ledger create`.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use evently_ledger::{
    Appender, Clock, ClockError, LedgerError, NewEvent,
    file::{FileError, FileStore},
};
use ids_core::SystemClock;

use crate::{
    instant,
    show::{event::refused, json, output::Output, outside},
    status::{Failure, Status},
};

/// Arguments of `ids ledger create`.
#[derive(Args, Debug)]
pub(super) struct Create {
    /// The ledger's file, which must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The ledger's name, part of the first event's data
    #[arg(long, required_unless_present = "event")]
    name: Option<String>,
    /// What the ledger is for, part of the first event's data
    #[arg(long, default_value = "", conflicts_with = "event")]
    description: String,
    /// The whole first event instead of its name: an object with event, entities, meta and data
    #[arg(long, value_name = "JSON", conflicts_with = "name")]
    event: Option<String>,
    #[command(flatten)]
    stamp: Stamp,
}

/// When events are said to have happened.
#[derive(Args, Debug)]
pub(super) struct Stamp {
    /// The time of the events. If it is not later than the last event, they continue one
    /// microsecond after that
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    at: Option<Duration>,
}

impl Clock for Stamp {
    fn now(&self) -> Result<Duration, ClockError> {
        self.at.map_or_else(|| SystemClock.now(), Ok)
    }
}

impl Create {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let event =
            self.event.as_ref().map_or_else(|| self.genesis(), |text| text.as_bytes().to_vec());
        let store = FileStore::create(&self.file);
        let ledger = Appender::begin(store, &self.stamp, NewEvent::new(&event));
        let id = ledger.map_err(|error| failure(error, &event))?.head();
        out.page().text(format!("{id}\n"));
        out.deliver().map_err(|error| {
            let path = outside::path(&self.file);
            Failure::Refused(format!(
                "{path} is created, but its id {id} cannot be written to standard output: {error}"
            ))
        })?;
        Ok(Status::Done)
    }

    fn genesis(&self) -> Vec<u8> {
        let mut event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"#.to_vec();
        json::member(&mut event, "name", self.name.as_deref().unwrap_or_default().as_bytes());
        json::member(&mut event, "description", self.description.as_bytes());
        event.extend_from_slice(b"}}");
        event
    }
}

/// Why there is no ledger.
fn failure(error: LedgerError<FileError>, event: &[u8]) -> Failure {
    Failure::Refused(match error {
        LedgerError::Store(error) => outside::printable(error.to_string()),
        LedgerError::Refused { error, .. } => {
            format!("the first event: {}", refused(error, event))
        }
        error => format!("the first event: {error}"),
    })
}
