//! Ledgers in an SQLite file.

use core::{fmt, ops::ControlFlow, time::Duration};
use std::{path::Path, thread};

use ids_core::clock::ForkGuard;
use ids_db::sqlite::{self, BUSY, OpenFiles, Work};
use rusqlite::{Connection, OpenFlags};

use crate::{
    DatabaseError, EventId, Head, LedgerError, LedgerRow, MAX_RECORD, Outcome, Query, Readers,
    Record, RowFault, Store,
    database::{read_after, sql},
};

mod connection;
mod indexes;
mod rows;
mod transaction;

use self::connection::{check_place, failed};
pub use self::transaction::InTransaction;

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
pub struct SqliteStore {
    connection: Connection,
    place: OpenFiles,
    ledger: String,
    guard: ForkGuard,
    work: Work,
    readers: Readers,
    busy: Duration,
    tell: Box<dyn FnMut() + Send>,
    /// The version of the file's data that the last wait ended with.
    seen: Option<i64>,
}

/// Bytes of a row, a text or a blob: of a record, what is found in it, and as much again.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "33 MiB")]
const LONGEST: i32 = (2 * MAX_RECORD + (1 << 20)) as i32;
/// The version of the tables that this library knows.
const VERSION: u64 = 1;
/// Rows that a statement reads at most.
const PAGE: usize = 1000;

fn fenced() -> DatabaseError {
    DatabaseError::Unavailable("the file is read-only".into())
}

