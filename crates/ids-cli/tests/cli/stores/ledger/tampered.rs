//! What verification finds in ledgers of a database that was changed past the triggers.

use serde_json::json;

use super::run;
use crate::ledger::files::{Folder, lines, records};

/// A ledger `t` of this number of events in a database: the folder of both files, the database, its place, and the file
/// that was imported.
fn imported(count: u64) -> (Folder, rusqlite::Connection, String, String) {
    let folder = Folder::new("ledger");
    let (path, file) =
        (folder.file("events.db"), folder.write("ledger", lines(&records(count, 10))));
    let place = format!("sqlite:{path}");
    run("import", &format!("{place}?ledger=t"), &[&file]).ok();
    let database = rusqlite::Connection::open(path).unwrap();
    (folder, database, place, file)
}

/// Changes in the tables, past the triggers: the row is named.
#[test]
fn rows_that_are_wrong() {
    let (folder, database, place, _file) = imported(3000);
    let script = "DROP TRIGGER evently_event_stays; PRAGMA ignore_check_constraints = ON";
    database.execute_batch(script).unwrap();
    let row = "SELECT lower(hex(id)) FROM evently_event ORDER BY id LIMIT 1 OFFSET 2100";
    let id: String = database.query_row(row, [], |row| row.get(0)).unwrap();
    let change = |sql: &str| {
        let sql = format!("UPDATE evently_event SET {sql} WHERE hex(id) = upper(?1)");
        assert_eq!(database.execute(&sql, [&id]).unwrap(), 1);
    };
    let failure = |kind: &str| {
        let said = run("verify", &place, &["--json"]).code(4).json().remove(0);
        assert_eq!((&said["valid"], &said["events"]), (&false.into(), &"2100".into()));
        let failure = &said["failure"];
        assert_eq!((&failure["index"], &failure["kind"]), (&"2100".into(), &kind.into()));
        failure.clone()
    };
    change("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"7')");
    run("verify", &place, &[])
        .code(4)
        .prints(&format!("ledger t: record 2100, row {id}: the id is "))
        .prints("not valid: 2100 events");
    assert_eq!(failure("mismatch")["row"], *id);
    run("stats", &place, &[]).code(1);
    run("export", &place, &[&folder.file("export")])
        .code(1)
        .says(&format!("evently_event, row {id}: "));
    assert!(!folder.names().contains(&"export".to_owned()));
    // A record that is right, in the row of another event.
    change("record = replace(record, '\"eventId\":\"7', '\"eventId\":\"0')");
    run("verify", &place, &[]).ok();
    change("id = unhex(substr(hex(id), 1, 16) || 'FF' || substr(hex(id), 19))");
    run("verify", &place, &[])
        .code(4)
        .prints("its row has another id than the record, which carries 0");
    assert_eq!(failure("row")["found"], *id);
}

/// Changes in the columns by which events are found, past the triggers.
#[test]
fn indexes_that_are_wrong() {
    let (_folder, database, place, file) = imported(1500);
    run("verify", &place, &["--indexes"]).ok();
    run("verify", &file, &["--indexes"]).code(2).says("--indexes is for databases");
    let script = "DROP TRIGGER evently_entity_stays;
        UPDATE evently_entity SET key = 'x' WHERE id = (SELECT max(id) FROM evently_entity)";
    database.execute_batch(script).unwrap();
    // The records are as they were.
    run("verify", &place, &[]).ok();
    run("verify", &place, &["--indexes"])
        .code(4)
        .says("ledger t: evently_event, row 0")
        .says("the index of entities");
    let said = run("verify", &place, &["--indexes", "--json"]).code(4).json().remove(0);
    assert_eq!((&said["failure"], &said["valid"]), (&json!({ "kind": "row" }), &false.into()));
}

/// Events that were removed at the end, past the triggers, and a head that was moved.
#[test]
fn ends_that_are_wrong() {
    let (folder, database, place, file) = imported(2000);
    let change = |sql: &str| database.execute_batch(sql).unwrap();
    change(
        "DROP TRIGGER evently_event_remains; DROP TRIGGER evently_ledger_moves;
         CREATE TABLE kept AS SELECT * FROM evently_ledger",
    );
    let is_found = |events: usize, message: &str| {
        let at = format!("ledger t: record {events}: the ledger says that {message}");
        run("verify", &place, &[]).code(4).says(&at);
        let said = run("verify", &place, &["--json"]).code(4).json().remove(0);
        assert_eq!((&said["failure"]["kind"], &said["valid"]), (&"row".into(), &false.into()));
        run("stats", &place, &[]).code(1);
        run("diff", &place, &[&file, "--all"]).code(1);
        run("export", &place, &[&folder.file("export")]).code(1);
        assert!(!folder.names().contains(&"export".to_owned()));
    };
    change("UPDATE evently_ledger SET head = NULL");
    is_found(2000, "it has no events, but its events end with ");
    change("UPDATE evently_ledger SET head = (SELECT head FROM kept); DELETE FROM evently_event");
    is_found(0, "its last event is ");
    for (a, b) in [(&place, &file), (&file, &place)] {
        run("diff", a, &[b]).code(1).says("is missing; see 'ids ledger verify'");
    }
    // Then nothing says that there was any.
    let wiped = |label: &str| {
        let wanted = format!("{label}: no events\nnot valid: 0 events\n");
        run("verify", &place, &[]).code(4).prints(&wanted);
        let said = run("verify", &place, &["--json"]).code(4).json().remove(0);
        assert_eq!((&said["failure"]["kind"], &said["valid"]), (&"empty".into(), &false.into()));
    };
    change("UPDATE evently_ledger SET head = NULL");
    wiped("events.db, ledger t");
    change("DROP TRIGGER evently_ledger_remains; DELETE FROM evently_ledger");
    wiped("events.db");
}

/// Names that were stored past the checks, of one ledger each: the other ledgers open, and the message names these.
#[test]
fn names_that_are_none() {
    let folder = Folder::new("ledger");
    let path = folder.file("events.db");
    let place = format!("sqlite:{path}");
    let long = "n".repeat(500);
    for name in ["l", &long] {
        run("create", &format!("{place}?ledger={name}"), &["--name", "t"]).ok();
    }
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .execute_batch(
            "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON; DROP TRIGGER evently_ledger_begins;
             UPDATE sqlite_schema SET sql = replace(replace(sql, 'name TEXT NOT NULL', 'name ANY'), 'head BLOB', 'head ANY')
             WHERE name = 'evently_ledger'",
        )
        .unwrap();
    drop(database);
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .execute_batch(
            "PRAGMA ignore_check_constraints = ON;
             INSERT INTO evently_ledger (name, profile) VALUES (NULL, 'doc5'), (x'6c', 'doc5'), (7, 'doc5'),
                 (replace(hex(zeroblob(20000000)), '00', 'xy'), 'doc5');
             INSERT INTO evently_ledger (name, profile, head) VALUES ('h', 'doc5', zeroblob(40000000)), ('', 'doc5', NULL)",
        )
        .unwrap();
    drop(database);
    run("verify", &format!("{place}?ledger=l"), &[]).ok();
    let wanted = [3, 4, 5, 6, 8].map(|row| format!("one of row {row} without a name")).join(", ");
    let wanted = format!("it has {wanted}, 'h', 'l', '{}..'\n", &long[..100]);
    run("verify", &place, &[]).code(1).says(&wanted);
    run("verify", &format!("{place}?ledger=h"), &[])
        .code(4)
        .says("ledger h: the row of the ledger: a column has another type or width\n");
    run("verify", &format!("{place}?ledger={}", "m".repeat(1000)), &[])
        .code(1)
        .says(&format!("no ledger '{}..'", "m".repeat(100)));
}
