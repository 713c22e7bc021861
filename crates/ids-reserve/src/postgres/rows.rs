//! The rows of the store: one function for each question and for each change.
//!
//! Whatever changes a resource locks its row first.

use core::ops::Range;
use std::{boxed::Box, string::String, vec::Vec};

use tokio_postgres::{Row, types::Type};

use super::{
    column::{
        bytes, column, holder, known_name, name, positive, range, signed, token_of, unsigned,
    },
    session::Transaction,
};
use crate::{
    Amount, Claim, Fingerprint, Holding, Namespace, Release, Request, Resource, ResourceStatus,
    Span, SpanState, Status, StoreError, Token,
    protocol::{self, Decision, Known, Number, Parts},
};

const TEXT: Type = Type::TEXT;
const INT8: Type = Type::INT8;
const BYTEA: Type = Type::BYTEA;

/// The server's clock, in microseconds since the Unix epoch.
macro_rules! clock {
    () => {
        "floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    };
}

/// Begins a namespace unless it was begun, locks it against other claims, and says its layout.
pub(super) async fn begin_namespace(
    at: &Transaction<'_>,
    claim: &Claim<'_>,
) -> Result<Box<str>, StoreError> {
    let name = claim.namespace.as_str();
    let lock = "SELECT layout FROM ids_reserve.namespace WHERE name = $1 FOR NO KEY UPDATE";
    let mut row = at.row(lock, &[(&name, TEXT)]).await?;
    if row.is_none() {
        insert_namespace(at, claim.namespace, claim.fingerprint, claim.separate).await?;
        row = at.row(lock, &[(&name, TEXT)]).await?;
    }
    let layout: &str = column(row.as_ref().ok_or(GONE)?, 0)?;
    Ok(layout.into())
}

async fn insert_namespace(
    at: &Transaction<'_>,
    namespace: &Namespace,
    layout: &Fingerprint,
    separate: bool,
) -> Result<(), StoreError> {
    // One at a time. Namespaces that were begun are read and locked meanwhile.
    at.run("LOCK TABLE ids_reserve.namespace IN SHARE ROW EXCLUSIVE MODE").await?;
    let rows = at.rows("SELECT name, layout FROM ids_reserve.namespace", &[]).await?;
    let all = rows.iter().map(|row| Ok((column(row, 0)?, column(row, 1)?)));
    protocol::begin(namespace, layout, separate, all.collect::<Result<Vec<_>, StoreError>>()?)?;
    let sql = "INSERT INTO ids_reserve.namespace (name, layout) VALUES ($1, $2)
               ON CONFLICT DO NOTHING";
    at.write(sql, &[(&namespace.as_str(), TEXT), (&layout.as_str(), TEXT)]).await
}

/// The numbers that a claim has to know of: all, or for a wanted one that and the holder's own. And
/// the time.
///
/// It locks the numbers that no transaction uses at this moment. The owner of any other is busy
/// with it: it is not idle, and need not be waited for.
pub(super) async fn numbers(
    at: &Transaction<'_>,
    claim: &Claim<'_>,
) -> Result<(Vec<Number>, u64), StoreError> {
    let (name, wanted) = (claim.namespace.as_str(), claim.wanted.map(signed));
    let token = bytes(claim.holder.token());
    let parameters: &[_] = &[(&name as _, TEXT), (&wanted as _, INT8), (&token as _, BYTEA)];
    let free = at
        .rows(
            "SELECT number FROM ids_reserve.resource
             WHERE namespace = $1 AND ($2 IS NULL OR number = $2 OR owner = $3)
             ORDER BY number FOR NO KEY UPDATE SKIP LOCKED",
            parameters,
        )
        .await?;
    let free = free.iter().map(|row| unsigned(row, 0)).collect::<Result<Vec<_>, _>>()?;
    let rows = at
        .rows(
            concat!(
                "SELECT ",
                clock!(),
                ", resource.number, resource.until, owner, holder.at
                 FROM (VALUES (1)) AS one
                 LEFT JOIN ids_reserve.resource AS resource
                 ON namespace = $1 AND ($2 IS NULL OR number = $2 OR owner = $3)
                 LEFT JOIN ids_reserve.holder AS holder
                 ON (holder.namespace, holder.number, holder.token)
                    = (resource.namespace, resource.number, owner)
                 ORDER BY resource.number"
            ),
            parameters,
        )
        .await?;
    let now = unsigned(rows.first().ok_or(GONE)?, 0)?;
    let mut numbers = Vec::with_capacity(rows.len());
    for row in &rows {
        let Some(number) = column::<Option<i64>>(row, 1)? else { break };
        let number = positive(number)?;
        let is_free = free.binary_search(&number).is_ok();
        let asked = column::<Option<i64>>(row, 4)?.map(positive).transpose()?;
        let owner = token_of(row, 3)?.zip(if is_free { asked } else { Some(now) });
        numbers.push(Number { number, end: unsigned(row, 2)?, owner });
    }
    Ok((numbers, now))
}

/// Makes the holder of a claim the owner of a number, and forgets the owner before it.
pub(super) async fn own(
    at: &Transaction<'_>,
    claim: &Claim<'_>,
    number: u64,
    now: u64,
) -> Result<(), StoreError> {
    at.write(
        "WITH owned AS (
             INSERT INTO ids_reserve.resource AS r (namespace, number, until, owner)
             VALUES ($1, $2, 0, $3)
             ON CONFLICT (namespace, number) DO UPDATE SET owner = excluded.owner
         ), gone AS (
             DELETE FROM ids_reserve.holder
             WHERE namespace = $1 AND number = $2 AND token <> $3
         )
         INSERT INTO ids_reserve.holder (namespace, number, token, label, first, until, at)
         VALUES ($1, $2, $3, $4, 0, 0, $5) ON CONFLICT DO NOTHING",
        &[
            (&claim.namespace.as_str(), TEXT),
            (&signed(number), INT8),
            (&bytes(claim.holder.token()), BYTEA),
            (&claim.holder.label(), TEXT),
            (&signed(now), INT8),
        ],
    )
    .await
}

