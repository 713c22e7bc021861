//! Ledgers in an SQLite file.

use core::{borrow::Borrow, fmt, time::Duration};
use std::{path::Path, thread};

use ids_db::sqlite::{BUSY, File, Tables};
use rusqlite::Connection;

use crate::{
    DatabaseError, EventId, EventReader, LedgerError, LedgerRow, MAX_RECORD, Profile, Query,
    Record, Store,
    database::{PAGE, Result, VERSION, answers_by_show, sql},
    store::EachFound,
};

mod indexes;
mod rows;

/// A ledger in an SQLite file, which may hold many. Every process on the host may open it.
///
/// An append is one `BEGIN IMMEDIATE` transaction in WAL mode with `synchronous = FULL`: its events
/// are on the disk before it returns. A call waits up to the busy time-out for other processes;
/// after that it is [`DatabaseError::Unavailable`], as are a full disk and other failures of input
/// and output.
///
/// If the file is replaced or removed while it is open, as by a restore, each call is
/// [`DatabaseError::Replaced`]: open it again. A read says so after each page of 1,000 records.
/// WAL mode wants a local file system. The tables have names that begin with `evently_`, so that they
/// may stand in the file of an application. A call that takes far more steps than the size of the file explains, as by
/// the triggers of a stranger's file, is [`DatabaseError::Refused`]. Triggers refuse what a ledger does not do: see
/// [`SCHEMA`](Self::SCHEMA). A connection does not survive `fork()`: the child gets
/// [`DatabaseError::Forked`].
///
/// ```
/// use evently_ledger::{Appender, NewEvent, SystemClock, sqlite::SqliteStore};
/// # let folder = std::env::temp_dir().join(format!("ledger-sqlite-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("events.db");
/// let event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
/// let store = SqliteStore::init(&path, "tennis")?;
/// let mut ledger = Appender::begin(store, &SystemClock, NewEvent::new(event))?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
/// assert_eq!(Appender::open(SqliteStore::open(&path, "tennis")?)?.head(), id);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SqliteStore<C = Connection> {
    connection: C,
    /// `None` in a transaction of the caller's.
    file: Option<File>,
    ledger: String,
    reader: EventReader,
    /// The version of the file's data that the last wait ended with.
    seen: Option<i64>,
}

const TABLES: Tables = Tables { schema: SqliteStore::SCHEMA, version: VERSION, longest: LONGEST };
/// Of a record, what is found in it, and as much again.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "33 MiB")]
const LONGEST: i32 = (2 * MAX_RECORD + (1 << 20)) as i32;

const DIALECT: sql::Dialect = sql::Dialect {
    event: "evently_event",
    entity: "evently_entity",
    ledger: "(SELECT number FROM evently_ledger WHERE name = ?1)",
    mark: '?',
};

impl SqliteStore {
    /// The SQL that makes the tables and their triggers, for those whose migrations run elsewhere.
    pub const SCHEMA: &'static str = include_str!("schema/sqlite-1.sql");

    /// Opens a file, and makes it and its tables where they are absent. The ledger of this name
    /// begins with [`Appender::begin`](crate::Appender::begin).
    ///
    /// # Errors
    /// [`DatabaseError::Schema`] if the tables are of another version; others if SQLite fails.
    #[inline]
    pub fn init(path: impl AsRef<Path>, ledger: &str) -> Result<Self> {
        Self::init_within(path, ledger, BUSY, || ())
    }

