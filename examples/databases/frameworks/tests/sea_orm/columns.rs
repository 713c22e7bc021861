//! Every format in every column.

use core::{
    error::Error as _,
    fmt::{Debug, Display},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ids_core::column::ColumnError;
use sea_orm::{
    TryGetable, Value,
    sea_query::{Nullable, ValueType},
};

use super::{READS_BIN, entities, sea_orm, session::Session};
use crate::cases::{Database, Kind, Raw, each_column, each_too_large, each_wrong, sorted};

fn round_trip<W>(session: &Session, kind: Kind, values: impl AsRef<[W]>)
where
    W: Into<Value> + TryGetable + ValueType + Nullable + Copy + Ord + Debug + Display,
{
    if !READS_BIN && session.database == Database::Mysql && kind == Kind::Text {
        return;
    }
    let (values, column) = (values.as_ref(), session.database.column(kind));
    // Another table for each kind: what is prepared stays valid.
    let table = format!("line_{kind:?}");
    session.run(&format!("DROP TABLE IF EXISTS {table}"), []);
    session.run(&format!("CREATE TABLE {table} (id {column} PRIMARY KEY, other {column})"), []);
    for (index, value) in values.iter().enumerate().rev() {
        let other = (index > 0).then(|| values[index - 1]);
        let insert = format!("INSERT INTO {table} VALUES ($1, $2)");
        assert_eq!(session.run(&insert, [(*value).into(), other.into()]), 1);
    }
    let rows = session.rows(&format!("SELECT id, other FROM {table} ORDER BY id"), []);
    let rows: Vec<(W, Option<W>)> = rows
        .iter()
        .map(|row| (row.try_get("", "id").expect("id"), row.try_get("", "other").expect("other")))
        .collect();
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), sorted(kind, values));
    for (index, value) in values.iter().enumerate() {
        let other = (index > 0).then(|| values[index - 1]);
        assert!(rows.contains(&(*value, other)), "{value:?} beside {other:?}");
        let found =
            session.rows(&format!("SELECT id FROM {table} WHERE id = $1"), [(*value).into()]);
        assert_eq!(found.len(), 1);
        assert_eq!(<W as ValueType>::try_from((*value).into()).expect("a value"), *value);
    }
    assert_eq!(Value::from(None::<W>), W::null());
    assert!(<W as ValueType>::try_from(W::null()).is_err());
    assert!(<W as ValueType>::try_from(Value::Bool(Some(true))).is_err());
}

/// Arrays, which PostgreSQL alone has.
fn arrays<W>(session: &Session, kind: Kind, values: impl AsRef<[W]>)
where
    W: Copy + Into<Value> + PartialEq + Debug,
    Vec<W>: Into<Value> + TryGetable,
{
    let (values, column) = (values.as_ref().to_vec(), session.database.column(kind));
    let text = format!("SELECT $1 = ANY($2) AS has, $2::{column}[] AS list");
    let rows = session.rows(&text, [values[1].into(), values.clone().into()]);
    assert_eq!(rows[0].try_get("", "has"), Ok(true));
    assert_eq!(rows[0].try_get("", "list"), Ok(values));
}

fn refuse<W: TryGetable + Debug>(session: &Session, raw: Raw, expected: &str) {
    let rows = session.rows(&format!("SELECT {} AS id", session.database.literal(raw)), []);
    let error = rows[0].try_get::<W>("", "id").expect_err(expected);
    let shown = error.to_string();
    assert!(shown.starts_with("Error converting `"), "{shown}");
    assert!(shown.ends_with(&format!("`: column \"id\": {expected}")), "{shown}");
    let cause = error.source().and_then(core::error::Error::source).expect("a cause");
    assert!(cause.is::<ColumnError>(), "{cause:?}");
    // What is not an identifier is not taken for nothing either.
    assert_eq!(rows[0].try_get::<Option<W>>("", "id").expect_err(expected), error);
}

fn does_not_fit<I: Copy + Into<Value> + Nullable>(id: I, expected: &str) {
    for given in [
        catch_unwind(AssertUnwindSafe(|| -> Value { id.into() })),
        catch_unwind(AssertUnwindSafe(|| Value::from(Some(id)))),
    ] {
        let panic = given.expect_err(expected);
        assert_eq!(panic.downcast_ref::<String>().expect("a text"), expected);
    }
}

#[test]
fn sqlite_stores_every_format() {
    let session = &Session::sqlite();
    each_column!(round_trip, session);
    each_wrong!(refuse, session);
    each_too_large!(does_not_fit);
}

#[test]
fn postgres_stores_every_format() {
    let Some(session) = &Session::postgres() else { return };
    each_column!(round_trip, session);
    each_column!(arrays, session);
    each_wrong!(refuse, session);
    let rows = session.rows(r"SELECT ARRAY['\x07'::bytea] AS list", []);
    let error = rows[0].try_get::<Vec<flax_id::FlaxId>>("", "list").expect_err("a short one");
    assert!(
        error
            .to_string()
            .ends_with("`: column \"list\": no flax identifier: 1 byte, but this form has 12"),
        "{error}"
    );
}

#[test]
fn mariadb_stores_every_format() {
    let Some(session) = &Session::mariadb() else { return };
    each_column!(round_trip, session);
    each_wrong!(refuse, session);
    session.runtime.block_on(entities::check(&session.connection)).expect("entities");
    assert_eq!(
        entities::kinds(session),
        ["varbinary", "bigint", "varbinary", "binary", "char", "binary"]
    );
}