/// Locks the resource of a request, and says the layout of its namespace and what else the store knows. The first
/// request for keys makes the resource.
pub(super) async fn known(
    at: &Transaction<'_>,
    request: &Request<'_>,
) -> Result<(Option<String>, Known<'static>), StoreError> {
    let (namespace, number) = name(request.resource);
    let at_least = match request.amount {
        Amount::Time { .. } => None,
        Amount::Keys { at_least, .. } => Some(signed(at_least)),
    };
    let mut resource = lock(at, request.resource).await?;
    if resource.is_none() && at_least.is_some() {
        let begun = "SELECT FROM ids_reserve.namespace WHERE name = $1";
        if at.row(begun, &[(&namespace, TEXT)]).await?.is_none() {
            let namespace = &request.resource.namespace;
            insert_namespace(at, namespace, request.fingerprint, request.separate).await?;
        }
        let sql = "INSERT INTO ids_reserve.resource (namespace, number, until) VALUES ($1, $2, 0)
                   ON CONFLICT DO NOTHING";
        at.write(sql, &[(&namespace, TEXT), (&number, INT8)]).await?;
        resource = lock(at, request.resource).await?;
    }
    let (end, owner) = resource.unwrap_or((0, None));
    let row = at
        .row(
            concat!(
                "SELECT ",
                clock!(),
                ", layout, request, holder.first, holder.until, last.token,
                   returned.first, returned.until
                 FROM (VALUES (1)) AS one
                 LEFT JOIN ids_reserve.namespace ON name = $1
                 LEFT JOIN ids_reserve.holder AS holder
                 ON (holder.namespace, number, token) = ($1, $2, $3)
                 LEFT JOIN LATERAL (
                     SELECT until, token FROM ids_reserve.span
                     WHERE namespace = $1 AND number = $2 AND first < $5
                     ORDER BY first DESC LIMIT 1
                 ) AS last ON last.until >= $5
                 LEFT JOIN LATERAL (
                     SELECT first, until FROM ids_reserve.span
                     WHERE namespace = $1 AND number = $2 AND first >= $4 AND state = 'returned'
                     ORDER BY first LIMIT 1
                 ) AS returned ON true"
            ),
            &[
                (&namespace, TEXT),
                (&number, INT8),
                (&bytes(request.holder.token()), BYTEA),
                (&at_least, INT8),
                (&signed(request.seen), INT8),
            ],
        )
        .await?
        .ok_or(GONE)?;
    let answered = token_of(&row, 2)?.zip(range(&row, 3)?);
    let (now, layout) = (unsigned(&row, 0)?, column(&row, 1)?);
    let (last, returned) = (token_of(&row, 5)?, range(&row, 6)?);
    Ok((layout, Known { now, layout: None, end, owner, answered, last, returned }))
}

/// Locks a resource, and says its end and its owner.
async fn lock(
    at: &Transaction<'_>,
    resource: &Resource,
) -> Result<Option<(u64, Option<Token>)>, StoreError> {
    let (namespace, number) = name(resource);
    let sql = "SELECT until, owner FROM ids_reserve.resource
               WHERE namespace = $1 AND number = $2 FOR NO KEY UPDATE";
    let row = at.row(sql, &[(&namespace, TEXT), (&number, INT8)]).await?;
    row.map(|row| Ok((unsigned(&row, 0)?, token_of(&row, 1)?))).transpose()
}

