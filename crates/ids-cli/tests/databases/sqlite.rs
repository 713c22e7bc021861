//! `SQLite`: each table with identifiers of its format, which the library reads as well.

use core::{fmt::Write as _, iter};

use ids_formats::{Column, Format, UnixTime, all};
use rusqlite::{
    Batch, Connection,
    Error::QueryReturnedNoRows,
    OptionalExtension as _,
    fallible_iterator::FallibleIterator as _,
    named_params,
    types::{Value, ValueRef},
};

use crate::{engine::Engine, ids};

/// `SQLite`, in memory.
struct Sqlite(Connection);

impl Sqlite {
    fn open() -> Self {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("PRAGMA foreign_keys = ON").unwrap();
        Self(connection)
    }

    fn rows(&self, sql: &str) -> rusqlite::Result<String> {
        let mut text = String::new();
        let mut batch = Batch::new(&self.0, sql);
        while let Some(mut statement) = batch.next()? {
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    let bar = if column == 0 { "" } else { "|" };
                    let value = show(row.get_ref(column)?);
                    let _ = write!(text, "{bar}{value}");
                }
                text.push('\n');
            }
        }
        Ok(text.trim_end().to_owned())
    }
}

impl Engine for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        self.rows(sql).map_err(|error| error.to_string())
    }
}

fn show(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
    }
}

#[test]
fn documents() {
    crate::documents(&Sqlite::open());
}

/// A database with the tables of the pack.
fn with_tables() -> Connection {
    let database = Sqlite::open().0;
    database.execute_batch(&ids("sql --database sqlite").unwrap()).unwrap();
    database
}

/// The tables of the pack with their formats, and how a column has an identifier.
fn tables() -> Vec<(String, &'static dyn Format)> {
    all()
        .filter(|format| !matches!(format.facts().flavour, Some("global" | "v8")))
        .map(|format| {
            let facts = format.facts();
            let flavour = facts.flavour.filter(|_| facts.family == "snowflake");
            (flavour.unwrap_or(facts.family).replace('-', "_"), format)
        })
        .collect()
}

/// The value of a column: in place of an identifier that is a UUID the UUID itself.
fn column(format: &dyn Format, bits: u128) -> Option<Value> {
    let facts = format.facts();
    let (bits, bytes) = match facts.column() {
        Column::Number => return i64::try_from(bits).ok().map(Value::Integer),
        Column::Uuid => {
            let digits = format.text(facts.form("uuid").expect("a form"), bits).replace('-', "");
            (u128::from_str_radix(&digits, 16).expect("digits"), 16)
        }
        _ => (bits, facts.bytes()),
    };
    Some(Value::Blob(bits.to_be_bytes()[16 - bytes..].to_vec()))
}

/// Identifiers whose bits have many shapes.
fn samples(format: &dyn Format) -> Vec<u128> {
    let mut word = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
    let random = iter::repeat_with(|| {
        word = word.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
        word ^ (word >> 64)
    });
    let ones = [0, u128::MAX, 1, u128::MAX << 64];
    let layout = &format.facts().layout;
    ones.into_iter().chain(random.take(300)).map(|bits| layout.settle(bits)).collect()
}

#[test]
fn reads() {
    let database = with_tables();
    for (name, format) in tables() {
        let mut read = 0;
        for bits in samples(format) {
            let Some(id) = column(format, bits) else { continue };
            database
                .execute(&format!("INSERT OR REPLACE INTO {name}_ids (id) VALUES (?)"), [&id])
                .expect("valid");
            let text: String = database
                .query_row(&format!("SELECT text FROM {name}_ids WHERE id = ?"), [&id], |row| {
                    row.get(0)
                })
                .expect("a row");
            let form = match name.as_str() {
                "siq" => format.facts().form("uuid").expect("a form"),
                _ => format.facts().canonical,
            };
            assert_eq!(text, format.text(form, bits), "{name} {bits}");
            if let Some(timed) = format.timed() {
                let sql = format!("SELECT unix_micros, made FROM {name}_ids WHERE id = ?");
                let (micros, made): (i64, Option<String>) = database
                    .query_row(&sql, [&id], |row| Ok((row.get(0)?, row.get(1)?)))
                    .expect("a row");
                let time = timed.time(bits);
                assert_eq!(
                    u128::from(micros.unsigned_abs()),
                    time.as_nanos().div_ceil(1000),
                    "{name} {bits}"
                );
                let year_10000 = UnixTime::from_secs(253_402_300_800);
                assert_eq!(made.is_some(), time < year_10000, "{name} {bits}: {made:?}");
            }
            read += 1;
        }
        assert!(read > 100, "{name}: {read}");
    }
}

