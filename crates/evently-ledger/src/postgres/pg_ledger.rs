//! Ledgers in the tables of the original, pg-ledger.

use core::fmt::Write;

use evently_id::format_timestamp;
use tokio_postgres::{Client, Row, error::SqlState, types::Type};

use super::{
    DatabaseError, PostgresStore,
    rows::{Parameter, rows, stored},
};
use crate::{
    EventId, EventReader, LedgerId, Profile, Record, Store,
    database::{self, COLUMN, PAGE, Result, first_profile},
    store::Each,
};

/// A ledger in the tables of [pg-ledger](https://github.com/evently-cloud/pg-ledger), the original: it is
/// read, verified and continued where it is, beside the programs that already use it.
///
/// These tables keep the parts of an event in columns, as `jsonb`. So a record that is read has the
/// canonical spelling. They want a key of each event: one without gets its id as its key, which is not shown.
/// A new ledger begins by the original's own function. The server's tables limit an event's name to 500
/// characters, and a key to 100.
///
/// ```no_run
/// use evently_ledger::{
///     Appender, NewEvent, SystemClock,
///     parallel::Verification,
///     postgres::{PgLedgerStore, PostgresStore},
/// };
/// let database = PostgresStore::new("host=/run/postgresql user=app dbname=app", "tennis")?;
/// let mut store = PgLedgerStore::new(database);
/// let (report, ended) = Verification::default().run_store(&mut store);
/// ended?;
/// let mut ledger = Appender::open(store)?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
/// # let _ = (report, id); Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgLedgerStore {
    database: PostgresStore,
    place: Option<Place>,
}

/// Where the events of the ledger are.
#[derive(Clone, Debug)]
struct Place {
    ledger: LedgerId,
    /// Its table, with schema and quotes.
    table: String,
    profile: Profile,
}

const EVENT: &str = "pg-ledger's events";
const COLUMNS: &str = "timestamp, checksum, append_key, to_json(event)::text, entities::text, \
                       meta::text, data::text";

impl PgLedgerStore {
    /// The ledger of the same name in the original's tables, with the connection of this store.
    #[inline]
    #[must_use]
    pub const fn new(database: PostgresStore) -> Self {
        Self { database, place: None }
    }

    /// Does this with the table of the ledger, if there is one.
    fn with_place<T>(
        &mut self,
        work: impl AsyncFnOnce(&Client, &Place) -> Result<T>,
    ) -> Result<Option<T>> {
        let known = self.place.take();
        let answer = self.database.with_client(async |client, name| {
            let found = match known {
                Some(place) => Some(place),
                None => find(client, name).await?,
            };
            let Some(place) = found else { return Ok(None) };
            let done = work(client, &place).await?;
            Ok(Some((place, done)))
        });
        // After an error the next call looks for it again: another program may have removed the ledger.
        Ok(answer?.map(|(place, done)| {
            self.place = Some(place);
            done
        }))
    }

