//! The keys under which events are appended once.

use std::collections::BTreeMap;

use crate::{EventId, EventReader, JsonError};

/// The idempotency keys of a ledger, each with the event that has it and its canonical bytes.
#[derive(Debug, Default)]
pub struct Keys(BTreeMap<String, (EventId, Vec<u8>)>);

impl Keys {
    /// No keys.
    #[inline]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Takes up the key of a record that is in the ledger, if it has one.
    ///
    /// # Errors
    /// [`JsonError`] if the record cannot be read.
    #[inline]
    pub fn restore(
        &mut self,
        reader: &mut EventReader,
        id: EventId,
        record: &[u8],
    ) -> Result<(), JsonError> {
        let event = reader.read(record)?;
        if let Some(key) = event.append_key() {
            // The first event that carries a key owns it.
            self.0.entry(key).or_insert_with(|| (id, event.canonical().to_vec()));
        }
        Ok(())
    }

    /// Forgets the keys of all events after `head`, the last one that is stored: goes with
    /// [`Chain::back_to`](crate::Chain::back_to), which has an example.
    ///
    /// Keys of stored events stay, also one that was only asked for again. Looks at every key.
    #[inline]
    pub fn back_to(&mut self, head: EventId) {
        // In a ledger ids ascend.
        self.0.retain(|_, (event, _)| *event <= head);
    }

    /// The event that has the key, and its canonical bytes.
    #[inline]
    pub(crate) fn get(&self, key: &str) -> Option<(EventId, &[u8])> {
        self.0.get(key).map(|(event, canonical)| (*event, &**canonical))
    }

    #[inline]
    pub(crate) fn insert(&mut self, key: &str, event: EventId, canonical: Vec<u8>) {
        self.0.insert(String::from(key), (event, canonical));
    }
}
