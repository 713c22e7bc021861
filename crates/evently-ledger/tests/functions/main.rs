//! The functions for PostgreSQL against this library: the same canonical bytes, the same ids, the same records.
#![cfg(all(target_os = "linux", feature = "postgres"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod append;
mod ids;
mod selectors;
mod vectors;

use core::fmt::Write as _;

use evently_ledger::postgres;
use ids_testkit::servers::PostgresServer;

/// A server with the functions; `None` where `PostgreSQL` is not installed.
fn server() -> Option<PostgresServer> {
    let server = PostgresServer::start()?;
    server.query(postgres::SCHEMA).unwrap();
    server.query(postgres::FUNCTIONS).unwrap();
    // They can be replaced.
    server.query(postgres::FUNCTIONS).unwrap();
    Some(server)
}

/// Makes a table of these rows, anew.
fn fill(server: &PostgresServer, table: &str, columns: &str, rows: &str) {
    let script = format!(
        "SET client_min_messages = warning;
        DROP TABLE IF EXISTS {table};
        CREATE TABLE {table} ({columns});\nCOPY {table} FROM STDIN;\n{rows}\\.\n"
    );
    server.query(&script).unwrap();
}

/// A text as COPY reads it into a column of bytes.
fn bytes(text: impl AsRef<[u8]>) -> String {
    text.as_ref().iter().fold(String::from("\\\\x"), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}
