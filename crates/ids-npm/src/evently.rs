//! Evently: ids, canonical JSON, events, chains and the verifier of ledgers.

use evently_id::{
    Canonicalizer, Duplicates, EventId, EventReader, JsonError, LedgerId, Numbers, Profile,
    format_timestamp, parse_timestamp,
};
use evently_ledger::{AppendError, Chain, Failure, Fault::Empty, MAX_RECORD, Verifier};
use ids_core::{RangeError, UnixTime};
use ids_formats::{ErrorFacts, Format, formats};

use crate::{
    args::Args,
    fault::Fault,
    held::Held,
    host::HostClock,
    kind::{Answer, Kind},
};

struct Evently;

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    (name == EventId::LAYOUT.name()).then(|| Box::new(Evently) as _)
}

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

impl Kind for Evently {
    fn format(&self) -> &dyn Format {
        formats::evently::FORMAT
    }

    fn lenient(&self, text: &[u8]) -> Result<(u128, &'static str), Fault> {
        let (bits, form) = self.format().lenient(text).ok_or_else(|| Fault::usage("no rule"))??;
        Ok((bits, self.format().facts().forms[form].name))
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "canonical" => canonical(args),
            "event" => event(args),
            "timestamp" => {
                let text = args.needed("text")?;
                let micros = parse_timestamp(text).ok_or_else(|| timestamp(text))?;
                Ok(Answer::bits(micros))
            }
            "timestamp_text" => {
                let micros = args.number("micros")?.unwrap_or_default();
                let text = format_timestamp(micros).ok_or_else(|| timestamp(micros))?;
                Ok(Answer::output(text.to_string()))
            }
            "ledger" => Ok(Answer::output(id(args, "id")?.ledger().to_string())),
            "bound" => {
                let ledger: LedgerId = args.needed("ledger")?.parse()?;
                let Some(time) = args.instant("time")? else {
                    return Err(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH }.into());
                };
                let bound = if args.flag("last")? { EventId::last_at } else { EventId::first_at };
                Ok(Answer::bits(bound(time, ledger)?.to_bits()))
            }
            "begin" => {
                let mut record = Vec::new();
                let event = args.bytes("event").unwrap_or_default();
                let chain = Chain::begin(&HostClock, event, &mut record)?;
                Ok(Answer { output: record, ..Answer::held(Writer(chain)) })
            }
            "resume" => {
                let profile = profile(args)?.unwrap_or_default();
                Ok(Answer::held(Writer(Chain::resume(profile, id(args, "head")?))))
            }
            "verifier" => {
                let profile = profile(args)?;
                let verifier = match args.text("after") {
                    None => Verifier::from_genesis(profile),
                    Some(_) => Verifier::after(id(args, "after")?, profile),
                };
                Ok(Answer::held(Ledger { verifier, rest: Vec::new(), found: Found::default() }))
            }
            _ => Err(args.unknown()),
        }
    }
}

/// The identifier of a canonical text.
fn id(args: Args<'_>, name: &str) -> Result<EventId, Fault> {
    Ok(EventId::decode(args.bytes(name).unwrap_or_default())?)
}

fn profile(args: Args<'_>) -> Result<Option<Profile>, Fault> {
    let Some(name) = args.text("profile") else { return Ok(None) };
    let known = || Profile::ALL.iter().map(|profile| profile.name()).collect::<Vec<_>>().join(", ");
    let profile = name
        .parse()
        .map_err(|_| Fault::usage(format!("no profile is named {name}: there are {}", known())))?;
    Ok(Some(profile))
}

fn timestamp(found: impl core::fmt::Display) -> Fault {
    let message = "is no timestamp of an event: RFC 3339, from 1970 to 9999, to the microsecond";
    Fault::new("timestamp", format!("{found} {message}"))
}

fn canonical(args: Args<'_>) -> Result<Answer, Fault> {
    let numbers = match args.text("numbers") {
        None | Some("positional") => Numbers::Positional,
        Some("ecmascript") => Numbers::EcmaScript,
        Some(other) => return Err(option("numbers", other, "positional and ecmascript")),
    };
    let duplicates = match args.text("duplicates") {
        None | Some("refuse") => Duplicates::Refuse,
        Some("last-wins") => Duplicates::LastWins,
        Some(other) => return Err(option("duplicates", other, "refuse and last-wins")),
    };
    let mut canonicalizer = Canonicalizer::new(numbers).with_duplicates(duplicates);
    Ok(Answer::output(canonicalizer.canonicalize(args.bytes("json").unwrap_or_default())?))
}