/// Writes what was decided about a request.
pub(super) async fn keep_grant(
    at: &Transaction<'_>,
    request: &Request<'_>,
    decision: &Decision,
    now: u64,
) -> Result<(), StoreError> {
    let (namespace, number) = name(request.resource);
    let (first, until) = (signed(decision.range().start), signed(decision.range().end));
    if let Decision::Returned(_) = decision {
        // What is left of the range begins later, or nothing is.
        let (rest, all) = (
            "UPDATE ids_reserve.span SET first = $4
             WHERE namespace = $1 AND number = $2 AND first = $3 AND until > $4",
            "DELETE FROM ids_reserve.span
             WHERE namespace = $1 AND number = $2 AND first = $3 AND until = $4",
        );
        for sql in [all, rest] {
            at.write(sql, &[(&namespace, TEXT), (&number, INT8), (&first, INT8), (&until, INT8)])
                .await?;
        }
    }
    // A range that was given back is below the end.
    at.write(
        "WITH grown AS (
             UPDATE ids_reserve.resource SET until = greatest(until, $4)
             WHERE namespace = $1 AND number = $2
         ), answered AS (
             INSERT INTO ids_reserve.holder
             (namespace, number, token, label, request, first, until, at)
             VALUES ($1, $2, $5, $6, $8, $3, $4, $7)
             ON CONFLICT (namespace, number, token) DO UPDATE SET request = excluded.request,
             first = excluded.first, until = excluded.until, at = excluded.at
         ), longer AS (
             UPDATE ids_reserve.span SET until = $4, at = $7
             WHERE namespace = $1 AND number = $2 AND first = (
                 SELECT max(first) FROM ids_reserve.span
                 WHERE namespace = $1 AND number = $2 AND first < $3
             ) AND until = $3 AND token = $5 AND state = 'held'
             RETURNING first
         )
         INSERT INTO ids_reserve.span (namespace, number, first, until, token, label, state, at)
         SELECT $1, $2, $3, $4, $5, $6, 'held', $7 WHERE NOT EXISTS (SELECT FROM longer)",
        &[
            (&namespace, TEXT),
            (&number, INT8),
            (&first, INT8),
            (&until, INT8),
            (&bytes(request.holder.token()), BYTEA),
            (&request.holder.label(), TEXT),
            (&signed(now), INT8),
            (&bytes(request.id), BYTEA),
        ],
    )
    .await
}

/// A holder that ends.
pub(super) struct Forgotten {
    /// What it has.
    pub(super) held: Vec<Range<u64>>,
    /// The highest end that the resource was raised to.
    pub(super) raised: u64,
    pub(super) now: u64,
}

/// Forgets a holder. `None` if it is not known.
pub(super) async fn forget(
    at: &Transaction<'_>,
    release: &Release<'_>,
) -> Result<Option<Forgotten>, StoreError> {
    let (namespace, number) = name(release.resource);
    let token = bytes(release.holder.token());
    let parameters: &[_] = &[(&namespace as _, TEXT), (&number as _, INT8), (&token as _, BYTEA)];
    lock(at, release.resource).await?;
    let forget = concat!(
        "WITH freed AS (
             UPDATE ids_reserve.resource SET owner = NULL
             WHERE namespace = $1 AND number = $2 AND owner = $3
         )
         DELETE FROM ids_reserve.holder AS holder USING ids_reserve.resource AS resource
         WHERE (resource.namespace, resource.number) = ($1, $2)
         AND (holder.namespace, holder.number, token) = ($1, $2, $3)
         RETURNING raised, ",
        clock!()
    );
    let Some(row) = at.row(forget, parameters).await? else { return Ok(None) };
    let held = "SELECT first, until FROM ids_reserve.span
                WHERE namespace = $1 AND number = $2 AND token = $3 AND state = 'held'
                ORDER BY first";
    let rows = at.rows(held, parameters).await?;
    let held = rows.iter().map(|row| Ok(unsigned(row, 0)?..unsigned(row, 1)?));
    let held = held.collect::<Result<_, StoreError>>()?;
    Ok(Some(Forgotten { held, raised: unsigned(&row, 0)?, now: unsigned(&row, 1)? }))
}

