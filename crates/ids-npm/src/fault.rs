//! Why a call has no answer.

use core::fmt::Display;

use ids_core::{FieldError, GenerateError, ParseError, RangeError, TimeError, UnixTime};
use ids_formats::{ErrorFacts, Unread};
use kuid::DriftError;
use siq::DomainError;

/// An error as the host throws it.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: &'static str,
    index: Option<usize>,
    field: Option<String>,
    until: Option<UnixTime>,
    message: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, error: impl Display) -> Self {
        Self { kind, index: None, field: None, until: None, message: error.to_string() }
    }

    /// The host has called in a way that nothing offers; this is no statement about a format.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::new("usage", message)
    }

    /// The host has asked for more than there is room for.
    pub(crate) fn room(message: impl Display) -> Self {
        Self::new("room", message)
    }

    pub(crate) fn at(self, index: usize) -> Self {
        Self { index: Some(index), ..self }
    }

    pub(crate) fn of(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    pub(crate) fn told(facts: ErrorFacts, error: impl Display) -> Self {
        let ErrorFacts { kind, index, field, until } = facts;
        Self { index, field: field.map(str::to_owned), until, ..Self::new(kind, error) }
    }

    /// Writes the kind, the index, the field, the instant in nanoseconds and the message: a line each,
    /// empty where there is none.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let index = self.index.map(|index| index.to_string()).unwrap_or_default();
        let until = self.until.map(|until| until.as_nanos().to_string()).unwrap_or_default();
        let field = self.field.as_deref().unwrap_or_default();
        let text = [self.kind, &index, field, &until, &self.message].join("\n");
        out.clear();
        out.extend_from_slice(text.as_bytes());
    }
}

macro_rules! told {
    ($($error:ty),+) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::told(ErrorFacts::from(&error), error)
            }
        }
    )+};
}

told!(
    ParseError,
    Unread,
    RangeError,
    TimeError,
    FieldError,
    GenerateError,
    DomainError,
    DriftError
);
