//! Ledgers in the tables of the original.

use core::fmt::Write as _;
use std::{fs, path::PathBuf};

use evently_ledger::{
    AppendError, Appender, Chain, DatabaseError, EventReader, LedgerError, Profile, Request,
    Selector, Store, Verifier,
    parallel::Verification,
    postgres::{self, PgLedgerStore, PostgresStore},
};
use ids_testkit::servers::PostgresServer;

use crate::{CLOCK, event, new, verified};

/// A server with the tables.
fn server() -> Option<PostgresServer> {
    let server = PostgresServer::start()?;
    server.query(include_str!("pg-ledger.sql")).unwrap();
    Some(server)
}

fn store(server: &PostgresServer, ledger: &str) -> PgLedgerStore {
    PgLedgerStore::new(PostgresStore::new(&server.url(), ledger).unwrap())
}

/// Puts a ledger of these records, a line for each, into the tables.
fn fill<'r>(server: &PostgresServer, ledger: &str, records: impl Iterator<Item = &'r str>) {
    let mut script = String::from(
        "CREATE TEMP TABLE given (place serial, record bytea); COPY given (record) FROM STDIN;\n",
    );
    for record in records {
        script += "\\\\x";
        record.bytes().for_each(|byte| write!(script, "{byte:02x}").unwrap());
        script += "\n";
    }
    write!(
        script,
        "\\.\nSELECT evently.take_up('{ledger}', array_agg(record ORDER BY place)) FROM given;"
    )
    .unwrap();
    server.query(&script).unwrap();
}