/// No identifier is made up: neither by SQLite, where a row has none, nor out of `NULL`.
#[test]
fn a_row_without_an_identifier_is_refused() {
    let database = with_tables();
    for (name, _) in tables() {
        for row in ["DEFAULT VALUES", "(id) VALUES (NULL)"] {
            let refused = database.execute(&format!("INSERT INTO {name}_ids {row}"), []);
            let error = refused.expect_err("an identifier that was not issued").to_string();
            assert!(error.contains("NOT NULL constraint failed"), "{name}: {error}");
        }
    }
}

#[test]
fn bounds() {
    let (database, sql) = (Sqlite::open().0, ids("sql --database sqlite").unwrap());
    let mut held = 0;
    for (name, format) in tables() {
        let own = sql.split_once(&format!(" {name}_ids (")).expect("a table").1;
        let own =
            own.split_once("\n)").expect("the last column").1.split_once(";\n").expect("its end").1;
        let Some(select) =
            own.starts_with("SELECT").then(|| own.split_once(';').expect("its end").0)
        else {
            continue;
        };
        let timed = format.timed().expect("a time");
        for (at, millis) in [
            ("2024-02-29 12:34:56.789", 1_709_210_096_789_u64),
            ("2020-01-01", 1_577_836_800_000),
            ("2034-12-31T23:59:59.999Z", 2_051_222_399_999),
        ] {
            let time = UnixTime::from_millis(millis);
            let (Ok(first), Ok(last)) = (timed.first_at(time), timed.last_at(time)) else {
                continue;
            };
            let found: (Value, Value) = database
                .query_row(select, named_params! {":at": at}, |row| Ok((row.get(0)?, row.get(1)?)))
                .expect("a row");
            assert_eq!(Some(found.0), column(format, first), "{name} {at}");
            assert_eq!(Some(found.1), column(format, last), "{name} {at}");
            held += 1;
        }
        // No guess where there is no tick: no row.
        for at in ["yesterday", "", "1969-12-31 23:59:59.999", "0001-01-01"] {
            let found = database.query_row(select, named_params! {":at": at}, |row| {
                Ok((row.get::<_, Value>(0)?, row.get::<_, Value>(1)?))
            });
            assert_eq!(found, Err(QueryReturnedNoRows), "{name} {at}");
        }
        // The start of a year is where the library has it, or nowhere.
        for year in (1970..=9999).step_by(9) {
            let at = format!("{year}-01-01");
            let sql = format!("SELECT unixepoch('{at}')");
            let seconds: i64 = database.query_row(&sql, [], |row| row.get(0)).expect("a time");
            let first = timed.first_at(UnixTime::from_secs(seconds.unsigned_abs()));
            let first = first.ok().and_then(|first| column(format, first));
            let found = database.query_row(select, named_params! {":at": at}, |row| row.get(0));
            assert_eq!(found.optional().expect("a row or none"), first, "{name} {at}");
        }
    }
    assert!(held > 30, "{held}");
}

#[test]
fn checks() {
    let database = with_tables();
    for (table, id) in [
        ("flax", "x'0011223344556677889900'"),
        ("flax", "x'00112233445566778899001122'"),
        ("flax", "'012345678901'"),
        ("discord", "-1"),
        ("kuid", "-1"),
        ("siq", "x'004019cf73d08100800186ce1947005e'"),
        ("siq", "x'000019cf73d07100800186ce1947005e'"),
        ("siq", "x'000019cf73d08100400186ce1947005e'"),
        ("luuid", "x'00000023122e7aa1a78928ef27ab7c62'"),
        ("luuid", "x'00000023122e6aa1878928ef27ab7c62'"),
        ("evently", "x'80000000000000000000000000000000'"),
    ] {
        let refused = database.execute(&format!("INSERT INTO {table}_ids (id) VALUES ({id})"), []);
        let why = refused.expect_err(id).to_string();
        assert!(why.contains("CHECK constraint failed"), "{table} {id}: {why}");
    }
}