    /// As [`init`](Self::init), and waits as [`open_within`](Self::open_within).
    ///
    /// # Errors
    /// As [`init`](Self::init) and [`open_within`](Self::open_within).
    #[inline]
    pub fn init_within(
        path: impl AsRef<Path>,
        ledger: &str,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self> {
        let opened = File::open(path.as_ref(), &TABLES, true, busy, tell);
        opened.map(|opened| Self::new(opened, ledger))
    }

    /// Opens a file that has the tables.
    ///
    /// Without the right to write to the file and its folder it can be read, and an append is
    /// [`DatabaseError::Unavailable`]. So is a call after another process has begun to write to the file: open it
    /// again.
    ///
    /// # Errors
    /// [`DatabaseError::Missing`] if there is no such file; [`DatabaseError::Schema`] if it has no tables, or of
    /// another version; others if SQLite fails.
    #[inline]
    pub fn open(path: impl AsRef<Path>, ledger: &str) -> Result<Self> {
        Self::open_within(path, ledger, BUSY, || ())
    }

    /// As [`open`](Self::open), with `busy` as the limit of its wait for other processes, and of its later calls.
    /// `tell` is called when the store has waited for a second, to be opened or for its turn to write.
    ///
    /// # Errors
    /// As [`open`](Self::open); [`DatabaseError::Invalid`] if `busy` is 2^31 ms or more, about 24 days.
    #[inline]
    pub fn open_within(
        path: impl AsRef<Path>,
        ledger: &str,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self> {
        let opened = File::open(path.as_ref(), &TABLES, false, busy, tell);
        opened.map(|opened| Self::new(opened, ledger))
    }

    fn new((connection, file): (Connection, File), ledger: &str) -> Self {
        let (ledger, reader) = (ledger.to_owned(), EventReader::default());
        Self { connection, file: Some(file), ledger, reader, seen: None }
    }

    /// Sleeps until another connection has written to the file, and returns whether one has. It looks once in each
    /// `every`, and for `limit` at most. The first call does not sleep: what was appended before has not been read
    /// yet.
    ///
    /// Poll a [`Query`](crate::Query::poll) each time, whatever this says. What this connection appends
    /// itself does not end the wait.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn wait(&mut self, every: Duration, limit: Duration) -> Result<bool> {
        let mut slept = Duration::ZERO;
        loop {
            let version = self.call(|connection, _, _| rows::data_version(connection))?;
            if self.seen.replace(version) != Some(version) {
                return Ok(true);
            }
            let pause = every.min(limit.saturating_sub(slept));
            if pause.is_zero() {
                return Ok(false);
            }
            thread::sleep(pause);
            slept += pause;
        }
    }
}

impl<'t> SqliteStore<&'t Connection> {
    /// The ledger of this name in a transaction that this connection of the caller's has begun, so that rows of the
    /// caller's and events are stored together or not at all.
    ///
    /// Its [`Appender`](crate::Appender) goes with the transaction. What it appends is in the ledger once the caller
    /// commits. It is durable then if the caller's connection has `synchronous = FULL`. Begin the transaction by
    /// `BEGIN IMMEDIATE`: one that has read before it writes may find that another writer was faster, and cannot go on.
    ///
    /// ```
    /// use evently_ledger::{Appender, NewEvent, SystemClock, sqlite::SqliteStore};
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
    /// let mut ledger = Appender::open(SqliteStore::in_transaction(&transaction, "tennis")?)?;
    /// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
    /// transaction.commit()?;
    /// # let _ = id; std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DatabaseError::Schema`] if the file has no tables, or of another version;
    /// [`DatabaseError::Invalid`] if no transaction has begun.
    #[inline]
    pub fn in_transaction(connection: &'t Connection, ledger: &str) -> Result<Self> {
        check_begun(connection)?;
        TABLES.check(connection)?;
        let (ledger, reader) = (ledger.to_owned(), EventReader::default());
        Ok(Self { connection, file: None, ledger, reader, seen: None })
    }
}

fn check_begun(connection: &Connection) -> Result<()> {
    let has_begun = !connection.is_autocommit();
    if has_begun { Ok(()) } else { Err(DatabaseError::Invalid("no transaction has begun".into())) }
}

impl<C: Borrow<Connection>> SqliteStore<C> {
    /// The name of the ledger.
    #[inline]
    pub fn ledger(&self) -> &str {
        &self.ledger
    }

    /// The ledgers of the file, by their names. In a name that is not UTF-8, what is wrong is U+FFFD; such a ledger
    /// cannot be opened.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn ledgers(&mut self) -> Result<Vec<LedgerRow>> {
        self.call(|connection, _, _| rows::ledgers(connection))
    }

    /// Reads, and says so if it is not what others see.
    fn call<T>(
        &mut self,
        read: impl FnOnce(&Connection, &mut EventReader, &str) -> Result<T>,
    ) -> Result<T> {
        self.file.as_ref().map_or(Ok(()), File::begin)?;
        let found = read(self.connection.borrow(), &mut self.reader, &self.ledger)?;
        self.check()?;
        Ok(found)
    }

