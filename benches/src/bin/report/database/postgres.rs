//! PostgreSQL: a server that is given, or one of its own in a temporary folder.

use std::error;

use bytes::BytesMut;
use ids_testkit::servers::{Folder, PostgresServer};
use postgres::{
    Client, NoTls,
    types::{IsNull, ToSql, Type, to_sql_checked},
};
use uuid::Uuid;

use super::{
    keys::Key,
    store::{Shape, Store},
};
use crate::{
    facts::{Collation, Texts, canonical_texts},
    part::Error,
};

/// Small, so that rows grow past it soon.
const SETTINGS: [(&str, &str); 6] = [
    ("shared_buffers", "8MB"),
    ("synchronous_commit", "off"),
    ("full_page_writes", "on"),
    ("autovacuum", "off"),
    ("max_wal_size", "4GB"),
    ("checkpoint_timeout", "1h"),
];

pub struct Server {
    client: Client,
    begun: u64,
    /// The type of the keys.
    column: String,
    /// One of our own, which goes with its folder.
    own: Option<(PostgresServer, Folder)>,
}

impl Server {
    pub fn connect(url: Option<&str>) -> Result<Self, Error> {
        let own = url.is_none().then(started).transpose()?;
        let own_url = own.as_ref().map(|(server, _)| server.url());
        let mut client = Client::connect(url.or(own_url.as_deref()).unwrap_or_default(), NoTls)?;
        // With the extension that looks into an index.
        client.batch_execute(
            "SET client_min_messages = warning; CREATE EXTENSION IF NOT EXISTS pgstattuple;
             SET synchronous_commit = off",
        )?;
        Ok(Self { client, begun: 0, column: String::new(), own })
    }

    /// A thousand texts of each format, of identifiers over its whole range, sorted by the server.
    pub fn collations(&mut self) -> Result<Vec<Collation>, Error> {
        let mut all = Vec::new();
        for Texts { format, name, texts } in canonical_texts() {
            let mut keeps = [false; 3];
            for (keep, collation) in keeps.iter_mut().zip(["C", "und-x-icu", "en-US-x-icu"]) {
                let query = format!(
                    "SELECT t FROM unnest($1::text[]) AS t ORDER BY t COLLATE \"{collation}\""
                );
                let rows = self.client.query(&query, &[&texts])?;
                *keep = rows.iter().map(|row| row.get::<_, &str>(0)).eq(texts.iter());
            }
            all.push(Collation { format: format.into(), text: name, keeps });
        }
        Ok(all)
    }

    /// How much the log has.
    fn position(&mut self) -> Result<u64, Error> {
        let position = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint";
        Ok(self.client.query_one(position, &[])?.try_get::<_, i64>(0)?.try_into()?)
    }
}

fn started() -> Result<(PostgresServer, Folder), Error> {
    let folder = Folder::new("report");
    let server = PostgresServer::start_in(folder.path());
    let mut server = server.ok_or("no PostgreSQL server is installed")?;
    for (name, value) in SETTINGS {
        server.sql(&format!("ALTER SYSTEM SET {name} = '{value}'"));
    }
    server.restart();
    Ok((server, folder))
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.own.is_none() {
            drop(self.client.batch_execute("DROP TABLE IF EXISTS ids_report"));
        }
    }
}

impl ToSql for Key {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn error::Error + Sync + Send>> {
        match self {
            Self::Number(number) => number.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
            Self::Uuid(bytes) => Uuid::from_bytes(*bytes).to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::BYTEA, Type::UUID, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

impl Store for Server {
    fn create(&mut self, column: &str) -> Result<(), Error> {
        let collation = if column == "text" { "COLLATE \"C\"" } else { "" };
        self.client.batch_execute(&format!(
            "DROP TABLE IF EXISTS ids_report;
             CREATE TABLE ids_report (key {column} {collation} PRIMARY KEY, payload text)"
        ))?;
        self.client.batch_execute("CHECKPOINT")?;
        column.clone_into(&mut self.column);
        self.begun = self.position()?;
        Ok(())
    }

    fn insert(&mut self, keys: &[Key]) -> Result<(), Error> {
        let insert = format!(
            "INSERT INTO ids_report
             SELECT key, 'payload of forty characters, more or less'
             FROM unnest($1::{}[]) AS key",
            self.column
        );
        self.client.execute(&insert, &[&keys])?;
        Ok(())
    }

    fn count(&mut self, first: &Key, last: &Key) -> Result<u64, Error> {
        let query =
            "SELECT count(*), sum(length(payload)) FROM ids_report WHERE key BETWEEN $1 AND $2";
        let row = self.client.query_one(query, &[first, last])?;
        Ok(row.get::<_, i64>(0).try_into()?)
    }

    fn shape(&mut self) -> Result<Shape, Error> {
        let log_bytes = self.position()? - self.begun;
        let row = self.client.query_one(
            "SELECT index_size, avg_leaf_density, leaf_fragmentation
             FROM pgstatindex('ids_report_pkey')",
            &[],
        )?;
        // It says NaN of an index with a single leaf.
        let sane = |number: f64| if number.is_nan() { 0.0 } else { number };
        Ok(Shape {
            index_bytes: row.get::<_, i64>(0).try_into()?,
            leaf_density: sane(row.get(1)),
            leaf_fragmentation: sane(row.get(2)),
            log_bytes,
        })
    }
}
