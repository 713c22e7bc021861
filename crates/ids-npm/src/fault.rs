//! Why a call has no answer.

use core::fmt::Display;

use ids_core::{FieldError, GenerateError, ParseError, RangeError, TimeError, UnixTime};
use ids_formats::Unread;

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

    fn until(self, until: UnixTime) -> Self {
        Self { until: Some(until), ..self }
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

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        let fault = Self { index: error.index(), ..Self::new(error.kind(), error) };
        match error.field() {
            Some(field) => fault.of(field),
            None => fault,
        }
    }
}

impl From<Unread> for Fault {
    fn from(error: Unread) -> Self {
        Self { index: error.index(), ..Self::new(error.kind(), &error) }
    }
}

impl From<RangeError> for Fault {
    fn from(error: RangeError) -> Self {
        Self::new(error.kind(), error).of(error.field)
    }
}

impl From<TimeError> for Fault {
    fn from(error: TimeError) -> Self {
        Self::new(error.kind(), error).until(match error {
            TimeError::BeforeEpoch { epoch } => epoch,
            TimeError::AfterEnd { last } => last,
        })
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
        match error {
            GenerateError::Time(error) => error.into(),
            GenerateError::Wait { until } => Self::new(error.kind(), error).until(until),
            _ => Self::new(error.kind(), error),
        }
    }
}