/// A ledger whose first event is the original's, and an event after it.
fn ledger(server: &PostgresServer) {
    let first = r#"{"event":"📒𒃻","entities":{},"meta":{"notes":"n"},"data":{"name":"tennis","description":""}}"#;
    let mut reader = EventReader::new(Profile::Pg);
    let id = reader.read_new(first.as_bytes(), 1_700_000_000_000_000).unwrap().id(None).unwrap();
    let (mut reader, mut records) = (EventReader::new(Profile::Doc5), Vec::new());
    let genesis = reader.read_new(first.as_bytes(), 1_700_000_000_000_000).unwrap();
    genesis.write_record(id, None, &mut records);
    records.push(b'\n');
    let mut chain = Chain::resume(Profile::Pg, id);
    let next = event("Served", r#""player":["x"]"#, 15);
    chain.append(&CLOCK, next.as_bytes(), &mut records).unwrap();
    fill(server, "tennis", core::str::from_utf8(&records).unwrap().lines());
}

/// Events of the ledger that the functions in the database would have given another id, of all.
fn recomputed(server: &PostgresServer, ledger: &str) -> String {
    server.query("DROP SCHEMA IF EXISTS evently_ledger CASCADE").unwrap();
    server.query(postgres::SCHEMA).unwrap();
    server.query(postgres::FUNCTIONS).unwrap();
    let sql = format!(
        "SELECT count(*) FILTER (WHERE id IS DISTINCT FROM wanted OR previous_ts <> coalesce(before, 0)), count(*)
        FROM (
            SELECT *, lag(timestamp) OVER byTime AS before, CASE
                WHEN lag(id) OVER byTime IS NULL THEN evently_ledger.genesis_id(event, timestamp, 'pg')
                ELSE evently_ledger.event_id(event, timestamp, lag(id) OVER byTime) END AS wanted
            FROM (
                SELECT b.timestamp, previous_ts, (lpad(to_hex(b.timestamp), 16, '0')
                    || lpad(to_hex(checksum), 8, '0') || l.id)::uuid AS id,
                    jsonb_build_object('event', event, 'entities', entities, 'meta', meta, 'data', data) AS event
                FROM evently.ledger_base AS b JOIN evently.ledgers AS l
                    ON b.tableoid::regclass::text = 'evently.ledger_' || l.id
                WHERE l.name = '{ledger}'
            ) AS e WINDOW byTime AS (ORDER BY timestamp)
        ) AS w"
    );
    server.query(&sql).unwrap()
}

#[test]
fn continues_in_place() {
    let Some(server) = server() else { return };
    ledger(&server);
    let mut open = store(&server, "tennis");
    let (report, ended) = Verification::default().run_store(&mut open);
    ended.unwrap();
    assert_eq!((report.events, report.profile), (2, Some(Profile::Pg)));
    let read = report.head.unwrap();

    let mut ledger = Appender::open(open).unwrap();
    assert_eq!(ledger.head(), read);
    let (one, two) = (event("Served", r#""player":["x"]"#, 30), event("Served", "", 40));
    let id = ledger.append(&CLOCK, new(&one).with_key("serve 2")).unwrap();
    assert_eq!(ledger.append(&CLOCK, new(&one).with_key("serve 2")).unwrap(), id);
    let other = ledger.append(&CLOCK, new(&two).with_key("serve 2")).unwrap_err();
    let conflict = AppendError::KeyConflict { event: id };
    assert!(matches!(other, LedgerError::Refused { error, .. } if error == conflict), "{other}");
    ledger.append(&CLOCK, new(&two)).unwrap();

    // Another writer, of whom this one learns when it appends, and a batch.
    let mut second = Appender::open(store(&server, "tennis")).unwrap();
    second.append(&CLOCK, new(&two)).unwrap();
    let ids = ledger.append_all(&CLOCK, &[new(&one), new(&two).with_key("k"), new(&one)]).unwrap();
    assert_eq!(ids[2], ledger.head());
    let mut late = |after| {
        let selector = Selector::entity("player", "x");
        second.append_all(&CLOCK, Request::new(&[new(&two)]).unless(Some(after), &selector))
    };
    let race = late(read).unwrap_err();
    let error = AppendError::Race { event: id };
    assert!(matches!(race, LedgerError::Refused { error: found, .. } if found == error), "{race}");
    late(ids[2]).unwrap();

    // The records that were appended come back byte by byte.
    let mut store = ledger.into_store();
    let mut lines = Vec::new();
    let shown = store.read(Some(read), &mut |_, record| {
        lines.push(String::from_utf8(record.to_vec()).unwrap());
        core::ops::ControlFlow::Continue(())
    });
    assert!(shown.unwrap());
    assert_eq!(lines.len(), 7);
    assert!(lines[0].starts_with(one.trim_end_matches('}')), "{}", lines[0]);
    assert!(lines[0].ends_with(r#","appendKey":"serve 2"}"#) && !lines[1].contains("appendKey"));
    assert_eq!(store.find_key(&ids[0].to_string()).unwrap(), None);
    assert!(!store.contains(crate::other(id)).unwrap() && store.contains(id).unwrap());
    assert_eq!(verified(&mut store), 9);
    assert_eq!(recomputed(&server, "tennis"), "0|9");
}

/// `null` is a value of the column too.
#[test]
fn data_of_every_type() {
    let Some(server) = server() else { return };
    ledger(&server);
    let events = ["null", "true", r#""a\"b""#, "[null]", r#"{"a":null}"#].map(|data| {
        format!(r#"{{"event":"e","entities":{{}},"meta":{{"a":null}},"data":{data}}}"#)
    });
    let batch = events.each_ref().map(|json| new(json));
    let mut ledger = Appender::open(store(&server, "tennis")).unwrap();
    ledger.append_all(&CLOCK, &batch).unwrap();
    let mut store = ledger.into_store();
    assert_eq!(verified(&mut store), 7);
    assert_eq!(recomputed(&server, "tennis"), "0|7");
}

/// The original can remove the last events again.
#[test]
fn notices_a_reset() {
    let Some(server) = server() else { return };
    ledger(&server);
    let mut ledger = Appender::open(store(&server, "tennis")).unwrap();
    let next = event("Served", "", 1);
    ledger.append(&CLOCK, new(&next)).unwrap();
    let last = ledger.append(&CLOCK, new(&next)).unwrap();
    let child = server.query("SELECT inhrelid::regclass FROM pg_inherits").unwrap();
    server.query(&format!("DELETE FROM {child} WHERE timestamp = {}", last.timestamp())).unwrap();
    let forgotten = ledger.append(&CLOCK, new(&next)).unwrap_err();
    assert!(matches!(forgotten, LedgerError::Forgotten { event } if event == last), "{forgotten}");
    let mut again = Appender::open(ledger.into_store()).unwrap();
    again.append(&CLOCK, new(&next)).unwrap();
    assert_eq!(recomputed(&server, "tennis"), "0|4");
}

#[test]
fn what_is_no_ledger() {
    let Some(server) = server() else { return };
    let absent = Appender::open(store(&server, "tennis"));
    assert!(matches!(absent, Err(LedgerError::NoLedger)));
    let begun = Appender::begin(store(&server, "tennis"), &CLOCK, new(crate::GENESIS));
    assert!(matches!(begun, Err(LedgerError::Store(DatabaseError::Invalid(_)))));
    ledger(&server);
    let mut open = store(&server, "tennis");
    assert!(open.head().unwrap().is_some());
    for (change, what) in [
        ("checksum = 1::bigint << 32", "of timestamp 1735689600000000"),
        ("timestamp = -5", "of timestamp -5"),
        ("data = '1'", "the id is"),
        ("checksum = checksum # 1", "the id is"),
        ("meta = '[]'", "meta"),
    ] {
        let child = server.query("SELECT inhrelid::regclass FROM pg_inherits").unwrap();
        server.query(&format!("CREATE TABLE kept AS TABLE {child}; UPDATE {child} SET {change} WHERE previous_ts <> 0")).unwrap();
        let (report, ended) = Verification::default().run_store(&mut open);
        let failure = report.first.map(|failure| failure.to_string());
        let text = failure.unwrap_or_else(|| ended.unwrap_err().to_string());
        assert!(text.contains(what), "{change}: {text}");
        server
            .query(&format!("DELETE FROM {child}; INSERT INTO {child} TABLE kept; DROP TABLE kept"))
            .unwrap();
    }
    server.query("DROP SCHEMA evently CASCADE").unwrap();
    assert!(open.head().is_err());
    let none = open.head().unwrap_err();
    assert!(matches!(none, DatabaseError::Invalid(_)), "{none}");
}

/// Ledgers that the original has written are verified, and continued.
#[test]
#[ignore = "needs ledgers: just peer-evently"]
fn ledgers_of_others() {
    let Some(server) = server() else { return };
    let folder = PathBuf::from(std::env::var_os("EVENTLY_LEDGERS").expect("EVENTLY_LEDGERS"));
    let mut found = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let mut verifier = Verifier::from_genesis(None);
        let count = verifier.verify_lines(text.as_bytes());
        let (Ok(count), Some(Profile::Pg)) = (count, verifier.profile()) else { continue };
        found += 1;
        let name = format!("ledger {found}");
        fill(&server, &name, text.lines());
        let mut open = store(&server, &name);
        let (again, ended) = Verification::default().run_store(&mut open);
        ended.unwrap();
        assert_eq!(
            (again.events, again.head, again.profile),
            (count, verifier.head(), Some(Profile::Pg))
        );
        let mut ledger = Appender::open(open).unwrap();
        for place in 0..100 {
            ledger.append(&CLOCK, new(&event("Served", r#""player":["x"]"#, place))).unwrap();
        }
        let mut open = ledger.into_store();
        assert_eq!(verified(&mut open), count + 100);
        assert_eq!(recomputed(&server, &name), format!("0|{}", count + 100));
        println!("{}: {count} events verified, 100 appended", path.display());
    }
    assert!(found > 0, "no ledger of profile pg");
}
