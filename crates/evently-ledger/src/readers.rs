//! Records of either format: that of today, and that of 2021 to 2023.

use crate::{Event, EventId, EventReader, JsonError, Profile};

/// Reads records of a ledger whose format is not known: of [`Profile::Doc5`], or of
/// [`Profile::V1`], whose fields have other names.
#[derive(Debug)]
pub struct Readers {
    new: EventReader,
    old: EventReader,
}

impl Default for Readers {
    #[inline]
    fn default() -> Self {
        Self { new: EventReader::new(Profile::Doc5), old: EventReader::new(Profile::V1) }
    }
}

impl Readers {
    /// An event of today's format, else of the old one, and which of them it is.
    ///
    /// # Errors
    /// [`JsonError`]: what today's format has to say.
    #[inline]
    pub fn read<'r>(&'r mut self, record: &'r [u8]) -> Result<(Profile, Event<'r>), JsonError> {
        match self.new.read(record) {
            Ok(event) => Ok((Profile::Doc5, event)),
            Err(error) => match self.old.read(record) {
                Ok(event) => Ok((Profile::V1, event)),
                Err(_) => Err(error),
            },
        }
    }

    /// The id that a record carries, whatever its format; `None` if that is not an id.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    #[inline]
    pub fn id(&mut self, record: &[u8]) -> Result<Option<EventId>, JsonError> {
        let (_, event) = self.read(record)?;
        Ok(event.recorded().and_then(|id| EventId::decode(id.as_bytes()).ok()))
    }
}
