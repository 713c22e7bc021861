//! The rows of the store: one function for each question and for each change.

use core::ops::Range;
use std::{boxed::Box, string::String, vec::Vec};

use rusqlite::{OptionalExtension, Result, Row, Transaction, params, types::Type};

use crate::{
    Amount, Claim, Fingerprint, Holder, Holding, Namespace, Release, Request, Resource,
    ResourceStatus, Span, SpanState, Token,
    protocol::{Decision, Known, Number, Parts},
};

/// The layout of a namespace, if it was begun.
pub(super) fn layout(at: &Transaction<'_>, namespace: &Namespace) -> Result<Option<String>> {
    let sql = "SELECT layout FROM ids_reserve_namespace WHERE name = ?1";
    at.prepare_cached(sql)?.query_row([namespace.as_str()], |row| row.get(0)).optional()
}

/// Every namespace, and its layout.
pub(super) fn namespaces(at: &Transaction<'_>) -> Result<Vec<(String, String)>> {
    let mut all = at.prepare_cached("SELECT name, layout FROM ids_reserve_namespace")?;
    let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Begins the namespace with this layout.
pub(super) fn keep_layout(
    at: &Transaction<'_>,
    namespace: &Namespace,
    layout: &Fingerprint,
) -> Result<()> {
    let sql = "INSERT INTO ids_reserve_namespace (name, layout) VALUES (?1, ?2)";
    at.prepare_cached(sql)?.execute([namespace.as_str(), layout.as_str()])?;
    Ok(())
}

/// The numbers that a claim has to know of: all, or for a wanted one that and the holder's own.
pub(super) fn numbers(at: &Transaction<'_>, claim: &Claim<'_>) -> Result<Vec<Number>> {
    let sql = "SELECT number, resource.until, owner, holder.at
               FROM ids_reserve_resource AS resource
               LEFT JOIN ids_reserve_holder AS holder
               USING (namespace, number)
               WHERE namespace = ?1 AND (holder.token IS NULL OR holder.token = owner)
               AND (?2 IS NULL OR number = ?2 OR owner = ?3)
               ORDER BY number";
    let number = |row: &Row<'_>| {
        // An owner that is not a holder asked at no time.
        let at = row.get::<_, Option<i64>>(3)?.map(|_| unsigned(row, 3)).transpose()?;
        let owner = token(row, 2)?.zip(at);
        Ok(Number { number: unsigned(row, 0)?, end: unsigned(row, 1)?, owner })
    };
    let (wanted, holder) = (claim.wanted.map(signed), blob(claim.holder.token()));
    at.prepare_cached(sql)?
        .query_map(params![claim.namespace.as_str(), wanted, holder], number)?
        .collect()
}

/// Makes the holder of a claim the owner of a number, and forgets the owner before it.
pub(super) fn own(at: &Transaction<'_>, claim: &Claim<'_>, number: u64, now: u64) -> Result<()> {
    let (namespace, number) = (claim.namespace.as_str(), signed(number));
    let token = blob(claim.holder.token());
    at.execute(
        "INSERT INTO ids_reserve_resource (namespace, number, until, owner) VALUES (?1, ?2, 0, ?3)
         ON CONFLICT (namespace, number) DO UPDATE SET owner = excluded.owner",
        params![namespace, number, token],
    )?;
    at.execute(
        "DELETE FROM ids_reserve_holder WHERE namespace = ?1 AND number = ?2 AND token <> ?3",
        params![namespace, number, token],
    )?;
    at.execute(
        "INSERT INTO ids_reserve_holder (namespace, number, token, label, first, until, at)
         VALUES (?1, ?2, ?3, ?4, 0, 0, ?5) ON CONFLICT DO NOTHING",
        params![namespace, number, token, claim.holder.label(), signed(now)],
    )?;
    Ok(())
}

/// What the store knows when a request arrives.
pub(super) fn known<'a>(
    at: &Transaction<'_>,
    request: &Request<'_>,
    now: u64,
    layout: Option<&'a str>,
) -> Result<Known<'a>> {
    let (namespace, number) = name(request.resource);
    let resource = "SELECT until, owner FROM ids_reserve_resource
                    WHERE namespace = ?1 AND number = ?2";
    let resource = at
        .prepare_cached(resource)?
        .query_row(params![namespace, number], |row| Ok((unsigned(row, 0)?, token(row, 1)?)))
        .optional()?;
    let holder = "SELECT request, first, until FROM ids_reserve_holder
                  WHERE namespace = ?1 AND number = ?2 AND token = ?3";
    let answered = at
        .prepare_cached(holder)?
        .query_row(params![namespace, number, blob(request.holder.token())], |row| {
            Ok((token(row, 0)?, range(row, 1)?))
        })
        .optional()?;
    let last = "SELECT CASE WHEN until >= ?3 THEN token END FROM ids_reserve_span
                WHERE namespace = ?1 AND number = ?2 AND first < ?3
                ORDER BY first DESC LIMIT 1";
    let last = at
        .prepare_cached(last)?
        .query_row(params![namespace, number, signed(request.seen)], |row| token(row, 0))
        .optional()?
        .flatten();
    let returned = match request.amount {
        Amount::Time { .. } => None,
        Amount::Keys { at_least, .. } => {
            let sql = "SELECT first, until FROM ids_reserve_span
                       WHERE namespace = ?1 AND number = ?2 AND first >= ?3 AND state = 'returned'
                       ORDER BY first LIMIT 1";
            at.prepare_cached(sql)?
                .query_row(params![namespace, number, signed(at_least)], |row| range(row, 0))
                .optional()?
        }
    };
    let (end, owner) = resource.unwrap_or((0, None));
    let answered = answered.and_then(|(request, range)| Some((request?, range)));
    Ok(Known { now, layout, end, owner, answered, last, returned })
}

