//! The connections of the service: one to write for each ledger, and some to read.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use evently_ledger::{Appender, DatabaseError, EventId, LedgerError, NewEvent, Store, SystemClock};

use crate::{
    database::Database,
    problem::Problem,
    requests::Append,
    turns::{Answer, locked},
};

/// Idle connections to read by that are kept.
const IDLE: usize = 8;
/// Connections to write by that are kept, but for those that are in use.
const WRITERS: usize = 64;

type Writer<D> = Arc<Mutex<Appender<<D as Database>::Store>>>;

/// The ledgers of a database. All calls block.
pub struct Ledgers<D: Database> {
    database: D,
    /// The requests that append to a ledger share its appender.
    writers: Mutex<HashMap<String, Writer<D>>>,
    idle: Mutex<Vec<(String, D::Store)>>,
}

impl<D: Database> Ledgers<D> {
    /// Those of this database.
    pub fn new(database: D) -> Self {
        Self { database, writers: Mutex::default(), idle: Mutex::default() }
    }

    /// Creates a ledger with its first event; its id.
    ///
    /// # Errors
    /// [`Problem`].
    pub fn create(&self, name: &str, event: &[u8]) -> Result<EventId, Problem> {
        let ledger =
            Appender::begin(self.database.open(name)?, &SystemClock, NewEvent::new(event))?;
        Ok(ledger.head())
    }

    /// Appends the events of several clients in one commit, those of each all or none; the answer of each.
    pub fn append(&self, name: &str, calls: &[Append]) -> Vec<Answer> {
        self.append_each(name, calls)
            .unwrap_or_else(|error| calls.iter().map(|_| Err(error.clone())).collect())
    }

    fn append_each(&self, name: &str, calls: &[Append]) -> Result<Vec<Answer>, Problem> {
        let writer = self.writer(name)?;
        let mut ledger = locked(&writer);
        let events: Vec<_> = calls.iter().map(Append::events).collect();
        let requests = calls.iter().zip(&events).map(|(call, events)| call.request(events));
        let requests = requests.collect::<Result<Vec<_>, _>>()?;
        let appended = ledger.append_each(&SystemClock, &requests);
        if let Err(LedgerError::Forgotten { .. } | LedgerError::Store(DatabaseError::Replaced)) =
            appended
        {
            // The database was restored from an older copy. The client is told, and the next one goes on.
            locked(&self.writers).retain(|_, known| !Arc::ptr_eq(known, &writer));
        }
        let mut problem = |error| {
            let head = ledger.store_mut().head().ok().flatten();
            Problem::from(error).with_head(head.map(|(head, _)| head))
        };
        let answers = appended.map_err(&mut problem)?.into_iter();
        Ok(answers.map(|answer| answer.map_err(&mut problem)).collect())
    }

    fn writer(&self, name: &str) -> Result<Writer<D>, Problem> {
        if let Some(writer) = locked(&self.writers).get(name) {
            return Ok(Arc::clone(writer));
        }
        // Others do not wait for this connection. If two make one, both are right.
        let writer = Arc::new(Mutex::new(Appender::open(self.database.open(name)?)?));
        let mut writers = locked(&self.writers);
        if writers.len() >= WRITERS {
            writers.retain(|_, writer| Arc::strong_count(writer) > 1);
        }
        Ok(Arc::clone(writers.entry(name.to_owned()).or_insert(writer)))
    }

    /// Reads a ledger that there is.
    ///
    /// # Errors
    /// [`Problem`].
    pub fn read<T>(
        &self,
        name: &str,
        work: impl FnOnce(&mut D::Store) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut store = self.connect(name)?;
        let answer = work(&mut store)?;
        let mut idle = locked(&self.idle);
        idle.truncate(IDLE - 1);
        idle.insert(0, (name.to_owned(), store));
        Ok(answer)
    }

    /// A connection to a ledger that there is, for as long as the caller wants it.
    ///
    /// # Errors
    /// [`Problem`].
    pub fn connect(&self, name: &str) -> Result<D::Store, Problem> {
        let mut idle = locked(&self.idle);
        let known = idle.iter().position(|(known, _)| known == name);
        let kept = known.map(|place| idle.remove(place));
        drop(idle);
        // The file may have been replaced meanwhile.
        if let Some((_, mut store)) = kept
            && let Ok(Some(_)) = store.head()
        {
            return Ok(store);
        }
        let mut store = self.database.open(name)?;
        match store.head()? {
            Some(_) => Ok(store),
            None => Err(LedgerError::NoLedger.into()),
        }
    }
}
