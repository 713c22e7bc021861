//! Ledgers in an SQLite file.

use core::{ops::ControlFlow, time::Duration};
use std::{env, fs, path::Path, thread};

use evently_ledger::{
    AppendError, Appender, DatabaseError, Follower, Head, LedgerError, Outcome, Profile, Query,
    Record, RowFault, Selector, Store, Verifier, VerifyError,
    sqlite::{InTransaction, SqliteStore},
};
use ids_testkit::{Folder, PATIENCE, SplitMix};
use rusqlite::{Connection, TransactionBehavior};
use serde_json::Value;

use crate::{CLOCK, GENESIS, begin, checker::Tables, event, laws, new, shared};

mod guards;

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

/// A ledger with a few events.
fn few(path: &Path) -> Appender<SqliteStore> {
    let mut ledger = begin(SqliteStore::init(path, "l").unwrap());
    for key in ["a", "z"] {
        let json = event("e", r#""p":["1"]"#, 1);
        ledger.append(&CLOCK, new(&json).with_key(key)).unwrap();
    }
    ledger
}

/// The first record says how the ledger was written, and so do the head, the list of ledgers and the row.
#[test]
fn the_profile_of_the_first_record() {
    let folder = Folder::new("ledger-sqlite-profile");
    let path = folder.path().join("events.db");
    let genesis = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"ID"}"#;
    for (profile, id) in [
        (Profile::Doc4, "0005cd7556b0509274f9a7a8dafb00c4"),
        (Profile::Doc5, "0005cd7556b05092aecc815daa77f99c"),
    ] {
        let mut store = SqliteStore::init(&path, profile.name()).unwrap();
        let (id, json) = (id.parse().unwrap(), genesis.replace("ID", id));
        let record = Record { id, key: None, json: json.as_bytes() };
        assert_eq!(store.append(None, &[record]).unwrap(), Outcome::Stored);
        assert_eq!(store.head().unwrap(), Some(Head { id, profile }));
        assert_eq!(
            SqliteStore::open(&path, profile.name()).unwrap().head().unwrap().unwrap().profile,
            profile
        );
        assert_eq!(tables(&path, profile.name()).ledger["profile"], profile.name());
    }
    let ledgers = SqliteStore::open(&path, "doc4").unwrap().ledgers().unwrap();
    let found: Vec<_> = ledgers.iter().map(|row| (&*row.name, row.profile)).collect();
    assert_eq!(found, [("doc4", Profile::Doc4), ("doc5", Profile::Doc5)]);
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

/// Rows that were written with the triggers turned off.
#[test]
fn rows_that_are_none() {
    for (change, fault) in [
        ("record = '{}'", "missing"),
        ("record = 'no'", "not JSON"),
        ("record = replace(record, ',', char(10) || ',')", "line feed"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"1')", "another id"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"x')", "another id"),
        ("record = json_set(record, '$.data', printf('%16777216d', 1))", "longer than 16 MiB"),
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
                 'GENERATED ALWAYS AS (CASE WHEN json_valid(record) THEN record ->> ''$.event'' END) STORED', '')
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

/// A ledger whose row is not valid, as one that ends after the last possible time, closes no other ledger of its file.
#[test]
fn one_ledger_is_poisoned() {
    let folder = Folder::new("ledger-sqlite-poisoned");
    let path = folder.path().join("events.db");
    let store = begin(SqliteStore::init(&path, "sane").unwrap()).into_store();
    for (name, change) in [
        ("late", "head = x'ffffffffffffffff0000000000000000'"),
        ("later", "head = x'7fffffffffffffff000000000000000000'"),
        ("other", "profile = 'doc6'"),
        ("many", "events = -1"),
        ("typed", "events = x'00', profile = x'ff', head = 'text'"),
    ] {
        drop(begin(SqliteStore::init(&path, name).unwrap()));
        let connection = Connection::open(&path).unwrap();
        let script = "DROP TRIGGER IF EXISTS evently_ledger_moves; PRAGMA ignore_check_constraints = ON;
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'evently_ledger'";
        connection.execute_batch(script).unwrap();
        drop(connection);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        let sql = format!("UPDATE evently_ledger SET {change} WHERE name = ?1");
        assert_eq!(connection.execute(&sql, [name]).unwrap(), 1);
    }
    let mut ledger = Appender::open(store).unwrap();
    ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    let ledgers = ledger.store_mut().ledgers().unwrap();
    let faults: Vec<_> = ledgers.iter().map(|row| (&*row.name, row.fault)).collect();
    let (column, profile) = (Some(RowFault::Column), Some(RowFault::Profile));
    let wanted = [
        ("late", column),
        ("later", column),
        ("many", column),
        ("other", profile),
        ("sane", None),
        ("typed", profile),
    ];
    assert_eq!(faults, wanted);
    let mut store = ledger.into_store();
    assert_eq!(Verifier::from_genesis(None).verify_store(&mut store, |_| ()).unwrap(), 2);
}

/// Changes, past the triggers, in the columns by which events are found.
#[test]
fn indexes_that_are_wrong() {
    for (trigger, change, wrong) in [
        (
            "evently_event_stays",
            "UPDATE evently_event SET append_key = NULL WHERE append_key = 'z'",
            "evently_event, row 0",
        ),
        (
            "evently_event_stays",
            "UPDATE evently_event SET append_key = 'y' WHERE append_key IS NULL",
            "the column append_key is not what the record says",
        ),
        (
            "evently_event_stays",
            "UPDATE evently_event SET previous = id WHERE append_key = 'z'",
            "the column previous is not what the record says",
        ),
        ("evently_entity_stays", "UPDATE evently_entity SET key = '2'", "evently_event, row 0"),
        (
            "evently_entity_remains",
            "DELETE FROM evently_entity WHERE id = (SELECT head FROM evently_ledger)",
            "the index of entities is not what the record says",
        ),
        (
            "evently_entity_of_event",
            "INSERT INTO evently_entity SELECT ledger, entity, '2', id FROM evently_entity LIMIT 1",
            "evently_entity, row 0",
        ),
        (
            "evently_entity_of_event",
            "INSERT INTO evently_entity SELECT ledger, 'q', key, x'00' FROM evently_entity LIMIT 1",
            "evently_event, row x00: a column has another type",
        ),
        (
            "evently_ledger_moves",
            "UPDATE evently_ledger SET events = events + 1",
            "evently_ledger, row 1: it has another number of events",
        ),
        (
            "evently_ledger_moves",
            "UPDATE evently_ledger SET profile = 'pg'",
            "evently_ledger, row 1: the column profile is not what the record says",
        ),
    ] {
        let folder = Folder::new("ledger-sqlite-indexes");
        let path = folder.path().join("events.db");
        let mut store = few(&path).into_store();
        let mut compared = 0;
        store.check_indexes(&mut |more| compared += more).unwrap();
        assert_eq!(compared, 3 + 2);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
        assert!(connection.execute(change, []).unwrap() > 0, "{change}");
        // The records are as they were.
        Verifier::from_genesis(None).verify_store(&mut store, |_| ()).unwrap();
        let error = store.check_indexes(&mut |_| ()).unwrap_err();
        assert!(matches!(error, DatabaseError::Row { .. }), "{change}: {error}");
        assert!(error.to_string().contains(wrong), "{change}: {error}");
    }
}

/// The row of a ledger that has no event.
#[test]
fn a_ledger_without_events() {
    for (profile, is_begun) in [("doc5", true), ("pg", false), ("v1", false)] {
        let folder = Folder::new("ledger-sqlite-empty");
        let path = folder.path().join("events.db");
        let store = SqliteStore::init(&path, "l").unwrap();
        let row = "INSERT INTO evently_ledger (name, profile) VALUES ('l', ?1)";
        Connection::open(&path).unwrap().execute(row, [profile]).unwrap();
        match Appender::begin(store, &CLOCK, new(GENESIS)) {
            Ok(ledger) => {
                assert!(is_begun, "{profile}");
                shared::verify(ledger.into_store());
            }
            Err(error) => {
                let wrong = "evently_ledger, row 1: the column profile is not what the record says";
                assert!(!is_begun && error.to_string() == wrong, "{profile}: {error}");
            }
        }
    }
}

/// Rows of the caller's, and events, are stored together or not at all.
#[test]
fn in_a_transaction() {
    let folder = Folder::new("ledger-sqlite-transaction");
    let path = folder.path().join("events.db");
    let mut outside = few(&path);
    let mut connection = Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE seat (name TEXT PRIMARY KEY)").unwrap();
    let none = InTransaction::new(&connection, "l").unwrap_err();
    assert_eq!(none.to_string(), "no transaction has begun");
    let (seat, taken) = (event("Booked", r#""seat":["1"]"#, 1), Selector::entity("seat", "1"));
    for is_kept in [false, true] {
        let head = outside.head();
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        transaction.execute("INSERT INTO seat VALUES ('1')", []).unwrap();
        let mut ledger = Appender::open(InTransaction::new(&transaction, "l").unwrap()).unwrap();
        let ids = ledger.append_unless(&CLOCK, &[new(&seat)], Some(head), &taken).unwrap();
        // Refused, or failed in the midst of a batch: the transaction goes on without it.
        let late = ledger.append_unless(&CLOCK, &[new(&seat)], Some(head), &taken);
        let error = AppendError::Race { event: ids[0] };
        assert_eq!(late.unwrap_err().to_string(), error.to_string());
        let long = event(&"x".repeat(1001), "", 1);
        ledger.append_all(&CLOCK, &[new(&seat), new(&long)]).unwrap_err();
        assert_eq!(ledger.store_mut().head().unwrap().unwrap().id, ids[0]);
        shared::verify(ledger.into_store());
        // No other connection sees it yet.
        assert!(!outside.store_mut().contains(ids[0]).unwrap());
        if is_kept {
            transaction.commit().unwrap();
        } else {
            transaction.rollback().unwrap();
        }
        assert_eq!(outside.store_mut().contains(ids[0]).unwrap(), is_kept);
        let seats: i64 =
            connection.query_row("SELECT count(*) FROM seat", [], |row| row.get(0)).unwrap();
        assert_eq!(seats, i64::from(is_kept));
        outside.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    }
    assert_eq!(tables(&path, "l").check().len(), 3 + 1 + 2);
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
    laws::too_wide_is_an_error(SqliteStore::init(&path, "wide").unwrap());
    let ledgers = SqliteStore::open(&path, "none").unwrap().ledgers().unwrap();
    assert_eq!(ledgers.len(), count + 1);
    for ledger in ledgers {
        assert_eq!(tables(&path, &ledger.name).check().len() as u64, ledger.events);
    }
}

#[test]
fn many_writers() {
    let folder = Folder::new("ledger-sqlite-many");
    let path = folder.path().join("events.db");
    shared::hold(|| SqliteStore::init_within(&path, "shared", PATIENCE, || ()).unwrap());
    tables(&path, "shared").check();
}

/// A writer waits for its turn as long as it was told, and no longer.
#[test]
fn a_turn_that_does_not_come() {
    let folder = Folder::new("ledger-sqlite-turn");
    let path = folder.path().join("events.db");
    let open = || SqliteStore::open(&path, "l").unwrap();
    let head = few(&path).head();
    for busy in [Duration::ZERO, Duration::from_millis(5)] {
        let (mut one, mut two) = (open(), open().with_busy_timeout(busy).unwrap());
        one.lock().unwrap();
        let error = two.lock().unwrap_err();
        assert!(matches!(error, DatabaseError::Unavailable(_)), "{error}");
        // Who reads does not wait.
        assert_eq!(two.head().unwrap().unwrap().id, head);
        one.unlock().unwrap();
        two.lock().unwrap();
    }
}

/// Files of which some bytes were changed: every call answers, and none panics.
#[test]
fn damaged_files() {
    let folder = Folder::new("ledger-sqlite-damaged");
    let path = folder.path().join("events.db");
    let mut ledger = few(&path);
    for data in 0..30 {
        ledger.append(&CLOCK, new(&event("e", r#""p":["1"]"#, data))).unwrap();
    }
    let known = ledger.head();
    drop(ledger);
    let connection = Connection::open(&path).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(connection);
    let whole = fs::read(&path).unwrap();
    let mut random = SplitMix::new(33);
    let rounds = env::var("IDS_DAMAGED").map_or(200, |rounds| rounds.parse().unwrap());
    let (mut refused, mut each) = (0, |_: &[u8]| ControlFlow::Continue(()));
    let size = whole.len() as u64;
    let place = |random: &mut SplitMix| usize::try_from(random.below(size)).unwrap();
    for round in 0..rounds {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(8) {
            let byte = random.next_u64().to_le_bytes()[0];
            bytes[place(&mut random)] = byte;
        }
        if random.below(8) == 0 {
            bytes.truncate(place(&mut random));
        }
        let path = folder.path().join(format!("{round}.db"));
        fs::write(&path, bytes).unwrap();
        let Ok(mut store) = SqliteStore::open(&path, "l") else {
            refused += 1;
            continue;
        };
        let answers = [
            store.ledgers().is_ok(),
            store.head().is_ok(),
            store.read(None, &mut each).is_ok(),
            store.rows(Some(known), &mut |_, _| ControlFlow::Continue(())).is_ok(),
            store.find_key("z").is_ok(),
            store.check_indexes(&mut |_| ()).is_ok(),
            Verifier::from_genesis(None).verify_store(&mut store, |_| ()).is_ok(),
            Appender::open(&mut store)
                .and_then(|mut ledger| ledger.append(&CLOCK, new(&event("e", "", 1))))
                .is_ok(),
        ];
        refused += u32::from(answers.contains(&false));
    }
    assert!(refused > rounds / 10, "{refused} of {rounds}");
}

/// Errors end in logs: they quote no event and no key.
#[test]
fn errors_quote_no_event() {
    let folder = Folder::new("ledger-sqlite-quote");
    let path = folder.path().join("events.db");
    let mut ledger = few(&path);
    let connection = Connection::open(&path).unwrap();
    let dull =
        "CREATE TRIGGER dull BEFORE INSERT ON evently_event WHEN new.record LIKE '%a secret%'
        BEGIN SELECT raise(ABORT, 'it is dull'); END;
        CREATE UNIQUE INDEX one ON evently_event (substr(append_key, 1, 9));";
    connection.execute_batch(dull).unwrap();
    let json = event("e", "", 1);
    ledger.append(&CLOCK, new(&json).with_key("my secret 1")).unwrap();
    let secret = json.replace("\"e\"", "\"it is a secret\"");
    for (new, why) in [
        (new(&secret), "it is dull"),
        (new(&json).with_key("my secret 2"), "UNIQUE constraint failed: index 'one'"),
    ] {
        let error = ledger.append(&CLOCK, new).unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(matches!(error, LedgerError::Store(DatabaseError::Refused(_))), "{text}");
        assert!(text.contains(why) && !text.contains("secret"), "{text}");
    }
}

/// Who waits for a second says so: for a turn, and for a file that another process has for itself.
#[test]
fn a_wait_is_told() {
    let folder = Folder::new("ledger-sqlite-told");
    let path = folder.path().join("events.db");
    drop(few(&path));
    let busy = Duration::from_millis(1100);
    let (told, heard) = std::sync::mpsc::channel();
    let open = || {
        let told = told.clone();
        SqliteStore::open_within(&path, "l", busy, move || told.send(()).unwrap())
    };
    let (mut one, mut two) = (SqliteStore::open(&path, "l").unwrap(), open().unwrap());
    two.lock().unwrap();
    two.unlock().unwrap();
    assert!(heard.try_recv().is_err());
    one.lock().unwrap();
    assert!(matches!(two.lock(), Err(DatabaseError::Unavailable(_))));
    assert_eq!(heard.try_recv(), Ok(()));
    drop((one, two));
    let other = Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    assert!(matches!(open(), Err(DatabaseError::Unavailable(_))));
    assert_eq!(heard.try_recv(), Ok(()));
    drop(other);
    open().unwrap();
    assert!(heard.try_recv().is_err());
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
    assert!(store.wait(PATIENCE, PATIENCE).unwrap());
    assert!(!store.wait(short, Duration::ZERO).unwrap());
    thread::scope(|scope| {
        scope.spawn(|| ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap());
        assert!(store.wait(short, PATIENCE).unwrap());
    });
}

#[test]
fn a_file_that_is_not_there() {
    let folder = Folder::new("ledger-sqlite-missing");
    let error = SqliteStore::open(folder.path().join("events.db"), "l").unwrap_err();
    assert!(matches!(error, DatabaseError::Missing), "{error}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// An event is acknowledged only if it is in the file of this name, and a file that is gone is not read on.
#[test]
fn a_file_that_is_replaced() {
    for change in ["replace", "remove", "journal"] {
        let folder = Folder::new("ledger-sqlite-place");
        let path = folder.path().join("events.db");
        let mut ledger = few(&path);
        let (head, mut reader) = (ledger.head(), SqliteStore::open(&path, "l").unwrap());
        let short = Duration::from_millis(1);
        assert!(reader.wait(short, short).unwrap());
        let copy = folder.path().join("copy");
        let changed = match change {
            "replace" => fs::copy(&path, &copy).and_then(|_| fs::rename(&copy, &path)),
            "remove" => fs::remove_file(&path),
            _ => fs::remove_file(folder.path().join("events.db-wal")),
        };
        if cfg!(windows) {
            // There an open file keeps its name.
            changed.unwrap_err();
            ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
            continue;
        }
        changed.unwrap();
        for _ in 0..2 {
            let error = ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap_err();
            assert!(matches!(error, LedgerError::Store(DatabaseError::Replaced)), "{change}");
        }
        let on = |_: &[u8]| ControlFlow::Continue(());
        let polled = Follower::new(Some(head)).poll(&mut reader, |_, record| on(record));
        assert!(matches!(polled, Err(LedgerError::Store(DatabaseError::Replaced))), "{change}");
        let selected = reader.select(&Query::new(), &mut |_, record| on(record));
        assert!(matches!(selected, Err(LedgerError::Store(DatabaseError::Replaced))), "{change}");
        for (call, error) in [
            ("head", reader.head().err()),
            ("contains", reader.contains(head).err()),
            ("find_key", reader.find_key("a").err()),
            ("read", reader.read(None, &mut |record| on(record)).err()),
            ("rows", reader.rows(None, &mut |_, record| on(record)).err()),
            ("check_indexes", reader.check_indexes(&mut |_| ()).err()),
            ("ledgers", reader.ledgers().err()),
            ("wait", reader.wait(short, short).err()),
            ("lock", reader.lock().err()),
        ] {
            assert!(matches!(error, Some(DatabaseError::Replaced)), "{change}: {call}: {error:?}");
        }
    }
}

/// A move begins with a fence: from then on nothing is stored, also over a connection that is open.
#[test]
fn a_file_that_nobody_may_write_to() {
    let folder = Folder::new("ledger-sqlite-fence");
    let path = folder.path().join("events.db");
    let mut ledger = begin(SqliteStore::init(&path, "l").unwrap());
    let fence = |path: &Path, readonly| {
        let mut permissions = fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(readonly);
        fs::set_permissions(path, permissions).unwrap();
    };
    fence(&path, true);
    let error = ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap_err();
    assert!(matches!(error, LedgerError::Store(DatabaseError::Unavailable(_))), "{error}");
    fence(&path, false);
    ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    fence(&path, true);
    shared::verify(ledger.into_store());
    // Nor are tables made in such a file.
    let empty = folder.path().join("empty.db");
    Connection::open(&empty).unwrap().execute_batch("PRAGMA user_version = 1").unwrap();
    fence(&empty, true);
    let before = fs::read(&empty).unwrap();
    SqliteStore::init(&empty, "l").unwrap_err();
    assert!(fs::read(&empty).unwrap() == before);
    // One that is opened now reads it as well.
    let mut ledger = Appender::open(SqliteStore::open(&path, "l").unwrap()).unwrap();
    let error = ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap_err();
    assert!(matches!(error, LedgerError::Store(DatabaseError::Unavailable(_))), "{error}");
    shared::verify(ledger.into_store());
}

/// A file from outside in which something never ends, or has a blob that no memory holds.
#[test]
fn hostile_files() {
    let folder = Folder::new("ledger-sqlite-hostile");
    let endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    // An object that is not a table is not read.
    let names =
        ["evently_version", "EVENTLY_VERSION", "evently_ledger", "evently_event", "evently_entity"];
    for (index, name) in names.into_iter().enumerate() {
        // Where a file system takes both cases for one, the names are too.
        let path = folder.path().join(format!("{index}.view.db"));
        drop(few(&path));
        let connection = Connection::open(&path).unwrap();
        let triggers = "SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema WHERE type = 'trigger'";
        let triggers: String = connection.query_row(triggers, [], |row| row.get(0)).unwrap();
        let script = format!(
            "{triggers}; DROP TABLE {name}; CREATE VIEW {name} AS {endless}
             SELECT 1 AS version, x AS number, 'l' AS name, 'doc5' AS profile, zeroblob(1000000000) AS id FROM n"
        );
        connection.execute_batch(&script).unwrap();
        for opened in [SqliteStore::open(&path, "l"), SqliteStore::init(&path, "l")] {
            let error = opened.unwrap_err().to_string();
            assert!(
                error.contains("the name of a table of ledgers and is not a table"),
                "{name}: {error}"
            );
        }
        connection.execute_batch("BEGIN").unwrap();
        InTransaction::new(&connection, "l").unwrap_err();
    }
    // A trigger that is not ours.
    let path = folder.path().join("trigger.db");
    let mut ledger = few(&path);
    let script = format!(
        "CREATE VIEW endless AS {endless} SELECT x FROM n;
         CREATE TRIGGER own AFTER INSERT ON evently_event BEGIN SELECT count(*) FROM endless; END"
    );
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(&script).unwrap();
    let json = event("e", "", 1);
    let error = ledger.append(&CLOCK, new(&json)).unwrap_err().to_string();
    assert!(error.contains("never ends"), "{error}");
    connection.execute_batch("DROP TRIGGER own").unwrap();
    ledger.append(&CLOCK, new(&json)).unwrap();
    // A column that no memory holds.
    let script = "DROP TRIGGER evently_event_stays; PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'record TEXT NOT NULL',
            'record BLOB AS (zeroblob(1000000000 + length(id))), other TEXT NOT NULL')
        WHERE name = 'evently_event'";
    connection.execute_batch(script).unwrap();
    drop(connection);
    let mut store = SqliteStore::open(&path, "l").unwrap();
    let error = store.read(None, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, DatabaseError::Refused(_)), "{error}");
}
