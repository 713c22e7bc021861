//! Identifiers through diesel, in an SQLite in memory and, with the features `libpq` and `libmariadb`, a
//! PostgreSQL and a MariaDB to throw away.

#![cfg(target_os = "linux")]

#[path = "../../cases.rs"]
mod cases;

use cases::*;
use diesel::{Connection as _, connection::SimpleConnection as _, prelude::*};
use evently_id::EventId;
use flax_id::FlaxId;
use kuid::{Global, Local};
use luuid::Luuid;
use siq::Siq;

/// Tables whose columns have these types.
macro_rules! tables {
    ($($table:ident: $sql:ident),*) => {
        $(diesel::table! {
            use diesel::sql_types::*;

            $table (id) {
                id -> $sql,
                other -> Nullable<$sql>,
            }
        })*
    };
}

tables!(number: BigInt, bytes: Binary, words: Text);

/// One row of a table, by the derives of diesel.
macro_rules! round_trip {
    ($connection:expr, $column:expr, $table:ident, $type:ty, $values:expr) => {{
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Queryable,
            Insertable,
            Selectable,
            Identifiable,
            AsChangeset,
        )]
        #[diesel(table_name = $table)]
        struct Row {
            id: $type,
            other: Option<$type>,
        }

        let (connection, values) = (&mut *$connection, $values);
        let name = stringify!($table);
        connection.batch_execute(&format!("DROP TABLE IF EXISTS {name}")).expect("no table");
        connection
            .batch_execute(&format!("CREATE TABLE {name} (id {} PRIMARY KEY, other {0})", $column))
            .expect("a table");
        for (index, value) in values.iter().enumerate().rev() {
            let row = Row { id: *value, other: (index > 0).then(|| values[index - 1]) };
            diesel::insert_into($table::table).values(&row).execute(connection).expect("a row");
        }
        let rows: Vec<Row> = $table::table
            .select(Row::as_select())
            .order($table::id)
            .load(connection)
            .expect("rows");
        let kind = if name == "words" { Kind::Text } else { Kind::Bytes };
        assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), sorted(kind, &values));
        for (index, value) in values.iter().enumerate() {
            let row: Row = $table::table.find(value).first(connection).expect("a row");
            assert_eq!(row.other, (index > 0).then(|| values[index - 1]));
            let found: $type = $table::table
                .filter($table::id.eq_any([*value]))
                .select($table::id)
                .first(connection)
                .expect("a row");
            assert_eq!(found, *value);
        }
        let changed =
            diesel::update(&rows[0]).set($table::other.eq(Some(values[0]))).execute(connection);
        assert_eq!(changed, Ok(1));
        let nothing =
            diesel::update(&rows[0]).set($table::other.eq(None::<$type>)).execute(connection);
        assert_eq!(nothing, Ok(1));
    }};
}

/// What all databases store alike.
macro_rules! round_trips {
    ($connection:expr, $database:expr) => {{
        let (connection, database) = (&mut *$connection, $database);
        let (count, octets, text) = (
            database.column(Kind::Number),
            database.column(Kind::Bytes),
            database.column(Kind::Text),
        );
        round_trip!(connection, octets, bytes, FlaxId, flax());
        round_trip!(connection, octets, bytes, Global, global());
        round_trip!(connection, octets, bytes, UserId, flax().map(UserId::new));
        round_trip!(connection, octets, bytes, AsBytes<FlaxId>, flax().map(AsBytes));
        round_trip!(connection, octets, bytes, AsBytes<Local>, large().1.map(AsBytes));
        round_trip!(connection, octets, bytes, AsBytes<Siq>, siq().map(AsBytes));
        round_trip!(connection, octets, bytes, AsBytes<EventId>, event().map(AsBytes));
        round_trip!(connection, octets, bytes, AsBytes<DiscordId>, large().0.map(AsBytes));
        round_trip!(connection, octets, bytes, AsBytes<Luuid>, luuid().map(AsBytes));
        round_trip!(connection, count, number, DiscordId, discord());
        round_trip!(connection, count, number, TwitterId, twitter());
        round_trip!(connection, count, number, Local, local());
        round_trip!(connection, count, number, AsI64<Local>, local().map(AsI64));
        round_trip!(connection, count, number, PostId, twitter().map(PostId::new));
        round_trip!(connection, count, number, AsI64<TwitterId>, twitter().map(AsI64));
        round_trip!(connection, text, words, AsText<FlaxId>, flax().map(AsText));
        round_trip!(connection, text, words, AsText<UserId>, flax().map(|id| AsText(id.into())));
        round_trip!(connection, text, words, AsText<Global>, global().map(AsText));
        round_trip!(connection, text, words, AsText<Local>, large().1.map(AsText));
        round_trip!(connection, text, words, AsText<Siq>, siq().map(AsText));
        round_trip!(connection, text, words, AsText<EventId>, event().map(AsText));
        round_trip!(connection, text, words, AsText<Luuid>, luuid().map(AsText));
        round_trip!(connection, text, words, AsText<DiscordId>, large().0.map(AsText));
    }};
}

