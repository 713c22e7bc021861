//! Why a call has no answer.

use core::fmt::Display;

use ids_core::{GenerateError, ParseError, RangeError};
use ids_formats::{ErrorFacts, PackError, Unread};
use kuid::DriftError;
use siq::DomainError;

/// An error as the host throws it.
#[derive(Debug)]
pub(crate) struct Fault {
    facts: ErrorFacts,
    message: String,
}

impl Fault {
    pub(crate) fn new(kind: &'static str, error: impl Display) -> Self {
        Self::told(ErrorFacts::new(kind), &error)
    }

    pub(crate) fn told(facts: ErrorFacts, error: &dyn Display) -> Self {
        Self { facts, message: error.to_string() }
    }

    /// The host has called in a way that nothing offers; this is no statement about a format.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::new("usage", message)
    }

    /// The host has asked for more than there is room for.
    pub(crate) fn room(message: impl Display) -> Self {
        Self::new("room", message)
    }

    pub(crate) const fn of(mut self, field: &'static str) -> Self {
        self.facts.field = Some(field);
        self
    }

    /// Writes the kind, the index, the field, the instant in nanoseconds and the message: a line each,
    /// empty where there is none.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let ErrorFacts { kind, index, field, until } = self.facts;
        let index = index.map(|index| index.to_string()).unwrap_or_default();
        let until = until.map(|until| until.as_nanos().to_string()).unwrap_or_default();
        let text = [kind, &index, field.unwrap_or_default(), &until, &self.message].join("\n");
        out.clear();
        out.extend_from_slice(text.as_bytes());
    }
}

macro_rules! told {
    ($($error:ty),+) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::told(ErrorFacts::from(&error), &error)
            }
        }
    )+};
}

told!(ParseError, Unread, RangeError, PackError, GenerateError, DomainError, DriftError);
