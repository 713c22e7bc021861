//! Ledgers in a database, verified by several threads.

use core::ops::ControlFlow;

use evently_ledger::{
    Appender, DatabaseError, EventId, Fault, LedgerError, Store,
    parallel::{Report, Verification},
    sqlite::SqliteStore,
};
use ids_testkit::Folder;
use rusqlite::{Connection, params};

use crate::{CLOCK, begin, event, new, other};

/// Events of a ledger that has several chunks.
const COUNT: usize = 3000;

type Ended = Result<(), LedgerError<DatabaseError>>;

fn verified(store: &mut SqliteStore, verification: Verification) -> (Report, Ended) {
    verification.run_store(store)
}

/// A ledger, its events, and a connection with the triggers turned off.
fn long(folder: &Folder) -> (Appender<SqliteStore>, Vec<EventId>, Connection) {
    let path = folder.path().join("events.db");
    let mut ledger = begin(SqliteStore::init(&path, "l").unwrap());
    let note = format!(r#""note":["{}"]"#, "x".repeat(200));
    let events: Vec<_> = (1..COUNT).map(|number| event("e", &note, number)).collect();
    let events: Vec<_> = events.iter().map(|json| new(json)).collect();
    let mut ids = vec![ledger.head()];
    ids.extend(ledger.append_all(&CLOCK, &events).unwrap());
    let connection = Connection::open(&path).unwrap();
    let script = "DROP TRIGGER evently_event_stays; DROP TRIGGER evently_ledger_moves;
        DROP TRIGGER evently_event_remains; PRAGMA ignore_check_constraints = ON";
    connection.execute_batch(script).unwrap();
    (ledger, ids, connection)
}

/// A record, or its row, that was changed: each number of threads names the same event.
#[test]
fn the_first_wrong_event_is_named() {
    let folder = Folder::new("ledger-sqlite-parallel");
    let (ledger, ids, connection) = long(&folder);
    let mut store = ledger.into_store();
    let change = |from: &str, to: &str, id: EventId| {
        let sql = "UPDATE evently_event SET record = replace(record, ?1, ?2) WHERE id = ?3";
        assert_eq!(connection.execute(sql, params![from, to, id.to_bytes()]).unwrap(), 1);
    };
    let is_named = |store: &mut SqliteStore, at: usize, kind: &str, row: EventId| {
        for threads in [1, 3] {
            let verification = Verification { threads, digest: true, ..Verification::default() };
            let (report, ended) = verified(store, verification);
            ended.unwrap();
            let first = report.first.unwrap();
            assert_eq!((first.index, first.fault.kind(), first.row), (at as u64, kind, Some(row)));
            assert_eq!((report.events, report.failed), (at as u64, 1));
            let (all, ended) = verified(store, Verification { keep_going: true, ..verification });
            ended.unwrap();
            assert_eq!((all.first, all.records), (Some(first), COUNT as u64));
        }
    };
    // The first event, one in the first chunk, one in another, and the last.
    for at in [0, 1, 2000, COUNT - 1] {
        let id = ids[at];
        for (from, to, kind) in [
            ("\"meta\":{}", "\"meta\":{\"a\":1}", "mismatch"),
            ("\"eventId\":\"0", "\"eventId\":\"7", "mismatch"),
            ("\"meta\":{}", "\n\"meta\":{}", "syntax"),
            ("\"meta\":{}", "\"note\":{}", "missing_field"),
        ] {
            change(from, to, id);
            is_named(&mut store, at, kind, id);
            change(to, from, id);
        }
        // The record is right, and stands in the row of another event.
        let move_row = |from: EventId, to: EventId| {
            let sql = "UPDATE evently_event SET id = ?2 WHERE id = ?1";
            let moved = connection.execute(sql, params![from.to_bytes(), to.to_bytes()]);
            assert_eq!(moved.unwrap(), 1);
        };
        if at < COUNT - 1 {
            move_row(id, other(id));
            is_named(&mut store, at, "row", other(id));
            let (report, _) =
                verified(&mut store, Verification { threads: 3, ..Verification::default() });
            assert_eq!(report.first.unwrap().fault, Fault::OtherId { found: id });
            move_row(other(id), id);
        }
    }
    let (report, ended) =
        verified(&mut store, Verification { threads: 3, digest: true, ..Verification::default() });
    ended.unwrap();
    assert_eq!(
        (report.events, report.first, report.head),
        (COUNT as u64, None, ids.last().copied())
    );
    // The same records in a file have the same digest.
    let mut lines = Vec::new();
    let read = store.read(None, &mut |_, record| {
        lines.extend_from_slice(record);
        lines.push(b'\n');
        ControlFlow::Continue(())
    });
    assert!(read.unwrap());
    let (of_file, ended) = Verification { digest: true, ..Verification::default() }.run(&lines[..]);
    ended.unwrap();
    assert_eq!((of_file.digest, of_file.events), (report.digest, report.events));
}

/// Where the reading begins, and where it ends.
#[test]
fn from_an_event_to_the_last() {
    let folder = Folder::new("ledger-sqlite-ends");
    let (mut ledger, ids, connection) = long(&folder);
    let path = folder.path().join("events.db");
    let mut store = SqliteStore::open(&path, "l").unwrap();
    let mut head = ledger.head();
    let after = Verification { threads: 2, after: Some(ids[1500]), ..Verification::default() };
    let (report, ended) = verified(&mut store, after);
    ended.unwrap();
    assert_eq!((report.events, report.head), ((COUNT - 1501) as u64, Some(head)));
    let (report, ended) = verified(&mut store, Verification { after: Some(other(head)), ..after });
    let Err(LedgerError::Forgotten { event: missing }) = ended else { panic!("{ended:?}") };
    assert_eq!(missing, other(head));
    assert_eq!(report.records, 0);
    // What is appended meanwhile is verified, too: while there is more to read, and after the last record was read.
    for (count, at) in [(COUNT, 1), (COUNT + 1, COUNT + 1)] {
        head = ledger.head();
        let mut more = Some(event("more", "", 1));
        let (report, ended) = Verification::default().watch_store(&mut store, |report, _| {
            if let Some(json) = more.take_if(|_| report.events >= at as u64) {
                ledger.append(&CLOCK, new(&json)).unwrap();
            }
            ControlFlow::Continue(())
        });
        assert!(ended.is_ok());
        assert_eq!((report.events, report.head), (count as u64 + 1, Some(ledger.head())));
    }
    // The ledger ends elsewhere than it says.
    let last = Some(ledger.head());
    for (sql, head, last) in [
        ("UPDATE evently_ledger SET head = NULL", None, last),
        (
            "UPDATE evently_ledger SET head = (SELECT min(id) FROM evently_event)",
            Some(ids[0]),
            last,
        ),
        (
            "DELETE FROM evently_event WHERE id = (SELECT max(id) FROM evently_event);
            UPDATE evently_ledger SET head = (SELECT max(id) FROM kept)",
            last,
            Some(head),
        ),
    ] {
        let script = "CREATE TABLE IF NOT EXISTS kept AS SELECT id FROM evently_event;";
        connection.execute_batch(&format!("{script} {sql}")).unwrap();
        let (report, ended) =
            verified(&mut store, Verification { threads: 2, ..Verification::default() });
        let Err(LedgerError::OtherEnd { head: said, last: found }) = ended else {
            panic!("{ended:?}")
        };
        assert_eq!((said, found, report.first), (head, last, None), "{sql}");
    }
    // The caller may end it.
    let mut told = 0;
    let (report, ended) =
        Verification { threads: 2, ..Verification::default() }.watch_store(&mut store, |_, _| {
            told += 1;
            ControlFlow::Break(())
        });
    assert!(ended.is_ok() && told == 1 && report.events < COUNT as u64);
}
