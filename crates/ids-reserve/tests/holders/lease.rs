//! What others do: a lease with a time-out, and a plain generator under it.

use core::time::Duration;
use std::path::Path;

use ids_core::Clock;
use rusqlite::{Connection, OptionalExtension, params};

use super::FileClock;

/// How long a lease lasts.
const TIME_OUT: u64 = 10_000_000;

fn open(folder: &Path) -> Connection {
    let connection = Connection::open(folder.join("ids.db")).unwrap();
    connection.busy_timeout(Duration::from_secs(5)).unwrap();
    connection
}

pub(super) fn init(folder: &Path) {
    let table = "CREATE TABLE lease (number INTEGER PRIMARY KEY, owner TEXT, expires INTEGER)";
    open(folder).execute_batch(table).unwrap();
}

/// A lease of the numbers 0 to 63, with the mistakes that are usual.
pub(super) struct TimedLease {
    connection: Connection,
    clock: FileClock,
    owner: String,
    pub(super) number: Option<u64>,
    expires: u64,
}

impl TimedLease {
    pub(super) fn new(folder: &Path, clock: FileClock, owner: &str) -> Self {
        Self { connection: open(folder), clock, owner: owner.to_owned(), number: None, expires: 0 }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.clock.now().unwrap().as_micros()).unwrap()
    }

    /// The lowest number that is free, expired or its own.
    pub(super) fn read(&mut self) -> u64 {
        let now = i64::try_from(self.now()).unwrap();
        let taken = |number: &u64| {
            self.connection
                .query_row(
                    "SELECT 1 FROM lease WHERE number = ?1 AND expires > ?2 AND owner <> ?3",
                    params![i64::try_from(*number).unwrap(), now, self.owner],
                    |_| Ok(()),
                )
                .optional()
                .unwrap()
                .is_some()
        };
        (0..64).find(|number| !taken(number)).unwrap()
    }

    pub(super) fn write(&mut self, number: u64) {
        self.number = Some(number);
        self.extend().unwrap();
    }

    pub(super) fn extend(&mut self) -> rusqlite::Result<()> {
        let expires = self.now() + TIME_OUT;
        self.connection.execute(
            "INSERT OR REPLACE INTO lease (number, owner, expires) VALUES (?1, ?2, ?3)",
            params![
                self.number.map(|number| i64::try_from(number).unwrap()),
                self.owner,
                i64::try_from(expires).unwrap()
            ],
        )?;
        self.expires = expires;
        Ok(())
    }

    pub(super) fn release(&mut self) {
        let sql = "DELETE FROM lease WHERE number = ?1";
        self.connection
            .execute(sql, params![self.number.map(|number| i64::try_from(number).unwrap())])
            .unwrap();
    }

    /// Whether it is still the owner, by its own clock.
    pub(super) fn lasts(&self) -> bool {
        self.now() < self.expires
    }
}
