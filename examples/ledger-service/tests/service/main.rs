//! The service as its clients see it, over SQLite and over PostgreSQL: the program itself, on a port of its own.

mod answers;
mod clients;
mod program;

use ids_testkit::servers::{Folder, PostgresServer};
use program::Program;

fn holds(url: &str) {
    let mut program = Program::start(url);
    answers::behaves(&program);
    answers::resumes(&mut program);
    clients::behave(&mut program);
}

#[test]
fn over_sqlite() {
    let folder = Folder::new("ledger-service");
    holds(&format!("sqlite:{}", folder.path().join("events.db").display()));
}

#[test]
fn over_postgresql() {
    let Some(server) = PostgresServer::start() else { return };
    holds(&server.url());
}