fn check_busy(busy: Duration) -> Result<(), DatabaseError> {
    if sqlite::can_wait(busy) { Ok(()) } else { Err(DatabaseError::Invalid(sqlite::TOO_LONG)) }
}

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
    pub fn init(path: impl AsRef<Path>, ledger: &str) -> Result<Self, DatabaseError> {
        Self::init_within(path, ledger, BUSY, || ())
    }

    /// As [`init`](Self::init), and waits as [`open_within`](Self::open_within).
    ///
    /// # Errors
    /// As [`init`](Self::init) and [`with_busy_timeout`](Self::with_busy_timeout).
    #[inline]
    pub fn init_within(
        path: impl AsRef<Path>,
        ledger: &str,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, DatabaseError> {
        let path = path.as_ref();
        Self::within(busy, tell, |busy| Self::make(path, ledger, busy))
    }

    fn make(path: &Path, ledger: &str, busy: Duration) -> Result<Self, DatabaseError> {
        let connection =
            sqlite::connect(path, OpenFlags::SQLITE_OPEN_CREATE, busy).map_err(failed)?;
        if sqlite::is_fenced(path) && connection::version(&connection)? == 0 {
            return Err(fenced());
        }
        connection::write_ahead(&connection)?;
        connection.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
        if connection::version(&connection)? == 0 {
            connection.execute_batch(Self::SCHEMA).map_err(failed)?;
        }
        connection.execute_batch("COMMIT").map_err(failed)?;
        connection::check(&connection)?;
        Self::new(connection, None, path, ledger)
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
    pub fn open(path: impl AsRef<Path>, ledger: &str) -> Result<Self, DatabaseError> {
        Self::open_within(path, ledger, BUSY, || ())
    }

    /// As [`open`](Self::open), with `busy` as the limit of its wait for other processes, and of its later calls.
    /// `tell` is called when the store has waited for a second, to be opened or for its turn to write.
    ///
    /// # Errors
    /// As [`open`](Self::open) and [`with_busy_timeout`](Self::with_busy_timeout).
    #[inline]
    pub fn open_within(
        path: impl AsRef<Path>,
        ledger: &str,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, DatabaseError> {
        let path = path.as_ref();
        Self::within(busy, tell, |busy| {
            let (connection, place) = connection::open_existing(path, busy)?;
            Self::new(connection, place, path, ledger)
        })
    }

    fn within(
        busy: Duration,
        mut tell: impl FnMut() + Send + 'static,
        open: impl Fn(Duration) -> Result<Self, DatabaseError>,
    ) -> Result<Self, DatabaseError> {
        check_busy(busy)?;
        let mut store = sqlite::open_patiently(busy, &mut tell, open)?.with_busy_timeout(busy)?;
        store.tell = Box::new(tell);
        Ok(store)
    }

    fn new(
        mut connection: Connection,
        place: Option<OpenFiles>,
        path: &Path,
        ledger: &str,
    ) -> Result<Self, DatabaseError> {
        connection
            .execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            .map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(32);
        // It opens the journal.
        connection::check(&connection)?;
        let place = match place {
            Some(place) => place,
            None => OpenFiles::open(connection.path().map_or(path, Path::new))
                .map_err(|error| DatabaseError::Unavailable(error.into()))?,
        };
        let (guard, readers) = (ForkGuard::new(), Readers::default());
        let work = Work::bound(&mut connection, path, LONGEST);
        Ok(Self {
            connection,
            place,
            ledger: ledger.to_owned(),
            guard,
            work,
            readers,
            busy: BUSY,
            tell: Box::new(|| ()),
            seen: None,
        })
    }

    /// The same store, with a limit on how long calls wait for other processes. The default is 5 s.
    ///
    /// # Errors
    /// [`DatabaseError::Invalid`] if it is 2^31 ms or more, about 24 days.
    #[inline]
    pub fn with_busy_timeout(mut self, busy: Duration) -> Result<Self, DatabaseError> {
        check_busy(busy)?;
        self.connection.busy_timeout(busy).map_err(failed)?;
        self.busy = busy;
        Ok(self)
    }

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
    pub fn ledgers(&mut self) -> Result<Vec<LedgerRow>, DatabaseError> {
        self.check_fork()?;
        let ledgers = rows::ledgers(&self.connection)?;
        check_place(&self.place)?;
        Ok(ledgers)
    }

    /// Sleeps until another connection has written to the file, and returns whether one has. It looks once in each
    /// `every`, and for `limit` at most. The first call does not sleep: what was appended before has not been read
    /// yet.
    ///
    /// Poll a [`Follower`](crate::Follower) each time, whatever this says. What this connection appends
    /// itself does not end the wait.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn wait(&mut self, every: Duration, limit: Duration) -> Result<bool, DatabaseError> {
        let mut slept = Duration::ZERO;
        loop {
            self.check_fork()?;
            let version = rows::data_version(&self.connection)?;
            check_place(&self.place)?;
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

    /// Begins a call.
    fn check_fork(&self) -> Result<(), DatabaseError> {
        self.work.begin();
        if self.guard.forked() { Err(DatabaseError::Forked) } else { Ok(()) }
    }

    /// Begins a transaction that writes, unless there is one.
    fn begin(&mut self) -> Result<(), DatabaseError> {
        self.check_fork()?;
        if self.connection.is_autocommit() {
            let begin = || self.connection.execute_batch("BEGIN IMMEDIATE");
            sqlite::take_turn(&self.connection, self.busy, &mut self.tell, begin)
                .map_err(failed)?;
        }
        check_place(&self.place)?;
        if self.place.is_fenced() {
            return Err(fenced());
        }
        Ok(())
    }

    fn rollback(&mut self) -> Result<(), DatabaseError> {
        if self.connection.is_autocommit() {
            return Ok(());
        }
        self.connection.execute_batch("ROLLBACK").map_err(failed)
    }

    /// Stores records in the transaction that has begun.
    fn store(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, DatabaseError> {
        let outcome = rows::append(&self.connection, &self.ledger, after, records)?;
        if outcome == Outcome::Moved {
            return Ok(outcome);
        }
        self.connection.execute_batch("COMMIT").map_err(failed)?;
        check_place(&self.place)?;
        Ok(outcome)
    }

    /// Shows records page by page, compared with their rows unless the caller compares them.
    fn show(
        &mut self,
        query: &Query,
        trusts: bool,
        visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), DatabaseError> {
        self.check_fork()?;
        let (connection, place) = (&self.connection, &self.place);
        let check = || check_place(place);
        let readers = (!trusts).then_some(&mut self.readers);
        rows::show(connection, readers, &self.ledger, query, visit, &check)
    }
}

impl Store for SqliteStore {
    type Error = DatabaseError;

    #[inline]
    fn head(&mut self) -> Result<Option<Head>, DatabaseError> {
        self.check_fork()?;
        let row = rows::ledger(&self.connection, &self.ledger)?;
        check_place(&self.place)?;
        Ok(row.and_then(|(_, head)| head))
    }

    #[inline]
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, DatabaseError> {
        let stored = self.begin().and_then(|()| self.store(after, records));
        if !matches!(stored, Ok(Outcome::Stored)) {
            // The first error says more.
            let _ended = self.rollback();
        }
        stored
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, DatabaseError> {
        self.check_fork()?;
        let found = rows::find_key(&self.connection, &mut self.readers, &self.ledger, key)?;
        check_place(&self.place)?;
        Ok(found)
    }

    #[inline]
    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, DatabaseError> {
        read_after(self, after, |store, query| {
            store.show(query, false, &mut |_, record| visit(record))
        })
    }

    #[inline]
    fn rows(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()>,
    ) -> Result<bool, DatabaseError> {
        read_after(self, after, |store, query| {
            store.show(query, true, &mut |id, record| visit(Some(id), record))
        })
    }

    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool, DatabaseError> {
        self.check_fork()?;
        let contains = rows::contains(&self.connection, &self.ledger, id)?;
        check_place(&self.place)?;
        Ok(contains)
    }

    #[inline]
    fn select(
        &mut self,
        query: &Query,
        visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), LedgerError<DatabaseError>> {
        self.show(query, false, visit).map_err(LedgerError::Store)
    }

    #[inline]
    fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<(), DatabaseError> {
        self.check_fork()?;
        indexes::check(&self.connection, &self.ledger, compared)?;
        check_place(&self.place)
    }

    #[inline]
    fn lock(&mut self) -> Result<Option<Head>, DatabaseError> {
        let head = self.begin().and_then(|()| self.head());
        if head.is_err() {
            // The first error says more.
            let _ended = self.rollback();
        }
        head
    }

    #[inline]
    fn unlock(&mut self) -> Result<(), DatabaseError> {
        self.rollback()
    }

    #[inline]
    fn is_refusal(&self, error: &DatabaseError) -> bool {
        matches!(error, DatabaseError::Refused(_))
    }
}

impl fmt::Debug for SqliteStore {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("path", &self.connection.path())
            .field("ledger", &self.ledger)
            .finish_non_exhaustive()
    }
}
