//! Filling a ledger without its triggers, as its owner may: the rows are those that the triggers would
//! make. The events are made by an appender, so that they verify.

use core::{convert::Infallible, error::Error, ops::ControlFlow};

use evently_ledger::{EventId, Head, Profile, Record, Store};
use rusqlite::Connection;
use tokio::runtime::Runtime;
use tokio_postgres::{
    Client,
    types::{ToSql, Type},
};

use crate::{grow::LEDGER, plain::connect};

/// Stores records after this event.
pub(crate) trait Bulk {
    fn store(&mut self, after: EventId, records: &[Record<'_>]);
}

/// A ledger that is only filled, from this event on. None of its idempotency keys is used twice.
pub(crate) struct Filled<B>(pub(crate) B, pub(crate) EventId);

impl<B: Bulk> Store for Filled<B> {
    type Error = Infallible;

    fn head(&mut self) -> Result<Option<Head>, Infallible> {
        Ok(Some(Head { id: self.1, profile: Profile::Doc5 }))
    }

    fn append(&mut self, _: Option<EventId>, records: &[Record<'_>]) -> Result<bool, Infallible> {
        self.0.store(self.1, records);
        self.1 = records.last().map_or(self.1, |record| record.id);
        Ok(true)
    }

    fn find_key(&mut self, _: &str) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(None)
    }

    fn read(
        &mut self,
        _: Option<EventId>,
        _: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Infallible> {
        Ok(false)
    }
}

pub(crate) struct BulkSqlite {
    connection: Connection,
    /// What removes the triggers, and what makes them again: in each transaction, so that a fill that is
    /// killed leaves them.
    triggers: [String; 2],
}

impl BulkSqlite {
    pub(crate) fn open(path: &str) -> Result<Self, Box<dyn Error>> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")?;
        let sql = "SELECT group_concat('DROP TRIGGER ' || name, ';'), group_concat(sql, ';')
            FROM sqlite_schema WHERE type = 'trigger'";
        let triggers = connection.query_row(sql, [], |row| Ok([row.get(0)?, row.get(1)?]))?;
        Ok(Self { connection, triggers })
    }
}

impl Bulk for BulkSqlite {
    fn store(&mut self, after: EventId, records: &[Record<'_>]) {
        let number = "(SELECT number FROM evently_ledger WHERE name = ?1)";
        let event = format!(
            "INSERT INTO evently_event (ledger, id, previous, append_key, record)
             VALUES ({number}, ?2, ?3, ?4, ?5)"
        );
        let entity = format!(
            "INSERT INTO evently_entity
             SELECT {number}, e.key, k.value, ?2
             FROM json_each(?3, '$.entities') AS e, json_each(e.value) AS k"
        );
        let ledger = "UPDATE evently_ledger SET head = ?2, events = events + ?3 WHERE name = ?1";
        let transaction = self.connection.transaction().expect("begun");
        let [remove, make] = &self.triggers;
        transaction.execute_batch(remove).expect("no triggers");
        let mut previous = after;
        for Record { id, key, json } in records {
            let json = core::str::from_utf8(json).expect("UTF-8");
            let mut insert = transaction.prepare_cached(&event).expect("a statement");
            let row = (LEDGER, id.to_bytes(), previous.to_bytes(), key, json);
            insert.execute(row).expect("an event");
            let mut insert = transaction.prepare_cached(&entity).expect("a statement");
            insert.execute((LEDGER, id.to_bytes(), json)).expect("its entities");
            previous = *id;
        }
        let count = i64::try_from(records.len()).expect("a batch");
        let moved = (LEDGER, previous.to_bytes(), count);
        transaction.execute(ledger, moved).expect("the head");
        transaction.execute_batch(make).expect("the triggers");
        transaction.commit().expect("committed");
    }
}

pub(crate) struct BulkPostgres(Runtime, Client);

impl BulkPostgres {
    pub(crate) fn open(url: &str) -> Result<Self, Box<dyn Error>> {
        // No triggers in this session.
        let sql = "SET session_replication_role = replica; SET synchronous_commit = off";
        connect(url, sql).map(|(runtime, client)| Self(runtime, client))
    }
}

impl Bulk for BulkPostgres {
    fn store(&mut self, after: EventId, records: &[Record<'_>]) {
        let sql = "WITH moved AS (
                UPDATE evently_ledger.ledger
                SET head = ($2::text[])[cardinality($2)]::uuid, events = events + cardinality($2)
                WHERE name = $1 RETURNING number
            ), stored AS (
                INSERT INTO evently_ledger.event (ledger, id, previous, append_key, record)
                SELECT number, n.id::uuid, n.previous::uuid, n.append_key, n.record
                FROM moved, unnest($2, $3, $4, $5) AS n (id, previous, append_key, record)
                RETURNING ledger, id, record
            )
            INSERT INTO evently_ledger.entity
            SELECT s.ledger, e.key, k.value, s.id FROM stored AS s,
                json_each(s.record::json -> 'entities') AS e, json_array_elements_text(e.value) AS k";
        let ids: Vec<String> = records.iter().map(|record| record.id.to_string()).collect();
        let first = [after.to_string()];
        let previous: Vec<&String> = first.iter().chain(&ids).take(ids.len()).collect();
        let keys: Vec<_> = records.iter().map(|record| record.key).collect();
        let texts: Vec<_> = records
            .iter()
            .map(|record| core::str::from_utf8(record.json).expect("UTF-8"))
            .collect();
        let parameters: [(&(dyn ToSql + Sync), Type); 5] = [
            (&LEDGER, Type::TEXT),
            (&ids, Type::TEXT_ARRAY),
            (&previous, Type::TEXT_ARRAY),
            (&keys, Type::TEXT_ARRAY),
            (&texts, Type::TEXT_ARRAY),
        ];
        self.0.block_on(self.1.execute_typed(sql, &parameters)).expect("stored");
    }
}
