//! `ids ledger create`.

use core::error::Error;

use clap::Args;
use evently_ledger::{Appender, EventId, LedgerError, MemoryStore, NewEvent, file::FileStore};
use ids_core::{Clock, SystemClock};

use super::{NOT_HELD, Patience, Place, is_held, parse_place};
use crate::{
    Failure, Output, Status,
    reading::{Moment, OurClock, Zoned},
    show::{event::refused, json, outside},
};

/// Create a ledger with its first event
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids ledger create tennis.ndjson --name Tennis --description 'All matches'
  ids ledger create sqlite:events.db --name Tennis

In a database this makes the tables, if they are absent.")]
pub(crate) struct Create {
    /// The ledger: a file, which must not exist, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`. In a
    /// database its name is that of ?ledger=NAME, or else of --name
    #[arg(value_name = "LEDGER", value_parser = parse_place())]
    place: Place,
    #[command(flatten)]
    patience: Patience,
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
    /// The time of the events, up to now. If it is not later than the last event, they continue one
    /// microsecond after that
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    at: Option<Moment>,
    /// Let --at be later than now. All events that follow are later still, and no event is taken back
    #[arg(long, requires = "at")]
    allow_future: bool,
    #[command(flatten)]
    zoned: Zoned,
}

impl Stamp {
    /// The clock of the events: its time is one that has been, or may be later.
    pub(super) fn clock(&self) -> Result<OurClock, Failure> {
        let clock = self.zoned.clock("--at", self.at)?;
        let OurClock::At(at) = clock else { return Ok(clock) };
        // Without a clock there is no time to be after.
        match SystemClock.now() {
            Ok(now) if at > now && !self.allow_future => Err(Failure::usage(
                "--at is later than now, and so would be all events that follow: --allow-future if it is meant",
            )),
            _ => Ok(clock),
        }
    }
}

impl Create {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let clock = self.stamp.clock()?;
        let event =
            self.event.as_ref().map_or_else(|| self.genesis(), |text| text.as_bytes().to_vec());
        let (id, place) = self.begin(&event, clock)?;
        out.page().text(format!("{id}\n"));
        out.deliver().map_err(|error| {
            Failure::Refused(format!(
                "{place} is created, but its id {id} cannot be written to standard output: {error}"
            ))
        })?;
        Ok(Status::Done)
    }

    /// Stores the first event; its id, and where it is.
    fn begin(&self, event: &[u8], clock: OurClock) -> Result<(EventId, String), Failure> {
        let new = NewEvent::new(event);
        let place = self.place.waiting(self.patience);
        let said = |words: &str| place.said(words);
        match &place {
            Place::File(path) => {
                let ledger = Appender::begin(FileStore::create(path), &clock, new);
                let head = ledger.map_err(|error| failure(error, "", said, event))?.head();
                Ok((head, outside::path(path)))
            }
            Place::Store(address) => {
                // Nothing is made for an event that is rejected.
                let tried = Appender::begin(MemoryStore::new(), &clock, new);
                tried.map_err(|error| failure(error, "", said, event))?;
                if !is_held(event, None) {
                    return Err(Failure::Refused(format!("the first event: {NOT_HELD}")));
                }
                let mut opened = address.init(self.name.as_deref(), None)?;
                let ledger = Appender::begin(&mut *opened.ledger, &clock, new);
                let ledger = ledger
                    .map_err(|error| failure(error, &format!("{}: ", opened.label), said, event))?;
                Ok((ledger.head(), opened.label))
            }
        }
    }

    fn genesis(&self) -> Vec<u8> {
        let mut event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":"#.to_vec();
        json::object(&mut event, |out| {
            json::member(out, "name", self.name.as_deref().unwrap_or_default().as_bytes());
            json::member(out, "description", self.description.as_bytes());
        });
        event.push(b'}');
        event
    }
}

/// Why there is no ledger. The errors of files name them; those of databases do not.
fn failure<E: Error>(
    error: LedgerError<E>,
    place: &str,
    said: impl Fn(&str) -> String,
    event: &[u8],
) -> Failure {
    Failure::Refused(match error {
        LedgerError::Store(error) => place.to_owned() + &said(&error.to_string()),
        LedgerError::Refused { error, .. } => {
            format!("the first event: {}", refused(error, event))
        }
        LedgerError::Exists => format!("{place}there is a ledger already"),
        error => format!("the first event: {error}"),
    })
}
