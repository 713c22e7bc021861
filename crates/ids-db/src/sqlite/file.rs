use core::time::Duration;
use std::path::Path;

use ids_core::clock::ForkGuard;
use rusqlite::{Connection, OpenFlags};

use super::{
    FENCED, OpenFiles, SHORT, connect, is_busy, is_fenced, left_journal, open, take_turn,
    work::Work, write_ahead,
};
use crate::{DatabaseError, NO_VERSION};

/// The tables of a store.
#[derive(Debug)]
pub struct Tables {
    /// The SQL that makes them, each by `CREATE TABLE name (`. The first has the version.
    pub schema: &'static str,
    /// The version that the store knows.
    pub version: u64,
    /// Bytes of a row, a text or a blob at most.
    pub longest: i32,
}

impl Tables {
    /// Their names.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let tables = self.schema.split("CREATE TABLE ").skip(1);
        tables.map(|table| table.split(' ').next().unwrap_or_default())
    }

    /// The version of the tables in a file, which its newest row names; 0 if there are none.
    fn version(&self, connection: &Connection) -> Result<u64, DatabaseError> {
        for name in self.names() {
            // A view may never end, and a virtual table is not in the file.
            let other = "COLLATE NOCASE AND NOT (type = 'table' AND rootpage > 0)";
            if has(connection, name, other)? {
                return Err(DatabaseError::Refused(format!("{name} is not a table").into()));
            }
        }
        let table = self.names().next().unwrap_or_default();
        if !has(connection, table, "")? {
            return Ok(0);
        }
        let newest = format!("SELECT coalesce(max(version), 0) FROM {table}");
        let version = connection.query_row(&newest, [], |row| Ok(row.get::<_, i64>(0).ok()))?;
        let number = version.and_then(|version| version.try_into().ok());
        number.ok_or_else(|| DatabaseError::Refused(NO_VERSION.into()))
    }

    /// Whether the tables are those that the store knows.
    ///
    /// # Errors
    /// [`DatabaseError::Schema`] if they are not.
    #[inline]
    pub fn check(&self, connection: &Connection) -> Result<(), DatabaseError> {
        match self.version(connection)? {
            found if found == self.version => Ok(()),
            found => Err(DatabaseError::Schema(found)),
        }
    }

    fn find(
        &self,
        path: &Path,
        busy: Duration,
    ) -> Result<(Connection, Option<OpenFiles>), DatabaseError> {
        let (connection, still) = open(path, busy).map_err(|error| match path.try_exists() {
            Ok(false) => DatabaseError::Missing,
            _ => error.into(),
        })?;
        // First of all: the file of another program stays as it is.
        self.check(&connection)?;
        if still.is_none() {
            write_ahead(&connection)?;
        }
        Ok((connection, still))
    }

    fn make(&self, path: &Path, busy: Duration) -> Result<Connection, DatabaseError> {
        if left_journal(path).is_some() {
            let why = "a journal is left of another file of this name: rename it or remove it";
            return Err(DatabaseError::Refused(why.into()));
        }
        let connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE, busy)?;
        if is_fenced(path) && self.version(&connection)? == 0 {
            return Err(DatabaseError::Unavailable(FENCED.into()));
        }
        write_ahead(&connection)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        if self.version(&connection)? == 0 {
            for name in self.names() {
                if has(&connection, name, "COLLATE NOCASE")? {
                    let why = format!(
                        "it has a table {name} already, but no version of such tables: it is another program's, or was \
                         emptied"
                    );
                    return Err(DatabaseError::Refused(why.into()));
                }
            }
            connection.execute_batch(self.schema)?;
        }
        connection.execute_batch("COMMIT")?;
        Ok(connection)
    }
}

/// Whether a file has something of this name, of which this holds too.
fn has(connection: &Connection, name: &str, of: &str) -> Result<bool, DatabaseError> {
    let sql = format!("SELECT count(*) FROM sqlite_schema WHERE name = ? {of}");
    Ok(connection.query_row(&sql, [name], |row| row.get::<_, i64>(0))? > 0)
}

/// What guards the calls on a file that a store has open.
#[expect(missing_debug_implementations, reason = "a store prints what it is")]
pub struct File {
    place: OpenFiles,
    guard: ForkGuard,
    work: Work,
    busy: Duration,
    tell: Box<dyn FnMut() + Send>,
}

impl File {
    /// Opens a file that has the tables, if it cannot be written to as one that stays as it is; or `makes` it and its
    /// tables where they are absent. `busy` limits the wait for other processes, of this and of later calls; `tell` is
    /// called when it has taken a second.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn open(
        path: &Path,
        tables: &Tables,
        makes: bool,
        busy: Duration,
        mut tell: impl FnMut() + Send + 'static,
    ) -> Result<(Connection, Self), DatabaseError> {
        if i32::try_from(busy.as_millis()).is_err() {
            // SQLite counts milliseconds, in 32 bits.
            let wrong = format!("a busy time-out is below 2^31 ms, about 24 days, not {busy:?}");
            return Err(DatabaseError::Invalid(wrong.into()));
        }
        let open = |limit| {
            let (connection, still) =
                if makes { (tables.make(path, limit)?, None) } else { tables.find(path, limit)? };
            connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")?;
            connection.set_prepared_statement_cache_capacity(32);
            // It opens the journal.
            tables.check(&connection)?;
            let place = match still {
                Some(place) => place,
                None => OpenFiles::open(connection.path().map_or(path, Path::new))
                    .map_err(|error| DatabaseError::Unavailable(error.into()))?,
            };
            Ok((connection, place))
        };
        // Within a second, or it tells, and tries again for the rest of the time.
        let short = busy.min(SHORT);
        let (mut connection, place) = match open(short) {
            Err(DatabaseError::Unavailable(error)) if short < busy && is_busy(&*error) => {
                tell();
                open(busy.saturating_sub(short))?
            }
            opened => opened?,
        };
        connection.busy_timeout(busy)?;
        let work = Work::bound(&mut connection, path, tables.longest);
        let (guard, tell) = (ForkGuard::new(), Box::new(tell));
        Ok((connection, Self { place, guard, work, busy, tell }))
    }

    /// Begins a call.
    ///
    /// # Errors
    /// [`DatabaseError::Forked`].
    #[inline]
    pub fn begin(&self) -> Result<(), DatabaseError> {
        self.work.begin();
        if self.guard.forked() { Err(DatabaseError::Forked) } else { Ok(()) }
    }

    /// Whether the files are still those that were opened, and whether what was read is right.
    ///
    /// # Errors
    /// [`DatabaseError::Replaced`], or [`DatabaseError::Unavailable`] where another process writes to a file that has to
    /// stay as it is.
    #[inline]
    pub fn check(&self) -> Result<(), DatabaseError> {
        self.place.check()
    }

    /// Begins a call with a transaction that this begins; of one that `writes`, it waits for its turn.
    ///
    /// # Errors
    /// [`DatabaseError`]. A transaction that has begun all the same has to end.
    #[inline]
    pub fn take_turn<T>(
        &mut self,
        connection: &Connection,
        writes: bool,
        begin: impl Fn() -> Result<T, rusqlite::Error>,
    ) -> Result<T, DatabaseError> {
        self.begin()?;
        let done = take_turn(connection, self.busy, &mut self.tell, begin)?;
        self.check()?;
        if writes && self.place.is_fenced() {
            return Err(DatabaseError::Unavailable(FENCED.into()));
        }
        Ok(done)
    }
}
