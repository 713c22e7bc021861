//! Evently: ids, canonical JSON, events, chains and the verifier of ledgers.

use core::str::FromStr;

use evently_id::{
    Canonicalizer, EventId, EventReader, JsonError, LedgerId, Numbers, Profile, format_timestamp,
    parse_timestamp,
};
use evently_ledger::{AppendError, Chain, Failure, NewEvent, Verifier};
use ids_core::{ParseError, RangeError, UnixTime};
use ids_formats::ErrorFacts;

use crate::{
    args::Args,
    fault::Fault,
    host::HostClock,
    kind::{Kind, Reply},
};

impl From<JsonError> for Fault {
    fn from(error: JsonError) -> Self {
        let facts = ErrorFacts { index: Some(error.offset), ..ErrorFacts::new(error.kind()) };
        Self::told(facts, &error)
    }
}

impl From<AppendError> for Fault {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Event(error) => error.into(),
            AppendError::Time(error) => error.into(),
            _ => Self::new(error.kind(), error),
        }
    }
}

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    match args.name {
        "lenient" => kind.lenient(args),
        "canonical" => canonical(args),
        "event" => event(args),
        "timestamp" => {
            let text = args.needed("text")?;
            let micros = parse_timestamp(text).ok_or_else(timestamp)?;
            Ok(Reply::bits(micros))
        }
        "timestamp_text" => {
            let micros = args.number("micros")?.unwrap_or_default();
            let text = format_timestamp(micros).ok_or_else(timestamp)?;
            Ok(Reply::output(text.to_string()))
        }
        "ledger" => Ok(Reply::output(id(args, "id")?.ledger().to_string())),
        "bound" => {
            let ledger: LedgerId = args.needed("ledger")?.parse()?;
            let Some(time) = args.instant("time")? else {
                return Err(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH }.into());
            };
            let bound = if args.flag("last")? { EventId::last_at } else { EventId::first_at };
            Ok(Reply::bits(bound(time, ledger)?.to_bits()))
        }
        "begin" => {
            let mut record = Vec::new();
            let event = args.bytes("event");
            let chain = Chain::begin(&HostClock, event, &mut record)?;
            Ok(Reply { output: record, ..writer(chain) })
        }
        "resume" => {
            let profile = profile(args)?.unwrap_or_default();
            Ok(writer(Chain::resume(profile, id(args, "head")?)))
        }
        "verifier" => {
            let profile = profile(args)?;
            Ok(ledger(Verifier::after(optional_id(args, "after")?, profile)))
        }
        _ => Err(args.unknown()),
    }
}

/// The identifier of a canonical text.
fn id(args: Args<'_>, name: &str) -> Result<EventId, Fault> {
    Ok(EventId::decode(args.bytes(name))?)
}

fn optional_id(args: Args<'_>, name: &str) -> Result<Option<EventId>, Fault> {
    args.text(name).map(|_| id(args, name)).transpose()
}

/// What an option names.
fn option<T: FromStr<Err = ParseError>>(args: Args<'_>, name: &str) -> Result<Option<T>, Fault> {
    let Some(found) = args.text(name) else { return Ok(None) };
    found.parse().map(Some).map_err(|error| match error {
        ParseError::Unknown { known, .. } => {
            Fault::usage(format!("{name} is {found}: there are {known}"))
        }
        error => error.into(),
    })
}

fn profile(args: Args<'_>) -> Result<Option<Profile>, Fault> {
    option(args, "profile")
}

fn timestamp() -> Fault {
    let wanted = "a timestamp of an event is RFC 3339, from 1970 to 9999, to the microsecond";
    Fault::new("timestamp", wanted)
}

fn canonical(args: Args<'_>) -> Result<Reply, Fault> {
    let numbers = option(args, "numbers")?;
    let duplicates: Option<_> = option(args, "duplicates")?;
    let mut canonicalizer = Canonicalizer::new(numbers.unwrap_or(Numbers::Positional))
        .with_duplicates(duplicates.unwrap_or_default());
    Ok(Reply::output(canonicalizer.canonicalize(args.bytes("json"))?))
}

/// The id of an event, and its body.
fn event(args: Args<'_>) -> Result<Reply, Fault> {
    let mut reader = EventReader::new(profile(args)?.unwrap_or_default());
    let mut event = reader.read(args.bytes("json"))?;
    let previous = optional_id(args, "previous")?;
    let id = event.id(previous)?;
    Ok(Reply { bits: id.to_bits(), ..Reply::output(event.canonical()) })
}

/// A chain, with the idempotency keys of its ledger as far as the host has told them.
fn writer(mut chain: Chain) -> Reply {
    Reply::calls(move |args| match args.name {
        // With a key once: then there is no record the second time.
        "append" => {
            let event = NewEvent::new(args.bytes("event"));
            let event = args.text("key").map_or(event, |key| event.with_key(key));
            let mut record = Vec::new();
            let id = chain.append(&HostClock, event, &mut record)?;
            Ok(Reply { bits: id.to_bits(), ..Reply::output(record) })
        }
        "restore" => {
            chain.restore(args.bytes("record"))?;
            Ok(Reply::default())
        }
        "head" => Ok(Reply::bits(chain.head().to_bits())),
        "back_to" => {
            chain.back_to(id(args, "head")?);
            Ok(Reply::default())
        }
        _ => Err(args.unknown()),
    })
}

/// A ledger that is verified as it arrives. Its end answers a value on each line, the message last.
fn ledger(mut verifier: Verifier) -> Reply {
    Reply::calls(move |args| match args.name {
        "feed" => {
            verifier.feed(args.bytes("bytes"));
            Ok(Reply::default())
        }
        "end" => {
            verifier.end();
            let head = verifier.head().map(|head| head.to_string()).unwrap_or_default();
            let profile = verifier.profile().map_or("", |profile| profile.name());
            let failed = verifier.failure().map(|Failure { offset, fault, .. }| {
                format!("\n{}\n{offset}\n{fault}", fault.kind())
            });
            let failed = failed.unwrap_or_default();
            Ok(Reply::output(format!("{}\n{profile}\n{head}{failed}", verifier.events())))
        }
        _ => Err(args.unknown()),
    })
}