/// What each database stores as UUIDs, or as bytes where it has none.
macro_rules! uuid_round_trips {
    ($connection:expr, $column:expr, $table:ident) => {{
        let (connection, column) = (&mut *$connection, $column);
        round_trip!(connection, column, $table, Luuid, luuid());
        round_trip!(connection, column, $table, EventId, event());
        round_trip!(connection, column, $table, Siq, siq());
        round_trip!(connection, column, $table, AsUuid<Luuid>, luuid().map(AsUuid));
        round_trip!(connection, column, $table, ThingId, luuid().map(ThingId::new));
        round_trip!(connection, column, $table, AsUuid<Siq>, siq().map(AsUuid));
    }};
}

fn sqlite() -> SqliteConnection {
    SqliteConnection::establish(":memory:").expect("memory")
}

#[test]
fn sqlite_stores_every_format() {
    let connection = &mut sqlite();
    round_trips!(connection, Database::Sqlite);
    // Its UUIDs are bytes.
    uuid_round_trips!(connection, "BLOB", bytes);
}

/// What an error shows, and what the innermost of its causes says.
fn said(error: &diesel::result::Error) -> (String, String) {
    let mut cause: &dyn core::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    (error.to_string(), cause.to_string())
}

/// What the error says where a column holds no identifier.
macro_rules! refuse {
    ($connection:expr, $database:expr, $sql:ident, $type:ty, $raw:expr, $expected:expr) => {{
        let literal = format!("{} AS id", $database.literal($raw));
        let query = diesel::select(diesel::dsl::sql::<diesel::sql_types::$sql>(&literal));
        let error = query.get_result::<$type>(&mut *$connection).expect_err($expected);
        assert_eq!(said(&error), ("Error deserializing field 'id'".into(), $expected.into()));
    }};
}

macro_rules! refusals {
    ($connection:expr, $database:expr) => {{
        let (connection, database) = (&mut *$connection, $database);
        refuse!(connection, database, Binary, FlaxId, Raw::Bytes(&[7; 11]),
            "no flax identifier: 11 bytes, but this form has 12");
        refuse!(connection, database, BigInt, DiscordId, Raw::Number(-1),
            "no discord identifier: -1 is negative, which no identifier is");
        refuse!(connection, database, BigInt, Local, Raw::Number(-7),
            "no kuid-local identifier: -7 is negative, which no identifier is");
        refuse!(connection, database, Text, AsText<FlaxId>, Raw::Text("0RdKJcxqVBiAiQr+"),
            "no flax identifier: '+' at index 15 is no digit of this form");
        let too_large = diesel::select(diesel::dsl::sql::<diesel::sql_types::BigInt>("").bind::<diesel::sql_types::BigInt, _>(large().0[0]));
        let error = too_large.get_result::<i64>(connection).expect_err("too large");
        assert_eq!(
            said(&error).1,
            "the discord identifier 9223372036854775808 does not fit a signed column of 64 bits, which holds at \
             most 9223372036854775807: AsBytes and AsText store it"
        );
    }};
}

const VERSION_4: Raw = Raw::Uuid(0x936d_a01f_9abd_4d9d_80c7_02af_85c8_22a8);
const NO_LUUID: &str = "no luuid identifier: version is 4, but always 6 or 8 in this format";

#[test]
fn sqlite_holds_what_is_no_identifier() {
    let connection = &mut sqlite();
    refusals!(connection, Database::Sqlite);
    refuse!(connection, Database::Sqlite, Binary, Luuid, VERSION_4, NO_LUUID);
    let narrow = "invalid length: expected 16 bytes, found 2";
    refuse!(connection, Database::Sqlite, Binary, Luuid, Raw::Bytes(&[0; 2]), narrow);
    // SQLite turns values into any other type. A number above the largest one is a Double, for example.
    refuse!(
        connection,
        Database::Sqlite,
        BigInt,
        DiscordId,
        Raw::Text("7"),
        "the value is Text, not Long"
    );
    let twelve = Raw::Text("0RdKJcxqVBiA");
    refuse!(connection, Database::Sqlite, Binary, FlaxId, twelve, "the value is Text, not Binary");
    refuse!(
        connection,
        Database::Sqlite,
        Text,
        AsText<Local>,
        Raw::Number(10_000_000_000),
        "the value is Long, not Text"
    );
    let double =
        diesel::select(diesel::dsl::sql::<diesel::sql_types::BigInt>("9223372036854775808"));
    let error = double.get_result::<DiscordId>(connection).expect_err("above the largest");
    assert_eq!(said(&error).1, "the value is Double, not Long");
    let null = diesel::select(diesel::dsl::sql::<diesel::sql_types::Binary>("NULL"));
    let error = null.get_result::<FlaxId>(connection).expect_err("NULL");
    assert_eq!(said(&error).1, "Unexpected null for non-null column");
}