/// Writes what was decided about a request.
pub(super) fn keep_grant(
    at: &Transaction<'_>,
    request: &Request<'_>,
    decision: &Decision,
    now: u64,
) -> Result<()> {
    let (namespace, number) = name(request.resource);
    let (range, token) = (decision.range(), blob(request.holder.token()));
    let (first, until) = (signed(range.start), signed(range.end));
    if let Decision::Returned(_) = decision {
        // What is left of the range begins later, or nothing is.
        at.prepare_cached(
            "UPDATE OR REPLACE ids_reserve_span SET first = ?4
             WHERE namespace = ?1 AND number = ?2 AND first = ?3 AND until > ?4",
        )?
        .execute(params![namespace, number, first, until])?;
        at.prepare_cached(
            "DELETE FROM ids_reserve_span WHERE namespace = ?1 AND number = ?2 AND first = ?3",
        )?
        .execute(params![namespace, number, first])?;
    } else {
        at.prepare_cached(
            "INSERT INTO ids_reserve_resource (namespace, number, until) VALUES (?1, ?2, ?3)
             ON CONFLICT (namespace, number) DO UPDATE SET until = excluded.until",
        )?
        .execute(params![namespace, number, until])?;
    }
    let longer = at
        .prepare_cached(
            "UPDATE ids_reserve_span SET until = ?4, at = ?6
             WHERE namespace = ?1 AND number = ?2 AND until = ?3 AND token = ?5
             AND state = 'held'",
        )?
        .execute(params![namespace, number, first, until, token, signed(now)])?;
    if longer == 0 {
        insert_span(at, request.resource, range, request.holder, SpanState::Held, now)?;
    }
    at.prepare_cached(
        "INSERT INTO ids_reserve_holder
         (namespace, number, token, label, request, first, until, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (namespace, number, token) DO UPDATE SET request = excluded.request,
         first = excluded.first, until = excluded.until, at = excluded.at",
    )?
    .execute(params![
        namespace,
        number,
        token,
        request.holder.label(),
        blob(request.id),
        first,
        until,
        signed(now)
    ])?;
    Ok(())
}

/// Forgets a holder; whether there was one.
pub(super) fn forget(at: &Transaction<'_>, resource: &Resource, holder: &Holder) -> Result<bool> {
    let (namespace, number) = name(resource);
    let token = blob(holder.token());
    let deleted = at.execute(
        "DELETE FROM ids_reserve_holder WHERE namespace = ?1 AND number = ?2 AND token = ?3",
        params![namespace, number, token],
    )?;
    at.execute(
        "UPDATE ids_reserve_resource SET owner = NULL
         WHERE namespace = ?1 AND number = ?2 AND owner = ?3",
        params![namespace, number, token],
    )?;
    Ok(deleted > 0)
}

/// The ranges that a holder has.
pub(super) fn held(
    at: &Transaction<'_>,
    resource: &Resource,
    holder: &Holder,
) -> Result<Vec<Range<u64>>> {
    let (namespace, number) = name(resource);
    let sql = "SELECT first, until FROM ids_reserve_span
               WHERE namespace = ?1 AND number = ?2 AND token = ?3 AND state = 'held'
               ORDER BY first";
    at.prepare_cached(sql)?
        .query_map(params![namespace, number, blob(holder.token())], |row| range(row, 0))?
        .collect()
}

/// The highest end that the resource was raised to.
pub(super) fn raised(at: &Transaction<'_>, resource: &Resource) -> Result<u64> {
    let (namespace, number) = name(resource);
    let sql = "SELECT raised FROM ids_reserve_resource WHERE namespace = ?1 AND number = ?2";
    at.prepare_cached(sql)?.query_row(params![namespace, number], |row| unsigned(row, 0))
}

/// Writes what became of the ranges that a holder had.
pub(super) fn keep_parts(
    at: &Transaction<'_>,
    release: &Release<'_>,
    parts: &Parts,
    now: u64,
) -> Result<()> {
    let (resource, holder) = (release.resource, release.holder);
    let (namespace, number) = name(resource);
    at.execute(
        "DELETE FROM ids_reserve_span
         WHERE namespace = ?1 AND number = ?2 AND token = ?3 AND state = 'held'",
        params![namespace, number, blob(holder.token())],
    )?;
    for (ranges, state) in parts.by_state() {
        for range in ranges {
            insert_span(at, resource, range, holder, state, now)?;
        }
    }
    Ok(())
}

/// Moves the end up, and returns it; `None` if there is no such resource.
pub(super) fn raise(at: &Transaction<'_>, resource: &Resource, end: u64) -> Result<Option<u64>> {
    let (namespace, number) = name(resource);
    at.execute(
        "UPDATE ids_reserve_span SET state = 'skipped'
         WHERE namespace = ?1 AND number = ?2 AND first < ?3 AND state = 'returned'",
        params![namespace, number, signed(end)],
    )?;
    at.query_row(
        "UPDATE ids_reserve_resource SET until = max(until, ?3), raised = max(raised, ?3)
         WHERE namespace = ?1 AND number = ?2 RETURNING until",
        params![namespace, number, signed(end)],
        |row| unsigned(row, 0),
    )
    .optional()
}

/// Every resource with its holders.
pub(super) fn resources(at: &Transaction<'_>) -> Result<Vec<ResourceStatus>> {
    let mut sql = at.prepare_cached(
        "SELECT namespace, number, resource.until, layout,
                token, label, holder.first, holder.until, holder.at
         FROM ids_reserve_resource AS resource
         JOIN ids_reserve_namespace ON name = namespace
         LEFT JOIN ids_reserve_holder AS holder USING (namespace, number)
         ORDER BY namespace, number, token",
    )?;
    let mut rows = sql.query([])?;
    let mut resources: Vec<ResourceStatus> = Vec::new();
    while let Some(row) = rows.next()? {
        let namespace = Namespace::new(row.get_ref(0)?.as_str()?);
        let namespace = namespace.map_err(|error| wrong(0, Type::Text, error))?;
        let resource = Resource { namespace, number: unsigned(row, 1)? };
        if resources.last().is_none_or(|last| last.resource != resource) {
            let (layout, end) = (row.get_ref(3)?.as_str()?.into(), unsigned(row, 2)?);
            resources.push(ResourceStatus { resource, layout, end, holders: Vec::new() });
        }
        if let (Some(token), Some(last)) = (token(row, 4)?, resources.last_mut()) {
            let holder = holder(row, token, 5)?;
            last.holders.push(Holding { holder, range: range(row, 6)?, at: unsigned(row, 8)? });
        }
    }
    Ok(resources)
}

/// Every range that was granted, in ascending order.
pub(super) fn spans(at: &Transaction<'_>, resource: &Resource) -> Result<Vec<Span>> {
    let (namespace, number) = name(resource);
    let sql = "SELECT first, until, token, label, state, at FROM ids_reserve_span
               WHERE namespace = ?1 AND number = ?2 ORDER BY first";
    let span = |row: &Row<'_>| {
        let token = token(row, 2)?.unwrap_or(Token::from_bits(0));
        let state = SpanState::from_name(row.get_ref(4)?.as_str()?);
        let state = state.ok_or_else(|| wrong(4, Type::Text, "no such state"))?;
        let holder = holder(row, token, 3)?;
        Ok(Span { range: range(row, 0)?, holder, state, at: unsigned(row, 5)? })
    };
    at.prepare_cached(sql)?.query_map(params![namespace, number], span)?.collect()
}

