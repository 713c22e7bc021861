//! A store in PostgreSQL.

use core::time::Duration;

use ids_db::postgres::{Connection, Database, NO_ADDRESS, ReadOnly, hosts};
use tokio_postgres::{Config, config::TargetSessionAttrs};

use self::session::Transaction;
use crate::{StoreError, TIMEOUT, error::failed, sql::Sql};

mod session;

/// A store in a PostgreSQL database. Every process that reaches the server may use it.
///
/// Each call is one transaction on rows that it locks first. There are no locks of a session and no
/// prepared statements, so that it works behind a pooler, pgbouncer in transaction mode too. The
/// store's clock is the server's. A call makes its transaction durable: where `synchronous_commit` is
/// `off` or `local`, it counts as `on`. Never run the server with `fsync = off`.
///
/// The first call connects. A call that finds its connection closed connects again, once; otherwise a
/// lost connection is [`StoreError::Unavailable`], and the next call connects. The same is true of a
/// database that takes no writes, by `default_transaction_read_only` or as a standby: the store never
/// writes to it, and only reads where there is no other. A connection does not survive `fork()`: the child
/// gets [`StoreError::Forked`].
///
/// Inside, a connection is one of `tokio-postgres`, driven by the calling thread, because the blocking
/// `postgres` waits for ever for a server that hangs. To look up the name of a host, tokio uses a
/// thread for a moment.
///
/// A call may take 5 s, unless [`with_timeout`](Self::with_timeout) says otherwise, waiting for other processes
/// included, and to connect as long for each host; after that it counts as [unavailable](StoreError::Unavailable). A
/// process that stops in the middle of a call keeps others from the same resource for at most this long.
///
/// # Panics
/// A call panics where it would block an asynchronous task of tokio. Call it in
/// `tokio::task::spawn_blocking`.
///
/// ```no_run
/// use ids_reserve::{PostgresStore, Store};
/// let mut store = PostgresStore::new("postgres://app@db.internal/app")?.with_password("secret");
/// store.init()?;
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
pub struct PostgresStore {
    database: Database,
    timeout: Duration,
}

ids_db::store_in_postgres!(PostgresStore);

impl PostgresStore {
    /// The SQL that makes the tables, for those whose migrations run elsewhere.
    pub const SCHEMA: &'static str = include_str!("schema/postgres-1.sql");

    /// A store at this URL, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, or in the form
    /// `host=/run/postgresql user=app`. Several hosts may be named: the one that takes writes is used.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if the URL cannot be read. The message does not repeat it.
    #[inline]
    pub fn new(url: &str) -> Result<Self, StoreError> {
        let Ok(mut config) = url.parse::<Config>() else {
            return Err(StoreError::invalid(NO_ADDRESS));
        };
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        Ok(Self { database: Database::new(config, ""), timeout: TIMEOUT })
    }

    /// Makes the tables where they are absent. Sequences that make identifiers of the database, by the
    /// functions of `ids sql`, keep their nodes and their groups.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the tables are of another version; others as PostgreSQL says.
    #[inline]
    pub fn init(&mut self) -> Result<(), StoreError> {
        self.through(true, |sql| sql.0.make(Self::SCHEMA))
    }

    /// Makes calls in one transaction, by the connection, or by a new one: every call may be made twice. What it answers
    /// with is written, and an error writes nothing. One that does not write is also one of a database that takes no
    /// writes, where there is no other.
    pub(crate) fn through<T>(
        &mut self,
        writes: bool,
        mut calls: impl FnMut(&mut Sql<Transaction<'_>>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let Self { database, timeout } = self;
        loop {
            let (mut connection, is_new) = match database.take().map_err(failed)? {
                Some(connection) => (connection, false),
                None => (connect(database, *timeout, writes)?, true),
            };
            let mut sql = Sql(Transaction::new(&mut connection, *timeout));
            let answer = calls(&mut sql);
            let ended = sql.0.end(answer.is_ok());
            match ended.and(answer) {
                // What is left of the transaction ends with the connection. A database that was fenced
                // wrote nothing, and a new connection may reach the one in its place.
                Err(StoreError::Unavailable(error))
                    if (connection.is_closed() || error.is::<ReadOnly>()) && !is_new =>
                {
                    connection.close();
                }
                answer @ Err(StoreError::Unavailable(_) | StoreError::Broken(_)) => {
                    connection.close();
                    return answer;
                }
                answer => {
                    database.keep(connection);
                    return answer;
                }
            }
        }
    }
}

/// Opens a connection: each host that the URL names may take as long.
fn connect(
    Database { connect, config, .. }: &Database,
    timeout: Duration,
    writes: bool,
) -> Result<Connection, StoreError> {
    let open = |config: &Config| {
        let limit = timeout.saturating_mul(hosts(config));
        Connection::open(connect, config, limit, &mut || ()).map_err(failed)
    };
    match open(config) {
        Err(StoreError::Unavailable(error)) if !writes && error.is::<ReadOnly>() => {
            let mut config = config.clone();
            config.target_session_attrs(TargetSessionAttrs::Any);
            open(&config)
        }
        opened => opened,
    }
}
