//! Databases that execute a script.

use core::fmt::Write as _;

use ids_testkit::servers::{MariadbServer, PostgresServer};
use rusqlite::{Batch, Connection, fallible_iterator::FallibleIterator as _, types::ValueRef};

/// A database.
pub(crate) trait Engine {
    /// Its name as the command and the documents have it.
    fn name(&self) -> &'static str;

    /// Its name where it differs from others of that name.
    fn own_name(&self) -> Option<&'static str> {
        None
    }

    /// Executes statements, and gives a line for each row, with `|` between values; or what the
    /// database says of the first one that it refuses.
    fn query(&self, sql: &str) -> Result<String, String>;

    /// A constant with these bytes.
    fn bytes(&self, hex: &str) -> String {
        format!("X'{hex}'")
    }
}

impl Engine for PostgresServer {
    fn name(&self) -> &'static str {
        "postgres"
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        Self::query(self, sql)
    }

    fn bytes(&self, hex: &str) -> String {
        format!("decode('{hex}', 'hex')")
    }
}

impl Engine for MariadbServer {
    fn name(&self) -> &'static str {
        "mysql"
    }

    fn own_name(&self) -> Option<&'static str> {
        let version = Self::query(self, "SELECT VERSION()").ok()?;
        version.contains("MariaDB").then_some("mariadb")
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        Self::query(self, sql).map(|rows| rows.replace('\t', "|"))
    }
}

/// `SQLite`, in memory.
pub(crate) struct Sqlite(Connection);

impl Sqlite {
    pub(crate) fn open() -> Self {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("PRAGMA foreign_keys = ON").unwrap();
        Self(connection)
    }

    fn rows(&self, sql: &str) -> rusqlite::Result<String> {
        let mut text = String::new();
        let mut batch = Batch::new(&self.0, sql);
        while let Some(mut statement) = batch.next()? {
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    let bar = if column == 0 { "" } else { "|" };
                    let value = show(row.get_ref(column)?);
                    let _ = write!(text, "{bar}{value}");
                }
                text.push('\n');
            }
        }
        Ok(text.trim_end().to_owned())
    }
}

impl Engine for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        self.rows(sql).map_err(|error| error.to_string())
    }
}

fn show(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
    }
}
