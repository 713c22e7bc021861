//! Stores in SQLite files.

use core::time::Duration;
use std::{fs, path::Path, thread};

use ids_reserve::SqliteStore;
use ids_testkit::PATIENCE;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    ground::{Failure, Ground, Table},
    world::FileClock,
};

/// Files. An older copy is copied into its file, or it replaces the file.
pub struct Files {
    pub replaced: bool,
}

fn connect(folder: &Path) -> Connection {
    let connection = Connection::open(folder.join("ids.db")).unwrap();
    // As often as the store looks: SQLite's own waits grow, and a turn would never come beside others that do not rest.
    let wait = |_| {
        thread::sleep(Duration::from_millis(1));
        true
    };
    connection.busy_handler(Some(wait)).unwrap();
    connection
}

pub fn open(folder: &Path) -> SqliteStore<FileClock> {
    SqliteStore::open_within(folder.join("ids.db"), PATIENCE, || ())
        .unwrap()
        .with_clock(FileClock::new(folder))
}

impl Ground for Files {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn begin(&self, folder: &Path) -> String {
        drop(SqliteStore::init(folder.join("ids.db")).unwrap());
        let table = "CREATE TABLE lease (number INTEGER PRIMARY KEY, owner TEXT, until INTEGER)";
        connect(folder).execute_batch(table).unwrap();
        folder.to_str().unwrap().into()
    }

    fn backup(&self, place: &str) -> Box<dyn FnOnce() + '_> {
        let (folder, copy) = (Path::new(place).to_owned(), Path::new(place).join("copy.db"));
        connect(&folder).execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
        Box::new(move || {
            if self.replaced {
                // The journals are the old file's.
                for journal in ["ids.db-wal", "ids.db-shm"] {
                    let _absent = fs::remove_file(folder.join(journal));
                }
                return fs::rename(copy, folder.join("ids.db")).unwrap();
            }
            let from = Connection::open(copy).unwrap();
            let mut to = connect(&folder);
            rusqlite::backup::Backup::new(&from, &mut to).unwrap().step(-1).unwrap();
        })
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        unreachable!("a file has no server")
    }
}

pub struct Leases(Connection);

impl Leases {
    pub fn new(folder: &Path) -> Self {
        Self(connect(folder))
    }
}

impl Table for Leases {
    fn get(&mut self, number: u64) -> Result<Option<(String, u64)>, Failure> {
        let sql = "SELECT owner, until FROM lease WHERE number = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)?));
        let row = self.0.query_row(sql, [i64::try_from(number)?], row).optional()?;
        Ok(row.map(|(owner, until)| (owner, until.unsigned_abs())))
    }

    fn put(&mut self, number: u64, owner: &str, until: u64) -> Result<(), Failure> {
        let sql = "INSERT OR REPLACE INTO lease (number, owner, until) VALUES (?1, ?2, ?3)";
        self.0.execute(sql, params![i64::try_from(number)?, owner, i64::try_from(until)?])?;
        Ok(())
    }
}
