//! `ids ledger create`.

use std::{fs, io::Write, path::PathBuf, time::Duration};

use clap::Args;
use evently_id::{Chain, Clock, ClockError};
use ids_core::SystemClock;

use super::{chunks::MAX_RECORD, folder::Folder};
use crate::{
    event::refused,
    instant, json,
    output::Output,
    outside,
    status::{Failure, Status},
};

/// Arguments of `ids ledger create`.
#[derive(Args, Debug)]
pub(super) struct Create {
    /// The ledger's file, which must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The ledger's name, in the data of the first event
    #[arg(long, required_unless_present = "event")]
    name: Option<String>,
    /// What the ledger is for, in the data of the first event
    #[arg(long, default_value = "", conflicts_with = "event")]
    description: String,
    /// The whole first event instead: an object with event, entities, meta and data
    #[arg(long, value_name = "JSON", conflicts_with = "name")]
    event: Option<String>,
    #[command(flatten)]
    stamp: Stamp,
}

/// When events are said to have happened.
#[derive(Args, Debug)]
pub(super) struct Stamp {
    /// The time of the events, if they are later than the last one; otherwise they count on from it
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
        let mut record = Vec::new();
        let chain = Chain::begin(&self.stamp, &event, &mut record).map_err(|error| {
            Failure::Refused(format!("the first event: {}", refused(error, &event)))
        })?;
        if record.len() > MAX_RECORD {
            return Err(Failure::Refused(
                "the first event: its record would be longer than 16 MiB".into(),
            ));
        }
        record.push(b'\n');
        self.write(&record).map_err(|error| {
            Failure::Refused(format!("cannot create {}: {error}", outside::path(&self.file)))
        })?;
        out.page().text(format!("{}\n", chain.head()));
        out.deliver().map_err(|error| {
            let (id, path) = (chain.head(), outside::path(&self.file));
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

    fn write(&self, record: &[u8]) -> std::io::Result<()> {
        let folder = Folder::of(&self.file)?;
        let mut file = fs::File::create_new(&self.file)?;
        let written = file.write_all(record).and_then(|()| file.sync_all());
        let written = written.and_then(|()| folder.sync());
        if written.is_err() {
            // What was not created is not left behind; the first error says more than the second.
            let _ = fs::remove_file(&self.file);
        }
        written
    }
}
