//! Identifiers through tokio-postgres, in a server to throw away.

#![cfg(target_os = "linux")]

#[path = "../../cases.rs"]
mod cases;

use core::{
    error::Error,
    fmt::{Debug, Display},
};

use cases::{Database::Postgres, Kind, Raw, each_column, each_too_large, each_wrong, sorted};
use ids_testkit::servers::PostgresServer;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{
    Client, NoTls,
    types::{FromSqlOwned, ToSql},
};

/// A session with a server of its own.
struct Session {
    client: Client,
    runtime: Runtime,
    _server: PostgresServer,
}

impl Session {
    /// `None` where PostgreSQL is not installed.
    fn start() -> Option<Self> {
        let server = PostgresServer::start()?;
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let connected = runtime.block_on(tokio_postgres::connect(&server.url(), NoTls));
        let (client, connection) = connected.expect("a session");
        runtime.spawn(connection);
        Some(Self { client, runtime, _server: server })
    }

    fn query(
        &self,
        sql: &str,
        arguments: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<tokio_postgres::Row>, tokio_postgres::Error> {
        self.runtime.block_on(self.client.query(sql, arguments))
    }

    fn all<W: FromSqlOwned>(&self, sql: &str, arguments: &[&(dyn ToSql + Sync)]) -> Vec<W> {
        let rows = self.query(sql, arguments).expect(sql);
        rows.iter().map(|row| row.get(0)).collect()
    }
}

/// What an error and its cause say.
fn said(error: &tokio_postgres::Error) -> (String, String) {
    (error.to_string(), error.source().map(ToString::to_string).unwrap_or_default())
}

fn round_trip<W>(session: &Session, kind: Kind, values: impl AsRef<[W]>)
where
    W: ToSql + FromSqlOwned + Copy + Ord + Debug + Display + Sync,
{
    let values = values.as_ref();
    let column = Postgres.column(kind);
    let create = format!(
        "CREATE TEMPORARY TABLE row (id {column} PRIMARY KEY, other {column}, others {column}[])"
    );
    session.query("DROP TABLE IF EXISTS row", &[]).expect("no table");
    session.query(&create, &[]).expect(&create);
    for (index, value) in values.iter().enumerate().rev() {
        let other = (index > 0).then(|| values[index - 1]);
        let others = &values[..index];
        session
            .query("INSERT INTO row VALUES ($1, $2, $3)", &[value, &other, &others])
            .expect("a row");
    }

    let ids = session.all::<W>("SELECT id FROM row ORDER BY id", &[]);
    assert_eq!(ids, sorted(kind, values));
    for (index, value) in values.iter().enumerate() {
        let rows =
            session.query("SELECT other, others FROM row WHERE id = $1", &[value]).expect("a row");
        let other = (index > 0).then(|| values[index - 1]);
        assert_eq!(rows[0].get::<_, Option<W>>(0), other);
        assert_eq!(rows[0].get::<_, Vec<W>>(1), values[..index]);
    }
    let some = [values[0], values[values.len() - 1]];
    let found = session.all::<W>("SELECT id FROM row WHERE id = ANY($1)", &[&some.as_slice()]);
    assert_eq!(found.len(), 2);
    assert!(some.iter().all(|one| found.contains(one)), "{found:?}");
}

#[test]
fn every_format_in_every_column() {
    let Some(session) = Session::start() else { return };
    each_column!(round_trip, &session);
}

fn refuse<W: FromSqlOwned + Debug>(session: &Session, raw: Raw, expected: &str) {
    let rows = session.query(&format!("SELECT {}", Postgres.literal(raw)), &[]).expect("a value");
    let error = rows[0].try_get::<_, W>(0).expect_err(expected);
    assert_eq!(said(&error), ("error deserializing column 0".into(), expected.into()));
}

fn does_not_fit<I: ToSql + Sync>(session: &Session, id: I, expected: &str) {
    let error = session.query("SELECT $1::bigint", &[&id]).expect_err(expected);
    assert_eq!(said(&error), ("error serializing parameter 0".into(), expected.into()));
}

#[test]
fn what_is_wrong_is_an_error() {
    let Some(session) = Session::start() else { return };
    each_wrong!(refuse, &session);
    each_too_large!(does_not_fit, &session);

    let rows = session.query("SELECT 7::bigint, NULL::bytea", &[]).expect("values");
    let error = rows[0].try_get::<_, flax_id::FlaxId>(0).expect_err("another type");
    assert_eq!(
        said(&error).1,
        "cannot convert between the Rust type `flax_id::id::FlaxId` and the Postgres type `int8`"
    );
    let error = rows[0].try_get::<_, flax_id::FlaxId>(1).expect_err("NULL");
    assert_eq!(said(&error).1, "a Postgres value was `NULL`");
    let error =
        session.query("SELECT $1::text", &[&flax_id::FlaxId::MAX]).expect_err("another type");
    assert_eq!(
        said(&error).1,
        "cannot convert between the Rust type `flax_id::id::FlaxId` and the Postgres type `text`"
    );
}

/// A domain, such as one that checks what is in it, holds what its type holds.
#[test]
fn domains() {
    let Some(session) = Session::start() else { return };
    for statement in [
        "CREATE DOMAIN entity AS uuid CHECK (substr(VALUE::text, 15, 1) IN ('6', '8'))",
        "CREATE DOMAIN person AS entity",
        "CREATE DOMAIN short AS text CHECK (length(VALUE) = 16)",
        "CREATE TEMPORARY TABLE row (id person PRIMARY KEY, note short, others person[])",
    ] {
        session.query(statement, &[]).expect(statement);
    }
    let (id, note) = (luuid::Luuid::MAX, cases::AsText(flax_id::FlaxId::MAX));
    session
        .query("INSERT INTO row VALUES ($1, $2, $3)", &[&id, &note, &[id].as_slice()])
        .expect("a row");
    let rows = session.query("SELECT * FROM row WHERE id = ANY($1)", &[&[id].as_slice()]);
    let rows = rows.expect("a row");
    let row = rows.first().expect("a row");
    assert_eq!((row.get::<_, luuid::Luuid>(0), row.get(1), row.get(2)), (id, note, vec![id]));
}
