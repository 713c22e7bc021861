//! Events of either format: that of today, and that of 2021 to 2023.

use evently_id::{AppendError, Event, EventReader, JsonError, JsonErrorKind, Profile};

use crate::outside::printable;

/// Reads records of either format.
#[derive(Debug)]
pub(crate) struct Readers {
    new: EventReader,
    old: EventReader,
}

impl Default for Readers {
    fn default() -> Self {
        Self { new: EventReader::new(Profile::Doc5), old: EventReader::new(Profile::V1) }
    }
}

impl Readers {
    /// An event of today's format, else of the old one, and which of them it is. The error is what
    /// today's has to say.
    pub(crate) fn read<'r>(
        &'r mut self,
        record: &'r [u8],
    ) -> Result<(Profile, Event<'r>), JsonError> {
        match self.new.read(record) {
            Ok(event) => Ok((Profile::Doc5, event)),
            Err(error) => match self.old.read(record) {
                Ok(event) => Ok((Profile::V1, event)),
                Err(_) => Err(error),
            },
        }
    }
}

/// Why an event that was given is not taken.
pub(crate) fn refused(error: AppendError, event: &[u8]) -> String {
    let AppendError::Event(JsonError { kind, offset }) = error else { return error.to_string() };
    let (field, why) = match kind {
        JsonErrorKind::BadField { field: field @ ("timestamp" | "eventId") } => {
            (field.to_owned(), "is made here and must not be given")
        }
        JsonErrorKind::BadField { field: field @ "appendKey" } => {
            (field.to_owned(), "is of stored records only and must not be given")
        }
        JsonErrorKind::UnknownField => {
            (name(event, offset), "would not be stored: an event has no such field")
        }
        _ => return error.to_string(),
    };
    format!("the field {field} {why}, at byte {offset}")
}

/// The name of the field that begins here, for people.
fn name(event: &[u8], offset: usize) -> String {
    let rest = event.get(offset..).unwrap_or_default();
    let name = serde_json::Deserializer::from_slice(rest).into_iter::<String>().next();
    let name = name.and_then(Result::ok).unwrap_or_default();
    if name.is_empty() { "\"\"".to_owned() } else { printable(name.as_bytes()) }
}
