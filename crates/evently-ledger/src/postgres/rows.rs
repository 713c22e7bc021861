//! The statements over the tables.

use core::{
    fmt,
    future::{Future, poll_fn},
    ops::ControlFlow,
    pin::pin,
    task::Poll,
    time::Duration,
};

use futures_util::{StreamExt, future::maybe_done};
use ids_core::column::AsUuid;
use ids_db::postgres::{DURABLE, told, version};
use tokio_postgres::{
    Client, Row,
    error::SqlState,
    types::{FromSql, ToSql, Type},
};

use super::{DIALECT, DatabaseError, LedgerRow, SCHEMA, store::too_long};
use crate::{
    EventId, EventReader, Profile, Query, Record,
    database::{self, COLUMN, PAGE, PROFILE, Result, VERSION, sql},
};

pub(super) const EVENT: &str = "evently_ledger.event";
pub(super) const LEDGER: &str = "evently_ledger.ledger";

/// A parameter and its type, so that nothing has to be prepared.
pub(super) type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

pub(super) async fn run(client: &Client, sql: &str) -> Result<()> {
    Ok(client.batch_execute(sql).await?)
}

pub(super) async fn rows(
    client: &Client,
    sql: &str,
    parameters: &[Parameter<'_>],
) -> Result<Vec<Row>> {
    Ok(client.query_typed(sql, parameters).await?)
}

pub(super) async fn check(client: &Client) -> Result<()> {
    match version(client, "evently_ledger.version").await? {
        VERSION => Ok(()),
        found => Err(DatabaseError::Schema(found)),
    }
}

/// Makes the tables where they are absent.
///
/// # Errors
/// [`DatabaseError::Schema`] if the tables are of another version; others as PostgreSQL says.
#[inline]
pub async fn init(client: &Client) -> Result<()> {
    // One at a time; the lock ends with the transaction.
    run(client, "BEGIN; SELECT pg_advisory_xact_lock(hashtext('evently_ledger'))").await?;
    let made = match check(client).await {
        Err(DatabaseError::Schema(0)) => run(client, SCHEMA).await,
        answer => answer,
    };
    run(client, if made.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    made
}

/// A column of a row of this table. One of another type is a fault of that row.
pub(super) fn column<'r, T: FromSql<'r>>(
    table: &str,
    of: impl fmt::Display,
    row: &'r Row,
    column: usize,
) -> Result<T> {
    row.try_get(column).map_err(|_| database::row(table, of, COLUMN))
}

/// An id, if the column has one.
pub(super) fn id(table: &str, row: &Row, column: usize) -> Result<Option<EventId>> {
    match row.try_get::<_, Option<AsUuid<EventId>>>(column) {
        Ok(id) => Ok(id.map(|AsUuid(id)| id)),
        Err(_) => Err(database::row(table, "whose id is not an event id", COLUMN)),
    }
}

fn profile(row: &Row, column: usize) -> Option<Profile> {
    row.try_get::<_, &str>(column).ok()?.parse().ok()
}

/// The last event of a ledger; `None` if there is no such ledger.
///
/// # Errors
/// [`DatabaseError`].
#[inline]
pub async fn head(client: &Client, ledger: &str) -> Result<Option<(EventId, Profile)>> {
    Ok(place(client, ledger, None, false).await?.0)
}

/// The last event, and whether this one is in the ledger; waits for the lock of the ledger first if
/// that is wanted.
pub(super) async fn place(
    client: &Client,
    ledger: &str,
    known: Option<EventId>,
    is_locked: bool,
) -> Result<(Option<(EventId, Profile)>, bool)> {
    let sql = "SELECT profile, head, EXISTS (
            SELECT 1 FROM evently_ledger.event AS e WHERE e.ledger = l.number AND e.id = $2
        ) FROM evently_ledger.ledger AS l WHERE name = $1";
    let lock = if is_locked { " FOR NO KEY UPDATE" } else { "" };
    let known = known.map(AsUuid);
    let parameters: [Parameter<'_>; 2] = [(&ledger, Type::TEXT), (&known, Type::UUID)];
    let rows = rows(client, &format!("{sql}{lock}"), &parameters).await?;
    let Some(row) = rows.first() else { return Ok((None, false)) };
    let fault = || database::row(LEDGER, format_args!("{ledger:?}"), PROFILE);
    let profile = profile(row, 0).ok_or_else(fault)?;
    let head = id(LEDGER, row, 1)?.map(|id| (id, profile));
    Ok((head, row.try_get(2).unwrap_or_default()))
}

/// The ledgers of the database, by their names.
///
/// # Errors
/// [`DatabaseError`].
#[inline]
pub async fn ledgers(client: &Client) -> Result<Vec<LedgerRow>> {
    let sql = "SELECT number, CASE WHEN octet_length(name::text) <= 500 THEN name END,
            CASE WHEN octet_length(profile::text) <= 500 THEN profile END, head, events
        FROM evently_ledger.ledger";
    // A name that is not a text is read as missing.
    let read = |row: &Row| {
        let number = row.try_get::<_, i32>(0).unwrap_or_default();
        let (name, head) = (row.try_get(1).unwrap_or_default(), id(LEDGER, row, 3));
        LedgerRow::new(number.into(), name, profile(row, 2), head, row.try_get(4).ok())
    };
    let mut ledgers: Vec<_> = rows(client, sql, &[]).await?.iter().map(read).collect();
    ledgers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(ledgers)
}

/// Whether this event is in a ledger.
///
/// # Errors
/// [`DatabaseError`].
#[inline]
pub async fn contains(client: &Client, ledger: &str, id: EventId) -> Result<bool> {
    let sql = "SELECT 1 FROM evently_ledger.event
        WHERE ledger = (SELECT number FROM evently_ledger.ledger WHERE name = $1) AND id = $2";
    let found = rows(client, sql, &[(&ledger, Type::TEXT), (&AsUuid(id), Type::UUID)]).await?;
    Ok(!found.is_empty())
}

/// The records that have these keys, each where its key stands. Each key is one look-up: of `= ANY` the
/// planner may make a filter, and read all keys of the ledger.
pub(super) async fn find_keys(
    client: &Client,
    ledger: &str,
    keys: &[&str],
) -> Result<Vec<Option<Vec<u8>>>> {
    let sql = "SELECT e.id, e.record, e.append_key FROM unnest($2) AS k (key)
        CROSS JOIN LATERAL (
            SELECT id, record, append_key FROM evently_ledger.event
            WHERE ledger = (SELECT number FROM evently_ledger.ledger WHERE name = $1)
                AND append_key = k.key
            LIMIT 1
        ) AS e";
    let found = rows(client, sql, &[(&ledger, Type::TEXT), (&keys, Type::TEXT_ARRAY)]).await?;
    let (mut reader, mut records) = (EventReader::default(), vec![None; keys.len()]);
    for row in &found {
        let (id, record) = record(row, Some(&mut reader))?;
        let key: &str = column(EVENT, id, row, 2)?;
        for (own, place) in keys.iter().zip(&mut records) {
            if *own == key {
                *place = Some(record.to_vec());
            }
        }
    }
    Ok(records)
}

/// A ledger without events, if there is none of this name. One that is there has to have this profile.
pub(super) async fn begin(client: &Client, ledger: &str, profile: Profile) -> Result<()> {
    let sql = "INSERT INTO evently_ledger.ledger (name, profile) VALUES ($1, $2)
        ON CONFLICT (name) DO NOTHING";
    let parameters: [Parameter<'_>; 2] = [(&ledger, Type::TEXT), (&profile.name(), Type::TEXT)];
    client.execute_typed(sql, &parameters).await?;
    let sql = "SELECT 1 FROM evently_ledger.ledger
        WHERE name = $1 AND profile <> $2 AND head IS NULL";
    if rows(client, sql, &parameters).await?.is_empty() {
        return Ok(());
    }
    Err(database::derived(LEDGER, format_args!("{ledger:?}"), "profile"))
}

/// Appends records if this is the last event: one statement, and durable when its transaction ends. In an open
/// transaction a conflict of strictly isolated ones is an error, since it has ended that.
pub(super) async fn append(
    client: &Client,
    ledger: &str,
    after: Option<EventId>,
    records: &[Record<'_>],
    is_open: bool,
) -> Result<bool> {
    let stored_by = "place AS (
            SELECT number FROM evently_ledger.ledger
            WHERE name = $1 AND head IS NOT DISTINCT FROM $2 FOR NO KEY UPDATE
        ), stored AS (
            INSERT INTO evently_ledger.event (ledger, id, previous, append_key, record)
            SELECT number, n.id, n.previous, n.append_key, n.record
            FROM place, unnest($3, $4, $5, $6) AS n (id, previous, append_key, record)
            RETURNING 1
        )";
    let ids: Vec<_> = records.iter().map(|record| AsUuid(record.id)).collect();
    let after = after.map(AsUuid);
    let previous: Vec<_> =
        core::iter::once(after).chain(ids.iter().copied().map(Some)).take(ids.len()).collect();
    let keys: Vec<_> = records.iter().map(|record| record.key).collect();
    let texts = records.iter().map(database::text).collect::<Result<Vec<_>>>()?;
    let parameters: [Parameter<'_>; 6] = [
        (&ledger, Type::TEXT),
        (&after, Type::UUID),
        (&ids, Type::UUID_ARRAY),
        (&previous, Type::UUID_ARRAY),
        (&keys, Type::TEXT_ARRAY),
        (&texts, Type::TEXT_ARRAY),
    ];
    // Where transactions are isolated more strictly, the server says so that another writer was faster.
    let is_moved = |code: &SqlState| !is_open && *code == SqlState::T_R_SERIALIZATION_FAILURE;
    stored(client, stored_by, &parameters, is_moved).await
}

/// Stores by a query whose last part is `stored`, durably; whether that has rows. An error of such a code says that nothing
/// is stored.
pub(super) async fn stored(
    client: &Client,
    stored_by: &str,
    parameters: &[Parameter<'_>],
    is_moved: impl Fn(&SqlState) -> bool,
) -> Result<bool> {
    let sql = format!("WITH {stored_by} SELECT count(*), ({DURABLE}) FROM stored");
    match client.query_typed(&sql, parameters).await {
        Ok(rows) => {
            let count = rows.first().and_then(|row| row.try_get::<_, i64>(0).ok());
            Ok(count.is_some_and(|count| count > 0))
        }
        Err(error) if error.code().is_some_and(is_moved) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The id and the record of a row, compared if there is a `reader`.
fn record<'r>(row: &'r Row, reader: Option<&mut EventReader>) -> Result<(EventId, &'r [u8])> {
    let id = id(EVENT, row, 0)?.ok_or_else(|| database::without_id(EVENT))?;
    let Ok(record) = row.try_get::<_, &str>(1) else {
        return Err(database::row(EVENT, id, COLUMN));
    };
    if let Some(reader) = reader {
        database::check_row(reader, EVENT, id, record.as_bytes())?;
    }
    Ok((id, record.as_bytes()))
}

/// Begins to read in the order of an index, whatever the statistics of the tables say. After many
/// inserts, or without them, the server takes a ledger for so small that it would rather sort it, for
/// each page.
pub(super) const IN_ORDER: &str = "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off;
    SET LOCAL jit = off";

/// How pages are read.
#[derive(Default)]
pub(super) struct Reading<'t> {
    /// Whether a transaction is open, in which they are read.
    pub(super) is_open: bool,
    /// How long each wait for the server takes at most, and who is told if it takes long.
    pub(super) limit: Option<(Duration, &'t mut (dyn FnMut() + Send))>,
    /// Whether the caller compares the records with their rows itself.
    pub(super) trusts: bool,
}

/// Shows the records that a query asks for, page by page.
pub(super) async fn select<V: FnMut(EventId, &[u8]) -> ControlFlow<()>>(
    client: &Client,
    ledger: &str,
    query: &Query,
    mut reading: Reading<'_>,
    mut visit: V,
) -> Result<()> {
    let mut query = query.clone();
    let mut reader = (!reading.trusts).then(EventReader::default);
    let mut left = query.limit.unwrap_or(usize::MAX);
    while left > 0 {
        let (limit, mut last) = (left.min(PAGE), None);
        let count = {
            let page = sql::page(DIALECT, ledger, &query, limit)?;
            let values: Vec<_> = page.values.iter().map(parameter).collect();
            let parameters: Vec<Parameter<'_>> =
                values.iter().map(|(value, kind)| (&**value as _, kind.clone())).collect();
            let shown = reading.page(client, &page.sql, &parameters, |row| {
                let (id, record) = record(row, reader.as_mut())?;
                last = Some(id);
                Ok(visit(id, record))
            });
            shown.await?
        };
        let Some(last) = last.filter(|_| count == Some(limit)) else { break };
        left -= limit;
        query = query.beyond(last);
    }
    Ok(())
}

impl Reading<'_> {
    /// What the server answers, if it does so within the limit.
    pub(super) async fn within<T>(&mut self, answer: impl Future<Output = T>) -> Result<T> {
        match &mut self.limit {
            Some((limit, tell)) => {
                let answer = told(*limit, *tell, pin!(answer)).await;
                answer.ok_or_else(|| too_long(*limit))
            }
            None => Ok(answer.await),
        }
    }

    /// Shows the rows of a page, in the order of an index: in a transaction of its own, or in an open one in a part that
    /// ends with its settings. How many there are, unless `each` breaks.
    pub(super) async fn page(
        &mut self,
        client: &Client,
        sql: &str,
        parameters: &[Parameter<'_>],
        mut each: impl FnMut(&Row) -> Result<ControlFlow<()>>,
    ) -> Result<Option<usize>> {
        let (start, last) = if self.is_open {
            (
                "SAVEPOINT evently_ledger_page",
                "ROLLBACK TO evently_ledger_page; RELEASE evently_ledger_page",
            )
        } else {
            ("BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY", "COMMIT")
        };
        let first = format!("{start}; {IN_ORDER}");
        let mut begun = pin!(maybe_done(run(client, &first)));
        let mut rows = pin!(maybe_done(client.query_typed_raw(sql, parameters.iter().cloned())));
        let mut ended = pin!(maybe_done(run(client, last)));
        // All three are sent before the first is answered: a caller who does not wait leaves nothing open.
        poll_fn(|context| {
            let _sent = (
                begun.as_mut().poll(context),
                rows.as_mut().poll(context),
                ended.as_mut().poll(context),
            );
            Poll::Ready(())
        })
        .await;
        self.within(begun.as_mut()).await?;
        self.within(rows.as_mut()).await?;
        begun.as_mut().take_output().transpose()?;
        let Some(rows) = rows.as_mut().take_output() else { return Ok(None) };
        let mut count = 0;
        {
            let mut rows = pin!(rows?);
            while let Some(row) = self.within(rows.next()).await? {
                if each(&row?)?.is_break() {
                    return Ok(None);
                }
                count += 1;
            }
        }
        self.within(ended.as_mut()).await?;
        ended.as_mut().take_output().transpose()?;
        Ok(Some(count))
    }
}

pub(super) fn parameter<'q>(value: &sql::Value<'q>) -> (Box<dyn ToSql + Sync + Send + 'q>, Type) {
    match *value {
        sql::Value::Id(id) => (Box::new(AsUuid(id)), Type::UUID),
        sql::Value::Text(text) => (Box::new(text), Type::TEXT),
    }
}
