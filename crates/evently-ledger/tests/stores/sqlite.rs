//! Ledgers in an SQLite file.

use core::{ops::ControlFlow, time::Duration};
use std::{fs, path::Path, thread};

use evently_ledger::{
    Appender, LedgerError, Store, Verifier, VerifyError,
    sqlite::{DatabaseError, SqliteStore},
};
use ids_testkit::servers::Folder;
use rusqlite::Connection;
use serde_json::Value;

use crate::{CLOCK, begin, checker::Tables, event, laws, new, shared};

/// All rows of a ledger.
pub(crate) fn tables(path: &Path, ledger: &str) -> Tables {
    let connection = Connection::open(path).unwrap();
    let rows = |sql: &str| -> Vec<Value> {
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([ledger], |row| row.get::<_, String>(0)).unwrap();
        rows.map(|row| serde_json::from_str(&row.unwrap()).unwrap()).collect()
    };
    let of_ledger = "WHERE ledger = (SELECT number FROM evently_ledger WHERE name = ?1)";
    Tables {
        ledger: rows(
            "SELECT json_object('head', lower(hex(head)), 'events', events, 'profile', profile)
             FROM evently_ledger WHERE name = ?1",
        )
        .remove(0),
        events: rows(&format!(
            "SELECT json_object('id', lower(hex(id)), 'append_key', append_key, 'record', record,
                 'event', event, 'previous', CASE WHEN previous IS NOT NULL THEN lower(hex(previous)) END)
             FROM evently_event {of_ledger} ORDER BY id"
        )),
        entities: rows(&format!(
            "SELECT json_object('entity', entity, 'key', key, 'id', lower(hex(id)))
             FROM evently_entity {of_ledger}"
        )),
    }
}

/// Each statement that would change what a ledger is, and the code that it is refused with.
const FORBIDDEN: &[(&str, &str)] = &[
    ("UPDATE evently_event SET record = record", "LE001"),
    ("UPDATE evently_event SET append_key = 'x'", "LE001"),
    ("UPDATE OR REPLACE evently_event SET id = x'00000000000000000000000000000000'", "LE001"),
    ("DELETE FROM evently_event WHERE append_key = 'a'", "LE001"),
    ("DELETE FROM evently_entity", "LE001"),
    ("UPDATE evently_entity SET key = 'x'", "LE001"),
    ("INSERT INTO evently_entity SELECT ledger, 'x', 'y', id FROM evently_event LIMIT 1", "LE001"),
    // Also of the last event.
    (
        "INSERT INTO evently_entity SELECT ledger, 'x', 'y', id FROM evently_event
      ORDER BY id DESC LIMIT 1",
        "LE001",
    ),
    ("UPDATE evently_ledger SET head = NULL", "LE001"),
    ("UPDATE evently_ledger SET events = events + 1", "LE001"),
    ("UPDATE evently_ledger SET name = 'x'", "LE001"),
    ("UPDATE evently_ledger SET head = (SELECT min(id) FROM evently_event)", "LE001"),
    ("DELETE FROM evently_ledger", "LE001"),
    ("INSERT INTO evently_ledger (name, profile, events) VALUES ('x', 'doc5', 1)", "LE001"),
    ("REPLACE INTO evently_ledger (name, profile) VALUES ('l', 'doc5')", "LE001"),
    ("REPLACE INTO evently_ledger (number, name, profile) VALUES (1, 'x', 'doc5')", "LE001"),
    // After the event before the last, and after none.
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, unhex('7f' || substr(hex(id), 3)), previous, record FROM evently_event
      ORDER BY id DESC LIMIT 1",
        "LE002",
    ),
    (
        "INSERT INTO evently_event (ledger, id, record)
      SELECT ledger, unhex('7f' || substr(hex(id), 3)), record FROM evently_event LIMIT 1",
        "LE002",
    ),
    (
        "INSERT INTO evently_event (ledger, id, record)
      SELECT 2, id, record FROM evently_event LIMIT 1",
        "LE002",
    ),
    // Not later; of another ledger; another record; another key; a key that is taken.
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, unhex(substr(hex(head), 1, 16) || 'ffffffff' || substr(hex(head), 25)), head, record
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE003",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, unhex('7f' || substr(hex(head), 3, 28) || 'ff'), head, record
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE003",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, unhex('7f' || substr(hex(head), 3)), head, record
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE003",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, append_key, record)
      SELECT ledger, unhex('7f' || substr(hex(head), 3)), head, 'b',
          json_set(record, '$.eventId', '7f' || lower(substr(hex(head), 3)), '$.appendKey', 'c')
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE003",
    ),
    (
        "INSERT OR REPLACE INTO evently_event (ledger, id, previous, append_key, record)
      SELECT ledger, unhex('7f' || substr(hex(head), 3)), head, 'a',
          json_set(record, '$.eventId', '7f' || lower(substr(hex(head), 3)), '$.appendKey', 'a')
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE001",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT number, unhex('7f' || substr(hex(head), 3)), head, 'no JSON' FROM evently_ledger",
        "malformed JSON",
    ),
];

