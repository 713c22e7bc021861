//! Identifiers through sqlx in two versions, in an SQLite in memory, and a PostgreSQL and a MariaDB to
//! throw away.

#![cfg(target_os = "linux")]

#[path = "../../cases.rs"]
mod cases;

use core::{
    any::Any,
    fmt::{Debug, Display},
};

use cases::{Kind, Raw, each_column, each_too_large, each_wrong, sorted};
use ids_testkit::servers::{MariadbServer, PostgresServer};
use tokio::runtime::{Builder, Runtime};

/// How the database spells the first two arguments of a statement.
fn arguments(database: cases::Database) -> [&'static str; 2] {
    if database == cases::Database::Mysql { ["?", "?"] } else { ["$1", "$2"] }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// The tests for one version: whether it reads texts with a collation of `_bin`, and how it makes a
/// statement of text.
macro_rules! version {
    ($module:ident, $library:ident, $reads_bin:literal, $sql:expr) => {
        mod $module {
            use $library::{
                Connection as _, Database, Decode, Encode, MySql, Postgres, Row as _, Sqlite, Type,
                mysql::{MySqlConnectOptions, MySqlConnection},
                postgres::{PgConnectOptions, PgConnection, PgHasArrayType},
                sqlite::SqliteConnection,
            };

            use super::*;

            /// A session with a database, and what it is.
            struct Session<C> {
                connection: C,
                runtime: Runtime,
                database: cases::Database,
                /// It ends with its session.
                _server: Box<dyn Any>,
            }

            fn sqlite() -> Session<SqliteConnection> {
                let runtime = runtime();
                let connection = runtime.block_on(SqliteConnection::connect("sqlite::memory:"));
                let connection = connection.expect("memory");
                Session { connection, runtime, database: cases::Database::Sqlite, _server: Box::new(()) }
            }

            fn postgres() -> Option<Session<PgConnection>> {
                let server = PostgresServer::start()?;
                let (runtime, options) = (runtime(), PgConnectOptions::new_without_pgpass());
                let options = options.socket(server.folder()).port(server.port());
                let options = options.username("postgres").database("postgres");
                let connection = runtime.block_on(PgConnection::connect_with(&options));
                let connection = connection.expect("a session");
                let database = cases::Database::Postgres;
                Some(Session { connection, runtime, database, _server: Box::new(server) })
            }

            fn mariadb() -> Option<Session<MySqlConnection>> {
                let server = MariadbServer::start()?;
                let (runtime, options) = (runtime(), MySqlConnectOptions::new());
                let options = options.socket(server.socket()).username("root").database("ids");
                let connection = runtime.block_on(MySqlConnection::connect_with(&options));
                let connection = connection.expect("a session");
                let database = cases::Database::Mysql;
                Some(Session { connection, runtime, database, _server: Box::new(server) })
            }

            /// What is the same in both databases.
            macro_rules! suite {
                ($round_trip:ident, $refuse:ident, $does_not_fit:ident, $type:ty, $connection:ty) => {
                    fn $round_trip<W>(session: &mut Session<$connection>, kind: Kind, values: impl AsRef<[W]>)
                    where
                        W: Type<$type> + for<'q> Encode<'q, $type> + for<'r> Decode<'r, $type>,
                        W: Copy + Ord + Debug + Display + Send + Sync + Unpin + 'static,
                    {
                        let (values, column) = (values.as_ref(), session.database.column(kind));
                        if !$reads_bin && session.database == cases::Database::Mysql && kind == Kind::Text {
                            return;
                        }
                        let [one, two] = arguments(session.database);
                        let Session { connection, runtime, .. } = session;
                        let run = |connection: &mut $connection, text: &str| {
                            let done = runtime.block_on($library::raw_sql($sql(text)).execute(connection));
                            done.expect(text);
                        };
                        // Another table for each kind: what is prepared stays valid.
                        let table = format!("line_{kind:?}");
                        run(connection, &format!("DROP TABLE IF EXISTS {table}"));
                        run(connection, &format!("CREATE TABLE {table} (id {column} PRIMARY KEY, other {column})"));
                        let insert = format!("INSERT INTO {table} VALUES ({one}, {two})");
                        let select = format!("SELECT id, other FROM {table} ORDER BY id");
                        let find = format!("SELECT id FROM {table} WHERE id = {one}");
                        for (index, value) in values.iter().enumerate().rev() {
                            let other = (index > 0).then(|| values[index - 1]);
                            let insert = $library::query::<$type>($sql(&insert)).bind(value).bind(other).execute(&mut *connection);
                            assert_eq!(runtime.block_on(insert).expect("a row").rows_affected(), 1);
                        }
                        let rows = $library::query_as::<$type, (W, Option<W>)>($sql(&select));
                        let rows = rows.fetch_all(&mut *connection);
                        let rows = runtime.block_on(rows).expect("identifiers");
                        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), sorted(kind, values));
                        for (index, value) in values.iter().enumerate() {
                            let other = (index > 0).then(|| values[index - 1]);
                            assert!(rows.contains(&(*value, other)), "{value:?} beside {other:?}");
                            let found = $library::query_scalar::<$type, W>($sql(&find));
                            let found = runtime.block_on(found.bind(value).fetch_one(&mut *connection));
                            assert_eq!(found.expect("a row"), *value);
                        }
                    }

                    fn $refuse<W>(session: &mut Session<$connection>, raw: Raw, expected: &str)
                    where
                        W: Type<$type> + for<'r> Decode<'r, $type> + Debug + Send + Unpin,
                    {
                        let select = format!("SELECT {} AS id", session.database.literal(raw));
                        let Session { connection, runtime, .. } = session;
                        let row = runtime.block_on($library::query($sql(&select)).fetch_one(connection));
                        let error = row.expect("a value").try_get::<W, _>(0).expect_err(expected);
                        let shown = format!("error occurred while decoding column 0: {expected}");
                        assert_eq!(error.to_string(), shown);
                    }

                    fn $does_not_fit<I>(session: &mut Session<$connection>, id: I, expected: &str)
                    where
                        I: Type<$type> + for<'q> Encode<'q, $type> + Send + Sync + 'static,
                    {
                        let select = format!("SELECT {}", arguments(session.database)[0]);
                        let Session { connection, runtime, .. } = session;
                        let query = $library::query::<$type>($sql(&select)).bind(id);
                        let error = runtime.block_on(query.fetch_one(connection)).err().expect(expected);
                        assert!(error.to_string().starts_with("error occurred while encoding a value: "), "{error}");
                        assert!(error.to_string().ends_with(expected), "{error}");
                    }
                };
            }

            suite!(in_sqlite, refused_by_sqlite, too_large_for_sqlite, Sqlite, SqliteConnection);
            suite!(in_postgres, refused_by_postgres, too_large_for_postgres, Postgres, PgConnection);
            suite!(in_mariadb, refused_by_mariadb, too_large_for_mariadb, MySql, MySqlConnection);

            /// Arrays, which PostgreSQL alone has.
            fn arrays<W>(session: &mut Session<PgConnection>, kind: Kind, values: impl AsRef<[W]>)
            where
                W: Type<Postgres> + PgHasArrayType + for<'q> Encode<'q, Postgres>,
                W: for<'r> Decode<'r, Postgres> + Copy + PartialEq + Debug + Send + Sync + Unpin + 'static,
            {
                let (values, column) = (values.as_ref(), session.database.column(kind));
                let Session { connection, runtime, .. } = session;
                let text = format!("SELECT $1 = ANY($2), $2::{column}[]");
                let query = $library::query_as::<Postgres, (bool, Vec<W>)>($sql(&text));
                let query = query.bind(values[1]).bind(values).fetch_one(connection);
                assert_eq!(runtime.block_on(query).expect("an array"), (true, values.to_vec()));
            }

            #[test]
            fn sqlite_stores_every_format() {
                let session = &mut sqlite();
                each_column!(in_sqlite, session);
                each_wrong!(refused_by_sqlite, session);
                each_too_large!(too_large_for_sqlite, session);
            }

            #[test]
            fn postgres_stores_every_format() {
                let Some(session) = &mut postgres() else { return };
                each_column!(in_postgres, session);
                each_column!(arrays, session);
                each_wrong!(refused_by_postgres, session);
                each_too_large!(too_large_for_postgres, session);
            }

            #[test]
            fn mariadb_stores_every_format() {
                let Some(session) = &mut mariadb() else { return };
                each_column!(in_mariadb, session);
                each_wrong!(refused_by_mariadb, session);
                each_too_large!(too_large_for_mariadb, session);

                // A column of MySQL without a sign is another type for sqlx.
                let Session { connection, runtime, .. } = session;
                let query = $library::query("SELECT CAST(7 AS UNSIGNED)").fetch_one(&mut *connection);
                let row = runtime.block_on(query).expect("a value");
                let error = row.try_get::<cases::DiscordId, usize>(0).expect_err("no sign");
                assert!(error.to_string().ends_with("UNSIGNED`"), "{error}");
            }

            #[test]
            fn a_value_of_another_type_is_an_error() {
                let Session { mut connection, runtime, .. } = sqlite();
                let query = $library::query("SELECT 7 AS id, NULL AS other").fetch_one(&mut connection);
                let row = runtime.block_on(query).expect("values");
                // SQLite's driver itself reads NULL as the number 0.
                let null = row.try_get::<kuid::Local, _>("other").expect_err("NULL");
                assert!(null.to_string().ends_with("unexpected null; try decoding as an `Option`"), "{null}");
                for (index, expected) in [
                    (
                        0,
                        "error occurred while decoding column 0: mismatched types; Rust type \
                         `flax_id::id::FlaxId` (as SQL type `BLOB`) is not compatible with SQL type `INTEGER`",
                    ),
                    (1, "error occurred while decoding column 1: unexpected null; try decoding as an `Option`"),
                ] {
                    let error = row.try_get::<flax_id::FlaxId, usize>(index).expect_err(expected);
                    assert_eq!(error.to_string(), expected);
                }
            }

            /// No driver is needed for the traits themselves.
            #[expect(dead_code, reason = "it only has to compile")]
            fn any_database<D: Database>()
            where
                Vec<u8>: Type<D>,
            {
                let _ = <flax_id::FlaxId as Type<D>>::type_info();
            }
        }
    };
}

