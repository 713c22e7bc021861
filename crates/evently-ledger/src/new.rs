//! An event to append.

use crate::{Event, EventReader, JsonError, JsonErrorKind};

/// An event to append: the JSON text of an object with `event`, `entities`, `meta` and `data`. It
/// may have an idempotency key, under which it is appended once (rule
/// [EVENTLY-31](evently_id::rules#evently-31)).
///
/// The key is given beside the event, or stands in a field of the object.
///
/// ```
/// use evently_ledger::NewEvent;
/// let event = br#"{"event":"Ordered","entities":{},"meta":{},"data":1}"#;
/// let beside = NewEvent::new(event).with_key("order 7");
/// let event = br#"{"key":"order 7","event":"Ordered","entities":{},"meta":{},"data":1}"#;
/// let inside = NewEvent::new(event).with_key_field("key");
/// # let _ = (beside, inside);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NewEvent<'e> {
    json: &'e [u8],
    key: Key<'e>,
}

#[derive(Clone, Copy, Debug)]
enum Key<'e> {
    None,
    Beside(&'e str),
    Field(&'e str),
}

impl<'e> NewEvent<'e> {
    /// An event without a key.
    #[inline]
    pub const fn new(json: &'e [u8]) -> Self {
        Self { json, key: Key::None }
    }

    /// The same event with this key.
    #[inline]
    #[must_use]
    pub const fn with_key(self, key: &'e str) -> Self {
        Self { key: Key::Beside(key), ..self }
    }

    /// The same event, whose object has one field more: this one, a string, which is the key. It
    /// must not have the name of a field of the event.
    #[inline]
    #[must_use]
    pub const fn with_key_field(self, field: &'e str) -> Self {
        Self { key: Key::Field(field), ..self }
    }

    pub(crate) const fn has_key(&self) -> bool {
        !matches!(self.key, Key::None)
    }

    /// The event with this timestamp, and its key.
    pub(crate) fn read<'r>(
        self,
        reader: &'r mut EventReader,
        timestamp: u64,
    ) -> Result<(Event<'r>, Option<String>), JsonError>
    where
        'e: 'r,
    {
        match self.key {
            Key::None => Ok((reader.read_new(self.json, timestamp)?, None)),
            Key::Beside(key) => match key.find('\0') {
                // No record can hold it.
                Some(offset) => Err(JsonError { kind: JsonErrorKind::Nul, offset }),
                None => Ok((reader.read_new(self.json, timestamp)?, Some(key.to_owned()))),
            },
            Key::Field(field) => {
                let event = reader.read_keyed(self.json, timestamp, field)?;
                let key = event.append_key();
                Ok((event, key))
            }
        }
    }
}

/// An event to append that waits in another thread.
#[derive(Debug)]
pub(crate) struct OwnedEvent {
    json: Vec<u8>,
    /// The key, and whether it is the name of the field that has it.
    key: Option<(String, bool)>,
}

impl From<&NewEvent<'_>> for OwnedEvent {
    fn from(event: &NewEvent<'_>) -> Self {
        let key = match event.key {
            Key::None => None,
            Key::Beside(key) => Some((key.to_owned(), false)),
            Key::Field(field) => Some((field.to_owned(), true)),
        };
        Self { json: event.json.to_vec(), key }
    }
}

impl OwnedEvent {
    pub(crate) fn as_new(&self) -> NewEvent<'_> {
        let event = NewEvent::new(&self.json);
        match &self.key {
            None => event,
            Some((key, false)) => event.with_key(key),
            Some((field, true)) => event.with_key_field(field),
        }
    }

    /// How long its JSON is.
    pub(crate) fn bytes(&self) -> usize {
        self.json.len()
    }
}
