//! What the tables refuse of every program, by their own triggers, also through an older SQLite.

use std::process::Command;

use evently_ledger::sqlite::SqliteStore;
use ids_testkit::Folder;
use rusqlite::Connection;

use super::{few, place, tables};
use crate::{CLOCK, databases, event, new, shared};

/// Each statement besides those of every database, and the code that it is refused with.
const FORBIDDEN: &[(&str, &str)] = &[
    ("UPDATE evently_event SET append_key = 'x'", "LE001"),
    ("UPDATE OR REPLACE evently_event SET id = x'00000000000000000000000000000000'", "LE001"),
    // Also of the last event.
    (
        "INSERT INTO evently_entity SELECT ledger, 'x', 'y', id FROM evently_event
      ORDER BY id DESC LIMIT 1",
        "LE001",
    ),
    ("UPDATE evently_ledger SET events = events + 1", "LE001"),
    ("UPDATE evently_ledger SET head = (SELECT min(id) FROM evently_event)", "LE001"),
    ("REPLACE INTO evently_ledger (name, profile) VALUES ('l', 'doc5')", "LE001"),
    ("REPLACE INTO evently_ledger (number, name, profile) VALUES (1, 'x', 'doc5')", "LE001"),
    // A key that is taken.
    (
        "INSERT OR REPLACE INTO evently_event (ledger, id, previous, append_key, record)
      SELECT ledger, unhex('00063' || substr(hex(head), 6)), head, 'a',
          json_set(record, '$.eventId', '00063' || lower(substr(hex(head), 6)), '$.appendKey', 'a')
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE001",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT number, unhex('00063' || substr(hex(head), 6)), head, 'no JSON' FROM evently_ledger",
        "LE003",
    ),
    // No JSON, and JSON of another kind, which SQLite reads.
    ("UPDATE evently_event SET record = 'no JSON'", "LE001"),
    ("UPDATE OR REPLACE evently_event SET record = ''", "LE001"),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, unhex('00063' || substr(hex(head), 6)), head,
          replace(json_set(record, '$.eventId', '00063' || lower(substr(hex(head), 6))), '{}', '{/**/}')
      FROM evently_event JOIN evently_ledger ON id = head",
        "LE003",
    ),
    // What replaces does not fire the triggers of a removal, but for `PRAGMA recursive_triggers`.
    ("UPDATE OR REPLACE evently_event SET rowid = 2 WHERE rowid = 3", "LE001"),
    ("UPDATE OR REPLACE evently_entity SET key = '2'", "LE001"),
    ("UPDATE OR REPLACE evently_ledger SET number = 2, events = events + 1", "LE001"),
    ("REPLACE INTO evently_entity SELECT * FROM evently_entity", "LE001"),
    ("INSERT OR IGNORE INTO evently_entity SELECT ledger, 'x', key, id FROM evently_entity", "LE001"),
    (
        "INSERT INTO evently_entity SELECT * FROM evently_entity WHERE true
      ON CONFLICT DO UPDATE SET key = 'x'",
        "LE001",
    ),
    (
        "INSERT INTO evently_ledger (name, profile) VALUES ('l', 'doc5')
      ON CONFLICT (name) DO UPDATE SET head = NULL",
        "LE001",
    ),
    (
        "INSERT INTO evently_event (ledger, id, previous, record)
      SELECT ledger, id, previous, record FROM evently_event WHERE rowid = 3
      ON CONFLICT DO UPDATE SET record = 'x'",
        "LE002",
    ),
    // A row that the library could not read.
    (
        "INSERT INTO evently_ledger (number, name, profile) VALUES (5000000000, 'x', 'doc5')",
        "CHECK constraint failed",
    ),
    (
        "REPLACE INTO evently_ledger (number, name, profile) VALUES (0, 'x', 'doc5')",
        "CHECK constraint failed",
    ),
    (
        "INSERT INTO evently_ledger (number, name, profile) VALUES (-1, 'x', 'doc5')",
        "CHECK constraint failed",
    ),
    ("UPDATE evently_version SET version = 2", "LE001"),
    ("DELETE FROM evently_version", "LE001"),
    ("INSERT INTO evently_version (version) VALUES (2)", "LE001"),
    ("REPLACE INTO evently_version (rowid, version) VALUES (1, 2)", "LE001"),
];