/// A row of texts, whose identifiers are no texts in the program.
#[derive(Clone, Copy, Debug, PartialEq, Queryable, Insertable)]
#[diesel(table_name = words)]
struct Note {
    #[diesel(serialize_as = AsText<FlaxId>, deserialize_as = AsText<FlaxId>)]
    id: FlaxId,
    other: Option<AsText<FlaxId>>,
}

#[test]
fn a_row_stores_another_column() {
    let connection = &mut sqlite();
    connection
        .batch_execute("CREATE TABLE words (id TEXT PRIMARY KEY, other TEXT)")
        .expect("a table");
    let note = Note { id: flax()[2], other: None };
    assert_eq!(diesel::insert_into(words::table).values(note).execute(connection), Ok(1));
    assert_eq!(words::table.first::<Note>(connection), Ok(note));
    let text = diesel::dsl::sql::<diesel::sql_types::Text>("id");
    assert_eq!(words::table.select(text).first::<String>(connection), Ok(flax()[2].to_string()));
}

#[cfg(feature = "libpq")]
mod postgres {
    use ids_testkit::servers::PostgresServer;

    use super::*;

    tables!(uuids: Uuid);

    diesel::table! {
        lists (id) {
            id -> BigInt,
            others -> Array<Uuid>,
        }
    }

    fn postgres() -> Option<(PgConnection, PostgresServer)> {
        let server = PostgresServer::start()?;
        Some((PgConnection::establish(&server.url()).expect("a session"), server))
    }

    #[test]
    fn postgres_stores_every_format() {
        let Some((connection, _server)) = &mut postgres() else { return };
        round_trips!(connection, Database::Postgres);
        uuid_round_trips!(connection, "uuid", uuids);

        connection
            .batch_execute("CREATE TABLE lists (id bigint PRIMARY KEY, others uuid[] NOT NULL)")
            .expect("a table");
        let row = (lists::id.eq(local()[1]), lists::others.eq(luuid().to_vec()));
        assert_eq!(diesel::insert_into(lists::table).values(row).execute(connection), Ok(1));
        let found: (Local, Vec<Luuid>) = lists::table.first(connection).expect("a row");
        assert_eq!(found, (local()[1], luuid().to_vec()));
        let any =
            uuids::table.filter(uuids::id.eq_any(siq())).count().get_result::<i64>(connection);
        assert_eq!(any, Ok(4));
    }

    #[test]
    fn postgres_holds_what_is_no_identifier() {
        let Some((connection, _server)) = &mut postgres() else { return };
        refusals!(connection, Database::Postgres);
        refuse!(connection, Database::Postgres, Uuid, Luuid, VERSION_4, NO_LUUID);
    }
}

#[cfg(feature = "libmariadb")]
mod mysql {
    use ids_testkit::servers::MariadbServer;

    use super::*;

    fn mysql() -> Option<(MysqlConnection, MariadbServer)> {
        let server = MariadbServer::start()?;
        let socket = server.socket().to_str().expect("a path of Unicode").replace('/', "%2F");
        let url = format!("mysql://root@localhost/ids?unix_socket={socket}");
        Some((MysqlConnection::establish(&url).expect("a session"), server))
    }

    #[test]
    fn mysql_stores_every_format() {
        let Some((connection, _server)) = &mut mysql() else { return };
        round_trips!(connection, Database::Mysql);
        // Its UUIDs are bytes.
        uuid_round_trips!(connection, Database::Mysql.column(Kind::Uuid), bytes);
    }

    #[test]
    fn mysql_holds_what_is_no_identifier() {
        let Some((connection, _server)) = &mut mysql() else { return };
        refusals!(connection, Database::Mysql);
        refuse!(connection, Database::Mysql, Binary, Luuid, VERSION_4, NO_LUUID);
        let narrow = "invalid length: expected 16 bytes, found 2";
        refuse!(connection, Database::Mysql, Binary, Luuid, Raw::Bytes(&[0; 2]), narrow);
    }
}
