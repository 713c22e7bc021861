//! Ledgers in a PostgreSQL database.

use core::{ops::ControlFlow, time::Duration};
use std::thread;

use evently_ledger::{
    AppendError, Appender, DatabaseError, EventId, LedgerError, LedgerRow, Query, Request,
    Selector, Store,
    postgres::{self, PostgresAppender, PostgresStore},
};
use ids_testkit::{
    PATIENCE,
    servers::{PgBouncer, PostgresServer},
    until,
};
use serde_json::Value;
use tokio_postgres::{Client, NoTls};

use crate::{
    CLOCK, GENESIS, begin,
    checker::Tables,
    databases::{self, Database},
    event, new, other, shared,
};

/// A server with the tables.
pub(crate) fn server() -> Option<PostgresServer> {
    let server = PostgresServer::start()?;
    PostgresStore::new(&server.url(), "").unwrap().init().unwrap();
    Some(server)
}

/// All rows of a ledger, of one moment: the server may yet end what a killed writer began.
pub(crate) fn tables(server: &PostgresServer, ledger: &str) -> Tables {
    let id = |column: &str| format!("replace({column}::text, '-', '')");
    let (head, own, previous) = (id("head"), id("id"), id("previous"));
    let number = format!("(SELECT number FROM evently_ledger.ledger WHERE name = '{ledger}')");
    let sql = format!(
        "SELECT json_build_array(1, json_build_object(
             'head', {head}, 'events', events, 'profile', profile))
         FROM evently_ledger.ledger WHERE name = '{ledger}'
         UNION ALL SELECT json_build_array(2, json_build_object('id', {own}, 'previous', {previous},
             'event', event, 'append_key', append_key, 'record', record))
         FROM evently_ledger.event WHERE ledger = {number}
         UNION ALL SELECT json_build_array(3, json_build_object(
             'entity', entity, 'key', key, 'id', {own}))
         FROM evently_ledger.entity WHERE ledger = {number}"
    );
    let all: Vec<(u8, Value)> =
        server.sql(&sql).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |table| {
        let rows = all.iter().filter(move |(of, _)| *of == table);
        rows.map(|(_, row)| row.clone()).collect::<Vec<_>>()
    };
    let mut events = of(2);
    events.sort_unstable_by_key(|row| row["id"].as_str().unwrap().to_owned());
    Tables { ledger: of(1).remove(0), events, entities: of(3) }
}

impl Database for PostgresServer {
    type Store = PostgresStore;
    const PREFIX: &str = "evently_ledger.";
    const SPELLED: [&str; 5] = [
        "('00063' || substr(id::text, 6))::uuid",
        "('00063' || substr(head::text, 6))::uuid",
        "(left(head::text, 18) || '-ffff-ffff' || right(head::text, 8))::uuid",
        "('00063' || left(substr(head::text, 6), 29) || 'ff')::uuid",
        "(record::jsonb || jsonb_build_object('appendKey', 'c',
            'eventId', '00063' || substr(replace(head::text, '-', ''), 6)))::text",
    ];

    fn renew(&mut self) {
        self.sql("DROP SCHEMA IF EXISTS evently_ledger CASCADE");
    }

    fn open(&self, ledger: &str) -> PostgresStore {
        let mut store = PostgresStore::new(&self.url(), ledger).unwrap();
        store.init().unwrap();
        store
    }

    fn ledgers(&self) -> Vec<LedgerRow> {
        self.open("l").ledgers().unwrap()
    }

    fn past(&self, sql: &str) {
        let sql = format!(
            "ALTER TABLE #ledger DROP CONSTRAINT IF EXISTS ledger_profile_check;
             SET session_replication_role = replica; {sql}"
        );
        self.query(&sql.replace('#', Self::PREFIX)).unwrap();
    }
}

#[test]
fn past_the_triggers() {
    let Some(mut server) = PostgresServer::start() else { return };
    let id = "id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'";
    let id = (id, "whose id is not an event id: a column has another");
    databases::rows_that_are_none(&mut server, &[id]);
    let poisons = [
        (
            "late",
            "head = 'ffffffff-ffff-ffff-0000-000000000000'",
            "a column has another type or width",
        ),
        ("many", "events = -1", "a column has another type or width"),
        ("other", "profile = 'doc6'", "its profile is not known"),
    ];
    databases::one_ledger_is_poisoned(&mut server, &poisons);
    databases::indexes_that_are_wrong(&mut server, &[]);
    databases::a_ledger_without_events(&mut server);
}