    /// Events, of which this says which and in which order, and how the ledger was written; `None` without a ledger.
    fn events(
        &mut self,
        which: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Option<(Vec<Shown>, Profile)>> {
        self.with_place(async |client, Place { ledger, table, profile }| {
            Ok((events(client, table, *ledger, which, parameters).await?, *profile))
        })
    }
}

/// An event as it is shown.
struct Shown {
    id: EventId,
    /// Whether it has a key of its own.
    has_key: bool,
    record: Vec<u8>,
}

/// The events of a table, of which this says which and in which order.
async fn events(
    client: &Client,
    table: &str,
    ledger: LedgerId,
    which: &str,
    parameters: &[Parameter<'_>],
) -> Result<Vec<Shown>> {
    let sql = format!("SELECT {COLUMNS} FROM {table} {which}");
    let (found, mut reader) = (rows(client, &sql, parameters).await?, EventReader::default());
    found.iter().map(|row| shown(row, ledger, &mut reader)).collect()
}

/// The table of a ledger: each has one, which inherits from one for all.
async fn find(client: &Client, name: &str) -> Result<Option<Place>> {
    let tables = "SELECT to_regclass('evently.ledgers') IS NOT NULL
        AND to_regclass('evently.ledger_base') IS NOT NULL";
    let known = rows(client, tables, &[]).await?;
    if !known.first().is_some_and(|row| row.try_get(0).unwrap_or(false)) {
        return Err(DatabaseError::Invalid("the database has no tables of pg-ledger".into()));
    }
    let sql = "SELECT l.id, format('%I.%I', n.nspname, c.relname)
        FROM evently.ledgers AS l, pg_inherits AS i, pg_class AS c, pg_namespace AS n
        WHERE l.name = $1 AND i.inhparent = 'evently.ledger_base'::regclass
            AND c.oid = i.inhrelid AND c.relname = 'ledger_' || l.id AND n.oid = c.relnamespace";
    let found = rows(client, sql, &[(&name, Type::TEXT)]).await?;
    let Some(row) = found.first() else { return Ok(None) };
    let fault = || database::row("evently.ledgers", format_args!("{name:?}"), COLUMN);
    let id: &str = row.try_get(0).map_err(|_| fault())?;
    let table: String = row.try_get(1).map_err(|_| fault())?;
    let ledger = LedgerId::decode(id.as_bytes()).map_err(|_| fault())?;

    let first = events(client, &table, ledger, "ORDER BY timestamp LIMIT 1", &[]).await?.pop();
    let Some(Shown { record, .. }) = first else { return Ok(None) };
    Ok(Some(Place { ledger, table, profile: first_profile(&record)? }))
}

/// The event of a row.
fn shown(row: &Row, ledger: LedgerId, reader: &mut EventReader) -> Result<Shown> {
    let number = |column| row.try_get::<_, i64>(column).unwrap_or(-1);
    let time = number(0);
    let fault = || database::row(EVENT, format_args!("of timestamp {time}"), COLUMN);
    let parts = u64::try_from(time).ok().zip(u32::try_from(number(1)).ok());
    let id = parts.and_then(|(time, sum)| EventId::from_parts(time, sum, ledger).ok());
    let id = id.ok_or_else(fault)?;
    let text = |column| row.try_get::<_, &str>(column).map_err(|_| fault());
    let (event, entities, meta, data) = (text(3)?, text(4)?, text(5)?, text(6)?);
    let at = format_timestamp(id.timestamp()).ok_or_else(fault)?;
    let json = format!(
        r#"{{"event":{event},"entities":{entities},"meta":{meta},"data":{data},"timestamp":"{at}"}}"#
    );
    let event = reader.read(json.as_bytes());
    let event =
        event.map_err(|error| database::row(EVENT, id, format_args!("its record: {error}")))?;
    let key = Some(text(2)?).filter(|key| *key != id.encode().as_str());
    let mut record = Vec::new();
    event.write_record(id, key, &mut record);
    Ok(Shown { id, has_key: key.is_some(), record })
}

async fn contains(client: &Client, place: &Place, id: EventId) -> Result<bool> {
    if id.ledger() != place.ledger {
        return Ok(false);
    }
    let sql = format!("SELECT FROM {} WHERE timestamp = $1 AND checksum = $2", place.table);
    let (timestamp, checksum) = columns(id);
    let found = rows(client, &sql, &[(&timestamp, Type::INT8), (&checksum, Type::INT8)]).await?;
    Ok(!found.is_empty())
}

/// The timestamp and the checksum of an id, as columns.
fn columns(id: EventId) -> (i64, i64) {
    // 63 bits.
    (id.timestamp().try_into().unwrap_or(i64::MAX), id.checksum().into())
}

/// The rows of new events, as JSON.
fn new_rows(after: EventId, records: &[Record<'_>]) -> Result<String> {
    let (mut all, mut previous) = (String::from("["), columns(after).0);
    let mut reader = EventReader::new(Profile::Doc5);
    for Record { id, key, json } in records {
        let event = reader.read(json);
        let event =
            event.map_err(|error| database::row(EVENT, id, format_args!("its record: {error}")))?;
        let (timestamp, checksum) = columns(*id);
        let key = key.map_or_else(|| id.to_string(), str::to_owned);
        let [key, name] = [&*key, event.name()].map(serde_json::Value::from);
        let [entities, meta, data] =
            [event.entities(), event.meta(), event.data()].map(String::from_utf8_lossy);
        let comma = if all.len() > 1 { "," } else { "" };
        // A `String` takes all.
        let _always = write!(
            all,
            r#"{comma}{{"timestamp":{timestamp},"previous_ts":{previous},"checksum":{checksum},"append_key":{key},"event":{name},"entities":{entities},"meta":{meta},"data":{data}}}"#
        );
        previous = timestamp;
    }
    Ok(all + "]")
}

/// Appends records if this is the last event: no two events have the same one before them.
async fn append(
    client: &Client,
    place: &Place,
    after: EventId,
    records: &[Record<'_>],
) -> Result<bool> {
    let table = &place.table;
    let stored_by = format!(
        "stored AS (
            INSERT INTO {table}
                (timestamp, previous_ts, checksum, append_key, event, entities, meta, data)
            SELECT timestamp, previous_ts, checksum, append_key, event, entities, meta,
                -- The `null` of JSON comes out of the function as that of SQL.
                coalesce(data, 'null')
            FROM json_to_recordset($3::json) AS n (timestamp bigint, previous_ts bigint,
                checksum bigint, append_key text, event text, entities jsonb, meta jsonb, data jsonb)
            WHERE EXISTS (SELECT FROM {table} WHERE timestamp = $1 AND checksum = $2)
            RETURNING 1
        )"
    );
    let (timestamp, checksum) = columns(after);
    let new = new_rows(after, records)?;
    let parameters: [Parameter<'_>; 3] =
        [(&timestamp, Type::INT8), (&checksum, Type::INT8), (&new, Type::TEXT)];
    // Another event follows that one, or has the key, since it was looked for.
    let moved = [SqlState::UNIQUE_VIOLATION, SqlState::T_R_SERIALIZATION_FAILURE];
    stored(client, &stored_by, &parameters, |code| moved.contains(code)).await
}

impl Store for PgLedgerStore {
    type Error = DatabaseError;

    #[inline]
    fn head(&mut self) -> Result<Option<(EventId, Profile)>> {
        let last = self.events("ORDER BY timestamp DESC LIMIT 1", &[])?;
        Ok(last.and_then(|(mut events, profile)| Some((events.pop()?.id, profile))))
    }

    #[inline]
    fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool> {
        let Some(after) = after else {
            let how = "a ledger of pg-ledger begins by its function evently.create_ledger";
            return Err(DatabaseError::Invalid(how.into()));
        };
        let answer =
            self.with_place(async |client, place| append(client, place, after, records).await);
        Ok(answer?.unwrap_or(false))
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>> {
        let found = self.events("WHERE append_key = $1", &[(&key, Type::TEXT)])?;
        let event = found.and_then(|(mut events, _)| events.pop()).filter(|event| event.has_key);
        Ok(event.map(|event| event.record))
    }

    #[inline]
    fn read(&mut self, after: Option<EventId>, visit: &mut Each<'_>) -> Result<bool> {
        let mut last = -1;
        if let Some(after) = after {
            if !self.contains(after)? {
                return Ok(false);
            }
            last = columns(after).0;
        }
        // Each page by a call of its own, so that no read takes too long.
        let which = format!("WHERE timestamp > $1 ORDER BY timestamp LIMIT {PAGE}");
        while let Some((page, _)) = self.events(&which, &[(&last, Type::INT8)])? {
            for Shown { id, record, .. } in &page {
                if visit(None, record).is_break() {
                    return Ok(true);
                }
                last = columns(*id).0;
            }
            if page.len() < PAGE {
                return Ok(true);
            }
        }
        Ok(after.is_none())
    }

    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool> {
        let found = self.with_place(async |client, place| contains(client, place, id).await);
        Ok(found?.unwrap_or(false))
    }
}
