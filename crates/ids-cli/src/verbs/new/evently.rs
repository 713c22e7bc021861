//! Evently event ids.

use std::io::{self, Read};

use clap::Args;
use evently_id::{Event, EventId, EventReader, JsonError, JsonErrorKind, Profile};
use evently_ledger::{AppendError, Chain};
use ids_core::{Clock, Generate, GenerateError};
use ids_formats::formats;

use super::{Setting, Start};
use crate::{Failure, reading::OurClock, show::event::refused};

/// Options of `ids new evently`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The event, an object with event, entities, meta and data; `-` reads it from standard input.
    /// If it has a timestamp, the identifier has the same time
    #[arg(long, value_name = "JSON")]
    event: String,
    #[command(flatten)]
    place: WithPlace,
}

/// Where in a ledger the event stands.
#[derive(Args, Clone, Copy, Debug)]
#[group(required = true, multiple = false)]
struct WithPlace {
    /// The id of the previous event. The new event is later
    #[arg(long, value_name = "ID")]
    previous: Option<EventId>,
    /// The event is the first of a ledger
    #[arg(long)]
    genesis: bool,
}

/// The longest event, as in ledgers.
const MAX_EVENT: u64 = 16 << 20;

impl New {
    fn event(&self) -> Result<Vec<u8>, Failure> {
        if self.event != "-" {
            return Ok(self.event.clone().into_bytes());
        }
        let mut event = Vec::new();
        io::stdin().lock().take(MAX_EVENT + 1).read_to_end(&mut event).map_err(Failure::Read)?;
        if event.len() as u64 > MAX_EVENT {
            return Err(Failure::Refused("the event is longer than 16 MiB".into()));
        }
        Ok(event)
    }

    pub(crate) fn start(&self, setting: &Setting) -> Start {
        if setting.seed.is_some() {
            return Err(Failure::usage("--seed: evently has no random part"));
        }
        if setting.max_ahead.is_some() {
            return Err(Failure::usage(
                "--max-ahead: evently never waits, because an event's time may be ahead of the clock",
            ));
        }
        let event = self.event()?;
        match EventReader::new(Profile::Doc5).read(&event) {
            Ok(event) => {
                let id = self.place.of(event, setting)?;
                return Ok((
                    formats::evently::FORMAT,
                    Box::new(Making { clock: setting.clock, first: Some(id), next: None }),
                ));
            }
            Err(JsonError { kind: JsonErrorKind::MissingField { field: "timestamp" }, .. }) => {}
            Err(error) => return Err(Failure::Refused(format!("the event: {error}"))),
        }
        let clock = setting.clock;
        let mut record = Vec::new();
        let (first, chain) = match self.place.previous {
            None => {
                let chain = Chain::begin(&clock, &event, &mut record);
                chain.map(|chain| (chain.head(), chain))
            }
            Some(previous) => {
                let mut chain = Chain::resume(Profile::Doc5, previous);
                chain.append(&clock, &event, &mut record).map(|id| (id, chain))
            }
        }
        .map_err(|error| Failure::Refused(format!("the event: {}", refused(error, &event))))?;
        let next = Some((chain, event));
        Ok((formats::evently::FORMAT, Box::new(Making { clock, first: Some(first), next })))
    }
}

impl WithPlace {
    /// The id of an event that has its time.
    fn of(self, mut event: Event<'_>, setting: &Setting) -> Result<EventId, Failure> {
        if matches!(setting.clock, OurClock::At(_)) {
            return Err(Failure::usage("--at is for an event without a timestamp of its own"));
        }
        if setting.count > 1 {
            return Err(Failure::usage("-n is for an event without a timestamp of its own"));
        }
        if self.previous.is_some_and(|previous| event.timestamp() <= previous.timestamp()) {
            let why = "the event's timestamp is not later than the event before it";
            return Err(Failure::Refused(why.into()));
        }
        event.id(self.previous).map_err(|error| Failure::Refused(format!("the event: {error}")))
    }
}

/// The event's id, then the ids of the same event repeated.
struct Making {
    clock: OurClock,
    first: Option<EventId>,
    next: Option<(Chain, Vec<u8>)>,
}

impl Generate for Making {
    type Id = u128;

    fn generate(&mut self) -> Result<u128, GenerateError> {
        let id = match (self.first.take(), &mut self.next) {
            (Some(id), _) => id,
            (None, None) => return Err(GenerateError::Exhausted),
            (None, Some((chain, event))) => {
                let appended = chain.append(&self.clock, &*event, &mut Vec::new());
                appended.map_err(|error| match error {
                    AppendError::Clock(error) => error.into(),
                    AppendError::Time(error) => GenerateError::Range(error),
                    // The event has been read before.
                    _ => GenerateError::Exhausted,
                })?
            }
        };
        Ok(id.to_bits())
    }

    fn fill(&mut self, ids: &mut [u128]) -> Result<usize, GenerateError> {
        let Some(first) = ids.first_mut() else { return Ok(0) };
        *first = self.generate()?;
        Ok(1)
    }

    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.clock)
    }
}