#[test]
fn what_is_no_connection_string() {
    for url in ["postgres://h/db?leger=l", "nonsense", "postgres://h:port/db"] {
        let error = PostgresStore::new(url, "l").unwrap_err();
        assert!(matches!(error, DatabaseError::Refused(_)), "{url}: {error}");
    }
}

/// TLS is not left out in silence: without a connector there is no connection.
#[test]
fn tls_without_a_connector() {
    let Some(server) = PostgresServer::start_encrypted() else { return };
    let url = |mode: &str| {
        format!("postgres://postgres@localhost:{}/postgres?sslmode={mode}", server.port())
    };
    let error = PostgresStore::new(&url("require"), "l").unwrap().head().unwrap_err();
    assert!(matches!(error, DatabaseError::Unavailable(_)), "{error}");
    assert!(error.to_string().contains("no TLS implementation configured"), "{error}");
    let mut store = PostgresStore::new(&url("disable"), "l").unwrap();
    store.init().unwrap();
    assert_eq!(store.head().unwrap(), None);
}

/// Tables of the same names whose columns have other types: every call answers, and none panics.
#[test]
fn columns_of_other_types() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let known = ledger.append(&CLOCK, new(&event("e", r#""p":["1"]"#, 1)).with_key("z")).unwrap();
    server.sql("ALTER SCHEMA evently_ledger RENAME TO whole");
    let tables: [(&str, &[&str]); 4] = [
        ("version", &["version"]),
        ("ledger", &["number", "name", "profile", "head", "events"]),
        ("event", &["ledger", "id", "previous", "event", "append_key", "record"]),
        ("entity", &["ledger", "entity", "key", "id"]),
    ];
    let mut refused = 0;
    for (table, columns) in tables {
        for column in columns {
            for other in [
                "NULL::text",
                "%::text",
                "%::text::bytea",
                "true",
                "ARRAY[%]",
                "1::real",
                "'1'::bigint",
            ] {
                let view = |(of, columns): (&str, &[&str])| {
                    let columns = columns.iter().map(|name| {
                        let is_other = (of, *name) == (table, *column);
                        let value =
                            if is_other { other.replace('%', name) } else { (*name).into() };
                        format!("{value} AS {name}")
                    });
                    let columns = columns.collect::<Vec<_>>().join(", ");
                    format!("CREATE TABLE evently_ledger.{of} AS SELECT {columns} FROM whole.{of};")
                };
                server.sql(
                    "DROP SCHEMA IF EXISTS evently_ledger CASCADE; CREATE SCHEMA evently_ledger",
                );
                server.sql(&tables.map(view).concat());
                let mut store = PostgresStore::new(&server.url(), "l").unwrap();
                let own = [("init", store.init().err()), ("ledgers", store.ledgers().err())];
                let own = own.map(|(call, error)| (call, error.map(LedgerError::Store)));
                for (call, error) in databases::wrong(store, known).into_iter().chain(own) {
                    let Some(error) = error else { continue };
                    // Asking again would not help.
                    let is_away =
                        matches!(error, LedgerError::Store(DatabaseError::Unavailable(_)));
                    assert!(!is_away, "{table}.{column} {other}: {call}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

/// An invalid name, stored past the checks, is the fault of its own ledger, and is not read where it is long.
#[test]
fn names_that_are_none() {
    let Some(server) = server() else { return };
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    server.sql(
        "ALTER TABLE evently_ledger.ledger DROP CONSTRAINT ledger_name_check, DROP CONSTRAINT ledger_name_key,
             ALTER COLUMN name DROP NOT NULL;
         INSERT INTO evently_ledger.ledger (name, profile)
         VALUES (NULL, 'doc5'), (repeat('x', 100000000), 'doc5'), ('', 'doc5')",
    );
    let mut store = PostgresStore::new(&server.url(), "l").unwrap();
    let ledgers = store.ledgers().unwrap();
    let rows: Vec<_> = ledgers.iter().map(|row| (row.number, &*row.name, row.fault)).collect();
    let fault = Some("its name is no text of 1 to 500 bytes");
    assert_eq!(rows, [(2, "", fault), (3, "", fault), (4, "", fault), (1, "l", None)]);
    store.head().unwrap().unwrap();
}

/// A read of many pages says nothing while the server answers, and says it where a session has the table.
#[test]
fn a_read_that_waits_for_the_lock() {
    let Some(server) = server() else { return };
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    let (told, heard) = std::sync::mpsc::channel();
    let store = PostgresStore::new(&server.url(), "l").unwrap().with_timeout(PATIENCE);
    let tell = move |error: Option<&DatabaseError>| told.send(error.is_none()).unwrap();
    let mut store = store.with_wait(Duration::ZERO, tell);
    let mut slow = |_: Option<EventId>, _: &[u8]| {
        thread::sleep(Duration::from_millis(1100));
        ControlFlow::Continue(())
    };
    // The time that the visitor takes is not reported. A busy machine may need a second by itself, so it is tried again.
    until(|| {
        store.read(None, &mut slow).unwrap();
        (heard.try_iter().count() == 0).then_some(())
    });
    let mut store = store.with_timeout(Duration::from_millis(1500));
    server.beside("LOCK TABLE evently_ledger.event", || {
        let answer = store.read(None, &mut |_, _| ControlFlow::Continue(()));
        assert!(matches!(answer, Err(DatabaseError::Unavailable(_))), "{answer:?}");
        assert_eq!(heard.try_recv(), Ok(true));
    });
}

/// PostgreSQL's `DETAIL` quotes the row that it refuses. Errors end in logs, where no event belongs.
#[test]
fn errors_quote_no_event() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let (secret, long) = ("it is a secret", "k".repeat(1001));
    let entity = format!(r#""{long}":["{secret}"]"#);
    let (named, keyed) = (event(secret, "", 1), event(secret, &entity, 1));
    for (new, constraint) in [
        (new(&named).with_key(&long), "event_append_key_check"),
        (new(&keyed), "entity_entity_check"),
    ] {
        let error = ledger.append(&CLOCK, new).unwrap_err();
        let LedgerError::Store(DatabaseError::Refused(_)) = error else { panic!("{error}") };
        let text = format!("{error} {error:?}");
        assert!(text.contains("SQLSTATE 23514") && text.contains(constraint), "{text}");
        assert!(!text.contains(secret), "{text}");
    }
}

/// An answer; none if it was not there in time.
fn in_time<T>(answer: Result<T, LedgerError<DatabaseError>>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(LedgerError::Store(DatabaseError::Unavailable(_))) => None,
        Err(error) => panic!("{error}"),
    }
}

/// The limit of a call is for each wait for the server: a read may take longer, and a server that is
/// silent in the midst of it is noticed.
#[test]
fn a_read_takes_its_time() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let json = event("e", "", 1);
    ledger.append_all(&CLOCK, &vec![new(&json); 2500]).unwrap();
    let limit = Duration::from_millis(1500);
    let mut store = PostgresStore::new(&server.url(), "l").unwrap().with_timeout(limit);
    // What a busy machine does not answer in time is asked again.
    let read = until(|| {
        let mut count = 0;
        let read = store.read(None, &mut |_, _| {
            count += 1;
            if count % 1000 == 0 {
                thread::sleep(limit);
            }
            ControlFlow::Continue(())
        });
        in_time(read.map_err(LedgerError::Store)).map(|is_there| (is_there, count))
    });
    assert_eq!(read, (true, 2501));
    let read = store.read(None, &mut |_, _| {
        server.suspend();
        ControlFlow::Continue(())
    });
    server.resume();
    let error = read.unwrap_err();
    assert!(matches!(error, DatabaseError::Unavailable(_)), "{error}");
    assert!(error.to_string().contains("no answer within 1.5s: "), "{error}");
    // The next call connects.
    assert_eq!(store.head().unwrap().unwrap().0, ledger.head());
}

#[test]
fn notifications_can_be_switched_off() {
    let Some(server) = server() else { return };
    server.query(postgres::FUNCTIONS).unwrap();
    begin(PostgresStore::new(&server.url(), "l").unwrap());
    for (setting, is_told) in [("", true), ("'on'", true), ("'off'", false)] {
        let set = format!("SET evently_ledger.notify = {setting};");
        let set = if setting.is_empty() { "" } else { &set };
        let json = event("e", "", 1);
        let script =
            format!("LISTEN evently_ledger; {set} SELECT evently_ledger.append('l', '{json}')");
        let told = server.query(&script).unwrap();
        assert_eq!(told.contains("notification \"evently_ledger\""), is_told, "{told}");
    }
}

/// Direct, behind pgbouncer, which gives each transaction another connection, and without blocking.
#[test]
fn every_law() {
    let Some(server) = server() else { return };
    let hold = |url: &str, name| {
        let open = |ledger: &str| PostgresStore::new(url, ledger).unwrap();
        databases::hold(&server, name, open, |ledger| tables(&server, ledger));
    };
    hold(&server.url(), "direct");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    // Tasks may move from thread to thread.
    runtime.block_on(async { tokio::spawn(tasks(server.url())).await.unwrap() });
    tables(&server, "tasks").check();
    if let Some(pooler) = PgBouncer::start(&server, 3) {
        hold(&pooler.url(), "pooled");
    }
}

pub(crate) async fn client(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn tasks(url: String) {
    let mut one = client(&url).await;
    postgres::init(&one).await.unwrap();
    let none = PostgresAppender::open(&one, "tasks").await;
    assert!(matches!(none, Err(LedgerError::NoLedger)));
    let mut ledger =
        PostgresAppender::begin(&mut one, "tasks", &CLOCK, new(GENESIS)).await.unwrap();
    let again = PostgresAppender::begin(&mut one, "tasks", &CLOCK, new(GENESIS)).await;
    assert!(matches!(again, Err(LedgerError::Exists)));
    let (read, json) = (ledger.head(), event("Booked", r#""seat":["1"]"#, 1));
    let (events, seat) = ([new(&json)], Selector::entity("seat", "1"));
    let booking = Request::new(&events).unless(Some(read), &seat);
    let mut two = client(&url).await;
    let mut faster = PostgresAppender::open(&two, "tasks").await.unwrap();
    let booked = faster.append_all(&mut two, &CLOCK, booking.clone()).await.unwrap()[0];
    let late = ledger.append_all(&mut one, &CLOCK, booking).await.unwrap_err();
    let LedgerError::Refused { error: AppendError::Race { event }, .. } = late else {
        panic!("{late}")
    };
    assert_eq!(event, booked);
    // Nothing of a transaction is left, and this one goes on by another client.
    let id = ledger.append(&mut two, &CLOCK, new(&json).with_key("key")).await.unwrap();
    assert_eq!(ledger.append(&mut one, &CLOCK, new(&json).with_key("key")).await.unwrap(), id);
    assert!(postgres::contains(&one, "tasks", id).await.unwrap());
    assert!(!postgres::contains(&one, "tasks", other(id)).await.unwrap());
    assert_eq!(postgres::head(&one, "tasks").await.unwrap().unwrap().0, id);
    let ledgers = postgres::ledgers(&one).await.unwrap();
    assert!(ledgers.iter().any(|ledger| ledger.name == "tasks" && ledger.events == 3));
    let mut found = Vec::new();
    let query = Query::new().with_selector(Selector::entity("seat", "1")).newest_first();
    let shown = postgres::select(&mut two, "tasks", &query, |id, _| {
        found.push(id);
        ControlFlow::Continue(())
    });
    shown.await.unwrap();
    assert_eq!(found, [id, booked]);
}

/// A follower hears of an append, and goes on where it was after the server has been killed.
#[test]
fn a_wait_ends() {
    let Some(mut server) = server() else { return };
    let url = server.url();
    let open = || PostgresStore::new(&url, "l").unwrap();
    let (long, short) = (PATIENCE, Duration::from_millis(1));
    let mut ledger = begin(open());
    let mut other = begin(PostgresStore::new(&server.url(), "other").unwrap());
    let (mut store, mut follower) = (open(), Query::new());
    let mut seen = Vec::new();
    assert!(store.wait(long).unwrap());
    assert!(!store.wait(short).unwrap());
    let mut appended = vec![ledger.head()];
    for _ in 0..3 {
        thread::scope(|scope| {
            let append = || ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
            let thread = scope.spawn(append);
            assert!(store.wait(long).unwrap());
            appended.push(thread.join().unwrap());
        });
    }
    // Another ledger is of no interest.
    other.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    assert!(!store.wait(short).unwrap());
    let mut poll = |store: &mut PostgresStore, follower: &mut Query| {
        follower.poll(store, |id, _| {
            seen.push(id);
            ControlFlow::Continue(())
        })
    };
    assert_eq!(poll(&mut store, &mut follower).unwrap(), 4);
    server.kill();
    store.wait(long).unwrap_err();
    poll(&mut store, &mut follower).unwrap_err();
    server.restart();
    // The appender has a connection that has ended: nothing was sent by it.
    appended.push(ledger.append(&CLOCK, new(&event("e", "", 2))).unwrap());
    assert!(store.wait(long).unwrap());
    assert_eq!(poll(&mut store, &mut follower).unwrap(), 1);
    assert_eq!(seen, appended);
    let head = Appender::open(&mut store).unwrap().head();
    assert_eq!(store.head().unwrap().unwrap().0, head);
}

/// A database that is fenced for a move stores nothing, also in a turn that begins a transaction, and is read.
#[test]
fn a_fenced_database() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let json = event("e", "", 1);
    ledger.append(&CLOCK, new(&json)).unwrap();
    let mut store = PostgresStore::new(&server.url(), "l").unwrap();
    server.sql("ALTER SYSTEM SET default_transaction_read_only = on");
    server.sql("SELECT pg_reload_conf()");
    // Each connection hears of it at a moment of its own.
    let refused = until(|| match store.lock() {
        Ok(_) => {
            store.unlock().unwrap();
            None
        }
        Err(error) => Some(error),
    });
    assert!(matches!(refused, DatabaseError::Unavailable(_)), "{refused:?}");
    until(|| ledger.append(&CLOCK, new(&json)).err());
    let head = store.head().unwrap();
    let refused = ledger.append(&CLOCK, new(&json)).unwrap_err();
    let LedgerError::Store(DatabaseError::Unavailable(_)) = refused else { panic!("{refused}") };
    assert_eq!(store.head().unwrap(), head);
    shared::verify(store);
    server
        .query(
            "SET default_transaction_read_only = off;
        ALTER SYSTEM RESET default_transaction_read_only; SELECT pg_reload_conf()",
        )
        .unwrap();
    until(|| in_time(ledger.append(&CLOCK, new(&json))));
}

/// A session that has the ledger's row locked: the append says so, ends, and stores nothing later.
#[test]
fn an_append_that_waits_for_the_lock() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let mut other = PostgresStore::new(&server.url(), "l").unwrap();
    other.lock().unwrap();
    let (told, heard) = std::sync::mpsc::channel();
    // What a busy machine does not answer in time is asked again.
    let mut waiting = until(|| {
        let store = PostgresStore::new(&server.url(), "l").unwrap();
        let (store, told) = (store.with_timeout(Duration::from_millis(1500)), told.clone());
        let tell = move |error: Option<&DatabaseError>| told.send(error.is_none()).unwrap();
        in_time(Appender::open(store.with_wait(Duration::ZERO, tell)))
    });
    heard.try_iter().for_each(drop);
    let json = event("e", "", 1);
    let error = waiting.append(&CLOCK, new(&json)).unwrap_err();
    assert!(matches!(error, LedgerError::Store(DatabaseError::Unavailable(_))), "{error}");
    assert_eq!(heard.try_recv(), Ok(true));
    // The server soon does nothing more for it.
    let busy = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    until(|| (server.sql(busy) == "0").then_some(()));
    other.unlock().unwrap();
    ledger.append(&CLOCK, new(&json)).unwrap();
    assert_eq!(server.sql("SELECT events FROM evently_ledger.ledger"), "2");
}

/// The system asks half a minute later whether a machine that says nothing is there, if nothing else is said in the URL.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_that_is_gone() {
    for (parameters, most) in
        [("", 3000), ("?keepalives_idle=7", 700), ("?keepalives_idle=50", 5000)]
    {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = silent.local_addr().unwrap().port();
        let url = format!("postgres://app@127.0.0.1:{port}/app{parameters}");
        let (told, heard) = std::sync::mpsc::channel();
        let store =
            PostgresStore::new(&url, "l").unwrap().with_timeout(Duration::from_millis(1500));
        let mut store = store.with_wait(Duration::ZERO, move |error| {
            // The timer of the socket in hundredths of a second, as Linux lists it: 2 is that which keeps it alive.
            let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
            let own = format!(" 0100007F:{port:04X} 01 ");
            let timer = sockets.lines().find(|line| line.contains(&own));
            let timer = timer.unwrap().split_whitespace().nth(5).unwrap().to_owned();
            told.send((error.is_none(), timer)).unwrap();
        });
        assert!(matches!(store.head(), Err(DatabaseError::Unavailable(_))));
        let (is_connection, timer) = heard.recv().unwrap();
        let (kind, left) = timer.split_once(':').unwrap();
        let left = u32::from_str_radix(left, 16).unwrap();
        assert!(is_connection && kind == "02" && left <= most, "{timer}");
    }
}

/// A server that is started while a store waits for it.
#[test]
fn a_server_that_is_away() {
    let Some(mut server) = server() else { return };
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    server.stop();
    let url = server.url();
    let mut hasty = PostgresStore::new(&url, "l").unwrap();
    assert!(matches!(hasty.head(), Err(DatabaseError::Unavailable(_))));
    let (told, heard) = std::sync::mpsc::channel();
    let found = thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let store = PostgresStore::new(&url, "l").unwrap();
            let tell = move |error: Option<&DatabaseError>| {
                let _all = error.map(|error| told.send(error.to_string()));
            };
            store.with_wait(Duration::from_secs(600), tell).head().unwrap()
        });
        heard.recv().unwrap();
        server.restart();
        waits.join().unwrap()
    });
    assert!(found.is_some());
}
