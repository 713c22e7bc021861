//! The store in an SQLite file, held against the scenarios of every store; and what only it does.
#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{fs, path::PathBuf};

use ids_reserve::{SqliteStore, Store, StoreError};
use rusqlite::{Connection, backup::Backup};
use stores::{Asker, NEVER, namespace, time};

mod stores;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ids-reserve-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("ids.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _left = fs::remove_dir_all(&self.0);
    }
}

impl stores::Subject for Folder {
    fn connect(&self) -> Box<dyn Store + Send> {
        Box::new(SqliteStore::open(self.file()).unwrap())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let copy = self.0.join("copy.db");
        let _old = fs::remove_file(&copy);
        let connection = Connection::open(self.file()).unwrap();
        connection.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
        Box::new(move || {
            let from = Connection::open(&copy).unwrap();
            let mut to = Connection::open(self.file()).unwrap();
            Backup::new(&from, &mut to).unwrap().step(-1).unwrap();
        })
    }
}

#[test]
fn every_scenario() {
    let folder = Folder::new("scenarios");
    drop(SqliteStore::init(folder.file()).unwrap());
    stores::hold(&folder);
}

#[test]
fn tables_are_made_once() {
    let folder = Folder::new("init");
    let schema = |answer| {
        let Err(StoreError::Schema { found, known: 1 }) = answer else { panic!("{answer:?}") };
        found
    };
    assert_eq!(SqliteStore::open(folder.file()).unwrap_err().kind(), "unavailable", "no file");
    // The file of an application.
    let application = Connection::open(folder.file()).unwrap();
    application.execute_batch("CREATE TABLE account (name TEXT)").unwrap();
    assert_eq!(schema(SqliteStore::open(folder.file())), 0);

    let mut store = SqliteStore::init(folder.file()).unwrap();
    let mut asker = Asker::of_nodes(&namespace("init"), 8);
    asker.claim(&mut store, 8, None, NEVER).unwrap();
    let granted = asker.ask(&mut store, time(1000)).unwrap();
    let mut again = SqliteStore::init(folder.file()).unwrap();
    assert_eq!(asker.end(&mut again), granted.range.end, "nothing is made anew");

    // A later version of this library was here.
    application.execute("INSERT INTO ids_reserve_version VALUES (2)", []).unwrap();
    assert_eq!(schema(SqliteStore::open(folder.file())), 2);
    assert_eq!(schema(SqliteStore::init(folder.file())), 2);
}

#[test]
fn the_file_is_written_durably_and_its_end_only_grows() {
    let folder = Folder::new("durable");
    let mut store = SqliteStore::init(folder.file()).unwrap();
    let mut asker = Asker::of_nodes(&namespace("durable"), 8);
    asker.claim(&mut store, 8, None, NEVER).unwrap();
    asker.ask(&mut store, time(1000)).unwrap();
    let other = Connection::open(folder.file()).unwrap();
    let mode: String = other.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    // By hand, too.
    let lower = other.execute("UPDATE ids_reserve_resource SET until = until - 1", []);
    assert!(lower.unwrap_err().to_string().contains("only grows"));
}

#[test]
fn a_busy_file_is_unavailable() {
    let folder = Folder::new("busy");
    let store = SqliteStore::init(folder.file()).unwrap();
    let mut store = store.with_busy_timeout(core::time::Duration::ZERO).unwrap();
    let mut other = Connection::open(folder.file()).unwrap();
    let locked = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    let mut asker = Asker::of_nodes(&namespace("busy"), 8);
    let busy = asker.claim(&mut store, 8, None, NEVER).unwrap_err();
    assert!(matches!(busy, StoreError::Unavailable(_)) && busy.is_transient());
    drop(locked);
    asker.claim(&mut store, 8, None, NEVER).unwrap();
}