    fn check(&self) -> Result<()> {
        self.file.as_ref().map_or(Ok(()), File::check)
    }

    fn run(&self, sql: &str) -> Result<()> {
        Ok(self.connection.borrow().execute_batch(sql)?)
    }

    /// Begins a transaction that writes, unless there is one; in one of the caller's a part that can be taken back: of
    /// several records the first ones would stay.
    fn begin(&mut self) -> Result<()> {
        let connection = self.connection.borrow();
        let Some(file) = &mut self.file else {
            // SQLite has ended it, as where the disk is full: a savepoint would be a transaction of its own.
            check_begun(connection)?;
            return self.run("SAVEPOINT evently_ledger");
        };
        let begin = || {
            let is_open = !connection.is_autocommit();
            if is_open { Ok(()) } else { connection.execute_batch("BEGIN IMMEDIATE") }
        };
        file.take_turn(connection, true, begin)
    }

    /// Stores what was begun.
    fn commit(&mut self) -> Result<()> {
        self.run(if self.file.is_some() { "COMMIT" } else { "RELEASE evently_ledger" })?;
        self.check()
    }

    fn rollback(&mut self) -> Result<()> {
        match &self.file {
            None => self.run("ROLLBACK TO evently_ledger; RELEASE evently_ledger"),
            Some(_) if self.connection.borrow().is_autocommit() => Ok(()),
            Some(_) => self.run("ROLLBACK"),
        }
    }

    /// Shows records page by page, compared with their rows unless the caller compares them.
    fn show(&mut self, query: &Query, trusts: bool, visit: &mut EachFound<'_>) -> Result<()> {
        self.file.as_ref().map_or(Ok(()), File::begin)?;
        let (mut query, mut left) = (query.clone(), query.limit.unwrap_or(usize::MAX));
        while left > 0 {
            let limit = left.min(PAGE);
            let reader = (!trusts).then_some(&mut self.reader);
            let page = sql::page(DIALECT, &self.ledger, &query, limit)?;
            let shown = rows::page(self.connection.borrow(), reader, &page, visit)?;
            self.check()?;
            let Some((last, count)) = shown.filter(|(_, count)| *count == limit) else { break };
            left -= count;
            query = query.beyond(last);
        }
        Ok(())
    }
}

impl<C: Borrow<Connection>> Store for SqliteStore<C> {
    type Error = DatabaseError;

    #[inline]
    fn head(&mut self) -> Result<Option<(EventId, Profile)>> {
        let row = self.call(|connection, _, ledger| rows::ledger(connection, ledger))?;
        Ok(row.and_then(|(_, profile, head)| Some((head?, profile))))
    }

    #[inline]
    fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool> {
        let stored = self.begin().and_then(|()| {
            let stored = rows::append(self.connection.borrow(), &self.ledger, after, records)?;
            if stored { self.commit().map(|()| true) } else { Ok(false) }
        });
        if !matches!(stored, Ok(true)) {
            // The first error says more.
            let _ended = self.rollback();
        }
        stored
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>> {
        self.call(|connection, reader, ledger| rows::find_key(connection, reader, ledger, key))
    }

    answers_by_show!();

    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool> {
        self.call(|connection, _, ledger| rows::contains(connection, ledger, id))
    }

    #[inline]
    fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<()> {
        self.call(|connection, _, ledger| indexes::check(connection, ledger, compared))
    }

    #[inline]
    fn lock(&mut self) -> Result<Option<(EventId, Profile)>> {
        if self.file.is_none() {
            return self.head();
        }
        let head = self.begin().and_then(|()| self.head());
        if head.is_err() {
            // The first error says more.
            let _ended = self.rollback();
        }
        head
    }

    #[inline]
    fn unlock(&mut self) -> Result<()> {
        if self.file.is_some() { self.rollback() } else { Ok(()) }
    }
}

impl<C: Borrow<Connection>> fmt::Debug for SqliteStore<C> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("path", &self.connection.borrow().path())
            .field("ledger", &self.ledger)
            .finish_non_exhaustive()
    }
}