/// Writes what became of the ranges that a holder had.
pub(super) async fn keep_parts(
    at: &Transaction<'_>,
    release: &Release<'_>,
    parts: &Parts,
    now: u64,
) -> Result<(), StoreError> {
    let (namespace, number) = name(release.resource);
    let token = bytes(release.holder.token());
    let held = "DELETE FROM ids_reserve.span
                WHERE namespace = $1 AND number = $2 AND token = $3 AND state = 'held'";
    at.write(held, &[(&namespace, TEXT), (&number, INT8), (&token, BYTEA)]).await?;
    for (ranges, state) in parts.by_state() {
        let column = |of: fn(&Range<u64>) -> u64| -> Vec<i64> {
            ranges.iter().map(|range| signed(of(range))).collect()
        };
        at.write(
            "INSERT INTO ids_reserve.span (namespace, number, first, until, token, label, state, at)
             SELECT $1, $2, first, until, $3, $4, $5, $6
             FROM unnest($7::bigint[], $8::bigint[]) AS part (first, until)",
            &[
                (&namespace, TEXT),
                (&number, INT8),
                (&token, BYTEA),
                (&release.holder.label(), TEXT),
                (&state.name(), TEXT),
                (&signed(now), INT8),
                (&column(|range| range.start), Type::INT8_ARRAY),
                (&column(|range| range.end), Type::INT8_ARRAY),
            ],
        )
        .await?;
    }
    Ok(())
}

/// Moves the end up, and returns it; `None` if there is no such resource.
pub(super) async fn raise(
    at: &Transaction<'_>,
    resource: &Resource,
    end: u64,
) -> Result<Option<u64>, StoreError> {
    let (namespace, number) = name(resource);
    let end = signed(end);
    let parameters: &[_] = &[(&namespace as _, TEXT), (&number as _, INT8), (&end as _, INT8)];
    let grow = "UPDATE ids_reserve.resource
                SET until = greatest(until, $3), raised = greatest(raised, $3)
                WHERE namespace = $1 AND number = $2 RETURNING until";
    let row = at.row(grow, parameters).await?;
    let skip = "UPDATE ids_reserve.span SET state = 'skipped'
                WHERE namespace = $1 AND number = $2 AND first < $3 AND state = 'returned'";
    at.write(skip, parameters).await?;
    row.map(|row| unsigned(&row, 0)).transpose()
}

/// Every resource with its holders.
pub(super) async fn status(at: &Transaction<'_>) -> Result<Status, StoreError> {
    let rows = at
        .rows(
            concat!(
                "SELECT ",
                clock!(),
                ", namespace, number, resource.until, layout,
                   token, label, holder.first, holder.until, holder.at
                 FROM (VALUES (1)) AS one
                 LEFT JOIN ids_reserve.resource AS resource
                 JOIN ids_reserve.namespace AS n ON n.name = namespace
                 LEFT JOIN ids_reserve.holder AS holder USING (namespace, number) ON true
                 ORDER BY namespace, number, token"
            ),
            &[],
        )
        .await?;
    let now = unsigned(rows.first().ok_or(GONE)?, 0)?;
    let mut resources: Vec<ResourceStatus> = Vec::new();
    for row in &rows {
        let Some(namespace) = column::<Option<&str>>(row, 1)? else { break };
        let resource = Resource { namespace: known_name(namespace)?, number: unsigned(row, 2)? };
        if resources.last().is_none_or(|last| last.resource != resource) {
            let (layout, end) = (column::<&str>(row, 4)?.into(), unsigned(row, 3)?);
            resources.push(ResourceStatus { resource, layout, end, holders: Vec::new() });
        }
        if let (Some(token), Some(range), Some(last)) =
            (token_of(row, 5)?, range(row, 7)?, resources.last_mut())
        {
            let (holder, at) = (holder(row, token, 6)?, unsigned(row, 9)?);
            last.holders.push(Holding { holder, range, at });
        }
    }
    Ok(Status { now, resources })
}

/// Every range that was granted, in ascending order.
pub(super) async fn spans(
    at: &Transaction<'_>,
    resource: &Resource,
) -> Result<Vec<Span>, StoreError> {
    let (namespace, number) = name(resource);
    let sql = "SELECT first, until, token, label, state, at FROM ids_reserve.span
               WHERE namespace = $1 AND number = $2 ORDER BY first";
    let rows = at.rows(sql, &[(&namespace, TEXT), (&number, INT8)]).await?;
    let span = |row: &Row| {
        let token = token_of(row, 2)?.unwrap_or(Token::from_bits(0));
        let (holder, state) = (holder(row, token, 3)?, SpanState::from_name(column(row, 4)?));
        let state = state.ok_or_else(|| StoreError::Broken("no such state of a range".into()))?;
        Ok(Span {
            range: unsigned(row, 0)?..unsigned(row, 1)?,
            holder,
            state,
            at: unsigned(row, 5)?,
        })
    };
    rows.iter().map(span).collect()
}

/// What cannot be: a row that this transaction has locked, or a query without a condition.
const GONE: StoreError = StoreError::Invalid("a row went away in the middle of a transaction");
