//! Appending in a transaction of the caller's.

use core::{fmt, ops::ControlFlow};

use rusqlite::Connection;

use super::{
    DatabaseError,
    connection::{check, failed},
    indexes, rows,
};
use crate::{
    EventId, Head, LedgerError, Outcome, Query, Readers, Record, Store, database::read_after,
};

/// A ledger in a transaction of the caller's, so that rows of the caller's and events are stored together
/// or not at all.
///
/// It is a [`Store`] for an [`Appender`](crate::Appender), which goes with the transaction. What it appends is
/// in the ledger once the caller commits. It is durable then if the caller's connection has
/// `synchronous = FULL`. Begin the transaction by `BEGIN IMMEDIATE`: one that has read before it writes may
/// find that another writer was faster, and cannot go on.
///
/// ```
/// use evently_ledger::{
///     Appender, NewEvent, SystemClock,
///     sqlite::{InTransaction, SqliteStore},
/// };
/// use rusqlite::{Connection, TransactionBehavior};
/// # let folder = std::env::temp_dir().join(format!("ledger-transaction-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("events.db");
/// let event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
/// Appender::begin(SqliteStore::init(&path, "tennis")?, &SystemClock, NewEvent::new(event))?;
///
/// let mut connection = Connection::open(&path)?;
/// connection.execute_batch("PRAGMA synchronous = FULL; CREATE TABLE score (points INTEGER)")?;
/// let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
/// transaction.execute("INSERT INTO score VALUES (15)", [])?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let mut ledger = Appender::open(InTransaction::new(&transaction, "tennis")?)?;
/// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
/// transaction.commit()?;
/// # let _ = id; std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct InTransaction<'t> {
    connection: &'t Connection,
    ledger: String,
    readers: Readers,
}

impl<'t> InTransaction<'t> {
    /// The ledger of this name, in the transaction that this connection has begun.
    ///
    /// # Errors
    /// [`DatabaseError::Schema`] if the file has no tables, or of another version;
    /// [`DatabaseError::Invalid`] if no transaction has begun.
    #[inline]
    pub fn new(connection: &'t Connection, ledger: &str) -> Result<Self, DatabaseError> {
        if connection.is_autocommit() {
            return Err(DatabaseError::Invalid("no transaction has begun"));
        }
        check(connection)?;
        Ok(Self { connection, ledger: ledger.to_owned(), readers: Readers::default() })
    }

    fn show(
        &mut self,
        query: &Query,
        visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), DatabaseError> {
        rows::show(self.connection, Some(&mut self.readers), &self.ledger, query, visit, &|| Ok(()))
    }
}

impl Store for InTransaction<'_> {
    type Error = DatabaseError;

    #[inline]
    fn head(&mut self) -> Result<Option<Head>, DatabaseError> {
        Ok(rows::ledger(self.connection, &self.ledger)?.and_then(|(_, head)| head))
    }

    #[inline]
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, DatabaseError> {
        let run = |sql| self.connection.execute_batch(sql).map_err(failed);
        // Of several records the first ones would stay in the transaction.
        run("SAVEPOINT evently_ledger")?;
        let stored = rows::append(self.connection, &self.ledger, after, records);
        if !matches!(stored, Ok(Outcome::Stored)) {
            // The first error says more.
            let _ended = run("ROLLBACK TO evently_ledger");
        }
        run("RELEASE evently_ledger")?;
        stored
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, DatabaseError> {
        rows::find_key(self.connection, &mut self.readers, &self.ledger, key)
    }

    #[inline]
    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, DatabaseError> {
        read_after(self, after, |store, query| store.show(query, &mut |_, record| visit(record)))
    }

    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool, DatabaseError> {
        rows::contains(self.connection, &self.ledger, id)
    }

    #[inline]
    fn select(
        &mut self,
        query: &Query,
        visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), LedgerError<DatabaseError>> {
        self.show(query, visit).map_err(LedgerError::Store)
    }

    #[inline]
    fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<(), DatabaseError> {
        indexes::check(self.connection, &self.ledger, compared)
    }
}

impl fmt::Debug for InTransaction<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InTransaction").field("ledger", &self.ledger).finish_non_exhaustive()
    }
}
