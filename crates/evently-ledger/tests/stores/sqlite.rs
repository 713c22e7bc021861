//! Ledgers in an SQLite file.

use core::time::Duration;

use evently_ledger::sqlite::SqliteStore;
use ids_testkit::servers::Folder;

use crate::{laws, shared};

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
