//! A store in PostgreSQL.

use core::{fmt, mem, time::Duration};

use ids_core::clock::ForkGuard;
use ids_db::postgres::{Connect, Connection, NO_ADDRESS, ReadOnly};
use tokio_postgres::{
    Config, NoTls, Socket,
    config::{SslMode, TargetSessionAttrs},
    tls::{MakeTlsConnect, TlsConnect},
};

use self::session::{Transaction, open};
use crate::{StoreError, TIMEOUT, sql::Sql};

mod session;
#[cfg(feature = "postgres-tls")]
mod tls;

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
/// writes to it, and only reads where there is no other. A connection does not survive `fork()`: the child gets [`StoreError::Forked`].
///
/// Inside, a connection is one of `tokio-postgres`, driven by the calling thread, because the blocking
/// `postgres` waits for ever for a server that hangs. To look up the name of a host, tokio uses a
/// thread for a moment.
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
    config: Config,
    connect: Connect,
    timeout: Duration,
    connection: Option<Connection>,
    guard: ForkGuard,
}

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
            return Err(StoreError::Invalid(NO_ADDRESS));
        };
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        let connect = Connect::new(NoTls, "");
        let guard = ForkGuard::new();
        Ok(Self { config, connect, timeout: TIMEOUT, connection: None, guard })
    }

    /// The same store with another password than the URL's.
    #[inline]
    #[must_use]
    pub fn with_password(mut self, password: &str) -> Self {
        self.config.password(password);
        self
    }

    /// The same store with another limit on how long a call may take, waiting for other processes included, before it
    /// counts as [unavailable](StoreError::Unavailable). The default is 5 s. To connect may take as long, for each host.
    ///
    /// A process that stops in the middle of a call keeps others from the same resource for at most this long.
    #[inline]
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The same store, only by TLS, with a connector made for `tokio-postgres` 0.7.
    #[inline]
    #[must_use]
    pub fn with_tls<T>(mut self, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket, Stream: Send, TlsConnect: Send> + Clone + Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        self.connect = Connect::new(tls, "");
        self.config.ssl_mode(SslMode::Require);
        self
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

    fn connect(&self, writes: bool) -> Result<Connection, StoreError> {
        match open(&self.connect, &self.config, self.timeout) {
            Err(StoreError::Unavailable(error)) if !writes && error.is::<ReadOnly>() => {
                let mut config = self.config.clone();
                config.target_session_attrs(TargetSessionAttrs::Any);
                open(&self.connect, &config, self.timeout)
            }
            opened => opened,
        }
    }

    /// Makes calls in one transaction, by the connection, or by a new one: every call may be made twice. What it answers
    /// with is written, and an error writes nothing. One that does not write is also one of a database that takes no
    /// writes, where there is no other.
    pub(crate) fn through<T>(
        &mut self,
        writes: bool,
        mut calls: impl FnMut(&mut Sql<Transaction<'_>>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.guard.forked() {
            return Err(StoreError::Forked);
        }
        loop {
            let (mut connection, is_new) = match self.connection.take() {
                Some(connection) => (connection, false),
                None => (self.connect(writes)?, true),
            };
            let mut sql = Sql(Transaction::new(&mut connection, self.timeout));
            let answer = calls(&mut sql);
            let ended = sql.0.end(if answer.is_ok() { "COMMIT" } else { "ROLLBACK" });
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
                    self.connection = Some(connection);
                    return answer;
                }
            }
        }
    }
}

impl Drop for PostgresStore {
    #[inline]
    fn drop(&mut self) {
        match self.connection.take() {
            // The parent still uses it.
            connection if self.guard.forked() => mem::forget(connection),
            Some(connection) => connection.close(),
            None => {}
        }
    }
}

impl fmt::Debug for PostgresStore {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore")
            .field("hosts", &self.config.get_hosts())
            .field("database", &self.config.get_dbname())
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
