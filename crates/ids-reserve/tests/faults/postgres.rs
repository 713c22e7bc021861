//! Stores in PostgreSQL, each in a database of its own, directly and behind pgbouncer.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{path::Path, sync::Mutex};

use ids_reserve::PostgresStore;
use ids_testkit::{
    PATIENCE,
    servers::{PgBouncer, PostgresServer},
};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{
    Client, NoTls, Row,
    types::{ToSql, Type},
};

use crate::ground::{Failure, Ground, Table};

/// The server's clock is the file that the setting `ids.clock` of the database names. What is left of
/// the server has the machine's clock.
const CLOCK: &str = "
    ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO machine_clock;
    CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
        SELECT 'epoch'::timestamptz + pg_catalog.pg_read_file(current_setting('ids.clock'))::bigint
            * interval '1 microsecond'
    $$";
const LEASES: &str = "CREATE TABLE lease (number bigint PRIMARY KEY, owner text, until bigint)";

pub struct Postgres {
    server: Mutex<PostgresServer>,
    pooler: Option<PgBouncer>,
    databases: AtomicU32,
}

impl Postgres {
    /// `None` where it is not installed.
    pub fn start() -> Option<Self> {
        let server = PostgresServer::start()?;
        server.sql("CREATE DATABASE empty");
        for sql in [CLOCK, LEASES, PostgresStore::SCHEMA] {
            server.sql_in("empty", sql);
        }
        Some(Self { server: Mutex::new(server), pooler: None, databases: AtomicU32::new(0) })
    }

    /// The same, through pgbouncer in transaction mode.
    pub fn start_pooled() -> Option<Self> {
        let server = Self::start()?;
        let pooler = PgBouncer::start(&server.server.lock().unwrap(), 2)?;
        Some(Self { pooler: Some(pooler), ..server })
    }
}

pub fn open(url: &str) -> PostgresStore {
    PostgresStore::new(url).unwrap().with_timeout(PATIENCE)
}

impl Ground for Postgres {
    fn name(&self) -> &'static str {
        if self.pooler.is_some() { "pgbouncer" } else { "postgres" }
    }

    fn begin(&self, folder: &Path) -> String {
        let server = self.server.lock().unwrap();
        let database = format!("world_{}", self.databases.fetch_add(1, Relaxed));
        server.sql(&format!("CREATE DATABASE {database} TEMPLATE empty"));
        let clock = folder.join("time");
        server.sql(&format!("ALTER DATABASE {database} SET ids.clock = '{}'", clock.display()));
        let url = self.pooler.as_ref().map_or_else(|| server.url(), PgBouncer::url);
        format!("postgres {}", url.replace("dbname=postgres", &format!("dbname={database}")))
    }

    fn backup(&self, _place: &str) -> Box<dyn FnOnce() + '_> {
        let restore = self.server.lock().unwrap().backup();
        Box::new(move || restore(&mut self.server.lock().unwrap()))
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        self.server.lock().unwrap().kill();
        Box::new(|| self.server.lock().unwrap().restart())
    }
}

pub struct Leases {
    url: String,
    runtime: Runtime,
    client: Option<Client>,
}

impl Leases {
    pub fn new(url: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        Self { url: url.to_owned(), runtime, client: None }
    }

    /// One statement, by a new connection if the one before has failed. Nothing is prepared, because of
    /// poolers.
    fn run(
        &mut self,
        sql: &str,
        with: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, Failure> {
        let (client, url) = (self.client.take(), &self.url);
        let (client, rows) = self.runtime.block_on(async {
            let client = if let Some(client) = client {
                client
            } else {
                let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
                tokio::spawn(connection);
                client
            };
            let rows = client.query_typed(sql, with).await?;
            Ok::<_, Failure>((client, rows))
        })?;
        self.client = Some(client);
        Ok(rows)
    }
}

impl Table for Leases {
    fn get(&mut self, number: u64) -> Result<Option<(String, u64)>, Failure> {
        let sql = "SELECT owner, until FROM lease WHERE number = $1";
        let rows = self.run(sql, &[(&i64::try_from(number)?, Type::INT8)])?;
        Ok(rows.first().map(|row| (row.get(0), row.get::<_, i64>(1).unsigned_abs())))
    }

    fn put(&mut self, number: u64, owner: &str, until: u64) -> Result<(), Failure> {
        let sql = "INSERT INTO lease VALUES ($1, $2, $3)
                   ON CONFLICT (number) DO UPDATE SET owner = $2, until = $3";
        let (number, until) = (i64::try_from(number)?, i64::try_from(until)?);
        self.run(sql, &[(&number, Type::INT8), (&owner, Type::TEXT), (&until, Type::INT8)])
            .map(drop)
    }
}