/// A ledger with a few events.
fn few(path: &Path) -> Appender<SqliteStore> {
    let mut ledger = begin(SqliteStore::init(path, "l").unwrap());
    for key in ["a", "z"] {
        let json = event("e", r#""p":["1"]"#, 1);
        ledger.append(&CLOCK, new(&json).with_key(key)).unwrap();
    }
    ledger
}

#[test]
fn the_file_guards_itself() {
    let folder = Folder::new("ledger-sqlite-guard");
    let path = folder.path().join("events.db");
    let ledger = few(&path);
    let connection = Connection::open(&path).unwrap();
    for (sql, code) in FORBIDDEN {
        let error = connection.execute(sql, []).unwrap_err().to_string();
        assert!(error.starts_with(code), "{sql}: {error}");
        assert_eq!(tables(&path, "l").check().last(), Some(&ledger.head()), "{sql}");
    }
    shared::verify(ledger.into_store());
}

/// The last event is gone, but its ledger says that it is there.
#[test]
fn the_last_event_is_missed() {
    let folder = Folder::new("ledger-sqlite-last");
    let path = folder.path().join("events.db");
    let head = few(&path).head();
    let connection = Connection::open(&path).unwrap();
    let script = "DROP TRIGGER evently_event_remains;
        DELETE FROM evently_event WHERE append_key = 'z';";
    connection.execute_batch(script).unwrap();
    let mut store = SqliteStore::open(&path, "l").unwrap();
    let verified = Verifier::from_genesis(None).verify_store(&mut store, |_| ());
    assert!(matches!(verified, Err(VerifyError::NotFound(event)) if event == head), "{verified:?}");
}

/// Rows that somebody wrote who has turned the triggers off.
#[test]
fn rows_that_are_none() {
    for (change, fault) in [
        ("record = '{}'", "missing"),
        ("record = 'no'", "not JSON"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"1')", "another id"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"x')", "another id"),
        ("record = x'ff'", "width"),
        ("id = x'01ff'", "x01ff: a column has another type or width"),
        ("id = x''", "width"),
        ("id = 'text of sixteen!'", "width"),
        ("id = x'ffffffffffffffffffffffffffffffff'", "width"),
    ] {
        let folder = Folder::new("ledger-sqlite-rows");
        let path = folder.path().join("events.db");
        drop(few(&path));
        let connection = Connection::open(&path).unwrap();
        // As an old SQLite, which knows no STRICT, would leave it.
        let script = "DROP TRIGGER evently_event_stays; PRAGMA ignore_check_constraints = ON;
             PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''),
                 'GENERATED ALWAYS AS (record ->> ''$.event'') STORED', '')
             WHERE name = 'evently_event';";
        connection.execute_batch(script).unwrap();
        drop(connection);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        let sql = format!("UPDATE evently_event SET {change} WHERE append_key = 'z'");
        connection.execute(&sql, []).unwrap();
        let mut store = SqliteStore::open(&path, "l").unwrap();
        let error = store.read(None, &mut |_| ControlFlow::Continue(())).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, DatabaseError::Row { .. }), "{change}: {text}");
        assert!(
            text.starts_with("evently_event, row ") && text.contains(fault),
            "{change}: {text}"
        );
        assert!(matches!(store.find_key("z"), Err(DatabaseError::Row { .. })), "{change}");
    }
}

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
    for ledger in ledgers {
        assert_eq!(tables(&path, &ledger.name).check().len() as u64, ledger.events);
    }
}

#[test]
fn many_writers() {
    let folder = Folder::new("ledger-sqlite-many");
    let path = folder.path().join("events.db");
    shared::hold(|| {
        let store = SqliteStore::init(&path, "shared").unwrap();
        store.with_busy_timeout(Duration::from_secs(60)).unwrap()
    });
    tables(&path, "shared").check();
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

/// Nothing is acknowledged that is in no file of this name.
#[test]
fn a_file_that_is_replaced() {
    for change in ["replace", "remove", "journal"] {
        let folder = Folder::new("ledger-sqlite-place");
        let path = folder.path().join("events.db");
        let mut ledger = few(&path);
        match change {
            "replace" => {
                fs::copy(&path, folder.path().join("copy")).unwrap();
                fs::rename(folder.path().join("copy"), &path).unwrap();
            }
            "remove" => fs::remove_file(&path).unwrap(),
            _ => fs::remove_file(folder.path().join("events.db-wal")).unwrap(),
        }
        for _ in 0..2 {
            let error = ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap_err();
            assert!(matches!(error, LedgerError::Store(DatabaseError::Replaced)), "{change}");
        }
    }
}
