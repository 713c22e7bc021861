//! A session of the database that has the row of a ledger locked, as an operator's may.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
    thread,
};

use crate::{
    answers::{GENESIS, event},
    program::Program,
};

/// Requests to the locked ledger: more than the service has threads and connections.
const REQUESTS: usize = 600;
/// Those of them that may wait.
const WAITING: usize = 64;

/// The other ledgers go on, and those who waited have their answers in the end.
pub(crate) fn others_go_on(program: &Program, database: &str) {
    let path = |ledger: &str| format!("/ledgers/{ledger}/events");
    let append = |ledger: &str| {
        let body = format!(r#"{{"events":[{{"event":{}}}]}}"#, event("1", "1"));
        program.send("POST", &path(ledger), &body).0
    };
    for ledger in ["held", "free"] {
        assert_eq!(program.send("PUT", &format!("/ledgers/{ledger}"), GENESIS).0, 201);
    }
    let mut session = Command::new("psql");
    session.args(["-qAtX", "-d", database]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut session = session.spawn().expect("psql");
    let (mut asked, answers) = (session.stdin.take(), session.stdout.take().expect("its output"));
    let lock = "BEGIN; SELECT name FROM evently_ledger.ledger WHERE name = 'held' FOR UPDATE;";
    writeln!(asked.as_mut().expect("its input"), "{lock}").expect("a session");
    let mut locked = String::new();
    BufReader::new(answers).read_line(&mut locked).expect("a row");
    assert_eq!(locked, "held\n");
    let answered: Vec<_> = thread::scope(|scope| {
        let waiting: Vec<_> = (0..REQUESTS).map(|_| scope.spawn(|| append("held"))).collect();
        let answered = || waiting.iter().filter(|one| one.is_finished()).count();
        while answered() < REQUESTS - WAITING {
            thread::yield_now();
        }
        assert_eq!(append("free"), 200);
        // The session ends, and so does its transaction.
        asked.take();
        waiting.into_iter().map(|one| one.join().expect("an answer")).collect()
    });
    session.wait().expect("its end");
    let of = |status| answered.iter().filter(|answer| **answer == status).count();
    assert_eq!((of(200), of(503)), (WAITING, REQUESTS - WAITING));
}
