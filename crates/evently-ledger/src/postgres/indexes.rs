//! Whether the columns and rows by which events are found are those of the records.

use core::ops::ControlFlow;

use ids_core::column::AsUuid;
use tokio_postgres::{Client, types::Type};

use super::rows::{EVENT, LEDGER, Parameter, Reading, column, id, rows};
use crate::{
    EventId,
    database::{self, Result},
};

/// The keys of the entities of an event `e`, as the insert of the event adds them.
macro_rules! keys {
    () => {
        "(
            SELECT n.key AS entity, k.value #>> '{}' AS key
            FROM json_each(e.record::json -> 'entities') AS n,
                json_array_elements(CASE json_typeof(n.value)
                    WHEN 'array' THEN n.value
                    WHEN 'object' THEN '[]'
                    ELSE json_build_array(n.value)
                END) AS k
            WHERE json_typeof(k.value) IN ('string', 'number', 'boolean')
            UNION ALL
            SELECT r.entity, r.key
            FROM json_to_record(e.record::json) AS r (entity text, key text, entities json)
            WHERE r.entities IS NULL AND r.entity IS NOT NULL AND r.key IS NOT NULL
        )"
    };
}

/// The ids of the events that follow one, for each the column that differs from its record, and how many rows its
/// entities have, or null if a row is missing. If several events have the same idempotency key, as in an imported
/// ledger, the first one has it. A query of its own looks each row up: without statistics the server would join all
/// rows of the ledger.
pub(super) const EVENTS: &str = concat!(
    "
SELECT e.id, CASE
    WHEN e.previous IS DISTINCT FROM lag(e.id, 1, $2) OVER (ORDER BY e.id) THEN 'previous'
    WHEN e.event IS DISTINCT FROM e.record::json ->> 'event' THEN 'event'
    WHEN e.append_key IS DISTINCT FROM own.key AND NOT (e.append_key IS NULL AND EXISTS (
        SELECT FROM evently_ledger.event AS o
        WHERE o.ledger = e.ledger AND o.append_key = own.key AND o.id < e.id)) THEN 'append_key'
    END, (SELECT CASE WHEN count(*) = count(found) THEN count(*) END FROM (
        SELECT (
            SELECT i.id FROM evently_ledger.entity AS i
            WHERE i.ledger = e.ledger AND i.entity = own.entity AND i.key = own.key AND i.id = e.id
        ) AS found FROM (SELECT DISTINCT entity, key FROM ",
    keys!(),
    " AS k) AS own) AS f)
FROM (
    SELECT * FROM evently_ledger.event
    WHERE ledger = $1 AND id > coalesce($2, '00000000-0000-0000-0000-000000000000')
    ORDER BY id LIMIT 1000
) AS e, LATERAL (SELECT CASE json_typeof(e.record::json -> 'appendKey')
    WHEN 'string' THEN e.record::json ->> 'appendKey' END) AS own (key)
ORDER BY e.id"
);

/// The rows of entities that follow one. If `$5` is true, also whether the record of each lacks the entity; else false.
/// Pages count them: one statement takes too long for a large ledger.
pub(super) const ENTITIES: &str = concat!(
    "
SELECT i.entity, i.key, i.id, $5 AND NOT EXISTS (
    SELECT FROM evently_ledger.event AS e
    WHERE e.ledger = i.ledger AND e.id = i.id AND EXISTS (
        SELECT FROM ",
    keys!(),
    " AS own WHERE own.entity = i.entity AND own.key = i.key))
FROM evently_ledger.entity AS i
WHERE i.ledger = $1 AND (i.entity, i.key, i.id) > ($2, $3, $4)
ORDER BY i.entity, i.key, i.id LIMIT 1000"
);

/// Compares them, page by page; says after each page how many rows it had.
pub(super) async fn check(
    client: &Client,
    ledger: &str,
    mut reading: Reading<'_>,
    mut compared: impl FnMut(u64),
) -> Result<()> {
    let sql = "SELECT number, events, head, profile,
            (SELECT record FROM evently_ledger.event WHERE ledger = number ORDER BY id LIMIT 1)
        FROM evently_ledger.ledger WHERE name = $1";
    let ledgers = reading.within(rows(client, sql, &[(&ledger, Type::TEXT)])).await??;
    let Some(row) = ledgers.first() else { return Ok(()) };
    let named = || format!("{ledger:?}");
    let number: i32 = column(LEDGER, named(), row, 0)?;
    let first: Option<&str> = column(EVENT, "the first of its ledger", row, 4)?;
    let profile = column(LEDGER, named(), row, 3)?;
    database::check_profile((LEDGER, number), profile, first.map(str::as_bytes))?;
    let (head, events) = (id(LEDGER, row, 2)?, column::<i64>(LEDGER, named(), row, 1)?);
    let of_ledger: Parameter<'_> = (&number, Type::INT4);

    let (mut count, mut keys, mut last) = (0, 0, None);
    loop {
        let after = last.map(AsUuid);
        let page = [of_ledger.clone(), (&after as _, Type::UUID)];
        let rows = reading.page(client, EVENTS, &page, |row| {
            let id = id(EVENT, row, 0)?.ok_or_else(|| database::without_id(EVENT))?;
            let wrong: Option<&str> = column(EVENT, id, row, 1)?;
            let (None, Some(own)) = (wrong, column::<Option<i64>>(EVENT, id, row, 2)?) else {
                return Err(database::derived(EVENT, id, wrong.unwrap_or("entities")));
            };
            // Others may append meanwhile.
            count += i64::from(Some(id) <= head);
            keys += own;
            last = Some(id);
            Ok(ControlFlow::Continue(()))
        });
        let Some(rows @ 1..) = rows.await? else { break };
        compared(rows as u64);
    }
    if count != events {
        return Err(database::derived(LEDGER, number, "events"));
    }

    // All events have their rows. Where there are others, to find one takes the square of the keys of an event.
    let table = "evently_ledger.entity";
    for compares in [false, true] {
        let (mut others, mut last) = (-keys, (String::new(), String::new(), AsUuid(EventId::MIN)));
        loop {
            let (entity, key, of) = last.clone();
            let page = [
                of_ledger.clone(),
                (&entity as _, Type::TEXT),
                (&key as _, Type::TEXT),
                (&of as _, Type::UUID),
                (&compares as _, Type::BOOL),
            ];
            let rows = reading.page(client, ENTITIES, &page, |row| {
                let id = id(table, row, 2)?.ok_or_else(|| database::without_id(table))?;
                if column(table, id, row, 3)? {
                    return Err(database::derived(table, id, "entities"));
                }
                let text = |at| column(table, id, row, at);
                last = (text(0)?, text(1)?, AsUuid(id));
                others += 1;
                Ok(ControlFlow::Continue(()))
            });
            let Some(rows @ 1..) = rows.await? else { break };
            compared(rows as u64);
        }
        if others == 0 {
            break;
        }
    }
    Ok(())
}
