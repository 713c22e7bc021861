//! A connection, its transactions, and what its errors mean.

use core::{
    future::{Future, poll_fn},
    task::Poll,
    time::Duration,
};
use std::{boxed::Box, error, format, string::String, time::Instant, vec, vec::Vec};

use ids_db::postgres::{Connection, DURABLE, described, late, version, version_in};
use tokio_postgres::{
    Client,
    types::{FromSql, ToSql, Type},
};

use crate::{
    StoreError,
    error::failed,
    sql::{self, Row, Statement, VERSION, Value},
};

/// Statements: one with its parameters, or several without any.
type Step = (String, Option<Vec<Value>>);

/// A transaction of the connection. It is two messages if it reads once: it begins with what it reads, and what it
/// writes is sent with its end.
pub(crate) struct Transaction<'a> {
    connection: &'a mut Connection,
    begun: Instant,
    limit: Duration,
    /// Whether the server has begun it.
    is_open: bool,
    /// What is sent with the next message.
    written: Vec<Step>,
}

impl<'a> Transaction<'a> {
    pub(super) fn new(connection: &'a mut Connection, limit: Duration) -> Self {
        Self { connection, begun: Instant::now(), limit, is_open: false, written: Vec::new() }
    }

    /// What begins it, and leaves to the server whether it may write: a database that is fenced for a move refuses.
    /// Each statement sees what was committed before it, so that it sees all of a row that the
    /// statement before it has locked.
    fn begin(&mut self) -> String {
        self.is_open = true;
        // The server has the same limit.
        let millis = self.limit.as_millis().clamp(1, i32::MAX.unsigned_abs().into());
        format!(
            "BEGIN ISOLATION LEVEL READ COMMITTED;
             SET LOCAL search_path = pg_catalog;
             SET LOCAL statement_timeout = {millis};
             SET LOCAL idle_in_transaction_session_timeout = {millis};
             {DURABLE}"
        )
    }

    /// Makes the tables where they are absent.
    pub(super) fn make(&mut self, schema: &str) -> Result<(), StoreError> {
        // One at a time; the lock ends with the transaction.
        let lock = "SELECT pg_advisory_xact_lock(hashtext('ids_reserve'))";
        let begin = format!("{}; {lock}", self.begin());
        self.ask(async |client| {
            client.batch_execute(&begin).await?;
            match version(client, TABLE).await? {
                0 => Ok(client.batch_execute(schema).await?),
                found => known(found),
            }
        })
    }

    /// Ends it. What was written is sent only to be committed; after an error of it the server takes all of it back.
    pub(super) fn end(&mut self, commits: bool) -> Result<(), StoreError> {
        let sql = if commits { "COMMIT" } else { "ROLLBACK" };
        if !commits {
            self.written.clear();
        }
        if self.is_open { self.send(vec![(sql.into(), None)]).map(drop) } else { Ok(()) }
    }

    /// Sends all that was written, and this, before the first answer is there: the answers to this.
    fn send(&mut self, asked: Vec<Step>) -> Result<Vec<Vec<tokio_postgres::Row>>, StoreError> {
        let mut steps = Vec::new();
        let is_first = !self.is_open;
        if is_first {
            steps.push((self.begin(), None));
            steps.push((format!("SELECT max(version) FROM {TABLE}"), Some(vec![])));
        }
        let before = self.written.len();
        steps.extend(self.written.drain(..).chain(asked));
        self.ask(async |client| {
            let answers = together(steps.iter().map(async |(sql, values)| match values {
                None => client.batch_execute(sql).await.map(|()| vec![]),
                Some(values) => {
                    let typed: Vec<_> = values.iter().map(typed).collect();
                    let typed: Vec<_> =
                        typed.iter().map(|(value, kind)| (&**value, kind.clone())).collect();
                    client.query_typed(sql, &typed).await
                }
            }));
            let mut answers = answers.await.into_iter();
            if is_first {
                let _begun = answers.next().transpose()?;
                known(version_in(&answers.next().transpose()?.unwrap_or_default())?)?;
            }
            let answers =
                answers.collect::<Result<Vec<_>, _>>().map(|mut all| all.split_off(before));
            answers.map_err(|error| {
                let text = described(&error);
                match ids_db::DatabaseError::from(error) {
                    // The version is there. So the tables are damaged, and `init` does not mend them.
                    ids_db::DatabaseError::Schema(_) => ids_db::DatabaseError::Refused(text.into()),
                    failure => failure,
                }
            })
        })
    }

    /// Does the work in what is left of the time.
    fn ask<T>(
        &mut self,
        work: impl AsyncFnOnce(&Client) -> Result<T, ids_db::DatabaseError>,
    ) -> Result<T, StoreError> {
        let limits = (self.limit.saturating_sub(self.begun.elapsed()), Duration::ZERO);
        match self.connection.run(limits, &mut || (), work) {
            Some(answer) => answer.map_err(failed),
            None => Err(failed(late(format!("no answer within {:?}", self.limit)))),
        }
    }
}

const TABLE: &str = "ids_reserve.version";

/// Whether the tables are those that this library knows.
const fn known(found: u64) -> Result<(), ids_db::DatabaseError> {
    if found == VERSION { Ok(()) } else { Err(ids_db::DatabaseError::Schema(found)) }
}

impl sql::Transaction for Transaction<'_> {
    /// What was begun is read and locked meanwhile.
    const LOCK_NAMESPACES: &'static str =
        "LOCK TABLE ids_reserve_namespace IN SHARE ROW EXCLUSIVE MODE";

    fn read(&mut self, all: &[Statement<'_>]) -> Result<(Vec<Vec<Row>>, u64), StoreError> {
        let clock: Statement<'_> =
            ("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", &[]);
        let answers = self.send(all.iter().chain([&clock]).map(step).collect())?;
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

    fn write(&mut self, all: &[Statement<'_>]) -> Result<(), StoreError> {
        self.written.extend(all.iter().map(step));
        Ok(())
    }
}

/// A statement as PostgreSQL spells it, with its locks.
fn step((sql, values): &Statement<'_>) -> Step {
    let sql = sql.replace("ids_reserve_", "ids_reserve.").replace('?', "$");
    (sql.replace("/*", "").replace("*/", ""), Some(values.to_vec()))
}

/// All answers: each query is on its way before the first answer is waited for.
async fn together<F: Future>(queries: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut sent = Vec::new();
    for query in queries {
        let mut query = Box::pin(query);
        let answer = poll_fn(|context| Poll::Ready(query.as_mut().poll(context))).await;
        sent.push((query, answer));
    }
    let mut answers = Vec::with_capacity(sent.len());
    for (query, answer) in sent {
        answers.push(match answer {
            Poll::Ready(answer) => answer,
            Poll::Pending => query.await,
        });
    }
    answers
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
