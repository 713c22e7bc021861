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

/// Events of which the server says something else than these rows: the profile, the JSON, the time in microseconds, the event
/// before it, the bytes that are hashed, the id.
fn disagreements(server: &PostgresServer, rows: &str) -> String {
    let columns = "profile text, json bytea, micros bigint, previous uuid, body bytea, id uuid";
    fill(server, "given", columns, rows);
    let wrong = server.query(
        "SELECT e.event, id FROM given,
            LATERAL (SELECT convert_from(json, 'UTF8')::jsonb AS event) AS e,
            evently_ledger.parts(e.event) AS p,
            -- The first event of profile pg has the text of the server's.
            LATERAL (SELECT CASE WHEN profile = 'pg' AND previous IS NULL
                THEN p.event || entities || (e.event -> 'meta')::text || (e.event -> 'data')::text
                ELSE p.event || entities || meta || data END AS written) AS w
        WHERE convert_to(written, 'UTF8') IS DISTINCT FROM body
            OR id IS DISTINCT FROM CASE WHEN previous IS NULL
                THEN evently_ledger.genesis_id(e.event, micros, profile)
                ELSE evently_ledger.event_id(e.event, micros, previous) END
        LIMIT 3",
    );
    wrong.unwrap()
}
