//! The service as its clients see it, over SQLite and over PostgreSQL: the program itself, on a port of its own.

mod answers;
mod clients;
mod program;
mod restored;

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
    let path = folder.path().join("events.db");
    let url = format!("sqlite:{}", path.display());
    holds(&url);
    restored::goes_on(&Program::start(&url), &path);
}

#[test]
fn over_postgresql() {
    let Some(server) = PostgresServer::start() else { return };
    holds(&server.url());
}
