//! Ledgers in PostgreSQL in transactions of the caller's.

use std::thread;

use evently_ledger::{
    AppendError, LedgerError, Request, Selector, Store,
    postgres::{self, PostgresAppender, PostgresStore},
};
use futures_util::future::join;
use ids_testkit::{servers::PgBouncer, until};
use tokio_postgres::{Client, SimpleQueryMessage};

use crate::{
    CLOCK, begin, event, new,
    postgres::{client, server, tables},
};

/// Rows of the caller's, and events, are stored together or not at all: by this library, and by the function
/// in SQL.
#[test]
fn in_a_transaction() {
    let Some(server) = server() else { return };
    server.query(postgres::FUNCTIONS).unwrap();
    server.query("CREATE TABLE seat (name text PRIMARY KEY)").unwrap();
    let mut outside = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let (json, taken) = (event("Booked", r#""seat":["1"]"#, 1), Selector::entity("seat", "1"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for is_kept in [false, true] {
        let head = outside.head();
        let id = runtime.block_on(async {
            let mut client = client(&server.url()).await;
            let transaction = client.transaction().await.unwrap();
            transaction.execute("INSERT INTO seat VALUES ('1')", &[]).await.unwrap();
            let own = "SET LOCAL enable_sort = off; SET LOCAL jit = on";
            transaction.batch_execute(own).await.unwrap();
            let mut ledger = PostgresAppender::in_transaction(&transaction, "l").await.unwrap();
            assert_eq!(ledger.head(), head);
            let ids = ledger
                .append_all(&CLOCK, Request::new(&[new(&json)]).unless(Some(head), &taken))
                .await
                .unwrap();
            // Refused: the transaction goes on.
            let late = ledger
                .append_all(&CLOCK, Request::new(&[new(&json)]).unless(Some(head), &taken))
                .await;
            let error = AppendError::Race { event: ids[0] };
            assert_eq!(late.unwrap_err().to_string(), error.to_string());
            let next = ledger.append(&CLOCK, new(&json).with_key("once")).await.unwrap();
            assert_eq!(ledger.append(&CLOCK, new(&json).with_key("once")).await.unwrap(), next);
            // The settings are still the caller's.
            let settings = "SELECT current_setting('enable_sort'), current_setting('jit'),
                current_setting('enable_bitmapscan')";
            let settings = transaction.query_one(settings, &[]).await.unwrap();
            let settings = [0, 1, 2].map(|column| settings.get::<_, String>(column));
            assert_eq!(settings, ["off", "on", "on"]);
            // Who reads does not wait, and does not see it.
            let seen = self::client(&server.url()).await;
            assert!(!postgres::contains(&seen, "l", next).await.unwrap());
            let none = PostgresAppender::in_transaction(&transaction, "none").await;
            assert!(matches!(none, Err(LedgerError::NoLedger)));
            if is_kept {
                transaction.commit().await.unwrap();
            } else {
                transaction.rollback().await.unwrap();
            }
            next
        });
        assert_eq!(outside.store_mut().contains(id).unwrap(), is_kept);
        assert_eq!(server.sql("SELECT count(*) FROM seat"), u8::from(is_kept).to_string());
        outside.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    }
    for (end, count) in [("ROLLBACK", "1"), ("COMMIT", "2")] {
        let script = format!(
            "BEGIN; INSERT INTO seat VALUES ('2');
            SELECT evently_ledger.append('l', '{json}', 'two'); {end}"
        );
        server.query(&script).unwrap();
        assert_eq!(server.sql("SELECT count(*) FROM seat"), count);
    }
    assert_eq!(tables(&server, "l").check().len(), 1 + 2 + 2 + 1);
    // Another writer waits for the end of the transaction, and then goes on after it.
    let mut client = runtime.block_on(client(&server.url()));
    let transaction = runtime.block_on(client.transaction()).unwrap();
    let first = runtime.block_on(async {
        let mut ledger = PostgresAppender::in_transaction(&transaction, "l").await.unwrap();
        ledger.append(&CLOCK, new(&json)).await.unwrap()
    });
    thread::scope(|scope| {
        let later = scope.spawn(|| outside.append(&CLOCK, new(&json)).unwrap());
        let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        until(|| (server.sql(waits) != "0").then_some(()));
        runtime.block_on(transaction.commit()).unwrap();
        assert!(later.join().unwrap() > first);
    });
    assert_eq!(tables(&server, "l").check().len(), 8);
}

/// A server that is killed before the commit has neither.
#[test]
fn killed_before_the_commit() {
    let Some(mut server) = server() else { return };
    server.query("CREATE TABLE seat (name text PRIMARY KEY)").unwrap();
    let url = server.url();
    drop(begin(PostgresStore::new(&url, "l").unwrap()));
    let json = event("Booked", r#""seat":["1"]"#, 1);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut client = client(&url).await;
        let transaction = client.transaction().await.unwrap();
        transaction.execute("INSERT INTO seat VALUES ('1')", &[]).await.unwrap();
        let mut ledger = PostgresAppender::in_transaction(&transaction, "l").await.unwrap();
        ledger.append(&CLOCK, new(&json)).await.unwrap();
        server.kill();
        transaction.commit().await.unwrap_err();
    });
    server.restart();
    assert_eq!(server.sql("SELECT count(*) FROM seat"), "0");
    assert_eq!(tables(&server, "l").check().len(), 1);
}

