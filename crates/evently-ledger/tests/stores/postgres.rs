//! Ledgers in a PostgreSQL database.

use core::{ops::ControlFlow, time::Duration};
use std::thread;

use evently_ledger::{
    AppendError, Appender, Follower, LedgerError, Query, Selector, Store,
    postgres::{self, PostgresAppender, PostgresStore},
};
use ids_testkit::servers::{PgBouncer, PostgresServer};
use tokio_postgres::{Client, NoTls};

use crate::{CLOCK, GENESIS, begin, event, laws, new, other, shared};

/// A server with the tables.
fn server() -> Option<PostgresServer> {
    let server = PostgresServer::start()?;
    PostgresStore::new(&server.url(), "").unwrap().init().unwrap();
    Some(server)
}

fn hold(url: &str) {
    let mut count = 0;
    laws::hold(|| {
        count += 1;
        PostgresStore::new(url, &format!("ledger {count}")).unwrap()
    });
    shared::hold(|| PostgresStore::new(url, "shared").unwrap());
    let ledgers = PostgresStore::new(url, "").unwrap().ledgers().unwrap();
    assert_eq!(ledgers.len(), count + 1);
}

#[test]
fn every_law() {
    let Some(server) = server() else { return };
    hold(&server.url());
}

/// Behind pgbouncer, which gives each transaction another connection.
#[test]
fn every_law_behind_pgbouncer() {
    let Some(server) = server() else { return };
    let Some(pooler) = PgBouncer::start(&server, 3) else { return };
    hold(&pooler.url());
}

/// The appender that does not block, each call by another client.
#[test]
fn without_blocking() {
    let Some(server) = server() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    // Tasks may move from thread to thread.
    runtime.block_on(async { tokio::spawn(tasks(server.url())).await.unwrap() });
    shared::verify(PostgresStore::new(&server.url(), "tasks").unwrap());
}

async fn client(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn tasks(url: String) {
    let mut one = client(&url).await;
    postgres::init(&mut one).await.unwrap();
    let none = PostgresAppender::open(&one, "tasks").await;
    assert!(matches!(none, Err(LedgerError::NoLedger)));
    let mut ledger =
        PostgresAppender::begin(&mut one, "tasks", &CLOCK, new(GENESIS)).await.unwrap();
    let again = PostgresAppender::begin(&mut one, "tasks", &CLOCK, new(GENESIS)).await;
    assert!(matches!(again, Err(LedgerError::Exists)));
    let read = ledger.head();
    let json = event("Booked", r#""seat":["1"]"#, 1);
    let writers: Vec<_> = (0..16)
        .map(|_| {
            let (url, json) = (url.clone(), json.clone());
            tokio::spawn(async move {
                let mut client = client(&url).await;
                let mut ledger = PostgresAppender::open(&client, "tasks").await.unwrap();
                let seat = Selector::entity("seat", "1");
                let booked = ledger
                    .append_unless(&mut client, &CLOCK, &[new(&json)], Some(read), &seat)
                    .await;
                // Nothing of a transaction is left.
                let next = ledger.append(&mut client, &CLOCK, new(&event("Next", "", 1))).await;
                next.unwrap();
                match booked {
                    Ok(ids) => Ok(ids[0]),
                    Err(LedgerError::Refused { error: AppendError::Race { event }, .. }) => {
                        Err(event)
                    }
                    Err(error) => panic!("{error}"),
                }
            })
        })
        .collect();
    let mut won = Vec::new();
    let mut seen = Vec::new();
    for writer in writers {
        match writer.await.unwrap() {
            Ok(id) => won.push(id),
            Err(id) => seen.push(id),
        }
    }
    assert!(won.len() == 1 && seen.len() == 15 && seen.iter().all(|id| *id == won[0]));
    // Others have gone on meanwhile; this one goes on by another client.
    let mut two = client(&url).await;
    let id = ledger.append(&mut two, &CLOCK, new(&json).with_key("key")).await.unwrap();
    assert_eq!(ledger.append(&mut one, &CLOCK, new(&json).with_key("key")).await.unwrap(), id);
    assert!(postgres::contains(&one, "tasks", id).await.unwrap());
    assert!(!postgres::contains(&one, "tasks", other(id)).await.unwrap());
    assert_eq!(postgres::head(&one, "tasks").await.unwrap().unwrap().id, id);
    assert_eq!(postgres::ledgers(&one).await.unwrap()[0].events, 1 + 1 + 16 + 1);
    let mut found = Vec::new();
    let query = Query::new().with_selector(Selector::entity("seat", "1")).newest_first();
    let shown = postgres::select(&two, "tasks", &query, |id, _| {
        found.push(id);
        ControlFlow::Continue(())
    });
    shown.await.unwrap();
    assert_eq!(found, [id, won[0]]);
}

/// A follower hears of an append, and goes on where it was after the server has been killed.
#[test]
fn a_wait_ends() {
    let Some(mut server) = server() else { return };
    let url = server.url();
    let open = || PostgresStore::new(&url, "l").unwrap();
    let (long, short) = (Duration::from_secs(60), Duration::from_millis(1));
    let mut ledger = begin(open());
    let mut other = begin(PostgresStore::new(&server.url(), "other").unwrap());
    let (mut store, mut follower) = (open(), Follower::new(None));
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
    let mut poll = |store: &mut PostgresStore, follower: &mut Follower| {
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
    assert_eq!(store.head().unwrap().unwrap().id, head);
}