fn insert_span(
    at: &Transaction<'_>,
    resource: &Resource,
    range: &Range<u64>,
    holder: &Holder,
    state: SpanState,
    now: u64,
) -> Result<()> {
    let (namespace, number) = name(resource);
    at.prepare_cached(
        "INSERT INTO ids_reserve_span (namespace, number, first, until, token, label, state, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        namespace,
        number,
        signed(range.start),
        signed(range.end),
        blob(holder.token()),
        holder.label(),
        state.name(),
        signed(now)
    ])?;
    Ok(())
}

fn name(resource: &Resource) -> (&str, i64) {
    (resource.namespace.as_str(), signed(resource.number))
}

/// All numbers here are below 2^63; larger ones would count as the largest.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// No column holds a negative number: the tables check it.
pub(super) fn unsigned(row: &Row<'_>, column: usize) -> Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|error| wrong(column, Type::Integer, error))
}

fn range(row: &Row<'_>, column: usize) -> Result<Range<u64>> {
    Ok(unsigned(row, column)?..unsigned(row, column + 1)?)
}

const fn blob(token: Token) -> [u8; 16] {
    token.to_bits().to_be_bytes()
}

fn token(row: &Row<'_>, column: usize) -> Result<Option<Token>> {
    let bytes: Option<[u8; 16]> = row.get(column)?;
    Ok(bytes.map(|bytes| Token::from_bits(u128::from_be_bytes(bytes))))
}

fn holder(row: &Row<'_>, token: Token, label: usize) -> Result<Holder> {
    Holder::new(token, row.get_ref(label)?.as_str()?)
        .map_err(|error| wrong(label, Type::Text, error))
}

fn wrong(
    column: usize,
    found: Type,
    error: impl Into<Box<dyn core::error::Error + Send + Sync>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, found, error.into())
}
