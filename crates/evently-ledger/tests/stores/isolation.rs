//! Ledgers in a PostgreSQL database whose transactions are isolated more strictly.

use std::thread;

use evently_ledger::{
    Appender, DatabaseError, LedgerError, Store,
    postgres::{PostgresAppender, PostgresStore},
};
use tokio_postgres::IsolationLevel;

use crate::{
    CLOCK, begin, event, new,
    postgres::{client, server, tables},
};

/// The server then refuses statements for what others do, also in other ledgers. Each writer goes on.
#[test]
fn writers_under_every_level() {
    let Some(server) = server() else { return };
    for level in ["repeatable read", "serializable"] {
        let name = level.replace(' ', "_");
        let ledgers: Vec<_> = (0..6).map(|ledger| format!("{name}_{ledger}")).collect();
        server
            .query(&format!(
                "ALTER DATABASE postgres SET default_transaction_isolation = '{level}'"
            ))
            .unwrap();
        for ledger in &ledgers {
            begin(PostgresStore::new(&server.url(), ledger).unwrap());
        }
        // The table has few rows: the server now reads all of them, and takes that for a conflict.
        server.query("ANALYZE").unwrap();
        thread::scope(|scope| {
            for ledger in &ledgers {
                let store = PostgresStore::new(&server.url(), ledger).unwrap();
                scope.spawn(move || {
                    let mut ledger = Appender::open(store).unwrap();
                    for number in 0..200 {
                        ledger.append(&CLOCK, new(&event("e", r#""a":["b"]"#, number))).unwrap();
                    }
                });
            }
        });
        for ledger in &ledgers {
            assert_eq!(tables(&server, ledger).check().len(), 201, "{ledger}");
        }
    }
}

/// A conflict has ended the transaction, so it is the caller who tries again.
#[test]
fn a_conflict_in_a_transaction() {
    let Some(server) = server() else { return };
    server.query("CREATE TABLE seat (name text PRIMARY KEY)").unwrap();
    let mut outside = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let kept = runtime.block_on(async {
        let (mut one, mut two) = (client(&server.url()).await, client(&server.url()).await);
        for is_disturbed in [true, false] {
            let level = IsolationLevel::Serializable;
            let own = one.build_transaction().isolation_level(level).start().await.unwrap();
            let mut ledger = PostgresAppender::in_transaction(&own, "l").await.unwrap();
            own.query("SELECT name FROM seat", &[]).await.unwrap();
            if is_disturbed {
                // Each has read what the other writes: no order of the two gives that.
                let other = two.build_transaction().isolation_level(level).start().await.unwrap();
                other.query("SELECT id FROM evently_ledger.event", &[]).await.unwrap();
                other.execute("INSERT INTO seat VALUES ('1')", &[]).await.unwrap();
                other.commit().await.unwrap();
            }
            match ledger.append(&CLOCK, new(&event("e", "", 1))).await {
                Ok(id) => {
                    own.commit().await.unwrap();
                    return id;
                }
                Err(LedgerError::Store(DatabaseError::Unavailable(error))) => {
                    assert!(
                        is_disturbed && error.to_string().contains("SQLSTATE 40001"),
                        "{error}"
                    );
                    own.rollback().await.unwrap();
                }
                Err(error) => panic!("{error}"),
            }
        }
        panic!("nothing disturbs the second time");
    });
    assert!(outside.store_mut().contains(kept).unwrap());
    assert_eq!(tables(&server, "l").check().len(), 2);
}
