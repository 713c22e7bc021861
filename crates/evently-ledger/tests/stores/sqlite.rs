//! Ledgers in an SQLite file.

use core::time::Duration;
use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use evently_ledger::{
    AppendError, Appender, DatabaseError, LedgerError, LedgerRow, Profile, Record, Request,
    Selector, Store, parallel::Verification, sqlite::SqliteStore,
};
use ids_testkit::{Folder, PATIENCE, SplitMix};
use rusqlite::{Connection, TransactionBehavior};
use serde_json::Value;

use crate::{
    CLOCK, begin,
    checker::Tables,
    databases::{self, Database, few},
    event, new, shared,
};

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

/// Where a file of ledgers may be.
pub(crate) fn place(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(&format!("ledger-{name}"));
    let path = folder.path().join("events.db");
    (folder, path)
}

impl Database for Folder {
    type Store = SqliteStore;
    const PREFIX: &str = "evently_";
    const SPELLED: [&str; 5] = [
        "unhex('00063' || substr(hex(id), 6))",
        "unhex('00063' || substr(hex(head), 6))",
        "unhex(substr(hex(head), 1, 16) || 'ffffffff' || substr(hex(head), 25))",
        "unhex('00063' || substr(hex(head), 6, 25) || 'ff')",
        "json_set(record, '$.eventId', '00063' || lower(substr(hex(head), 6)), '$.appendKey', 'c')",
    ];

    fn renew(&mut self) {
        *self = Self::new("ledger-sqlite-past");
    }

    fn open(&self, ledger: &str) -> SqliteStore {
        SqliteStore::init(self.path().join("events.db"), ledger).unwrap()
    }

    fn ledgers(&self) -> Vec<LedgerRow> {
        self.open("l").ledgers().unwrap()
    }

    fn past(&self, sql: &str) {
        let path = self.path().join("events.db");
        let table = sql.split('#').nth(1).unwrap().split(' ').next().unwrap();
        let connection = Connection::open(&path).unwrap();
        let triggers = "SELECT coalesce(group_concat('DROP TRIGGER ' || name, ';'), '')
            FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'evently_' || ?1";
        let triggers: String = connection.query_row(triggers, [table], |row| row.get(0)).unwrap();
        // As an old SQLite, which knows no STRICT, would leave it.
        let script = format!(
            "{triggers}; PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'STRICT, ', ''), 'STRICT', ''),
                 'GENERATED ALWAYS AS (CASE WHEN json_valid(record) THEN record ->> ''$.event'' END) STORED', '')
             WHERE name = 'evently_{table}'"
        );
        connection.execute_batch(&script).unwrap();
        drop(connection);
        let connection = Connection::open(path).unwrap();
        connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        assert!(connection.execute(&sql.replace('#', Self::PREFIX), []).unwrap() > 0, "{sql}");
    }
}

#[test]
fn past_the_triggers() {
    let mut folder = Folder::new("ledger-sqlite-past");
    databases::rows_that_are_none(
        &mut folder,
        &[
            ("record = 'no'", "not JSON"),
            ("record = replace(record, ',', char(10) || ',')", "line feed"),
            ("record = json_set(record, '$.data', printf('%16777216d', 1))", "longer than 16 MiB"),
            ("record = x'ff'", "width"),
            ("id = x'01ff'", "x01ff: a column has another type or width"),
            ("id = x''", "width"),
            ("id = 'text of sixteen!'", "width"),
            ("id = x'ffffffffffffffffffffffffffffffff'", "width"),
        ],
    );
    let poisons = [
        (
            "late",
            "head = x'ffffffffffffffff0000000000000000'",
            "a column has another type or width",
        ),
        (
            "later",
            "head = x'7fffffffffffffff000000000000000000'",
            "a column has another type or width",
        ),
        ("other", "profile = 'doc6'", "its profile is not known"),
        ("many", "events = -1", "a column has another type or width"),
        ("typed", "events = x'00', profile = x'ff', head = 'text'", "its profile is not known"),
    ];
    databases::one_ledger_is_poisoned(&mut folder, &poisons);
    let short = "INSERT INTO #entity SELECT ledger, 'q', key, x'00' FROM #entity LIMIT 1";
    let short = (short, "#event, row x00: a column has another type");
    databases::indexes_that_are_wrong(&mut folder, &[short]);
    databases::a_ledger_without_events(&mut folder);
}

/// The first record says how the ledger was written, and so do the head, the list of ledgers and the row.
#[test]
fn the_profile_of_the_first_record() {
    let (_folder, path) = place("sqlite-profile");
    let genesis = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"ID"}"#;
    for (profile, id) in [
        (Profile::Doc4, "0005cd7556b0509274f9a7a8dafb00c4"),
        (Profile::Doc5, "0005cd7556b05092aecc815daa77f99c"),
    ] {
        let mut store = SqliteStore::init(&path, profile.name()).unwrap();
        let (id, json) = (id.parse().unwrap(), genesis.replace("ID", id));
        let record = Record { id, key: None, json: json.as_bytes() };
        assert!(store.append(None, &[record]).unwrap());
        assert_eq!(store.head().unwrap(), Some((id, profile)));
        assert_eq!(
            SqliteStore::open(&path, profile.name()).unwrap().head().unwrap().unwrap().1,
            profile
        );
        assert_eq!(tables(&path, profile.name()).ledger["profile"], profile.name());
    }
    let ledgers = SqliteStore::open(&path, "doc4").unwrap().ledgers().unwrap();
    let found: Vec<_> = ledgers.iter().map(|row| (&*row.name, row.profile)).collect();
    assert_eq!(found, [("doc4", Profile::Doc4), ("doc5", Profile::Doc5)]);
}