fn option(name: &str, found: &str, known: &str) -> Fault {
    Fault::usage(format!("{name} is {found}: there are {known}"))
}

/// The id of an event, and its body.
fn event(args: Args<'_>) -> Result<Answer, Fault> {
    let mut reader = EventReader::new(profile(args)?.unwrap_or_default());
    let mut event = reader.read(args.bytes("json").unwrap_or_default())?;
    let id = if args.text("previous").is_some() {
        let previous = id(args, "previous")?;
        event.id(previous.ledger(), previous)?
    } else {
        event.genesis_id()?
    };
    Ok(Answer { bits: id.to_bits(), ..Answer::output(event.canonical()) })
}

/// A chain, with the idempotency keys of its ledger as far as the host has told them.
struct Writer(Chain);

impl Writer {
    /// Appends an event, with a key once: then there is no record the second time.
    fn append(&mut self, args: Args<'_>) -> Result<Answer, Fault> {
        let event = args.bytes("event").unwrap_or_default();
        let mut record = Vec::new();
        let id = match args.text("key") {
            None => self.0.append(&HostClock, event, &mut record)?,
            Some(key) => self.0.append_once(&HostClock, key, event, &mut record)?,
        };
        Ok(Answer { bits: id.to_bits(), ..Answer::output(record) })
    }
}

impl Held for Writer {
    fn call(&mut self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "append" => self.append(args),
            "restore" => {
                self.0.restore(args.bytes("record").unwrap_or_default())?;
                Ok(Answer::default())
            }
            "head" => Ok(Answer::bits(self.0.head().to_bits())),
            "back_to" => {
                self.0.back_to(id(args, "head")?);
                Ok(Answer::default())
            }
            _ => Err(args.unknown()),
        }
    }
}

/// A ledger that is verified as it arrives, up to the first record that is wrong.
struct Ledger {
    verifier: Verifier,
    /// The beginning of a line whose end has not arrived.
    rest: Vec<u8>,
    found: Found,
}

#[derive(Default)]
struct Found {
    events: u64,
    offset: u64,
    failure: Option<Failed>,
}

struct Failed {
    kind: &'static str,
    offset: u64,
    message: String,
}

impl Found {
    fn verify(&mut self, verifier: &mut Verifier, lines: &[u8]) {
        match verifier.verify_lines(lines) {
            Ok(events) => self.events += events,
            Err(Failure { index, offset, fault, .. }) => {
                self.events += index;
                self.fail(fault.kind(), offset, fault.to_string());
            }
        }
        self.offset += lines.len() as u64;
    }

    fn fail(&mut self, kind: &'static str, offset: u64, message: String) {
        self.failure = Some(Failed { kind, offset: self.offset + offset, message });
    }
}

impl Ledger {
    fn feed(&mut self, bytes: &[u8]) {
        let Self { verifier, rest, found } = self;
        if found.failure.is_some() {
            return;
        }
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (lines, next) = bytes.split_at(end);
        if !lines.is_empty() && rest.is_empty() {
            found.verify(verifier, lines);
        } else if !lines.is_empty() {
            rest.extend_from_slice(lines);
            found.verify(verifier, rest);
            rest.clear();
        }
        rest.extend_from_slice(next);
        if rest.len() > MAX_RECORD {
            found.fail("too_long", 0, format!("the record is longer than {MAX_RECORD} bytes"));
        }
    }

    /// What was found: a value on each line, the message last.
    fn verdict(&self) -> String {
        let head = self.verifier.head().map(|head| head.to_string()).unwrap_or_default();
        let profile = self.verifier.profile().map_or("", |profile| profile.name());
        let events = self.found.events;
        match &self.found.failure {
            None => format!("{events}\n{profile}\n{head}"),
            Some(Failed { kind, offset, message }) => {
                format!("{events}\n{profile}\n{head}\n{kind}\n{offset}\n{message}")
            }
        }
    }
}

impl Held for Ledger {
    fn call(&mut self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "feed" => {
                self.feed(args.bytes("bytes").unwrap_or_default());
                Ok(Answer::output(self.verdict()))
            }
            "end" => {
                if self.found.failure.is_none() {
                    let rest = core::mem::take(&mut self.rest);
                    self.found.verify(&mut self.verifier, &rest);
                }
                if self.found.failure.is_none() && self.verifier.head().is_none() {
                    self.found.fail(Empty.kind(), 0, Empty.to_string());
                }
                Ok(Answer::output(self.verdict()))
            }
            _ => Err(args.unknown()),
        }
    }
}
