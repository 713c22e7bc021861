//! The store in an SQLite file, held against the scenarios of every store; and what only it does.
#![cfg(feature = "sqlite")]

use core::{cell::Cell, time::Duration};
use std::{fs, path::PathBuf, slice, thread};

use ids_db::{
    DatabaseError,
    sqlite::{File, Tables},
};
use ids_reserve::{Holder, Namespace, SqliteStore, Store, StoreError};
use ids_testkit::{PATIENCE, threads::at_once};
use rusqlite::Connection;

use crate::scenarios::{self, Asker, NEVER, keys, kind, namespace, schema, time, token};

/// A folder with a store.
struct Folder(ids_testkit::Folder);

impl Folder {
    fn new(name: &str) -> Self {
        Self(ids_testkit::Folder::new(name))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("ids.db")
    }
}

impl scenarios::Subject for Folder {
    fn connect(&self) -> Box<dyn Store + Send> {
        Box::new(SqliteStore::open_within(self.file(), PATIENCE, || ()).unwrap())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let copy = self.0.path().join("copy.db");
        let open = || Connection::open(self.file()).unwrap();
        open().backup("main", &copy, None).unwrap();
        Box::new(move || open().restore("main", &copy, None::<fn(_)>).unwrap())
    }
}

#[test]
fn every_scenario() {
    let folder = Folder::new("scenarios");
    drop(SqliteStore::init(folder.file()).unwrap());
    scenarios::hold(&folder);
}

#[test]
fn tables_are_made_once() {
    let folder = Folder::new("init");
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
    application.execute("UPDATE ids_reserve_version SET version = -1", []).unwrap();
    assert_eq!(kind(SqliteStore::init(folder.file())), "broken");
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
    let mut store = SqliteStore::init_within(folder.file(), Duration::ZERO, || ()).unwrap();
    let mut other = Connection::open(folder.file()).unwrap();
    let locked = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
    let mut asker = Asker::of_nodes(&namespace("busy"), 8);
    let busy = asker.claim(&mut store, 8, None, NEVER).unwrap_err();
    assert!(matches!(busy, StoreError::Unavailable(_)) && busy.is_transient());
    drop(locked);
    asker.claim(&mut store, 8, None, NEVER).unwrap();
}

#[test]
fn a_file_of_an_application_stays_as_it_is() {
    let folder = Folder::new("foreign");
    let application = Connection::open(folder.file()).unwrap();
    application.execute_batch("CREATE TABLE account (name TEXT)").unwrap();
    let before = fs::read(folder.file()).unwrap();
    assert_eq!(SqliteStore::open(folder.file()).unwrap_err().kind(), "schema");
    assert!(fs::read(folder.file()).unwrap() == before, "not even its journal mode");
    // Tables of this name that another program made.
    application.execute_batch("CREATE TABLE ids_reserve_version (version TEXT)").unwrap();
    application.execute("INSERT INTO ids_reserve_version VALUES ('one')", []).unwrap();
    assert_eq!(SqliteStore::open(folder.file()).unwrap_err().kind(), "broken");
    fs::write(folder.file(), b"not a database, but a letter to a friend").unwrap();
    assert_eq!(SqliteStore::init(folder.file()).unwrap_err().kind(), "broken");
}

