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
    event: &'e [u8],
    /// The key, and whether it is the name of the field that has it.
    key: Option<(&'e str, bool)>,
}

impl<'e> NewEvent<'e> {
    /// An event without a key.
    #[inline]
    pub const fn new(event: &'e [u8]) -> Self {
        Self { event, key: None }
    }

    /// The same event with this key.
    #[inline]
    #[must_use]
    pub const fn with_key(self, key: &'e str) -> Self {
        Self { key: Some((key, false)), ..self }
    }

    /// The same event, whose object has one field more: this one, a string, which is the key. It
    /// must not have the name of a field of the event.
    #[inline]
    #[must_use]
    pub const fn with_key_field(self, field: &'e str) -> Self {
        Self { key: Some((field, true)), ..self }
    }

    pub(crate) const fn has_key(&self) -> bool {
        self.key.is_some()
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
            None => Ok((reader.read_new(self.event, timestamp)?, None)),
            Some((key, false)) => match key.find('\0') {
                // No record can hold it.
                Some(offset) => Err(JsonError { kind: JsonErrorKind::Nul, offset }),
                None => Ok((reader.read_new(self.event, timestamp)?, Some(key.to_owned()))),
            },
            Some((field, true)) => {
                let event = reader.read_keyed(self.event, timestamp, field)?;
                let key = event.append_key();
                Ok((event, key))
            }
        }
    }
}

/// An event without a key.
impl<'e, T: AsRef<[u8]> + ?Sized> From<&'e T> for NewEvent<'e> {
    #[inline]
    fn from(event: &'e T) -> Self {
        Self::new(event.as_ref())
    }
}

/// An event to append that waits in another thread.
#[derive(Debug)]
pub(crate) struct OwnedEvent {
    event: Vec<u8>,
    key: Option<(String, bool)>,
}

impl From<&NewEvent<'_>> for OwnedEvent {
    fn from(event: &NewEvent<'_>) -> Self {
        let key = event.key.map(|(key, is_field)| (key.to_owned(), is_field));
        Self { event: event.event.to_vec(), key }
    }
}

impl OwnedEvent {
    pub(crate) fn as_new(&self) -> NewEvent<'_> {
        let key = self.key.as_ref().map(|(key, is_field)| (&**key, *is_field));
        NewEvent { event: &self.event, key }
    }

    /// How long its JSON is.
    pub(crate) fn bytes(&self) -> usize {
        self.event.len()
    }
}
