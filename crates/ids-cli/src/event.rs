//! Events of either format: that of today, and that of 2021 to 2023.

use evently_id::{AppendError, Event, EventReader, JsonError, JsonErrorKind, Profile};

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
pub(crate) fn refused(error: AppendError) -> String {
    let AppendError::Event(JsonError { kind: JsonErrorKind::BadField { field }, offset }) = error
    else {
        return error.to_string();
    };
    let why = match field {
        "timestamp" | "eventId" => "is made here and must not be given",
        "appendKey" => "is of stored records only and must not be given",
        _ => return error.to_string(),
    };
    format!("the field {field} {why}, at byte {offset}")
}
