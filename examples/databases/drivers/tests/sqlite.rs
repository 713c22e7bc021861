//! Identifiers through rusqlite, in an SQLite in memory.

#[path = "../../cases.rs"]
mod cases;

use core::fmt::{Debug, Display};

use cases::{Database::Sqlite, Kind, Raw, each_column, each_too_large, each_wrong, sorted};
use rusqlite::{Connection, ToSql, types::FromSql};

/// A table of identifiers with an optional second one.
fn table(kind: Kind) -> Connection {
    let database = Connection::open_in_memory().expect("memory");
    let column = Sqlite.column(kind);
    let create =
        format!("CREATE TABLE row (id {column} PRIMARY KEY, other {column}) STRICT, WITHOUT ROWID");
    database.execute_batch(&create).expect(&create);
    database
}

fn round_trip<W>(kind: Kind, values: impl AsRef<[W]>)
where
    W: ToSql + FromSql + Copy + Ord + Debug + Display,
{
    let (database, values) = (table(kind), values.as_ref());
    for (index, value) in values.iter().enumerate().rev() {
        let other = (index > 0).then(|| values[index - 1]);
        let rows =
            database.execute("INSERT INTO row VALUES (?1, ?2)", (value, other)).expect("a row");
        assert_eq!(rows, 1);
    }
    let mut query = database.prepare("SELECT id, other FROM row ORDER BY id").expect("a query");
    let rows = query.query_map((), |row| Ok((row.get::<_, W>(0)?, row.get::<_, Option<W>>(1)?)));
    let rows = rows.expect("rows").collect::<Result<Vec<_>, _>>().expect("identifiers");

    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), sorted(kind, values));
    for (index, value) in values.iter().enumerate() {
        let other = (index > 0).then(|| values[index - 1]);
        assert!(rows.contains(&(*value, other)), "{value:?} beside {other:?}");
        let found =
            database.query_row("SELECT id FROM row WHERE id = ?1", [value], |row| row.get(0));
        assert_eq!(found, Ok(*value));
    }
    let twice =
        database.execute("INSERT INTO row (id) VALUES (?1)", [values[0]]).expect_err("twice");
    assert_eq!(twice.to_string(), "UNIQUE constraint failed: row.id");
}

#[test]
fn every_format_in_every_column() {
    each_column!(round_trip);
}

fn refuse<W: FromSql + Debug>(raw: Raw, expected: &str) {
    let database = Connection::open_in_memory().expect("memory");
    let select = format!("SELECT {}", Sqlite.literal(raw));
    let error = database.query_row(&select, (), |row| row.get::<_, W>(0)).expect_err(expected);
    let kind = match raw {
        Raw::Number(_) => "Integer",
        Raw::Uuid(_) | Raw::Bytes(_) => "Blob",
        Raw::Text(_) => "Text",
    };
    assert_eq!(
        error.to_string(),
        format!("Conversion error from type {kind} at index: 0, {expected}")
    );
}

#[test]
fn what_is_no_identifier_is_an_error() {
    each_wrong!(refuse);
}

#[test]
fn a_value_of_another_type_is_an_error() {
    let database = Connection::open_in_memory().expect("memory");
    let read = |sql: &str| database.query_row(sql, (), |row| row.get::<_, flax_id::FlaxId>(0));
    for (sql, expected) in [
        ("SELECT 7 AS id", "Invalid column type Integer at index: 0, name: id"),
        ("SELECT NULL AS id", "Invalid column type Null at index: 0, name: id"),
        ("SELECT '0RdKJcxqVBiAiQr0' AS id", "Invalid column type Text at index: 0, name: id"),
    ] {
        assert_eq!(read(sql).expect_err(sql).to_string(), expected);
    }
    let read = |sql: &str| database.query_row(sql, (), |row| row.get::<_, luuid::Luuid>(0));
    let error = read("SELECT x'0011' AS id").expect_err("two bytes");
    assert_eq!(
        error.to_string(),
        "Conversion error from type Blob at index: 0, Cannot read 16 byte value out of 2 byte blob"
    );
}

fn does_not_fit<I: ToSql>(id: I, expected: &str) {
    let database = table(Kind::Number);
    let error = database.execute("INSERT INTO row VALUES (?1, NULL)", [id]).expect_err(expected);
    assert_eq!(error.to_string(), expected);
    let rows = database.query_row("SELECT count(*) FROM row", (), |row| row.get(0));
    assert_eq!(rows, Ok(0));
}

#[test]
fn a_number_that_does_not_fit_is_not_stored() {
    each_too_large!(does_not_fit);
}
