//! The protocol: requests and responses, one JSON object on a line. `docs/protocol.md` describes
//! it in words.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

use crate::{Action, Fault, Instant, Number, Octets, Reason, unique::members};

/// The version of the protocol.
pub const PROTOCOL: &str = "1";

/// The longest line either side reads, in bytes, with its line feed.
pub const LONGEST_LINE: u64 = 64 << 20;

/// A line to the implementation. Keys that the operation does not have, or that are repeated, are
/// errors.
#[derive(Clone, Debug, Serialize)]
pub struct Request {
    /// The request's number, which the response repeats.
    pub seq: Number,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Who are you?
    Start {
        /// The version of the protocol, [`PROTOCOL`].
        protocol: String,
    },
    /// Read an identifier.
    Parse {
        /// Where it belongs.
        #[serde(flatten)]
        at: Where,
        /// What it is read from.
        #[serde(flatten)]
        from: Spelling,
    },
    /// Write an identifier.
    Format {
        /// Where it belongs.
        #[serde(flatten)]
        at: Where,
        /// Its number.
        bits: Number,
        /// What is written.
        r#as: Output,
    },
    /// The smallest and the largest identifier of the tick that holds an instant.
    Range {
        /// Where they belong.
        #[serde(flatten)]
        at: Where,
        /// The instant, in nanoseconds since the Unix epoch.
        time: Number,
    },
    /// Run a generator under a scripted clock and a scripted random source.
    Generate {
        /// Where it belongs.
        #[serde(flatten)]
        at: Where,
        /// The generator's configuration.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        config: BTreeMap<String, String>,
        /// All that the random source gives.
        rng: Octets,
        /// The calls, in this order; at least one.
        steps: Vec<Do>,
    },
    /// The canonical form of JSON, of an event, or of a timestamp.
    Canonical {
        /// Where it belongs.
        #[serde(flatten)]
        at: Where,
        /// How an event is read; empty for the profile that the format writes.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        profile: String,
        /// The text of the id before an event; none for the first of a ledger.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        /// Of what.
        #[serde(flatten)]
        of: Document,
    },
    /// Verify a ledger from its first record on, or from a trusted id.
    Verify {
        /// Where it belongs.
        #[serde(flatten)]
        at: Where,
        /// The text of the trusted id before the first record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
        /// The records.
        lines: Vec<String>,
    },
    /// End.
    Stop {},
}

impl Ask {
    /// Whether it is about a text, bytes or JSON, which have forms. Fields, times, generators, events
    /// and ledgers have none.
    pub const fn has_form(&self) -> bool {
        match self {
            Self::Parse { from, .. } => !matches!(from, Spelling::Fields(_)),
            Self::Format { r#as, .. } => matches!(r#as, Output::Text | Output::Bytes),
            Self::Canonical { of, .. } => matches!(of, Document::Json(_)),
            _ => false,
        }
    }

    /// Where it belongs, if it is about a format.
    pub const fn at(&self) -> Option<&Where> {
        match self {
            Self::Start { .. } | Self::Stop {} => None,
            Self::Parse { at, .. }
            | Self::Format { at, .. }
            | Self::Range { at, .. }
            | Self::Generate { at, .. }
            | Self::Canonical { at, .. }
            | Self::Verify { at, .. } => Some(at),
        }
    }
}

/// The `seq` of a line, which is taken out of it.
fn seq<'de, S: Deserialize<'de>, E: Error>(line: &mut Map<String, Value>) -> Result<S, E> {
    let seq = line.remove("seq").ok_or_else(|| E::missing_field("seq"))?;
    S::deserialize(seq).map_err(E::custom)
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut line = members(deserializer)?;
        let seq = seq(&mut line)?;
        // A name that is left out is no key; one that is empty is the name of nothing.
        if let Some(key) = ["layout", "form", "profile"]
            .iter()
            .find(|key| line.get(**key).and_then(Value::as_str) == Some(""))
        {
            return Err(D::Error::custom(format_args!("{key} is empty")));
        }
        // Keys that only some requests have.
        let keys = ["form", "args", "profile", "previous"].map(|key| (key, line.contains_key(key)));
        let ask = Ask::deserialize(Value::Object(line)).map_err(D::Error::custom)?;
        let is_event = matches!(ask, Ask::Canonical { of: Document::Event(_), .. });
        let is_known = |key| match key {
            "form" | "args" => ask.has_form(),
            _ => is_event,
        };
        match keys.into_iter().find(|(key, given)| *given && !is_known(*key)) {
            Some((key, _)) => Err(D::Error::custom(format_args!("unknown field `{key}`"))),
            None => Ok(Self { seq, ask }),
        }
    }
}

impl<'de> Deserialize<'de> for Response {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut line = members(deserializer)?;
        let seq = seq(&mut line)?;
        if line.len() != 1 {
            return Err(D::Error::custom("not one of result, error and skipped alone"));
        }
        let answer = Answer::deserialize(Value::Object(line)).map_err(D::Error::custom)?;
        Ok(Self { seq, answer })
    }
}

/// The format, the layout and the text form that a request is about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Where {
    /// The format's name.
    pub format: String,
    /// The layout's name; empty for the format's only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// The text form's name; empty for the canonical one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form: String,
    /// What the form needs to be told, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
}

impl Where {
    /// The same layout, and no form: for what has none.
    #[must_use]
    pub fn formless(self) -> Self {
        Self { form: String::new(), args: BTreeMap::new(), ..self }
    }
}

/// What an identifier is read from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Spelling {
    /// A text.
    Text(String),
    /// Bytes, most significant first.
    Bytes(Octets),
    /// The values of all fields that are not fixed.
    Fields(BTreeMap<String, Number>),
}

/// What an identifier is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Its text.
    Text,
    /// Its bytes.
    Bytes,
    /// Its fields, fixed ones too.
    Fields,
    /// The time it says.
    Time,
}

/// What has a canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Document {
    /// JSON.
    Json(String),
    /// An event, JSON as text.
    Event(String),
    /// An event's timestamp.
    Timestamp(String),
}

/// A step of a generator's script.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Do {
    /// What the clock reads from now on, in nanoseconds since the Unix epoch; negative before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Instant>,
    /// What is called.
    pub call: Action,
    /// How many identifiers, for `reserve`; how many calls, for `generate`.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: Number,
}

pub(crate) const fn one() -> Number {
    Number(1)
}

fn is_one(number: &Number) -> bool {
    *number == one()
}

/// A line from the implementation: its number and one answer, no other keys, and none repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Response {
    /// The request's `seq`, whatever text that is.
    pub seq: String,
    /// What is answered.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The result, whose keys depend on what was asked.
    Result(Value),
    /// The format refuses.
    Error(Reason),
    /// The implementation has no such operation, layout, form or key, for this reason.
    Skipped(String),
}

impl From<Result<Value, Fault>> for Answer {
    fn from(result: Result<Value, Fault>) -> Self {
        match result {
            Ok(value) => Self::Result(value),
            Err(Fault::Refused(refusal)) => Self::Error(refusal),
            Err(Fault::Unsupported(what)) => Self::Skipped(format!("no {what}")),
        }
    }
}

/// What a step of a script gave.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The identifiers' numbers, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<crate::Run>,
    /// How the call after them failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Reason>,
}
