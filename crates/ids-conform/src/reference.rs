//! The reference: what the crates of this project answer.

use ids_core::format::Layout;
use ids_formats::NamedError;
use serde_json::{Map, Value, json};

use crate::{
    Answer, Ask, Fault, Number, Octets, Output, PROTOCOL, Spelling, Subject, Where, play, subject,
};

macro_rules! files {
    ($($name:literal: $module:ident),*) => {
        /// The names of the formats, in the order of their files.
        pub const FORMATS: &[&str] = &[$($name),*];

        /// The vectors of a format, as the file has them.
        pub fn embedded(format: &str) -> Option<&'static str> {
            Some(match format {
                $($name => include_str!(concat!("../vectors/", $name, ".json")),)*
                _ => return None,
            })
        }
    };
}
ids_formats::families!(files);

/// Answers what is asked, by the crates of this project.
///
/// ```
/// use ids_conform::{Answer, Request, answer};
/// let line = r#"{"seq":"1","op":"parse","format":"flax","text":"0RdKJcxqVBiAiQr0"}"#;
/// let request: Request = serde_json::from_str(line)?;
/// let Answer::Result(result) = answer(&request.ask) else { panic!("no result") };
/// assert_eq!(result["bits"], "1792030988790530007327423937");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn answer(ask: &Ask) -> Answer {
    answer_by(ask, &subject)
}

/// Answers what is asked by subjects of your own: for each format's name, if there is one, its
/// subject.
pub fn answer_by(ask: &Ask, subject: Subjects<'_, '_>) -> Answer {
    result(ask, subject).into()
}

/// The subject of each format's name.
pub(crate) type Subjects<'s, 'a> = &'s dyn Fn(&str) -> Option<&'a dyn Subject>;

fn result(ask: &Ask, subject: Subjects<'_, '_>) -> Result<Value, Fault> {
    if let Some(at) = ask.at() {
        if !ask.has_form() && !at.form.is_empty() {
            return Err(at.no_form());
        }
        args(at, subject)?;
    }
    match ask {
        Ask::Start { protocol } if protocol != PROTOCOL => {
            Err(Fault::unsupported(format!("protocol {protocol:?}")))
        }
        Ask::Start { .. } => Ok(json!({
            "protocol": PROTOCOL,
            "name": "ids",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "Rust",
            "formats": FORMATS,
        })),
        Ask::Stop {} => Ok(json!({})),
        Ask::Parse { at, from } => {
            let (subject, layout) = found(at, subject)?;
            let bits = match from {
                Spelling::Text(text) => subject.parse(at, text)?,
                Spelling::Bytes(Octets(bytes)) => subject.read_bytes(at, bytes)?,
                Spelling::Fields(fields) => {
                    let format = at.format(subject.formats())?;
                    let fields: Vec<_> =
                        fields.iter().map(|(name, value)| (name.as_str(), value.0)).collect();
                    format.pack_named(&layout, &fields).map_err(|error| match error {
                        NamedError::Unknown { index } => {
                            Fault::unsupported(format!("field {:?} to set", fields[index].0))
                        }
                        other => other.into(),
                    })?
                }
            };
            Ok(json!({ "bits": Number(bits) }))
        }
        Ask::Format { at, bits, r#as } => {
            let (subject, layout) = found(at, subject)?;
            if *r#as == Output::Text {
                return Ok(json!({ "text": subject.format(at, bits.0)? }));
            }
            // Only an identifier has fields and a time.
            let bytes = subject.bytes(at, bits.0)?;
            Ok(match r#as {
                Output::Fields => {
                    let fields = layout.unpack(bits.0);
                    let fields = fields
                        .map(|(field, value)| (field.name().to_owned(), json!(Number(value))));
                    json!({ "fields": fields.collect::<Map<_, _>>() })
                }
                Output::Time => {
                    let timed = at.timed(subject.formats())?;
                    timed.check(bits.0)?;
                    json!({ "time": Number::from(timed.time(bits.0)) })
                }
                _ => json!({ "bytes": Octets(bytes) }),
            })
        }
        Ask::Range { at, time } => {
            let timed = at.timed(found(at, subject)?.0.formats())?;
            let time = time.instant();
            let (first, last) = (timed.first_at(time)?, timed.last_at(time)?);
            Ok(json!({ "first": Number(first), "last": Number(last) }))
        }
        Ask::Generate { at, config, rng, steps } => {
            let (subject, _) = found(at, subject)?;
            let played = play(subject, at, config, rng, steps)?;
            Ok(json!({ "steps": played.steps }))
        }
        Ask::Canonical { at, .. } | Ask::Verify { at, .. } => found(at, subject)?.0.ledgers(ask),
    }
}

/// Whether a form is told what it needs, and nothing else.
fn args(at: &Where, subject: Subjects<'_, '_>) -> Result<(), Fault> {
    let known = subject(&at.format).map(|subject| subject.args(&at.form)).unwrap_or_default();
    if let Some(name) = at.args.keys().find(|name| known.iter().all(|(known, _)| known != name)) {
        return Err(Fault::unsupported(format!("key {name:?} of args")));
    }
    match known.iter().find(|(name, needed)| *needed && !at.args.contains_key(*name)) {
        Some((name, _)) => Err(Fault::unsupported(format!("form {:?} without {name:?}", at.form))),
        None => Ok(()),
    }
}

/// The format and the layout that a request is about.
pub(crate) fn found<'a>(
    at: &Where,
    subject: Subjects<'_, 'a>,
) -> Result<(&'a dyn Subject, Layout), Fault> {
    let subject =
        subject(&at.format).ok_or_else(|| Fault::unsupported(format!("format {:?}", at.format)))?;
    let layouts = subject.layouts();
    let layout = match layouts[..] {
        [only] if at.layout.is_empty() => Some(only),
        _ => layouts.iter().find(|layout| layout.name() == at.layout).copied(),
    };
    Ok((subject, layout.ok_or_else(|| at.no_layout())?))
}
