//! A store in memory.

use std::{
    collections::BTreeMap,
    string::String,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ids_core::{Clock, SystemClock};

use crate::{
    StoreError,
    entries::{Calls, Changes, Entries, Found, Read, Value},
    protocol,
};

/// A store for tests, and for the threads of one process. It ends with the process: its grants are
/// unique only as long as it lives.
///
/// A clone is another connection to the same store; [`copy`](Self::copy) is a store of its own, as a
/// backup is. [`release`](crate::Store::release) takes back at most 40 ranges at once.
///
/// ```
/// use ids_reserve::{MemoryStore, Store, SystemClock};
/// let mut store = MemoryStore::new(SystemClock);
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore<C = SystemClock> {
    clock: C,
    entries: Arc<Mutex<BTreeMap<String, Value>>>,
}

impl<C: Clock> MemoryStore<C> {
    /// An empty store with a clock of its own.
    #[inline]
    pub fn new(clock: C) -> Self {
        Self { clock, entries: Arc::default() }
    }

    /// A store of its own with the same content, as a backup is. The clock is another's.
    #[inline]
    pub fn copy<D>(&self, clock: D) -> MemoryStore<D> {
        let entries = self.lock().clone();
        MemoryStore { clock, entries: Arc::new(Mutex::new(entries)) }
    }

    /// Puts this content in place of the store's, for all its connections.
    #[inline]
    pub fn restore<D: Clock>(&self, backup: &MemoryStore<D>) {
        let entries = backup.lock().clone();
        *self.lock() = entries;
    }

    /// A thread that panicked while it held the lock left whole entries: nothing panics between two changes.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a call, which has the store alone.
    pub(crate) fn through<T>(
        &mut self,
        _writes: bool,
        call: impl FnOnce(&mut Calls<'_, Locked<'_>>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let now = self.clock.now().map_err(|error| StoreError::Broken(error.into()))?;
        call(&mut Calls(&mut Locked {
            entries: self.lock(),
            now: protocol::micros(now.since_epoch()),
        }))
    }
}

/// The content, and the time.
pub(crate) struct Locked<'a> {
    entries: MutexGuard<'a, BTreeMap<String, Value>>,
    now: u64,
}

impl Entries for Locked<'_> {
    fn read(&mut self, what: &[Read]) -> Result<(Found, u64), StoreError> {
        let mut found = Found::default();
        for read in what {
            match read {
                Read::Key(key) => {
                    if let Some(value) = self.entries.get(key) {
                        found.add(key.clone(), value.clone(), 1);
                    }
                }
                Read::Below { from, start, most } => {
                    let all = self.entries.range(from.clone()..);
                    let below = all
                        .take_while(|(key, _)| key.starts_with(start))
                        .take(most.unwrap_or(usize::MAX));
                    below.for_each(|(key, value)| found.add(key.clone(), value.clone(), 1));
                }
            }
        }
        Ok((found, self.now))
    }

    /// Nothing has changed since it was read.
    fn write(&mut self, changes: Changes) -> Result<bool, StoreError> {
        for (key, value) in changes.then {
            match value {
                Some(value) => drop(self.entries.insert(key, value)),
                None => drop(self.entries.remove(&key)),
            }
        }
        Ok(true)
    }
}
