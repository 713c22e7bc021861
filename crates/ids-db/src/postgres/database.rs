use core::mem;

use ids_core::clock::ForkGuard;
use tokio_postgres::{
    Config, NoTls, Socket,
    config::SslMode,
    tls::{MakeTlsConnect, TlsConnect},
};

use super::{Connect, Connection};
use crate::DatabaseError;

/// Where a database is, and the connection to it.
#[expect(missing_debug_implementations, reason = "a store prints what it is")]
pub struct Database {
    /// Where it is.
    pub config: Config,
    /// How a connection is opened.
    pub connect: Connect,
    /// With which payload a connection that listens hears notifications.
    payload: String,
    connection: Option<Connection>,
    guard: ForkGuard,
}

impl Database {
    /// A database without TLS and without a connection. One that listens hears notifications with this payload.
    #[inline]
    pub fn new(config: Config, payload: &str) -> Self {
        let (connect, payload) = (Connect::new(NoTls, payload), payload.to_owned());
        Self { config, connect, payload, connection: None, guard: ForkGuard::new() }
    }

    /// From now on only by TLS.
    #[inline]
    pub fn set_tls<T>(&mut self, tls: T)
    where
        T: MakeTlsConnect<Socket, Stream: Send, TlsConnect: Send> + Clone + Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        self.connect = Connect::new(tls, &self.payload);
        self.config.ssl_mode(SslMode::Require);
    }

    /// The connection, if there is one.
    ///
    /// # Errors
    /// [`DatabaseError::Forked`].
    #[inline]
    pub fn take(&mut self) -> Result<Option<Connection>, DatabaseError> {
        if self.guard.forked() { Err(DatabaseError::Forked) } else { Ok(self.connection.take()) }
    }

    /// Keeps a connection for the next call.
    #[inline]
    pub fn keep(&mut self, connection: Connection) {
        self.connection = Some(connection);
    }
}

impl Drop for Database {
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

/// What every store has whose field `database` is a [`Database`], and `timeout` its limit for a call.
#[macro_export]
macro_rules! store_in_postgres {
    ($store:ident) => {
        impl $store {
            /// The same store with another limit on how long a call may take, and on how long to connect may.
            #[inline]
            #[must_use]
            pub const fn with_timeout(mut self, timeout: core::time::Duration) -> Self {
                self.timeout = timeout;
                self
            }

            /// The same store with another password than the URL's.
            #[inline]
            #[must_use]
            pub fn with_password(mut self, password: &str) -> Self {
                self.database.config.password(password);
                self
            }

            /// The same store, only by TLS, with a connector made for `tokio-postgres` 0.7.
            #[inline]
            #[must_use]
            pub fn with_tls<T>(mut self, tls: T) -> Self
            where
                T: tokio_postgres::tls::MakeTlsConnect<
                        tokio_postgres::Socket,
                        Stream: Send,
                        TlsConnect: Send,
                    > + Clone
                    + Send
                    + 'static,
                <T::TlsConnect as tokio_postgres::tls::TlsConnect<tokio_postgres::Socket>>::Future:
                    Send,
            {
                self.database.set_tls(tls);
                self
            }
        }

        impl core::fmt::Debug for $store {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($store))
                    .field("hosts", &self.database.config.get_hosts())
                    .field("database", &self.database.config.get_dbname())
                    .field("timeout", &self.timeout)
                    .finish_non_exhaustive()
            }
        }
    };
}