/// Rows of the caller's, and events, are stored together or not at all.
#[test]
fn in_a_transaction() {
    let (folder, path) = place("sqlite-transaction");
    let mut outside = few(&folder);
    let mut connection = Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE seat (name TEXT PRIMARY KEY)").unwrap();
    let none = SqliteStore::in_transaction(&connection, "l").unwrap_err();
    assert_eq!(none.to_string(), "no transaction has begun");
    let (seat, taken) = (event("Booked", r#""seat":["1"]"#, 1), Selector::entity("seat", "1"));
    for is_kept in [false, true] {
        let head = outside.head();
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        transaction.execute("INSERT INTO seat VALUES ('1')", []).unwrap();
        let mut ledger =
            Appender::open(SqliteStore::in_transaction(&transaction, "l").unwrap()).unwrap();
        let ids = ledger
            .append_all(&CLOCK, Request::new(&[new(&seat)]).unless(Some(head), &taken))
            .unwrap();
        // Refused, or failed in the midst of a batch: the transaction goes on without it.
        let late =
            ledger.append_all(&CLOCK, Request::new(&[new(&seat)]).unless(Some(head), &taken));
        let error = AppendError::Race { event: ids[0] };
        assert_eq!(late.unwrap_err().to_string(), error.to_string());
        let long = event(&"x".repeat(1001), "", 1);
        ledger.append_all(&CLOCK, &[new(&seat), new(&long)]).unwrap_err();
        assert_eq!(ledger.store_mut().head().unwrap().unwrap().0, ids[0]);
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
    // It has ended meanwhile, as by an error of SQLite's: nothing is stored outside of it.
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut ledger =
        Appender::open(SqliteStore::in_transaction(&connection, "l").unwrap()).unwrap();
    connection.execute_batch("ROLLBACK").unwrap();
    let ended = ledger.append(&CLOCK, new(&seat)).unwrap_err();
    assert_eq!(ended.to_string(), "no transaction has begun");
    assert_eq!(tables(&path, "l").check().len(), 3 + 1 + 2);
}

#[test]
fn every_law() {
    let (folder, path) = place("sqlite");
    // All in one file.
    let open = |name: &str| SqliteStore::init_within(&path, name, PATIENCE, || ()).unwrap();
    databases::hold(&folder, "l", open, |name| tables(&path, name));
}

/// Files of which some bytes were changed: every call answers, and none panics.
#[test]
fn damaged_files() {
    let (folder, path) = place("sqlite-damaged");
    let mut ledger = few(&folder);
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
    let mut refused = 0;
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
        let (report, ended) = Verification::default().run_store(&mut store);
        let is_refused = store.ledgers().is_err()
            || report.first.is_some()
            || ended.is_err()
            || databases::wrong(store, known).iter().any(|(_, error)| error.is_some());
        refused += u32::from(is_refused);
    }
    assert!(refused > rounds / 10, "{refused} of {rounds}");
}

/// Errors end in logs: they quote no event and no key.
#[test]
fn errors_quote_no_event() {
    let (folder, path) = place("sqlite-quote");
    let mut ledger = few(&folder);
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
    let (folder, path) = place("sqlite-told");
    let last = few(&folder).head();
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
    // Who reads does not wait.
    assert_eq!(two.head().unwrap().unwrap().0, last);
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
    let (_folder, path) = place("sqlite-wait");
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

/// An event is acknowledged only if it is in the file of this name, and a file that is gone is not read on. In which
/// ways a file is replaced is among the tests of `ids-reserve`.
#[test]
fn a_file_that_is_replaced() {
    let (folder, path) = place("sqlite-place");
    let mut ledger = few(&folder);
    let (head, mut reader) = (ledger.head(), SqliteStore::open(&path, "l").unwrap());
    let short = Duration::from_millis(1);
    assert!(reader.wait(short, short).unwrap());
    let copy = folder.path().join("copy");
    fs::copy(&path, &copy).unwrap();
    let changed = fs::rename(copy, path);
    if cfg!(windows) {
        // There an open file keeps its name.
        changed.unwrap_err();
        ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
        return;
    }
    changed.unwrap();
    for _ in 0..2 {
        let error = ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap_err();
        assert!(matches!(error, LedgerError::Store(DatabaseError::Replaced)), "{error}");
    }
    let own = [("ledgers", reader.ledgers().err()), ("wait", reader.wait(short, short).err())];
    let own = own.map(|(call, error)| (call, error.map(LedgerError::Store)));
    for (call, error) in databases::wrong(reader, head).into_iter().chain(own) {
        let is_told = matches!(error, Some(LedgerError::Store(DatabaseError::Replaced)));
        assert!(is_told, "{call}: {error:?}");
    }
}
