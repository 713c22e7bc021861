//! Evently.

use evently_id::{
    Canonicalizer, Duplicates, EventId, EventReader, JsonError, Numbers, Profile, format_timestamp,
    parse_timestamp,
};
use evently_ledger::Verifier;
use ids_formats::formats::evently::FAMILY;

use crate::{Adapted, Fault, Ledgers, Place, Reason, Subject, Verification};

#[derive(Debug)]
pub(crate) struct Evently;

const ADAPTED: Adapted<'_> = Adapted::new(FAMILY.formats);

impl Subject for Evently {
    fn adapted(&self) -> Adapted<'_> {
        ADAPTED
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        match place.form {
            "lenient" => Ok(EventId::decode_lenient(text.as_bytes())?.0.to_bits()),
            _ => ADAPTED.parse(place, text),
        }
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        // What is read leniently is written canonically.
        let form = if place.form == "lenient" { "" } else { place.form };
        ADAPTED.format(Place { form, ..place }, bits)
    }

    fn ledgers(&self) -> Option<&dyn Ledgers> {
        Some(self)
    }
}

fn fault(error: JsonError) -> Fault {
    Reason::new(error.kind.name()).at(error.offset).into()
}

fn utf8(bytes: &[u8]) -> Result<String, Fault> {
    String::from_utf8(bytes.to_vec()).map_err(|_| Fault::new("utf8"))
}

impl Ledgers for Evently {
    fn canonical(&self, form: &str, json: &str) -> Result<String, Fault> {
        let positional = Canonicalizer::new(Numbers::Positional);
        let mut canonicalizer = match form {
            "" => positional,
            "ecmascript" => Canonicalizer::new(Numbers::EcmaScript),
            "last-wins" => positional.with_duplicates(Duplicates::LastWins),
            _ => return Err(Fault::unsupported(format!("form {form:?}"))),
        };
        let canonical = canonicalizer.canonicalize(json.as_bytes()).map_err(fault)?;
        utf8(canonical)
    }

    fn timestamp(&self, text: &str) -> Result<(u64, String), Fault> {
        let micros = parse_timestamp(text).ok_or_else(|| Fault::new("timestamp"))?;
        let written = format_timestamp(micros).ok_or_else(|| Fault::new("timestamp"))?;
        Ok((micros, written.to_string()))
    }

    fn event(
        &self,
        profile: &str,
        json: &str,
        previous: Option<&str>,
    ) -> Result<(String, String), Fault> {
        let profile = if profile.is_empty() {
            Profile::Doc5
        } else {
            profile.parse().map_err(|_| Fault::unsupported(format!("profile {profile:?}")))?
        };
        let mut reader = EventReader::new(profile);
        let mut event = reader.read(json.as_bytes()).map_err(fault)?;
        let id = match previous {
            None => event.genesis_id()?,
            Some(previous) => {
                let previous: EventId = previous.parse()?;
                event.id(previous.ledger(), previous)?
            }
        };
        Ok((utf8(event.canonical())?, id.to_string()))
    }

    fn verify(&self, after: Option<&str>, lines: &str) -> Result<Verification, Fault> {
        let mut verifier = match after {
            None => Verifier::from_genesis(None),
            Some(trusted) => Verifier::after(trusted.parse()?, None),
        };
        let (events, failure) = match verifier.verify_lines(lines.as_bytes()) {
            Ok(events) => (events, None),
            Err(failure) => (failure.index, Some(failure.fault.kind().to_owned())),
        };
        let profile = verifier.profile().map(|profile| profile.name().to_owned());
        let head = verifier.head().map(|id| id.to_string());
        Ok(Verification { events, failure, profile, head })
    }
}