#[test]
fn eight_begin_at_once() {
    for round in 0..20 {
        let folder = Folder::new(&format!("begin-{round}"));
        let ranges = at_once(8, |_| {
            let mut store = SqliteStore::init_within(folder.file(), PATIENCE, || ()).unwrap();
            let mut asker = Asker::of_keys(&Namespace::new("begin").unwrap());
            asker.ask(&mut store, keys(10)).unwrap().range
        });
        assert_eq!(scenarios::disjoint(ranges).last().unwrap().end, 81);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_was_replaced_grants_nothing_more() {
    type Change = fn(&Folder);
    fn journals(folder: &Folder, all: &[&str]) {
        for end in all {
            fs::remove_file(folder.0.file(&format!("ids.db-{end}"))).unwrap();
        }
    }
    let rows: [(&str, Change); 5] = [
        ("replaced", |folder| {
            let copy = folder.0.path().join("copy.db");
            Connection::open(folder.file()).unwrap().backup("main", &copy, None).unwrap();
            fs::rename(copy, folder.file()).unwrap();
        }),
        ("journal", |folder| journals(folder, &["wal"])),
        ("journals", |folder| journals(folder, &["wal", "shm"])),
        ("removed", |folder| fs::remove_file(folder.file()).unwrap()),
        ("folder", |folder| {
            fs::remove_dir_all(folder.0.path()).unwrap();
            fs::create_dir(folder.0.path()).unwrap();
        }),
    ];
    for (name, change) in rows {
        let folder = Folder::new(name);
        let mut store = SqliteStore::init(folder.file()).unwrap();
        let mut asker = Asker::of_keys(&namespace(name));
        asker.ask(&mut store, keys(10)).unwrap();
        change(&folder);
        // Another begins with what is there now. In one process SQLite notices most.
        let other = SqliteStore::init(folder.file());
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
    let folder = Folder::new("link");
    let mut store = SqliteStore::init(folder.file()).unwrap();
    let link = folder.0.path().join("link.db");
    std::os::unix::fs::symlink(folder.file(), &link).unwrap();
    let mut linked = SqliteStore::open(&link).unwrap();
    let namespace = namespace("link");
    let ask =
        |store: &mut SqliteStore| Asker::of_keys(&namespace).ask(store, keys(10)).unwrap().range;
    let ranges = vec![ask(&mut store), ask(&mut linked), ask(&mut store), ask(&mut linked)];
    assert_eq!(scenarios::disjoint(ranges).last().unwrap().end, 41);
}

/// A row that was changed by hand grants nothing that is not a range.
#[test]
fn rows_that_cannot_be_are_refused() {
    let rows = [
        "UPDATE ids_reserve_holder SET first = 20, until = 5",
        "UPDATE ids_reserve_holder SET first = 0, until = 0",
        "UPDATE ids_reserve_holder SET first = -9, until = -1",
        "UPDATE ids_reserve_span SET until = 9000, state = 'returned'; DELETE FROM ids_reserve_holder",
    ];
    for (at, row) in rows.iter().enumerate() {
        let folder = Folder::new(&format!("rows-{at}"));
        let mut store = SqliteStore::init(folder.file()).unwrap();
        let (mut asker, id) = (Asker::of_keys(&namespace("rows")), token());
        assert_eq!(asker.clone().ask_as(&mut store, id, keys(10)).unwrap().range, 1..11);
        Connection::open(folder.file()).unwrap().execute_batch(row).unwrap();
        let answer = asker.ask_as(&mut store, id, keys(10));
        assert!(matches!(answer, Err(StoreError::Broken(_))), "{row}: {answer:?}");
    }
}

#[test]
fn the_longest_time_out() {
    let folder = Folder::new("longest");
    let open = |busy| SqliteStore::init_within(folder.file(), busy, || ());
    let millis = Duration::from_millis;
    assert!(open(millis(i32::MAX.unsigned_abs().into())).is_ok());
    for busy in [millis(1 << 31), Duration::MAX] {
        let answer = open(busy);
        assert!(matches!(answer, Err(StoreError::Invalid(_))), "{answer:?}");
    }
}

/// A move begins with a fence: from then on nothing is granted, also over a connection that is open.
#[test]
fn a_file_that_nobody_may_write_to() {
    let folder = Folder::new("fence");
    let mut store = SqliteStore::init(folder.file()).unwrap();
    let mut asker = Asker::of_keys(&namespace("fence"));
    assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, 1..11);
    let fence = |readonly| {
        let mut permissions = fs::metadata(folder.file()).unwrap().permissions();
        permissions.set_readonly(readonly);
        fs::set_permissions(folder.file(), permissions).unwrap();
    };
    fence(true);
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
    let mut store = SqliteStore::open(folder.file()).unwrap();
    assert_eq!(asker.end(&mut store), 11);
    assert_eq!(kind(asker.ask(&mut store, keys(10))), "unavailable");
    assert_eq!(kind(SqliteStore::init(folder.file())), "unavailable");
    drop(store);
    fence(false);
    let files =
        fs::read_dir(folder.0.path()).unwrap().map(|file| file.unwrap().metadata().unwrap());
    assert!(files.into_iter().all(|file| !file.permissions().readonly()));
    let mut store = SqliteStore::open(folder.file()).unwrap();
    assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, 11..21);
}

/// What a constraint refuses is not quoted: errors end in logs.
#[test]
fn errors_quote_no_holder() {
    let folder = Folder::new("quote");
    let mut store = SqliteStore::init(folder.file()).unwrap();
    let mut asker = Asker::of_keys(&namespace("quote"));
    asker.holder = Holder::new(asker.holder.token(), "it is a secret").unwrap();
    asker.ask(&mut store, keys(10)).unwrap();
    let other = Connection::open(folder.file()).unwrap();
    let row =
        "INSERT INTO ids_reserve_span SELECT namespace, number, 11, 12, token, label, state, at
               FROM ids_reserve_span";
    other.execute(row, []).unwrap();
    other.execute("UPDATE ids_reserve_span SET until = 10 WHERE first = 1", []).unwrap();
    let error = Asker::of_keys(&asker.resource.namespace).ask(&mut store, keys(10)).unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("UNIQUE constraint failed: ids_reserve_span"), "{text}");
    assert!(!text.contains("secret") && !text.contains("quote"), "{text}");
}

/// A wait is as long as it says, however long its pauses and what is tried between them take.
#[test]
fn a_slow_turn() {
    let folder = Folder::new("slow");
    let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
    let (tries, wait) = (Cell::new(0), Duration::from_millis(60));
    let tables = Tables {
        names: &["ids_reserve_version"],
        of: "reservations",
        schema: SqliteStore::SCHEMA,
        version: 1,
        longest: 1 << 20,
    };
    let (connection, mut file) = File::open(&folder.file(), &tables, true, wait, || ()).unwrap();
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
    let folder = Folder::new("unfinished");
    let mut store = SqliteStore::init(folder.file()).unwrap();
    Asker::of_keys(&namespace("unfinished")).ask(&mut store, keys(10)).unwrap();
    drop(store);
    let other = Connection::open(folder.file()).unwrap();
    other.pragma_update(None, "journal_mode", "delete").unwrap();
    let unfinished = "PRAGMA cache_size = 1;
        BEGIN IMMEDIATE;
        UPDATE ids_reserve_resource SET until = 77;
        CREATE TABLE much AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 2000)
            SELECT zeroblob(2000) FROM n";
    other.execute_batch(unfinished).unwrap();
    let journal = |file: &PathBuf| PathBuf::from(format!("{}-journal", file.display()));
    let left = fs::read(journal(&folder.file())).unwrap();
    other.execute_batch("COMMIT").unwrap();
    let copy = folder.0.path().join("copy.db");
    fs::copy(folder.file(), &copy).unwrap();
    fs::write(journal(&copy), left).unwrap();
    let mut permissions = fs::metadata(&copy).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&copy, permissions).unwrap();
    // Who may write all the same, as root, takes it back first.
    if let Ok(status) = SqliteStore::open(&copy).and_then(|mut store| store.status()) {
        assert_eq!(status[0].end, 11);
    }
}
