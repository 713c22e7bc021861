//! A session of the database that has the row of a ledger locked, as an operator's may.

use std::thread;

use ids_testkit::servers::PostgresServer;

use crate::{
    answers::{GENESIS, event},
    program::Program,
};

/// Requests to the locked ledger: more than the service has threads and connections.
const REQUESTS: usize = 600;
/// Those of them that may wait.
const WAITING: usize = 64;

/// The other ledgers go on, and those who waited have their answers in the end.
pub(crate) fn others_go_on(program: &Program, server: &PostgresServer) {
    let append = |ledger: &str| {
        let body = format!(r#"{{"events":[{{"event":{}}}]}}"#, event("1", "1"));
        program.send("POST", &format!("/ledgers/{ledger}/events"), &body).0
    };
    for ledger in ["held", "free"] {
        assert_eq!(program.send("PUT", &format!("/ledgers/{ledger}"), GENESIS).0, 201);
    }
    let lock = "SELECT name FROM evently_ledger.ledger WHERE name = 'held' FOR UPDATE";
    let answered: Vec<_> = thread::scope(|scope| {
        let waiting = server.beside(lock, || {
            let waiting: Vec<_> = (0..REQUESTS).map(|_| scope.spawn(|| append("held"))).collect();
            let answered = || waiting.iter().filter(|one| one.is_finished()).count();
            while answered() < REQUESTS - WAITING {
                thread::yield_now();
            }
            assert_eq!(append("free"), 200);
            waiting
        });
        waiting.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    let of = |status| answered.iter().filter(|answer| **answer == status).count();
    assert_eq!((of(200), of(503)), (WAITING, REQUESTS - WAITING));
}
