//! Evently.

use evently_id::{
    Canonicalizer, Duplicates, EventId, EventReader, JsonError, Numbers, Profile, format_timestamp,
    parse_timestamp,
};
use evently_ledger::Verifier;
use ids_formats::{Format, formats::evently::FAMILY};
use serde_json::{Value, json};

use crate::{Ask, Document, Fault, Number, Reason, Subject};

#[derive(Debug)]
pub(crate) struct Evently;

impl Subject for Evently {
    fn formats(&self) -> &[&dyn Format] {
        FAMILY.formats
    }

    fn ledgers(&self, ask: &Ask) -> Result<Value, Fault> {
        match ask {
            Ask::Canonical { at, of: Document::Json(json), .. } => {
                let positional = Canonicalizer::new(Numbers::Positional);
                let mut canonicalizer = match &*at.form {
                    "" => positional,
                    "ecmascript" => Canonicalizer::new(Numbers::EcmaScript),
                    "last-wins" => positional.with_duplicates(Duplicates::LastWins),
                    _ => return Err(at.no_form()),
                };
                let canonical = canonicalizer.canonicalize(json.as_bytes()).map_err(fault)?;
                Ok(json!({ "canonical": utf8(canonical)? }))
            }
            Ask::Canonical { of: Document::Timestamp(text), .. } => {
                let micros = parse_timestamp(text).ok_or_else(|| Fault::new("timestamp"))?;
                let written = format_timestamp(micros).ok_or_else(|| Fault::new("timestamp"))?;
                let micros = Number(micros);
                Ok(json!({ "micros": micros, "written": written.to_string() }))
            }
            Ask::Canonical { profile, previous, of: Document::Event(json), .. } => {
                event(profile, json, previous.as_deref())
            }
            Ask::Verify { after, lines, .. } => verify(after.as_deref(), &lines.join("\n")),
            _ => FAMILY.ledgers(ask),
        }
    }
}

fn fault(error: JsonError) -> Fault {
    Reason::new(error.kind()).at(error.offset).into()
}

fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    core::str::from_utf8(bytes).map_err(|_| Fault::new("utf8"))
}

/// An event's body and its id.
fn event(profile: &str, json: &str, previous: Option<&str>) -> Result<Value, Fault> {
    let profile = if profile.is_empty() {
        Profile::Doc5
    } else {
        profile.parse().map_err(|_| Fault::unsupported(format!("profile {profile:?}")))?
    };
    let mut reader = EventReader::new(profile);
    let mut event = reader.read(json.as_bytes()).map_err(fault)?;
    let previous = previous.map(str::parse::<EventId>).transpose()?;
    let id = event.id(previous)?;
    Ok(json!({ "body": utf8(event.canonical())?, "event_id": id.to_string() }))
}

/// The verdict on records, one on a line.
fn verify(after: Option<&str>, lines: &str) -> Result<Value, Fault> {
    let after = after.map(str::parse::<EventId>).transpose()?;
    let mut verifier = Verifier::after(after, None);
    let (events, failure) = match verifier.verify_lines(lines.as_bytes()) {
        Ok(events) => (events, None),
        Err(failure) => (failure.index, Some(Reason::new(failure.fault.kind()))),
    };
    let mut verdict = json!({
        "valid": failure.is_none(),
        "events": Number(events),
        "profile": verifier.profile().map(Profile::name),
        "head": verifier.head().map(|id| id.to_string()),
    });
    if let Some(failure) = failure {
        verdict["failure"] = json!(failure);
    }
    Ok(verdict)
}
