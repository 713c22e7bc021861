//! A ledger in memory.

use core::convert::Infallible;
use std::collections::BTreeMap;

use crate::{EventId, Profile, Record, Store, store::Each};

/// A ledger in memory: for tests of a program that is generic over its [`Store`].
///
/// ```
/// use evently_ledger::{Appender, MemoryStore, NewEvent, UnixTime, parallel::Verification};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// let event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;
/// let ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
/// let mut store = ledger.into_store();
/// assert_eq!(Verification::default().run_store(&mut store).0.events, 1);
/// assert_eq!(store.records().count(), 1);
/// # Ok::<(), evently_ledger::LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    records: Vec<(EventId, Vec<u8>)>,
    keys: BTreeMap<String, usize>,
}

impl MemoryStore {
    /// A store without a ledger.
    #[inline]
    pub const fn new() -> Self {
        Self { records: Vec::new(), keys: BTreeMap::new() }
    }

    /// The records, in order.
    #[inline]
    pub fn records(&self) -> impl DoubleEndedIterator<Item = (EventId, &[u8])> + ExactSizeIterator {
        self.records.iter().map(|(id, record)| (*id, &**record))
    }
}

impl Store for MemoryStore {
    type Error = Infallible;

    #[inline]
    fn head(&mut self) -> Result<Option<(EventId, Profile)>, Infallible> {
        let head = |(id, _): &(EventId, _)| (*id, Profile::Doc5);
        Ok(self.records.last().map(head))
    }

    #[inline]
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<bool, Infallible> {
        if self.records.last().map(|(id, _)| *id) != after {
            return Ok(false);
        }
        for Record { id, key, json } in records {
            if let Some(key) = key {
                self.keys.entry((*key).to_owned()).or_insert(self.records.len());
            }
            self.records.push((*id, json.to_vec()));
        }
        Ok(true)
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.keys.get(key).map(|index| self.records[*index].1.clone()))
    }

    #[inline]
    fn read(&mut self, after: Option<EventId>, visit: &mut Each<'_>) -> Result<bool, Infallible> {
        let start = match after {
            None => 0,
            Some(after) => match self.records.binary_search_by_key(&after, |(id, _)| *id) {
                Ok(index) => index + 1,
                Err(_) => return Ok(false),
            },
        };
        for (_, record) in &self.records[start..] {
            if visit(None, record).is_break() {
                break;
            }
        }
        Ok(true)
    }
}