/// How an event that follows the last one is inserted: the words after INSERT, its rowid, its record, and how it is
/// refused. `{}` is a record that is right.
const NEXT: &[(&str, &str, &str, &str)] = &[
    ("", "1", "{}", "LE001"),
    ("OR REPLACE", "1", "{}", "LE001"),
    ("OR REPLACE", "2", "{}", "LE001"),
    ("OR REPLACE", "3", "{}", "LE001"),
    ("OR REPLACE", "'2'", "{}", "LE001"),
    ("OR REPLACE", "2.0", "{}", "LE001"),
    ("OR IGNORE", "2", "{}", "LE001"),
    // Later ones would come before it, or anywhere.
    ("", "0", "{}", "LE001"),
    ("OR REPLACE", "-1", "{}", "LE001"),
    ("OR FAIL", "-1", "{}", "LE001"),
    ("", "5", "{}", "LE001"),
    ("", "9223372036854775807", "{}", "LE001"),
    // Two lines of an export.
    ("", "NULL", "replace({}, ',', char(10) || ',')", "CHECK constraint failed"),
    ("OR REPLACE", "4", "{} || char(10)", "CHECK constraint failed"),
    // What no reader takes.
    ("", "NULL", "json_set({}, '$.data', printf('%16777216d', 1))", "CHECK constraint failed"),
    // What a path does not find, so that an entity is hidden or a key can be used again.
    ("", "NULL", r"replace({}, 'entities', '\u0065ntities')", "LE003"),
    ("", "NULL", r#"'{"\u0061ppendKey":"q",' || substr({}, 2)"#, "LE003"),
    // The event would stay without its entities, or without one of them.
    ("", "NULL", "json_set({}, '$.entities', 'x')", "LE003"),
    ("OR FAIL", "NULL", "json_set({}, '$.entities', 'x')", "LE003"),
    ("OR IGNORE", "NULL", "json_set({}, '$.entities', 'x')", "LE003"),
    ("OR FAIL", "NULL", "json_set({}, '$.entities.y', printf('%1001d', 1))", "LE003"),
    ("OR IGNORE", "NULL", "json_set({}, '$.entities.y', printf('%1001d', 1))", "LE003"),
    ("OR IGNORE", "NULL", "json_set({}, '$.entities.' || printf('%01001d', 1), 'y')", "LE003"),
];

/// Inserts an event that follows the last one.
fn next(words: &str, rowid: &str, record: &str) -> String {
    let right = "json_set(record, '$.eventId', '00063' || lower(substr(hex(head), 6)))";
    let record = record.replace("{}", right);
    format!(
        "INSERT {words} INTO evently_event (rowid, ledger, id, previous, record)
         SELECT {rowid}, ledger, unhex('00063' || substr(hex(head), 6)), head, {record}
         FROM evently_event JOIN evently_ledger ON id = head"
    )
}

#[test]
fn the_file_guards_itself() {
    let (folder, path) = place("sqlite-guard");
    let ledger = few(&folder);
    let connection = Connection::open(&path).unwrap();
    let refused = |sql: &str, code: &str| {
        let error = connection.execute(sql, []).expect_err(sql).to_string();
        assert!(error.starts_with(code), "{sql}: {error}");
        assert_eq!(tables(&path, "l").check().last(), Some(&ledger.head()), "{sql}");
    };
    for recursive in ["OFF", "ON"] {
        connection.execute_batch(&format!("PRAGMA recursive_triggers = {recursive}")).unwrap();
        for (sql, code) in databases::forbidden::<Folder>() {
            refused(&sql, code);
        }
        for (sql, code) in FORBIDDEN {
            refused(sql, code);
        }
        for (words, rowid, record, code) in NEXT {
            refused(&next(words, rowid, record), code);
        }
        // Whatever the bound, nothing is after the year 9999, and nothing is ahead of the clock by more than it.
        let ahead = |seconds: i64| {
            let sql = "UPDATE evently_version SET max_ahead = ?1";
            assert_eq!(connection.execute(sql, [seconds]).unwrap(), 1);
        };
        for (seconds, time, is_refused) in [
            (86_400, "7fffffffffffffff", true),
            (86_400, "ffffffffffffffff", true),
            (86_400, "0384440ccc735fff", true),
            (86_400, "0384440ccc736000", true),
            (i64::MAX, "0384440ccc736000", true),
            (i64::MAX, "7fffffffffffffff", true),
            (i64::MAX, "ffffffffffffffff", true),
            (i64::MAX, "0384440ccc735fff", false),
            (0, "0384440ccc735fff", true),
        ] {
            ahead(seconds);
            let sql = next("", "NULL", "{}").replace(
                "'00063' || substr(hex(head), 6)",
                &format!("'{time}' || substr(hex(head), 17)"),
            );
            let sql = sql.replace(
                "'00063' || lower(substr(hex(head), 6))",
                &format!("'{time}' || lower(substr(hex(head), 17))"),
            );
            if is_refused {
                refused(&sql, "LE003: the time");
            } else {
                connection.execute_batch("BEGIN").unwrap();
                assert_eq!(connection.execute(&sql, []).unwrap(), 1);
                connection.execute_batch("ROLLBACK").unwrap();
            }
        }
        ahead(86_400);
        // A key that stands twice is one row, whatever the statement says of conflicts.
        for words in ["", "OR ABORT", "OR ROLLBACK", "OR FAIL", "OR IGNORE", "OR REPLACE"] {
            connection.execute_batch("BEGIN").unwrap();
            let twice =
                next(words, "NULL", r#"json_set({}, '$.entities.p', json('["1","1","2"]'))"#);
            assert_eq!(connection.execute(&twice, []).unwrap(), 1, "{words}");
            let rows =
                "SELECT count(*) FROM evently_entity WHERE id = (SELECT head FROM evently_ledger)";
            let rows: i64 = connection.query_row(rows, [], |row| row.get(0)).unwrap();
            assert_eq!(rows, 2, "{words}");
            connection.execute_batch("ROLLBACK").unwrap();
        }
        // What is right but for its checksum is not refused.
        for (words, rowid) in [("", "NULL"), ("OR REPLACE", "4"), ("OR FAIL", "4")] {
            connection.execute_batch("BEGIN").unwrap();
            assert_eq!(connection.execute(&next(words, rowid, "{}"), []).unwrap(), 1);
            connection.execute_batch("ROLLBACK").unwrap();
        }
    }
    // A name that cannot be read does not close the file.
    let odd = "INSERT INTO evently_ledger (name, profile) VALUES (CAST(x'78ff' AS TEXT), 'doc5')";
    assert_eq!(connection.execute(odd, []).unwrap(), 1);
    let ledgers = SqliteStore::open(&path, "l").unwrap().ledgers().unwrap();
    assert_eq!(ledgers.iter().map(|ledger| &*ledger.name).collect::<Vec<_>>(), ["l", "x\u{fffd}"]);
    shared::verify(ledger.into_store());
}

/// What a program with the SQLite of its system does: it checks a file, and appends an event to it.
const OLDER: &str = r#"
import sqlite3, sys
if sqlite3.sqlite_version_info < (3, 38):
    sys.exit(77)
copy = sqlite3.connect(sys.argv[1])
assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
copy.execute("ATTACH ? AS source", (sys.argv[2],))
columns = "ledger, id, previous, append_key, record"
later = f"SELECT {columns} FROM source.evently_event WHERE append_key = 'later'"
copy.execute(f"INSERT INTO main.evently_event ({columns}) {later}")
copy.commit()
assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
try:
    copy.execute("UPDATE main.evently_event SET record = record")
except sqlite3.IntegrityError as error:
    assert str(error).startswith("LE001"), error
else:
    raise AssertionError("it is not refused")
"#;

#[test]
fn an_older_sqlite() {
    let folder = Folder::new("ledger-sqlite-older");
    let [path, copy] = ["events.db", "copy.db"].map(|name| folder.path().join(name));
    let mut ledger = few(&folder);
    let connection = Connection::open(&path).unwrap();
    connection.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    let json = event("e", r#""p":["2"]"#, 1);
    ledger.append(&CLOCK, new(&json).with_key("later")).unwrap();
    let mut python = Command::new("python3");
    let Ok(output) = python.args(["-c", OLDER]).args([&copy, &path]).output() else {
        return println!("left out: python3 is not installed");
    };
    if output.status.code() == Some(77) {
        return println!("left out: the SQLite of python3 is older than 3.38");
    }
    assert!(output.status.success(), "{output:?}");
    assert_eq!(tables(&copy, "l").check().last(), Some(&ledger.head()));
    shared::verify(SqliteStore::open(&copy, "l").unwrap());
}
