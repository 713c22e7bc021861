//! Errors as rows and the protocol see them.

use ids_core::{FieldError, GenerateError, ParseError, RangeError, TimeError};
use ids_formats::MakeError;
use serde::{Deserialize, Serialize};

use crate::Number;

/// An error: its stable name, and what it names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The error's stable name: `docs/vectors/README.md` lists them.
    pub kind: String,
    /// The byte it points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<Number>,
    /// The field it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The instant it names, in nanoseconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Number>,
}

impl Reason {
    /// A refusal of this kind that names nothing else.
    pub fn new(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), index: None, field: None, until: None }
    }

    /// Points at a byte.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        Self { index: Some(Number(index as u128)), ..self }
    }

    /// Names a field.
    #[must_use]
    pub fn of(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }

    /// Whether this is the expected refusal: of the same kind, and of the same byte, field and
    /// instant where both name one. A refusal of the kind `refused` does not say why: it is as any.
    pub fn is(&self, expected: &Self) -> bool {
        fn agree<T: PartialEq>(found: Option<&T>, expected: Option<&T>) -> bool {
            found.zip(expected).is_none_or(|(found, expected)| found == expected)
        }
        (self.kind == expected.kind || self.kind == "refused")
            && agree(self.index.as_ref(), expected.index.as_ref())
            && agree(self.field.as_ref(), expected.field.as_ref())
            && agree(self.until.as_ref(), expected.until.as_ref())
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The format refuses.
    Refused(Reason),
    /// There is no such operation, layout, form or key: nothing is known about the format.
    Unsupported(String),
}

impl Fault {
    /// A refusal of this kind that names nothing else.
    pub fn new(kind: impl Into<String>) -> Self {
        Self::Refused(Reason::new(kind))
    }

    /// What is asked for does not exist here.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

impl From<Reason> for Fault {
    fn from(refusal: Reason) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        let mut refusal = Reason::new(error.kind());
        if let Some(index) = error.index() {
            refusal = refusal.at(index);
        }
        if let Some(field) = error.field() {
            refusal = refusal.of(field);
        }
        refusal.into()
    }
}

impl From<RangeError> for Fault {
    fn from(error: RangeError) -> Self {
        Reason::new(error.kind()).of(error.field).into()
    }
}

impl From<TimeError> for Fault {
    fn from(error: TimeError) -> Self {
        let until = match error {
            TimeError::BeforeEpoch { epoch } => epoch,
            TimeError::AfterEnd { last } => last,
        };
        Reason { until: Some(until.into()), ..Reason::new(error.kind()) }.into()
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        match error {
            FieldError::Time(error) => error.into(),
            FieldError::Range(error) => error.into(),
        }
    }
}

impl From<GenerateError> for Fault {
    fn from(error: GenerateError) -> Self {
        let refusal = Reason::new(error.kind());
        match error {
            GenerateError::Time(time) => time.into(),
            GenerateError::Wait { until } | GenerateError::TimedOut { until } => {
                Reason { until: Some(until.into()), ..refusal }.into()
            }
            _ => refusal.into(),
        }
    }
}

impl From<MakeError> for Fault {
    fn from(error: MakeError) -> Self {
        match error {
            MakeError::Missing { name } => Reason::new(error.kind()).of(name).into(),
            MakeError::Range(error) => error.into(),
            MakeError::Parse { error, .. } => error.into(),
            MakeError::Domain { error, .. } => Reason::new(error.kind()).at(error.index).into(),
            MakeError::Generate(error) => error.into(),
            MakeError::OneOf { .. } | MakeError::Kind { .. } | MakeError::Unknown { .. } => {
                Self::unsupported(error.to_string())
            }
            _ => Self::new(error.kind()),
        }
    }
}