/// What a query without parameters gives.
async fn ask(client: &Client, sql: &str) -> String {
    let messages = client.simple_query(sql).await.unwrap();
    let row = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    row.unwrap_or_default().to_owned()
}

/// Behind pgbouncer two clients hold a lock of a session at once, since they share the session of the server:
/// both append after the same event. Two appenders that have read as far do not.
#[test]
fn a_lock_of_a_session_behind_a_pooler() {
    let Some(server) = server() else { return };
    let Some(pooler) = PgBouncer::start(&server, 1) else { return };
    let own = "CREATE TABLE own (id serial, previous int); INSERT INTO own (previous) VALUES (0)";
    server.query(own).unwrap();
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for (url, is_pooled) in [(server.url(), false), (pooler.url(), true)] {
        runtime.block_on(async {
            let (mut one, mut two) = (client(&url).await, client(&url).await);
            let mut read = Vec::new();
            for (client, is_locked) in [(&one, true), (&two, is_pooled)] {
                let locked = ask(client, "SELECT pg_try_advisory_lock(7)").await;
                assert_eq!(locked, if is_locked { "t" } else { "f" });
                if is_locked {
                    read.push((client, ask(client, "SELECT max(id) FROM own").await));
                }
            }
            for (client, head) in read {
                ask(client, &format!("INSERT INTO own (previous) VALUES ({head})")).await;
            }
            ask(&one, "SELECT pg_advisory_unlock_all()").await;

            let mut first = PostgresAppender::open(&one, "l").await.unwrap();
            let mut second = PostgresAppender::open(&two, "l").await.unwrap();
            assert_eq!(first.head(), second.head());
            let json = event("e", "", 1);
            let (first, second) = join(
                first.append(&mut one, &CLOCK, new(&json)),
                second.append(&mut two, &CLOCK, new(&json)),
            )
            .await;
            assert_ne!(first.unwrap(), second.unwrap());
        });
        let forks = server.sql("SELECT count(*) - count(DISTINCT previous) FROM own");
        assert_eq!(forks, u8::from(is_pooled).to_string());
    }
    assert_eq!(tables(&server, "l").check().len(), 1 + 2 + 2);
}

/// Transactions of callers behind pgbouncer, which gives each another connection of two: rows and events are
/// stored together or not at all.
#[test]
fn in_transactions_behind_a_pooler() {
    const EACH: usize = 10;
    let Some(server) = server() else { return };
    let Some(pooler) = PgBouncer::start(&server, 2) else { return };
    server.query("CREATE TABLE seat (name text PRIMARY KEY, event uuid)").unwrap();
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let clients: Vec<_> = (0..8)
            .map(|number| {
                let url = pooler.url();
                tokio::spawn(async move {
                    let mut client = client(&url).await;
                    for round in 0..EACH {
                        let seat = format!("{number} {round}");
                        let json = event("Booked", &format!(r#""seat":["{seat}"]"#), round);
                        let transaction = client.transaction().await.unwrap();
                        let mut ledger =
                            PostgresAppender::in_transaction(&transaction, "l").await.unwrap();
                        let id = ledger.append(&CLOCK, new(&json).with_key(&seat)).await.unwrap();
                        let row = format!("INSERT INTO seat VALUES ('{seat}', '{id}')");
                        transaction.batch_execute(&row).await.unwrap();
                        if round % 2 == 0 {
                            transaction.commit().await.unwrap();
                        } else {
                            transaction.rollback().await.unwrap();
                        }
                    }
                })
            })
            .collect();
        for client in clients {
            client.await.unwrap();
        }
    });
    assert_eq!(tables(&server, "l").check().len(), 1 + 8 * EACH / 2);
    let apart = "SELECT count(*), count(e.id), count(s.event) FROM seat s
        FULL JOIN evently_ledger.event e ON e.id = s.event AND e.append_key = s.name
        WHERE e.previous IS NOT NULL OR e.id IS NULL";
    assert_eq!(server.sql(apart), "40|40|40");
}
