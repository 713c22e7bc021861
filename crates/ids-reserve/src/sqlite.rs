//! A store in an SQLite file, for many processes on one host.

use core::{fmt, time::Duration};
use std::{path::Path, vec::Vec};

use ids_core::{Clock, SystemClock};
use ids_db::{
    DatabaseError,
    sqlite::{BUSY, FENCED, File, Tables, is_fenced},
};
use rusqlite::{
    Connection, Error, Transaction,
    TransactionBehavior::{Deferred, Immediate},
    params_from_iter,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef},
};

use crate::{
    StoreError,
    error::failed,
    protocol,
    sql::{self, Row, Sql, Statement, Value},
};

/// A store in an SQLite file. Every process on the host may open it.
///
/// Each call is one `BEGIN IMMEDIATE` transaction in WAL mode with `synchronous = FULL`: it is on the
/// disk before the call returns. A call waits up to the busy time-out for other processes; after that
/// it is [`StoreError::Unavailable`], as are a full disk and other failures of input and output. The
/// store's clock is the host's.
///
/// WAL mode wants a local file system, and its journal stands beside the file: containers that share a
/// store share the folder, not the file alone. If the file is replaced or removed while it is open, as
/// by a copy that is moved there, each call is [`StoreError::Broken`]. [`open`](Self::open) changes
/// nothing in a file without the tables. If the file has become read-only, as before a move, a call that writes is
/// [`StoreError::Unavailable`], and the others answer. The tables have names that begin with `ids_reserve_`, so
/// that they may stand in the file of an application. An object that is not a table under such a name, and a call
/// that takes far more steps than the size of the file explains, as by the triggers of a stranger's file, is
/// [`StoreError::Broken`]. A connection does not survive `fork()`: the child gets [`StoreError::Forked`].
///
/// ```
/// use ids_reserve::{SqliteStore, Store};
/// # let folder = std::env::temp_dir().join(format!("ids-reserve-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("ids.db");
/// let mut store = SqliteStore::init(&path)?;
/// assert!(store.status()?.is_empty());
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SqliteStore<C = SystemClock> {
    connection: Connection,
    file: File,
    clock: C,
}

const TABLES: Tables = Tables {
    schema: SqliteStore::SCHEMA,
    version: sql::VERSION,
    // Far more than any that is written here.
    longest: 1 << 20,
};

impl SqliteStore {
    /// The SQL that makes the tables, for those whose migrations run elsewhere.
    pub const SCHEMA: &'static str = include_str!("schema/sqlite-1.sql");

    /// Opens a file, and makes it and its tables where they are absent.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the tables are of another version; others if SQLite fails.
    #[inline]
    pub fn init(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::init_within(path, BUSY, || ())
    }

    /// As [`init`](Self::init), and waits as [`open_within`](Self::open_within).
    ///
    /// # Errors
    /// As [`init`](Self::init) and [`open_within`](Self::open_within).
    #[inline]
    pub fn init_within(
        path: impl AsRef<Path>,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let store = Self::at(path, true, busy, tell)?;
        if is_fenced(path) {
            return Err(StoreError::Unavailable(FENCED.into()));
        }
        Ok(store)
    }

    /// Opens a file that has the tables.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if there are none, or of another version; others if SQLite fails.
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_within(path, BUSY, || ())
    }

    /// As [`open`](Self::open), with `busy` as the limit of its wait for other processes, and of its later calls.
    /// `tell` is called when the store has waited for a second, to be opened or in a call.
    ///
    /// # Errors
    /// As [`open`](Self::open); [`StoreError::Invalid`] if `busy` is 2^31 ms or more, about 24 days.
    #[inline]
    pub fn open_within(
        path: impl AsRef<Path>,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        Self::at(path.as_ref(), false, busy, tell)
    }

    fn at(
        path: &Path,
        makes: bool,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let opened =
            File::open(path, &TABLES, makes, busy, tell).map_err(|failure| match failure {
                DatabaseError::Missing => StoreError::Unavailable(
                    format!("no file {}: `ids reserve init` makes one", path.display()).into(),
                ),
                failure => failed(failure),
            });
        let (connection, file) = opened?;
        connection.execute_batch("PRAGMA foreign_keys = ON").map_err(failed)?;
        Ok(Self { connection, file, clock: SystemClock })
    }
}

impl<C> SqliteStore<C> {
    /// The same store with another clock.
    #[inline]
    pub fn with_clock<D>(self, clock: D) -> SqliteStore<D> {
        let Self { connection, file, .. } = self;
        SqliteStore { connection, file, clock }
    }
}

impl<C: Clock> SqliteStore<C> {
    /// Makes calls in a transaction that is committed unless one fails.
    pub(crate) fn through<T>(
        &mut self,
        writes: bool,
        mut calls: impl FnMut(&mut Sql<Turn<'_>>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut sql = Sql(self.begin(writes)?);
        let answer = calls(&mut sql)?;
        sql.0.transaction.commit().map_err(failed)?;
        Ok(answer)
    }

    fn begin(&mut self, writes: bool) -> Result<Turn<'_>, StoreError> {
        let (connection, how) = (&self.connection, if writes { Immediate } else { Deferred });
        let begin = || Transaction::new_unchecked(connection, how);
        let transaction = self.file.take_turn(connection, writes, begin).map_err(failed)?;
        match self.clock.now() {
            Ok(now) => Ok(Turn { transaction, now: protocol::micros(now.since_epoch()) }),
            Err(error) => Err(StoreError::Broken(error.into())),
        }
    }
}

impl<C> fmt::Debug for SqliteStore<C> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.connection.path()).finish_non_exhaustive()
    }
}

/// A transaction that has the store alone, and the time inside it.
pub(crate) struct Turn<'a> {
    transaction: Transaction<'a>,
    now: u64,
}

impl sql::Transaction for Turn<'_> {
    const LOCK_NAMESPACES: &'static str = "SELECT 'this transaction has the file alone'";

    fn read(&mut self, all: &[Statement<'_>]) -> Result<(Vec<Vec<Row>>, u64), StoreError> {
        let rows = all.iter().map(|(sql, parameters)| {
            let mut statement = self.transaction.prepare_cached(sql)?;
            let (named, columns) = (statement.parameter_count(), statement.column_count());
            let row = |row: &rusqlite::Row<'_>| {
                (0..columns).map(|column| row.get(column)).collect::<Result<_, Error>>().map(Row)
            };
            let named = params_from_iter(parameters.iter().take(named));
            statement.query_map(named, row)?.collect()
        });
        Ok((rows.collect::<Result<_, Error>>().map_err(failed)?, self.now))
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>, Error> {
        Ok(match self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Number(number) => Self::signed(*number).into(),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Token(token) => Vec::from(token.to_be_bytes()).into(),
        })
    }
}

impl FromSql for Value {
    /// No column holds a negative number: the tables check it.
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => {
                Self::Number(number.try_into().map_err(|_| FromSqlError::OutOfRange(number))?)
            }
            ValueRef::Text(_) => Self::Text(value.as_str()?.into()),
            ValueRef::Blob(_) => Self::Token(u128::from_be_bytes(FromSql::column_result(value)?)),
            ValueRef::Real(_) => return Err(FromSqlError::InvalidType),
        })
    }
}
