//! SQLite, as the crate brings it.

use std::{fs, path::Path};

use ids_testkit::Folder;
use rusqlite::{Connection, OpenFlags, ToSql, params, types::ToSqlOutput};

use super::{
    keys::Key,
    store::{Shape, Store},
};
use crate::part::Error;

/// A database in a temporary folder: write-ahead log, no waiting for the disk, 2 MB of cache.
pub struct Database {
    connection: Connection,
    folder: Folder,
}

impl Database {
    pub fn open() -> Result<Self, Error> {
        let folder = Folder::new("report");
        Ok(Self { connection: connect(folder.path())?, folder })
    }
}

fn connect(folder: &Path) -> Result<Connection, Error> {
    let connection = Connection::open_with_flags(folder.join("keys.db"), OpenFlags::default())?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0;
         PRAGMA cache_size = -2000;",
    )?;
    Ok(connection)
}

impl ToSql for Key {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Number(number) => number.to_sql(),
            Self::Bytes(bytes) => bytes.to_sql(),
            Self::Uuid(bytes) => Ok(ToSqlOutput::from(&bytes[..])),
            Self::Text(text) => text.to_sql(),
        }
    }
}

impl Store for Database {
    /// A number is the row's own number; everything else has an index of its own.
    fn create(&mut self, column: &str) -> Result<(), Error> {
        // Another file each time, so that none finds the pages of the one before.
        self.connection = Connection::open_in_memory()?;
        for name in ["keys.db", "keys.db-wal", "keys.db-shm"] {
            drop(fs::remove_file(self.folder.path().join(name)));
        }
        self.connection = connect(self.folder.path())?;
        let column = match column {
            "bigint" => "INTEGER",
            "text" => "TEXT",
            _ => "BLOB",
        };
        let table = format!("CREATE TABLE keys (key {column} PRIMARY KEY NOT NULL, payload TEXT)");
        self.connection.execute_batch(&table)?;
        Ok(())
    }

    fn insert(&mut self, keys: &[Key]) -> Result<(), Error> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached("INSERT INTO keys VALUES (?1, ?2)")?;
            for key in keys {
                insert.execute(params![key, "payload of forty characters, more or less"])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn count(&mut self, first: &Key, last: &Key) -> Result<u64, Error> {
        let query = "SELECT count(*), sum(length(payload)) FROM keys WHERE key BETWEEN ?1 AND ?2";
        let count: i64 =
            self.connection.query_row(query, params![first, last], |row| row.get(0))?;
        Ok(count.try_into()?)
    }

    fn shape(&mut self) -> Result<Shape, Error> {
        let log_bytes = fs::metadata(self.folder.file("keys.db-wal"))?.len();
        // The table itself where the key is its number.
        let index = "coalesce((SELECT name FROM sqlite_schema WHERE type = 'index'), 'keys')";
        let (bytes, unused, leaves): (i64, i64, i64) = self.connection.query_row(
            &format!(
                "SELECT sum(pgsize), sum(unused) FILTER (WHERE pagetype = 'leaf'),
                        sum(pgsize) FILTER (WHERE pagetype = 'leaf')
                 FROM dbstat WHERE name = {index}"
            ),
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        // Leaves that do not come after the one before them.
        let fragmentation: f64 = self.connection.query_row(
            &format!(
                "SELECT 100.0 * avg(pageno < previous) FROM (
                   SELECT pageno, lag(pageno) OVER (ORDER BY path) AS previous
                   FROM dbstat WHERE name = {index} AND pagetype = 'leaf')"
            ),
            [],
            |row| Ok(row.get::<_, Option<f64>>(0)?.unwrap_or(0.0)),
        )?;
        Ok(Shape {
            index_bytes: bytes.try_into()?,
            leaf_density: 100.0 * (1.0 - unused as f64 / leaves as f64),
            leaf_fragmentation: fragmentation,
            log_bytes,
        })
    }
}
