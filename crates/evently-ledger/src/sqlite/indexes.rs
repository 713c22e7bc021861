//! Whether the columns and rows by which events are found are those of the records.

use core::mem;

use rusqlite::{
    Connection, OptionalExtension as _, Row, params,
    types::{Value, ValueRef},
};

use super::rows::{EVENT, LEDGER, id};
use crate::{
    EventId,
    database::{self, Result},
};

/// The keys of the entities of an event `e`, as the insert of the event adds them.
macro_rules! keys {
    () => {
        "(
        SELECT n.key AS entity, CASE
                WHEN k.type = 'text' THEN k.value
                WHEN n.type = 'array' THEN n.value -> ('$[' || k.key || ']')
                WHEN n.type IN ('true', 'false') THEN n.type
                ELSE coalesce(CASE instr(n.key, '\"') WHEN 0 THEN e.record -> n.fullkey END, k.value)
            END AS key
        FROM json_each(e.record, '$.entities') AS n,
            json_each(CASE n.type WHEN 'array' THEN n.value WHEN 'object' THEN '[]' ELSE json_array(n.value) END) AS k
        WHERE k.atom IS NOT NULL
        UNION ALL
        SELECT e.record ->> '$.entity', e.record ->> '$.key'
        WHERE json_type(e.record, '$.entities') IS NULL
            AND json_type(e.record, '$.entity') = 'text' AND json_type(e.record, '$.key') = 'text'
        )"
    };
}

/// The ids of the events that follow one, for each the column that differs from its record, and how many rows its
/// entities have, or null if a row is missing. If several events have the same idempotency key, as in an imported
/// ledger, the first one has it.
const EVENTS: &str = concat!(
    "
SELECT e.id, CASE
    WHEN e.previous IS NOT lag(e.id, 1, ?2) OVER (ORDER BY e.id) THEN 'previous'
    WHEN e.event IS NOT e.record ->> '$.event' THEN 'event'
    WHEN e.append_key IS NOT e.own_key AND NOT (e.append_key IS NULL AND EXISTS (
        SELECT 1 FROM evently_event AS o
        WHERE o.ledger = e.ledger AND o.append_key = e.own_key AND o.id < e.id)) THEN 'append_key'
    END, (SELECT CASE WHEN count(*) = count(found) THEN count(*) END FROM (
        SELECT (
            SELECT i.id FROM evently_entity AS i
            WHERE i.ledger = e.ledger AND i.entity = own.entity AND i.key = own.key AND i.id = e.id
        ) AS found FROM (SELECT DISTINCT entity, key FROM ",
    keys!(),
    ") AS own))
FROM (
    SELECT *, CASE json_type(record, '$.appendKey') WHEN 'text' THEN record ->> '$.appendKey' END AS own_key
    FROM evently_event WHERE ledger = ?1 AND id > coalesce(?2, x'') ORDER BY id LIMIT 1000
) AS e ORDER BY e.id"
);

/// The rows of entities that follow one, and for each whether its record lacks the entity.
const ENTITIES: &str = concat!(
    "
SELECT i.entity, i.key, i.id, NOT EXISTS (
    SELECT 1 FROM evently_event AS e
    WHERE e.ledger = i.ledger AND e.id = i.id AND EXISTS (
        SELECT 1 FROM ",
    keys!(),
    " AS own WHERE own.entity = i.entity AND own.key = i.key))
FROM evently_entity AS i
WHERE i.ledger = ?1 AND (i.entity, i.key, i.id) > (?2, ?3, ?4)
ORDER BY i.entity, i.key, i.id LIMIT 1000"
);

/// Compares them; says after each page how many rows it had.
pub(super) fn check(
    connection: &Connection,
    ledger: &str,
    compared: &mut dyn FnMut(u64),
) -> Result<()> {
    let sql = "SELECT number, events, head, profile,
            (SELECT record FROM evently_event WHERE ledger = number ORDER BY id LIMIT 1)
        FROM evently_ledger WHERE name = ?1";
    let row = connection
        .query_row(sql, params![ledger], |row| {
            let (number, events): (i64, i64) = (row.get(0)?, row.get(1)?);
            let head = row.get::<_, Option<Vec<u8>>>(2)?.unwrap_or_default();
            let (profile, first): (String, Option<Vec<u8>>) = (row.get(3)?, bytes(row, 4)?);
            Ok((number, events, head, profile, first))
        })
        .optional()?;
    let Some((number, events, head, profile, first)) = row else { return Ok(()) };
    database::check_profile((LEDGER, number), &profile, first.as_deref())?;
    let (mut count, mut keys, mut last, mut has_more) = (0, 0, None, true);
    let mut statement = connection.prepare_cached(EVENTS)?;
    while mem::take(&mut has_more) {
        let mut rows = statement.query(params![number, last.map(EventId::to_bytes)])?;
        while let Some(row) = rows.next()? {
            let id = id(row, 0)?.ok_or_else(|| database::without_id(EVENT))?;
            let wrong: Option<String> = row.get(1)?;
            let (None, Some(own)) = (&wrong, row.get::<_, Option<i64>>(2)?) else {
                return Err(database::derived(EVENT, id, wrong.as_deref().unwrap_or("entities")));
            };
            // Others may append meanwhile.
            count += i64::from(id.to_bytes()[..] <= head[..]);
            keys += own;
            (last, has_more) = (Some(id), true);
            compared(1);
        }
    }
    if count != events {
        return Err(database::derived(LEDGER, number, "events"));
    }
    // All events have their rows. Where there are others, to find one takes the square of the keys of an event.
    let sql = "SELECT count(*) FROM evently_entity WHERE ledger = ?1";
    if connection.query_row(sql, params![number], |row| row.get::<_, i64>(0))? == keys {
        compared(keys.unsigned_abs());
        return Ok(());
    }
    let table = "evently_entity";
    let mut last = [Value::Text(String::new()), Value::Text(String::new()), Value::Blob(vec![])];
    let (mut statement, mut has_more) = (connection.prepare_cached(ENTITIES)?, true);
    while mem::take(&mut has_more) {
        let [entity, key, of] = &last;
        let mut rows = statement.query(params![number, entity, key, of])?;
        while let Some(row) = rows.next()? {
            if row.get(3)? {
                let id = id(row, 2)?.ok_or_else(|| database::without_id(table))?;
                return Err(database::derived(table, id, "entities"));
            }
            last = [row.get(0)?, row.get(1)?, row.get(2)?];
            has_more = true;
            compared(1);
        }
    }
    Ok(())
}

/// What a column has, if it is a text or bytes.
fn bytes(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Vec<u8>>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(bytes.to_vec()),
        _ => None,
    })
}
