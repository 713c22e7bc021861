//! A connection, its transactions, and what its errors mean.

use core::time::Duration;
use std::{format, vec::Vec};

use ids_db::{
    Failure,
    postgres::{Connect, Connection, hosts, late, version},
};
use tokio_postgres::{
    Client, Config, Row,
    types::{ToSql, Type},
};

use super::VERSION;
use crate::{StoreError, Timeouts, error::failed};

/// Opens a connection: each host that the URL names may take as long.
pub(super) fn open(
    connect: &Connect,
    config: &Config,
    timeouts: Timeouts,
) -> Result<Connection, StoreError> {
    let limit = timeouts.connect.saturating_mul(hosts(config));
    Connection::open(connect, config, limit, &mut || ()).map_err(failed)
}

/// A transaction of the connection.
pub(super) struct Transaction<'a>(&'a Client);

/// A parameter and its type, so that nothing has to be prepared.
type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

impl<'a> Transaction<'a> {
    /// Begins, and leaves to the server whether it may write: a database that is fenced for a move refuses.
    /// Each statement sees what was committed before it, so that it sees all of a row that the
    /// statement before it has locked.
    pub(super) async fn begin(client: &'a Client, timeouts: Timeouts) -> Result<Self, StoreError> {
        let millis = timeouts.call.as_millis().clamp(1, i32::MAX.unsigned_abs().into());
        let transaction = Self(client);
        transaction
            .run(&format!(
                "BEGIN ISOLATION LEVEL READ COMMITTED;
                 SET LOCAL search_path = pg_catalog;
                 SET LOCAL statement_timeout = {millis};
                 SET LOCAL idle_in_transaction_session_timeout = {millis};
                 SELECT set_config('synchronous_commit', 'on', true)
                 WHERE current_setting('synchronous_commit') IN ('off', 'local')"
            ))
            .await?;
        Ok(transaction)
    }

    /// Keeps others from making the tables until the end of the transaction.
    pub(super) async fn lock_schema(&self) -> Result<(), StoreError> {
        self.run("SELECT pg_advisory_xact_lock(hashtext('ids_reserve'))").await
    }

    /// Whether the tables are those that this library knows.
    pub(super) async fn check_version(&self) -> Result<(), StoreError> {
        match version(self.0, "ids_reserve.version").await {
            Ok(VERSION) => Ok(()),
            found => Err(failed(found.map_or_else(|failure| failure, Failure::Schema))),
        }
    }

    /// Runs statements without parameters.
    pub(super) async fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.0.batch_execute(sql).await.map_err(failed)
    }

    /// The rows that a statement answers with.
    pub(super) async fn rows(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        self.0.query_typed(sql, parameters).await.map_err(failed)
    }

    /// The row that a statement answers with, if there is one.
    pub(super) async fn row(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, parameters).await?.into_iter().next())
    }

    /// Writes, and answers with nothing.
    pub(super) async fn write(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<(), StoreError> {
        self.0.execute_typed(sql, parameters).await.map_err(failed)?;
        Ok(())
    }
}

/// That a call has taken too long.
pub(super) fn too_long(limit: Duration) -> StoreError {
    failed(late(format!("no answer within {limit:?}")))
}
