//! The statements over the tables.

use rusqlite::{
    Connection, ErrorCode, Row, params, params_from_iter,
    types::{ToSql, ToSqlOutput, ValueRef},
};

use super::LedgerRow;
use crate::{
    EventId, EventReader, Profile, Record,
    database::{self, COLUMN, PROFILE, Result, sql},
    store::EachFound,
};

pub(super) const EVENT: &str = "evently_event";
pub(super) const LEDGER: &str = "evently_ledger";

impl ToSql for sql::Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Id(id) => ToSqlOutput::Owned(id.to_bytes().to_vec().into()),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}

/// An id, if the column has one.
pub(super) fn id(row: &Row<'_>, column: usize) -> Result<Option<EventId>> {
    let bytes = match row.get_ref(column)? {
        ValueRef::Null => return Ok(None),
        ValueRef::Blob(bytes) => bytes,
        _ => &[],
    };
    let id = EventId::try_from(bytes).ok();
    // A blob of any bytes may come from outside: in hex it is harmless.
    let name = || bytes.iter().take(32).fold(String::from("x"), |text, b| format!("{text}{b:02x}"));
    id.map(Some).ok_or_else(|| database::row(EVENT, name(), COLUMN))
}

/// The number of the ledger, its profile, and its last event.
pub(super) fn ledger(
    connection: &Connection,
    name: &str,
) -> Result<Option<(i32, Profile, Option<EventId>)>> {
    let sql = "SELECT number, profile, head FROM evently_ledger WHERE name = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![name])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let number = row.get(0).map_err(|_| database::row(LEDGER, "of a number", COLUMN))?;
    let fault = || database::row(LEDGER, number, PROFILE);
    let profile = profile(row, 1).ok_or_else(fault)?;
    Ok(Some((number, profile, id(row, 2)?)))
}

fn profile(row: &Row<'_>, column: usize) -> Option<Profile> {
    row.get_ref(column).ok()?.as_str().ok()?.parse().ok()
}

/// The ledgers, row by row: one that has too much in a column ends the statement that reads it. The index has
/// the whole names.
pub(super) fn ledgers(connection: &Connection) -> Result<Vec<LedgerRow>> {
    let mut numbers = connection.prepare("SELECT rowid FROM evently_ledger NOT INDEXED")?;
    let mut names = connection.prepare("SELECT name FROM evently_ledger WHERE rowid = ?1")?;
    let mut others =
        connection.prepare("SELECT profile, head, events FROM evently_ledger WHERE rowid = ?1")?;
    let numbers = numbers.query_map([], |row| row.get(0))?;
    let mut ledgers = Vec::new();
    for number in numbers {
        let number = number?;
        // A check of a column does not see that a text is not UTF-8. Such a name does not exist.
        let name = names.query_row([number], |row| {
            Ok(match row.get_ref(0)? {
                ValueRef::Text(name) => Some(String::from_utf8_lossy(name).into_owned()),
                _ => None,
            })
        });
        let name = unless_too_big(name)?.flatten();
        let other =
            others.query_row([number], |row| Ok((profile(row, 0), id(row, 1), row.get(2).ok())));
        let fault = || Err(database::row(LEDGER, number, COLUMN));
        let (profile, head, events) =
            unless_too_big(other)?.unwrap_or_else(|| (Some(Profile::Doc5), fault(), None));
        ledgers.push(LedgerRow::new(number, name, profile, head, events));
    }
    ledgers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(ledgers)
}

/// What was read, unless a column has more than SQLite may read.
fn unless_too_big<T>(read: rusqlite::Result<T>) -> Result<Option<T>> {
    match read {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::TooBig) => Ok(None),
        read => Ok(read.map(Some)?),
    }
}

/// A number that changes when another connection has written.
pub(super) fn data_version(connection: &Connection) -> Result<i64> {
    let mut statement = connection.prepare_cached("PRAGMA data_version")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// A ledger without events; its number. One that is there has to have this profile.
fn begin(
    connection: &Connection,
    name: &str,
    number: Option<i32>,
    profile: Profile,
) -> Result<i32> {
    if let Some(number) = number {
        let sql = "SELECT profile = ?2 FROM evently_ledger WHERE number = ?1";
        let is_same = connection.query_row(sql, params![number, profile.name()], |row| row.get(0));
        return if is_same? {
            Ok(number)
        } else {
            Err(database::derived(LEDGER, number, "profile"))
        };
    }
    let sql = "INSERT INTO evently_ledger (name, profile) VALUES (?1, ?2) RETURNING number";
    Ok(connection.query_row(sql, params![name, profile.name()], |row| row.get(0))?)
}

/// Stores records in the transaction that has begun, if this is the last event of the ledger.
pub(super) fn append(
    connection: &Connection,
    name: &str,
    after: Option<EventId>,
    records: &[Record<'_>],
) -> Result<bool> {
    let row = ledger(connection, name)?;
    if row.and_then(|(.., head)| head) != after {
        return Ok(false);
    }
    let number = match row {
        Some((number, _, Some(_))) => number,
        row => {
            let first = records.first().map_or(&b""[..], |record| record.json);
            begin(
                connection,
                name,
                row.map(|(number, ..)| number),
                database::first_profile(first)?,
            )?
        }
    };
    let sql = "INSERT INTO evently_event (ledger, id, previous, append_key, record)
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare_cached(sql)?;
    let mut previous = after.map(EventId::to_bytes);
    for record in records {
        let (Record { id, key, .. }, json) = (record, database::text(record)?);
        statement.execute(params![number, id.to_bytes(), previous, key, json])?;
        previous = Some(id.to_bytes());
    }
    Ok(true)
}

pub(super) fn contains(connection: &Connection, ledger: &str, id: EventId) -> Result<bool> {
    let sql = "SELECT 1 FROM evently_event
               WHERE ledger = (SELECT number FROM evently_ledger WHERE name = ?1) AND id = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.exists(params![ledger, id.to_bytes()])?)
}

pub(super) fn find_key(
    connection: &Connection,
    reader: &mut EventReader,
    ledger: &str,
    key: &str,
) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT id, record FROM evently_event
               WHERE ledger = (SELECT number FROM evently_ledger WHERE name = ?1)
                   AND append_key = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![ledger, key])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    record(row, Some(reader)).map(|(_, record)| Some(record.to_vec()))
}

/// The id and the record of a row, compared if there is a `reader`.
fn record<'r>(row: &'r Row<'_>, reader: Option<&mut EventReader>) -> Result<(EventId, &'r [u8])> {
    let id = id(row, 0)?.ok_or_else(|| database::without_id(EVENT))?;
    let ValueRef::Text(record) = row.get_ref(1)? else {
        return Err(database::row(EVENT, id, COLUMN));
    };
    if let Some(reader) = reader {
        database::check_row(reader, EVENT, id, record)?;
    }
    Ok((id, record))
}

/// Shows the records of a page, compared with their rows if there is a `reader`; the last one and how many, unless the
/// visitor broke or there are none.
pub(super) fn page(
    connection: &Connection,
    mut reader: Option<&mut EventReader>,
    page: &sql::Statement<'_>,
    visit: &mut EachFound<'_>,
) -> Result<Option<(EventId, usize)>> {
    let mut statement = connection.prepare_cached(&page.sql)?;
    let mut rows = statement.query(params_from_iter(&page.values))?;
    let (mut last, mut count) = (None, 0);
    while let Some(row) = rows.next()? {
        let (id, record) = record(row, reader.as_deref_mut())?;
        if visit(id, record).is_break() {
            return Ok(None);
        }
        count += 1;
        last = Some((id, count));
    }
    Ok(last)
}
