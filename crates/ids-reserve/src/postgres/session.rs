//! A connection, its transactions, and what its errors mean.

use core::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
    time::Duration,
};
use std::{boxed::Box, error, format, string::String, time::Instant, vec::Vec};

use ids_db::postgres::{Connect, Connection, described, hosts, late, version};
use tokio_postgres::{
    Client, Config,
    types::{FromSql, ToSql, Type},
};

use crate::{
    StoreError,
    error::failed,
    sql::{self, Row, Statement, VERSION, Value},
};

/// Opens a connection: each host that the URL names may take as long.
pub(super) fn open(
    connect: &Connect,
    config: &Config,
    timeout: Duration,
) -> Result<Connection, StoreError> {
    let limit = timeout.saturating_mul(hosts(config));
    Connection::open(connect, config, limit, &mut || ()).map_err(failed)
}

/// A transaction of the connection.
pub(crate) struct Transaction<'a> {
    connection: &'a mut Connection,
    begun: Instant,
    limit: Duration,
}

impl<'a> Transaction<'a> {
    /// Begins, and leaves to the server whether it may write: a database that is fenced for a move refuses.
    /// Each statement sees what was committed before it, so that it sees all of a row that the
    /// statement before it has locked.
    pub(super) fn begin(
        connection: &'a mut Connection,
        limit: Duration,
    ) -> Result<Self, StoreError> {
        // The server has the same limit.
        let millis = limit.as_millis().clamp(1, i32::MAX.unsigned_abs().into());
        let mut transaction = Self { connection, begun: Instant::now(), limit };
        transaction.run(&format!(
            "BEGIN ISOLATION LEVEL READ COMMITTED;
             SET LOCAL search_path = pg_catalog;
             SET LOCAL statement_timeout = {millis};
             SET LOCAL idle_in_transaction_session_timeout = {millis};
             SELECT set_config('synchronous_commit', 'on', true)
             WHERE current_setting('synchronous_commit') IN ('off', 'local')"
        ))?;
        Ok(transaction)
    }

    /// Whether the tables are those that this library knows.
    pub(super) fn check_version(&mut self) -> Result<(), StoreError> {
        let found = self.ask(async |client| version(client, "ids_reserve.version").await)?;
        if found == VERSION { Ok(()) } else { Err(StoreError::Schema { found, known: VERSION }) }
    }

    /// Runs statements without parameters.
    pub(super) fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        self.ask(async |client| client.batch_execute(sql).await)
    }

    /// Does the work in what is left of the time.
    fn ask<T, E: Into<ids_db::Failure>>(
        &mut self,
        work: impl AsyncFnOnce(&Client) -> Result<T, E>,
    ) -> Result<T, StoreError> {
        let limits = (self.limit.saturating_sub(self.begun.elapsed()), Duration::ZERO);
        match self.connection.run(limits, &mut || (), work) {
            Some(answer) => answer.map_err(failed),
            None => Err(failed(late(format!("no answer within {:?}", self.limit)))),
        }
    }
}

impl sql::Transaction for Transaction<'_> {
    fn execute(&mut self, all: &[Statement<'_>]) -> Result<(Vec<Vec<Row>>, u64), StoreError> {
        let clock: Statement<'_> =
            ("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", &[]);
        let all = all.iter().chain([&clock]);
        let answers = self.ask(async |client| {
            let queries = all.map(async |(sql, parameters)| {
                let typed: Vec<_> = parameters.iter().map(typed).collect();
                let typed: Vec<_> =
                    typed.iter().map(|(value, kind)| (&**value, kind.clone())).collect();
                client.query_typed(&spelled(sql), &typed).await
            });
            let answers = together(queries).await.into_iter().collect::<Result<Vec<_>, _>>();
            answers.map_err(|error| {
                let text = described(&error);
                match ids_db::Failure::from(error) {
                    // The version is there. So the tables are damaged, and `init` does not mend them.
                    ids_db::Failure::Schema(_) => ids_db::Failure::Refused(text.into()),
                    failure => failure,
                }
            })
        })?;
        // A column of another type stays so: asking again does not help.
        let broken = |error| StoreError::Broken(described(&error).into());
        let row = |row: &tokio_postgres::Row| {
            let columns = (0..row.len()).map(|column| row.try_get(column));
            columns.collect::<Result<_, _>>().map(Row).map_err(broken)
        };
        let rows = answers.iter().map(|rows| rows.iter().map(row).collect());
        let mut rows = rows.collect::<Result<Vec<Vec<_>>, _>>()?;
        let now = rows.pop().and_then(|clock| clock.first()?.0.first().cloned());
        match now {
            Some(Value::Number(now)) => Ok((rows, now)),
            _ => Err(StoreError::Broken("the server did not say the time".into())),
        }
    }

    /// What was begun is read and locked meanwhile.
    fn lock_namespaces(&mut self) -> Result<(), StoreError> {
        self.run("LOCK TABLE ids_reserve.namespace IN SHARE ROW EXCLUSIVE MODE")
    }
}

/// A statement as PostgreSQL spells it, with its locks.
fn spelled(sql: &str) -> String {
    let sql = sql.replace("ids_reserve_", "ids_reserve.").replace('?', "$");
    sql.replace("/*", "").replace("*/", "")
}

/// All answers: each query is on its way before the first answer is there.
async fn together<F: Future>(queries: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut queries: Vec<Pin<Box<F>>> = queries.map(Box::pin).collect();
    let mut answers: Vec<Option<F::Output>> = queries.iter().map(|_| None).collect();
    poll_fn(|context| {
        for (query, answer) in queries.iter_mut().zip(&mut answers) {
            if answer.is_none() {
                if let Poll::Ready(ready) = query.as_mut().poll(context) {
                    *answer = Some(ready);
                }
            }
        }
        if answers.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    answers.into_iter().flatten().collect()
}

/// A parameter with its type, so that nothing has to be prepared. What may be absent is a number.
fn typed(value: &Value) -> (Box<dyn ToSql + Sync + '_>, Type) {
    match value {
        Value::Null => (Box::new(None::<i64>), Type::INT8),
        Value::Number(number) => (Box::new(Value::signed(*number)), Type::INT8),
        Value::Text(text) => (Box::new(&**text), Type::TEXT),
        Value::Token(token) => (Box::new(Vec::from(token.to_be_bytes())), Type::BYTEA),
    }
}

type Failure = Box<dyn error::Error + Sync + Send>;

impl FromSql<'_> for Value {
    fn from_sql(kind: &Type, raw: &[u8]) -> Result<Self, Failure> {
        Ok(match *kind {
            Type::INT8 => Self::Number(i64::from_sql(kind, raw)?.try_into()?),
            Type::BYTEA => Self::Token(u128::from_be_bytes(raw.try_into()?)),
            _ => <&str>::from_sql(kind, raw)?.into(),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Failure> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::BYTEA | Type::TEXT)
    }
}
