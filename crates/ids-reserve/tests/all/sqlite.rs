//! The store in an SQLite file, held against the scenarios of every store; and what only it does.
#![cfg(feature = "sqlite")]

use core::{cell::Cell, time::Duration};
use std::{fs, slice, thread};

use ids_db::{
    DatabaseError,
    sqlite::{File, Tables},
};
use ids_reserve::{Namespace, SqliteStore, Store, StoreError};
use ids_testkit::{Folder, PATIENCE, threads::at_once};
use rusqlite::Connection;

use crate::scenarios::{self, Asker, NEVER, keys, kind, namespace, schema, token};

const FILE: &str = "ids.db";

impl scenarios::Subject for Folder {
    fn connect(&self) -> Box<dyn Store + Send> {
        Box::new(SqliteStore::open_within(self.file(FILE), PATIENCE, || ()).unwrap())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let copy = self.file("copy.db");
        connect(self).backup("main", &copy, None).unwrap();
        Box::new(move || connect(self).restore("main", &copy, None::<fn(_)>).unwrap())
    }
}

/// A connection beside the store's.
fn connect(folder: &Folder) -> Connection {
    Connection::open(folder.file(FILE)).unwrap()
}

/// A folder with a store, and a holder that it has granted the keys 1 to 10.
fn begun(name: &str) -> (Folder, SqliteStore, Asker) {
    let (folder, mut asker) = (Folder::new(name), Asker::of_keys(&namespace(name)));
    let mut store = SqliteStore::init(folder.file(FILE)).unwrap();
    assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, 1..11);
    (folder, store, asker)
}

fn fence(file: &str, readonly: bool) {
    let mut permissions = fs::metadata(file).unwrap().permissions();
    permissions.set_readonly(readonly);
    fs::set_permissions(file, permissions).unwrap();
}

#[test]
fn every_scenario() {
    let folder = Folder::new("scenarios");
    drop(SqliteStore::init(folder.file(FILE)).unwrap());
    scenarios::hold(&folder);
}

#[test]
fn tables_are_made_once() {
    let folder = Folder::new("init");
    let file = folder.file(FILE);
    assert_eq!(kind(SqliteStore::open(&file)), "unavailable", "no file");
    // The file of an application.
    let application = connect(&folder);
    application.execute_batch("CREATE TABLE account (name TEXT)").unwrap();
    let before = folder.read(FILE);
    assert_eq!(schema(SqliteStore::open(&file)), 0);
    assert!(folder.read(FILE) == before, "not even its journal mode");

    let mut asker = Asker::of_keys(&namespace("init"));
    asker.ask(&mut SqliteStore::init(&file).unwrap(), keys(10)).unwrap();
    assert_eq!(asker.end(&mut SqliteStore::init(&file).unwrap()), 11, "nothing is made anew");
    // It is written durably, and the end only grows, by hand too.
    let mode = connect(&folder).query_row("PRAGMA journal_mode", [], |row| row.get::<_, String>(0));
    assert_eq!(mode.unwrap(), "wal");
    let lower = application.execute("UPDATE ids_reserve_resource SET \"end\" = \"end\" - 1", []);
    assert!(lower.unwrap_err().to_string().contains("only grows"));

    // A later version of this library was here, or another program.
    application.execute("INSERT INTO ids_reserve_version VALUES (2)", []).unwrap();
    assert_eq!([SqliteStore::open(&file), SqliteStore::init(&file)].map(schema), [2, 2]);
    let table = "DROP TABLE ids_reserve_version; CREATE TABLE ids_reserve_version (version ANY);
                 INSERT INTO ids_reserve_version VALUES";
    for version in ["-1", "'one'"] {
        application.execute_batch(&format!("{table} ({version})")).unwrap();
        assert_eq!([SqliteStore::open(&file), SqliteStore::init(&file)].map(kind), ["broken"; 2]);
    }
    let letter = folder.write("letter", "not a database, but a letter to a friend");
    assert_eq!(kind(SqliteStore::init(letter)), "broken");
}

