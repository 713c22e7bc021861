//! A session with a database.

use core::any::Any;

use ids_testkit::servers::{MariadbServer, PostgresServer};
use sea_orm::{ConnectOptions, DatabaseConnection, QueryResult, Statement, Value};
use tokio::runtime::{Builder, Runtime};

use super::{backend, execute, query, sea_orm};
use crate::cases::Database;

/// A session with a database, and what it is.
pub(super) struct Session {
    pub(super) connection: DatabaseConnection,
    pub(super) runtime: Runtime,
    pub(super) database: Database,
    /// It ends with its session.
    _server: Box<dyn Any>,
}

impl Session {
    fn new(url: String, database: Database, server: impl Any) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let mut options = ConnectOptions::new(url);
        options.max_connections(1).sqlx_logging(false);
        let connection = runtime.block_on(sea_orm::Database::connect(options));
        Self {
            connection: connection.expect("a session"),
            runtime,
            database,
            _server: Box::new(server),
        }
    }

    pub(super) fn sqlite() -> Self {
        Self::new("sqlite::memory:".into(), Database::Sqlite, ())
    }

    pub(super) fn postgres() -> Option<Self> {
        let server = PostgresServer::start()?;
        let (folder, port) = (server.folder().display(), server.port());
        let url = format!("postgres://postgres@localhost:{port}/postgres?host={folder}");
        Some(Self::new(url, Database::Postgres, server))
    }

    pub(super) fn mariadb() -> Option<Self> {
        let server = MariadbServer::start()?;
        let url = format!("mysql://root@localhost/ids?socket={}", server.socket().display());
        Some(Self::new(url, Database::Mysql, server))
    }

    /// A statement whose arguments are `$1` and so on, in this order.
    fn statement(&self, text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
        let text = if self.database == Database::Mysql {
            text.replace("$1", "?").replace("$2", "?")
        } else {
            text.to_owned()
        };
        Statement::from_sql_and_values(backend(&self.connection), text, values)
    }

    pub(super) fn run(&self, text: &str, values: impl IntoIterator<Item = Value>) -> u64 {
        let done = self.runtime.block_on(execute(&self.connection, self.statement(text, values)));
        done.expect(text).rows_affected()
    }

    pub(super) fn rows(
        &self,
        text: &str,
        values: impl IntoIterator<Item = Value>,
    ) -> Vec<QueryResult> {
        self.runtime.block_on(query(&self.connection, self.statement(text, values))).expect(text)
    }
}