// Version 0.8 takes texts with a collation of `_bin`, as MariaDB sends them, for bytes.
version!(version_08, sqlx08, false, |text: &str| -> &'static str { text.to_owned().leak() });
version!(version_09, sqlx, true, |text: &str| sqlx::AssertSqlSafe(text.to_owned()));

/// A row of a table in which the texts of identifiers are stored, beside other columns.
#[derive(Debug, PartialEq, sqlx::FromRow)]
struct Note {
    #[sqlx(try_from = "ids_core::column::AsText<flax_id::FlaxId>")]
    id: flax_id::FlaxId,
    author: snowflake::Snowflake<snowflake::Discord>,
    parent: Option<luuid::Luuid>,
}

#[test]
fn a_row_is_derived() {
    use sqlx::Connection as _;

    let runtime = runtime();
    let mut database =
        runtime.block_on(sqlx::SqliteConnection::connect("sqlite::memory:")).expect("memory");
    let note =
        Note { id: cases::flax()[2], author: cases::discord()[2], parent: Some(cases::luuid()[2]) };
    let query = sqlx::query_as::<_, Note>("SELECT $1 AS id, $2 AS author, $3 AS parent");
    let query = query.bind(ids_core::column::AsText(note.id)).bind(note.author).bind(note.parent);
    assert_eq!(runtime.block_on(query.fetch_one(&mut database)).expect("a row"), note);
}