#[test]
fn a_busy_file_is_unavailable() {
    let (folder, _, mut asker) = begun("busy");
    let mut store = SqliteStore::open_within(folder.file(FILE), Duration::ZERO, || ()).unwrap();
    let other = connect(&folder);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = asker.ask(&mut store, keys(10)).unwrap_err();
    assert!(matches!(busy, StoreError::Unavailable(_)) && busy.is_transient());
    drop(other);
    asker.ask(&mut store, keys(10)).unwrap();
}

#[test]
fn eight_begin_at_once() {
    for round in 0..20 {
        let folder = Folder::new(&format!("begin-{round}"));
        let ranges = at_once(8, |_| {
            let mut store = SqliteStore::init_within(folder.file(FILE), PATIENCE, || ()).unwrap();
            let mut asker = Asker::of_keys(&Namespace::new("begin").unwrap());
            asker.ask(&mut store, keys(10)).unwrap().range
        });
        assert_eq!(scenarios::disjoint(ranges).last().unwrap().end, 81);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_was_replaced_grants_nothing_more() {
    fn remove(folder: &Folder, all: &[&str]) {
        for name in all {
            fs::remove_file(folder.file(name)).unwrap();
        }
    }
    type Change = fn(&Folder);
    let rows: [(&str, Change); 5] = [
        ("replaced", |folder| {
            let copy = folder.file("copy.db");
            connect(folder).backup("main", &copy, None).unwrap();
            fs::rename(copy, folder.file(FILE)).unwrap();
        }),
        ("journal", |folder| remove(folder, &["ids.db-wal"])),
        ("journals", |folder| remove(folder, &["ids.db-wal", "ids.db-shm"])),
        ("removed", |folder| remove(folder, &[FILE])),
        ("folder", |folder| {
            fs::remove_dir_all(folder.path()).unwrap();
            fs::create_dir(folder.path()).unwrap();
        }),
    ];
    for (name, change) in rows {
        let (folder, mut store, mut asker) = begun(name);
        change(&folder);
        // Another begins with what is there now. In one process SQLite notices most.
        let other = SqliteStore::init(folder.file(FILE));
        let mut again = Asker::of_keys(&asker.resource.namespace);
        let repeated = other.and_then(|mut other| again.ask(&mut other, keys(10)));
        assert!(repeated.is_ok() || name != "folder", "{repeated:?}");
        let answer = asker.ask(&mut store, keys(10)).unwrap_err();
        assert_eq!(answer.kind(), "broken", "{name}");
        assert!(answer.to_string().contains("replaced or removed"), "{name}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn one_file_by_two_names() {
    let (folder, mut store, mut asker) = begun("link");
    std::os::unix::fs::symlink(folder.file(FILE), folder.file("link.db")).unwrap();
    let mut linked = SqliteStore::open(folder.file("link.db")).unwrap();
    for first in [11, 31] {
        assert_eq!(asker.ask(&mut linked, keys(10)).unwrap().range, first..first + 10);
        assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, first + 10..first + 20);
    }
}

/// A row that was changed by hand grants nothing that is not a range.
#[test]
fn rows_that_cannot_be_are_refused() {
    let rows = [
        r#"UPDATE ids_reserve_holder SET start = 20, "end" = 5"#,
        r#"UPDATE ids_reserve_holder SET start = 0, "end" = 0"#,
        r#"UPDATE ids_reserve_holder SET start = -9, "end" = -1"#,
        r#"UPDATE ids_reserve_span SET "end" = 9000, state = 'returned'; DELETE FROM ids_reserve_holder"#,
    ];
    for (at, row) in rows.iter().enumerate() {
        let folder = Folder::new(&format!("rows-{at}"));
        let mut store = SqliteStore::init(folder.file(FILE)).unwrap();
        let (mut asker, id) = (Asker::of_keys(&namespace("rows")), token());
        assert_eq!(asker.clone().ask_as(&mut store, id, keys(10)).unwrap().range, 1..11);
        connect(&folder).execute_batch(row).unwrap();
        let answer = asker.ask_as(&mut store, id, keys(10));
        assert!(matches!(answer, Err(StoreError::Broken(_))), "{row}: {answer:?}");
    }
}

#[test]
fn the_longest_time_out() {
    let folder = Folder::new("longest");
    let open = |busy| SqliteStore::init_within(folder.file(FILE), busy, || ());
    let millis = Duration::from_millis;
    assert!(open(millis(i32::MAX.unsigned_abs().into())).is_ok());
    assert_eq!([millis(1 << 31), Duration::MAX].map(|busy| kind(open(busy))), ["invalid"; 2]);
}

/// A move begins with a fence: from then on nothing is granted, also over a connection that is open.
#[test]
fn a_file_that_is_read_only() {
    let (folder, mut store, mut asker) = begun("fence");
    let file = folder.file(FILE);
    fence(&file, true);
    let refused = [
        kind(asker.ask(&mut store, keys(10))),
        kind(asker.release(&mut store, slice::from_ref(&(5..11)))),
        kind(store.raise(&asker.resource, 100)),
        kind(Asker::of_nodes(&namespace("fence"), 8).claim(&mut store, 8, None, NEVER)),
    ];
    assert_eq!(refused, ["unavailable"; 4]);
    assert_eq!(asker.end(&mut store), 11);
    // One that is opened now reads it as well, and leaves no journal that its owner could not write to.
    drop(store);
    let mut store = SqliteStore::open(&file).unwrap();
    assert_eq!(asker.end(&mut store), 11);
    assert_eq!(kind(asker.ask(&mut store, keys(10))), "unavailable");
    assert_eq!(kind(SqliteStore::init(&file)), "unavailable");
    drop(store);
    fence(&file, false);
    let is_fenced =
        |name: &String| fs::metadata(folder.file(name)).unwrap().permissions().readonly();
    assert!(!folder.names().iter().any(is_fenced));
    assert_eq!(asker.ask(&mut SqliteStore::open(&file).unwrap(), keys(10)).unwrap().range, 11..21);
}

/// A wait is as long as it says, however long its pauses and what is tried between them take.
#[test]
fn a_slow_turn() {
    let folder = Folder::new("slow");
    let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
    let (tries, wait) = (Cell::new(0), Duration::from_millis(60));
    let tables = Tables { schema: SqliteStore::SCHEMA, version: 1, longest: 1 << 20 };
    let (connection, mut file) =
        File::open(folder.file(FILE).as_ref(), &tables, true, wait, || ()).unwrap();
    let turn = file.take_turn(&connection, true, || {
        tries.set(tries.get() + 1);
        thread::sleep(wait / 2);
        Err::<(), _>(rusqlite::Error::SqliteFailure(busy, None))
    });
    assert!(matches!(turn, Err(DatabaseError::Unavailable(_))), "{turn:?}");
    // At the start, on the way, and when the time is over.
    assert!((2..=3).contains(&tries.get()), "{}", tries.get());
}

/// What a crash has left unfinished does not count in a read-only file.
#[test]
fn a_fenced_file_with_an_unfinished_transaction() {
    let (folder, store, _) = begun("unfinished");
    drop(store);
    let other = connect(&folder);
    other.pragma_update(None, "journal_mode", "delete").unwrap();
    let unfinished = "PRAGMA cache_size = 1;
        BEGIN IMMEDIATE;
        UPDATE ids_reserve_resource SET \"end\" = 77;
        CREATE TABLE much AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 2000)
            SELECT zeroblob(2000) FROM n";
    other.execute_batch(unfinished).unwrap();
    let left = folder.read("ids.db-journal");
    other.execute_batch("COMMIT").unwrap();
    let copy = folder.write("copy.db", folder.read(FILE));
    folder.write("copy.db-journal", left);
    fence(&copy, true);
    // Who may write all the same, as root, takes it back first.
    if let Ok(status) = SqliteStore::open(&copy).and_then(|mut store| store.status()) {
        assert_eq!(status[0].end, 11);
    }
}
