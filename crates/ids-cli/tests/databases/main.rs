//! SQL that the command and the documents give people, executed by the databases that it is for.
//!
//! `SQLite` is in this program. `PostgreSQL` and `MariaDB` are servers to throw away, where they are
//! installed: `just servers` wants them all.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod engine;
mod page;
mod plan;
mod range;

use engine::{Engine, Sqlite};
use ids_testkit::servers::{MariadbServer, PostgresServer};

fn hold(engine: &dyn Engine) {
    range::hold(engine);
    plan::hold(engine);
    page::hold(engine);
}

#[test]
fn sqlite() {
    hold(&Sqlite::open());
}

#[test]
fn postgres() {
    if let Some(server) = PostgresServer::start() {
        hold(&server);
    }
}

#[test]
fn mysql() {
    if let Some(server) = MariadbServer::start() {
        hold(&server);
    }
}
