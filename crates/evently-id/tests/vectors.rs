//! Every row of `docs/vectors/evently.json`.

#![cfg(all(feature = "ledger", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;
use std::collections::BTreeMap;

use evently_id::{
    Canonicalizer, Duplicates, EventId, EventReader, JsonError, LedgerId, Numbers, Profile,
    Verifier, format_timestamp, parse_timestamp,
};
use ids_core::Layout;
use ids_testkit::{Canonical, Fault, Ledgers, Place, Subject, Verdict, vectors::File};

struct Evently;

const CANONICAL: Canonical<EventId> = Canonical::new();

const fn canonical(place: Place<'_>) -> Place<'_> {
    Place { form: "", ..place }
}

impl Subject for Evently {
    fn layouts(&self) -> Vec<Layout> {
        CANONICAL.layouts()
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        match place.form {
            "uuid" | "lenient" => Ok(EventId::decode_lenient(text.as_bytes())?.0.to_bits()),
            _ => CANONICAL.parse(place, text),
        }
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        match place.form {
            "uuid" => Ok(EventId::from_bits(bits)?.encode_uuid().to_string()),
            "lenient" => CANONICAL.format(canonical(place), bits),
            _ => CANONICAL.format(place, bits),
        }
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        CANONICAL.read_bytes(place, bytes)
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        CANONICAL.bytes(place, bits)
    }

    fn pack(&self, _place: Place<'_>, values: &BTreeMap<String, u64>) -> Result<u128, Fault> {
        let number = |name: &str| u32::try_from(values[name]).unwrap();
        let ledger = LedgerId::from_bits(number("ledger") << 2 | number("version"));
        Ok(EventId::from_parts(values["timestamp"], number("checksum"), ledger)?.to_bits())
    }

    fn time(&self, _place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        Ok(EventId::from_bits(bits)?.time())
    }

    fn range(&self, _place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        let first = EventId::first_at(time, LedgerId::from_bits(0))?;
        let last = EventId::last_at(time, LedgerId::from_bits(u32::MAX))?;
        Ok((first.to_bits(), last.to_bits()))
    }

    fn ledgers(&self) -> Option<&dyn Ledgers> {
        Some(self)
    }
}

fn fault(error: JsonError) -> Fault {
    Fault { index: Some(error.offset), ..Fault::new(error.kind.name()) }
}

impl Ledgers for Evently {
    fn canonical(&self, form: &str, json: &str) -> Result<String, Fault> {
        let positional = Canonicalizer::new(Numbers::Positional);
        let mut canonicalizer = match form {
            "" => positional,
            "ecmascript" => Canonicalizer::new(Numbers::EcmaScript),
            "last-wins" => positional.with_duplicates(Duplicates::LastWins),
            other => return Err(Fault::unsupported(other)),
        };
        let canonical = canonicalizer.canonicalize(json.as_bytes()).map_err(fault)?;
        Ok(String::from_utf8(canonical.to_vec()).unwrap())
    }

    fn timestamp(&self, text: &str) -> Result<(u64, String), Fault> {
        let micros = parse_timestamp(text).ok_or_else(|| Fault::new("timestamp"))?;
        Ok((micros, format_timestamp(micros).unwrap().to_string()))
    }

    fn event(
        &self,
        profile: &str,
        json: &str,
        previous: Option<&str>,
    ) -> Result<(String, String), Fault> {
        let profile = if profile.is_empty() { Profile::Doc5 } else { profile.parse().unwrap() };
        let mut reader = EventReader::new(profile);
        let mut event = reader.read(json.as_bytes()).map_err(fault)?;
        let id = match previous {
            None => event.genesis_id()?,
            Some(previous) => {
                let previous: EventId = previous.parse()?;
                event.id(previous.ledger(), previous)?
            }
        };
        Ok((String::from_utf8(event.canonical().to_vec()).unwrap(), id.to_string()))
    }

    fn verify(&self, after: Option<&str>, lines: &str) -> Verdict {
        let mut verifier = match after {
            None => Verifier::from_genesis(None),
            Some(trusted) => Verifier::after(trusted.parse().unwrap(), None),
        };
        let (events, failure) = match verifier.verify_lines(lines.as_bytes()) {
            Ok(events) => (events, None),
            Err(failure) => (failure.index, Some(failure.fault.kind().to_owned())),
        };
        let profile = verifier.profile().map(|profile| profile.name().to_owned());
        Verdict { events, failure, profile, head: verifier.head().map(|id| id.to_string()) }
    }
}

#[test]
fn vectors() {
    let file: File = include_str!("../../../docs/vectors/evently.json").parse().unwrap();
    file.cites(include_str!("../../../docs/formats/evently.md"));
    file.run(&Evently);
}
