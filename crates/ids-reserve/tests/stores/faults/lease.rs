//! What others do: a lease with a time-out, and a plain generator under it.

use std::path::Path;

use ids_core::Clock;
use rusqlite::{Connection, OptionalExtension, Result, params};

use super::world::FileClock;
use crate::ground::connect;

/// The rows of leases, in the file of the store. It is asked as most leases ask: each call by itself.
pub struct Table(Connection);

impl Table {
    pub fn open(folder: &Path) -> Self {
        let connection = connect(&folder.join("ids.db"));
        let table = "CREATE TABLE IF NOT EXISTS
                     lease (number INTEGER PRIMARY KEY, owner TEXT, until INTEGER)";
        connection.execute_batch(table).unwrap();
        Self(connection)
    }

    /// Who has the number, and until when.
    pub fn get(&self, number: i64) -> Option<(String, u64)> {
        let sql = "SELECT owner, until FROM lease WHERE number = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)?));
        let row = self.0.query_row(sql, [number], row).optional().unwrap();
        row.map(|(owner, until)| (owner, until.unsigned_abs()))
    }

    /// Writes who has it, without a look at who had it before.
    pub fn put(&self, number: i64, owner: &str, until: u64) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO lease (number, owner, until) VALUES (?1, ?2, ?3)";
        self.0.execute(sql, params![number, owner, i64::try_from(until).unwrap()]).map(drop)
    }
}

/// How long a lease lasts, in microseconds.
const TIME_OUT: u64 = 10_000_000;

/// A lease of the numbers 0 to 63, with the mistakes that are usual.
pub struct TimedLease {
    table: Table,
    clock: FileClock,
    owner: String,
    number: i64,
    until: u64,
}

impl TimedLease {
    pub fn new(folder: &Path, clock: FileClock, owner: &str) -> Self {
        let table = Table::open(folder);
        Self { table, clock, owner: owner.to_owned(), number: 0, until: 0 }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.clock.now().unwrap().as_micros()).unwrap()
    }

    /// The lowest number that is free, expired or its own.
    pub fn read(&self) -> i64 {
        let now = self.now();
        let is_taken = |number: &i64| {
            let row = self.table.get(*number);
            row.is_some_and(|(owner, until)| until > now && owner != self.owner)
        };
        (0..64).find(|number| !is_taken(number)).unwrap()
    }

    pub fn write(&mut self, number: i64) {
        self.number = number;
        self.extend().unwrap();
    }

    pub fn extend(&mut self) -> Result<()> {
        let until = self.now() + TIME_OUT;
        self.table.put(self.number, &self.owner, until)?;
        self.until = until;
        Ok(())
    }

    pub fn release(&self) {
        self.table.put(self.number, "", 0).unwrap();
    }

    /// Whether it is still the owner, by its own clock.
    pub fn lasts(&self) -> bool {
        self.now() < self.until
    }
}
