//! Errors as rows and the protocol see them.

use ids_core::{GenerateError, ParseError, RangeError};
use ids_formats::{ErrorFacts, MakeError, NamedError, PackError};
use kuid::DriftError;
use serde::{Deserialize, Serialize};
use siq::DomainError;

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

impl From<ErrorFacts> for Reason {
    fn from(ErrorFacts { kind, index, field, until }: ErrorFacts) -> Self {
        Self {
            kind: kind.to_owned(),
            index: index.map(|index| Number(index as u128)),
            field: field.map(str::to_owned),
            until: until.map(Number::from),
        }
    }
}

macro_rules! refused {
    ($($error:ty),+) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::Refused(ErrorFacts::from(&error).into())
            }
        }
    )+};
}

refused!(ParseError, RangeError, PackError, NamedError, GenerateError, DomainError, DriftError);

impl From<MakeError> for Fault {
    fn from(error: MakeError) -> Self {
        match error {
            MakeError::OneOf { .. } | MakeError::Kind { .. } | MakeError::Unknown { .. } => {
                Self::unsupported(error.to_string())
            }
            _ => Self::Refused(ErrorFacts::from(&error).into()),
        }
    }
}
