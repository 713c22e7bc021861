//! Ledgers in an SQLite file.

use core::time::Duration;
use std::thread;

use evently_ledger::sqlite::SqliteStore;
use ids_testkit::servers::Folder;

use crate::{CLOCK, begin, event, laws, new, shared};

#[test]
fn every_law() {
    let folder = Folder::new("ledger-sqlite");
    let path = folder.path().join("events.db");
    let mut count = 0;
    // All in one file.
    laws::hold(|| {
        count += 1;
        SqliteStore::init(&path, &format!("ledger {count}")).unwrap()
    });
    let ledgers = SqliteStore::open(&path, "none").unwrap().ledgers().unwrap();
    assert_eq!(ledgers.len(), count);
}

#[test]
fn many_writers() {
    let folder = Folder::new("ledger-sqlite-many");
    let path = folder.path().join("events.db");
    shared::hold(|| {
        let store = SqliteStore::init(&path, "shared").unwrap();
        store.with_busy_timeout(Duration::from_secs(60)).unwrap()
    });
}

#[test]
fn a_wait_ends() {
    let folder = Folder::new("ledger-sqlite-wait");
    let path = folder.path().join("events.db");
    let mut ledger = begin(SqliteStore::init(&path, "l").unwrap());
    let mut store = SqliteStore::open(&path, "l").unwrap();
    let short = Duration::from_millis(1);
    assert!(store.wait(short, short).unwrap());
    assert!(!store.wait(short, short).unwrap());
    ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    assert!(store.wait(Duration::from_secs(60), Duration::from_secs(60)).unwrap());
    assert!(!store.wait(short, Duration::ZERO).unwrap());
    thread::scope(|scope| {
        scope.spawn(|| ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap());
        assert!(store.wait(short, Duration::from_secs(60)).unwrap());
    });
}
