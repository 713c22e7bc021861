//! Identifiers through sea-orm in two versions, in an SQLite in memory and a PostgreSQL to throw away.

#![cfg(target_os = "linux")]

#[path = "../../cases.rs"]
mod cases;

use core::{
    error::Error as _,
    fmt::{Debug, Display},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cases::{Kind, Raw, each_column, each_too_large, each_wrong};
use ids_core::{
    column::{AsText, ColumnError},
    typed_id,
};
use ids_testkit::servers::PostgresServer;
use tokio::runtime::{Builder, Runtime};

typed_id! {
    /// An account.
    pub struct AccountId(cases::DiscordId) = "account_";
}

/// The order that the column has: texts sort by their bytes.
fn sorted<W: Copy + Ord + Display>(kind: Kind, values: &[W]) -> Vec<W> {
    let mut sorted = values.to_vec();
    if kind == Kind::Text {
        sorted.sort_by_key(ToString::to_string);
    } else {
        sorted.sort();
    }
    sorted
}

/// The tests for one version, and how it runs a statement and how it asks one.
macro_rules! version {
    ($module:ident, $library:ident, $execute:ident, $query_all:ident) => {
        mod $module {
            use sea_orm::{
                ActiveModelTrait as _, ColumnTrait as _, ConnectOptions, ConnectionTrait as _,
                DatabaseConnection, DbErr, EntityTrait as _, IntoActiveModel as _, ModelTrait as _,
                QueryFilter as _, QueryOrder as _, QueryResult, Schema, Set, Statement, TryGetable,
                Value,
                sea_query::{Nullable, ValueType},
            };
            use $library as sea_orm;

            use super::*;

            /// A session with a database, and what it is.
            struct Session {
                connection: DatabaseConnection,
                runtime: Runtime,
                database: cases::Database,
                _server: Option<PostgresServer>,
            }

            impl Session {
                fn new(
                    url: String,
                    database: cases::Database,
                    server: Option<PostgresServer>,
                ) -> Self {
                    let runtime =
                        Builder::new_current_thread().enable_all().build().expect("a runtime");
                    let mut options = ConnectOptions::new(url);
                    options.max_connections(1).sqlx_logging(false);
                    let connection = runtime.block_on(sea_orm::Database::connect(options));
                    Self {
                        connection: connection.expect("a session"),
                        runtime,
                        database,
                        _server: server,
                    }
                }

                fn sqlite() -> Self {
                    Self::new("sqlite::memory:".into(), cases::Database::Sqlite, None)
                }

                fn postgres() -> Option<Self> {
                    let server = PostgresServer::start()?;
                    let (folder, port) = (server.folder().display(), server.port());
                    let url =
                        format!("postgres://postgres@localhost:{port}/postgres?host={folder}");
                    Some(Self::new(url, cases::Database::Postgres, Some(server)))
                }

                fn statement(
                    &self,
                    text: &str,
                    values: impl IntoIterator<Item = Value>,
                ) -> Statement {
                    Statement::from_sql_and_values(
                        self.connection.get_database_backend(),
                        text,
                        values,
                    )
                }

                fn run(&self, text: &str, values: impl IntoIterator<Item = Value>) -> u64 {
                    let done = self
                        .runtime
                        .block_on(self.connection.$execute(self.statement(text, values)));
                    done.expect(text).rows_affected()
                }

                fn rows(
                    &self,
                    text: &str,
                    values: impl IntoIterator<Item = Value>,
                ) -> Vec<QueryResult> {
                    self.runtime
                        .block_on(self.connection.$query_all(self.statement(text, values)))
                        .expect(text)
                }
            }

            fn round_trip<W>(session: &Session, kind: Kind, values: impl AsRef<[W]>)
            where
                W: Into<Value> + TryGetable + ValueType + Nullable + Copy + Ord + Debug + Display,
            {
                let (values, column) = (values.as_ref(), session.database.column(kind));
                // Another table for each kind: what is prepared stays valid.
                let table = format!("line_{kind:?}");
                session.run(&format!("DROP TABLE IF EXISTS {table}"), []);
                session.run(
                    &format!("CREATE TABLE {table} (id {column} PRIMARY KEY, other {column})"),
                    [],
                );
                for (index, value) in values.iter().enumerate().rev() {
                    let other = (index > 0).then(|| values[index - 1]);
                    let insert = format!("INSERT INTO {table} VALUES ($1, $2)");
                    assert_eq!(session.run(&insert, [(*value).into(), other.into()]), 1);
                }
                let rows = session.rows(&format!("SELECT id, other FROM {table} ORDER BY id"), []);
                let rows: Vec<(W, Option<W>)> = rows
                    .iter()
                    .map(|row| {
                        (
                            row.try_get("", "id").expect("id"),
                            row.try_get("", "other").expect("other"),
                        )
                    })
                    .collect();
                assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), sorted(kind, values));
                for (index, value) in values.iter().enumerate() {
                    let other = (index > 0).then(|| values[index - 1]);
                    assert!(rows.contains(&(*value, other)), "{value:?} beside {other:?}");
                    let found = session
                        .rows(&format!("SELECT id FROM {table} WHERE id = $1"), [(*value).into()]);
                    assert_eq!(found.len(), 1);
                    assert_eq!(
                        <W as ValueType>::try_from((*value).into()).expect("a value"),
                        *value
                    );
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
                let rows =
                    session.rows(&format!("SELECT {} AS id", session.database.literal(raw)), []);
                let error = rows[0].try_get::<W>("", "id").expect_err(expected);
                let shown = error.to_string();
                assert!(shown.starts_with("Error converting `"), "{shown}");
                assert!(shown.ends_with(&format!("`: column \"id\": {expected}")), "{shown}");
                let cause = error.source().and_then(core::error::Error::source).expect("a cause");
                assert!(cause.is::<ColumnError>(), "{cause:?}");
                // What is no identifier is not taken for nothing either.
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
                let error =
                    rows[0].try_get::<Vec<flax_id::FlaxId>>("", "list").expect_err("a short one");
                assert!(
                    error.to_string().ends_with(
                        "`: column \"list\": no flax identifier: 1 byte, but this form has 12"
                    ),
                    "{error}"
                );
            }

            mod account {
                use super::{super::AccountId, sea_orm};
                use sea_orm::entity::prelude::*;

                #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
                #[sea_orm(table_name = "account")]
                pub struct Model {
                    #[sea_orm(primary_key, auto_increment = false)]
                    pub id: AccountId,
                    pub name: String,
                }

                #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
                pub enum Relation {
                    #[sea_orm(has_many = "super::message::Entity")]
                    Message,
                }

                impl Related<super::message::Entity> for Entity {
                    fn to() -> RelationDef {
                        Relation::Message.def()
                    }
                }

                impl ActiveModelBehavior for ActiveModel {}
            }

            mod message {
                use super::{super::AccountId, sea_orm};
                use evently_id::EventId;
                use flax_id::FlaxId;
                use ids_core::column::AsText;
                use luuid::Luuid;
                use sea_orm::entity::prelude::*;

                #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
                #[sea_orm(table_name = "message")]
                pub struct Model {
                    #[sea_orm(primary_key, auto_increment = false)]
                    pub id: FlaxId,
                    pub author: AccountId,
                    pub parent: Option<FlaxId>,
                    pub room: Option<Luuid>,
                    #[sea_orm(unique, column_type = "Char(Some(16))")]
                    pub link: Option<AsText<FlaxId>>,
                    pub event: EventId,
                }

                #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
                pub enum Relation {
                    #[sea_orm(
                        belongs_to = "super::account::Entity",
                        from = "Column::Author",
                        to = "super::account::Column::Id"
                    )]
                    Account,
                    #[sea_orm(belongs_to = "Entity", from = "Column::Parent", to = "Column::Id")]
                    Parent,
                }

                impl Related<super::account::Entity> for Entity {
                    fn to() -> RelationDef {
                        Relation::Account.def()
                    }
                }

                impl ActiveModelBehavior for ActiveModel {}
            }

            /// Two tables of entities: keys, foreign keys, columns that may be empty.
            async fn entities(connection: &DatabaseConnection) -> Result<(), DbErr> {
                let schema = Schema::new(connection.get_database_backend());
                let build = connection.get_database_backend();
                for table in [
                    schema.create_table_from_entity(account::Entity),
                    schema.create_table_from_entity(message::Entity),
                ] {
                    connection.$execute(build.build(&table)).await?;
                }

                let ids = cases::discord().map(AccountId::new);
                for (index, id) in ids.into_iter().enumerate() {
                    let account = account::Model { id, name: index.to_string() };
                    assert_eq!(
                        account.clone().into_active_model().insert(connection).await?,
                        account
                    );
                    let inserted = account::Entity::find_by_id(id).one(connection).await?;
                    assert_eq!(inserted, Some(account));
                }
                let twice = account::ActiveModel { id: Set(ids[0]), name: Set("twice".into()) };
                twice.insert(connection).await.expect_err("the key is taken");

                let mut messages = Vec::new();
                for (index, id) in cases::flax().into_iter().enumerate() {
                    let is_set = index > 0;
                    let message = message::Model {
                        id,
                        author: ids[index],
                        parent: is_set.then(|| cases::flax()[index - 1]),
                        room: is_set.then(|| cases::luuid()[index]),
                        link: is_set.then_some(AsText(id)),
                        event: cases::event()[index],
                    };
                    let inserted = message::Entity::insert(message.clone().into_active_model());
                    assert_eq!(inserted.exec(connection).await?.last_insert_id, id);
                    messages.push(message);
                }
                let found = message::Entity::find()
                    .order_by_asc(message::Column::Id)
                    .all(connection)
                    .await?;
                assert_eq!(found, messages);
                for (message, id) in messages.iter().zip(ids) {
                    let account = message
                        .find_related(account::Entity)
                        .one(connection)
                        .await?
                        .expect("an author");
                    assert_eq!(account.id, id);
                    let theirs = account.find_related(message::Entity).all(connection).await?;
                    assert_eq!(theirs, std::slice::from_ref(message));
                }
                let filter = message::Column::Parent.eq(messages[0].id);
                let answers = message::Entity::find().filter(filter).all(connection).await?;
                assert_eq!(answers, messages[1..2]);
                let filter = message::Column::Room.is_in(cases::luuid());
                let in_rooms = message::Entity::find().filter(filter).all(connection).await?;
                assert_eq!(in_rooms.len(), 3);
                let filter = message::Column::Link.eq(AsText(messages[3].id));
                let linked = message::Entity::find().filter(filter).one(connection).await?;
                assert_eq!(linked.as_ref(), messages.last());

                let mut changed = messages[3].clone().into_active_model();
                (changed.parent, changed.room) = (Set(None), Set(Some(cases::luuid()[0])));
                let changed = changed.update(connection).await?;
                assert_eq!((changed.parent, changed.room), (None, Some(cases::luuid()[0])));
                let filter = message::Column::Parent.is_null();
                assert_eq!(message::Entity::find().filter(filter).all(connection).await?.len(), 2);

                let nobody = AccountId::new(ids_core::Id::from_bits(7).expect("an identifier"));
                let stranger = message::ActiveModel {
                    id: Set(ids_core::Id::from_bits(8).expect("an identifier")),
                    author: Set(nobody),
                    event: Set(messages[0].event),
                    ..Default::default()
                };
                stranger.insert(connection).await.expect_err("no such author");
                assert_eq!(
                    message::Entity::delete_by_id(messages[3].id)
                        .exec(connection)
                        .await?
                        .rows_affected,
                    1
                );
                Ok(())
            }

            #[test]
            fn entities_have_keys_and_columns_in_sqlite() {
                let session = Session::sqlite();
                session.runtime.block_on(entities(&session.connection)).expect("entities");
            }

            #[test]
            fn entities_have_keys_and_columns_in_postgres() {
                let Some(session) = Session::postgres() else { return };
                session.runtime.block_on(entities(&session.connection)).expect("entities");
                let columns = session.rows(
                    "SELECT data_type::text AS kind FROM information_schema.columns \
                     WHERE table_name = 'message' ORDER BY ordinal_position",
                    [],
                );
                let columns = columns
                    .iter()
                    .map(|row| row.try_get("", "kind").expect("a text"))
                    .collect::<Vec<String>>();
                assert_eq!(columns, ["bytea", "bigint", "bytea", "uuid", "character", "uuid"]);
            }

            mod counted {
                use super::{super::AccountId, sea_orm};
                use sea_orm::entity::prelude::*;

                #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
                #[sea_orm(table_name = "counted")]
                pub struct Model {
                    #[sea_orm(primary_key)]
                    pub id: AccountId,
                }

                #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
                pub enum Relation {}

                impl ActiveModelBehavior for ActiveModel {}
            }

            #[test]
            fn a_key_that_the_database_counts_is_an_error() {
                let session = Session::sqlite();
                session.run("CREATE TABLE counted (id INTEGER PRIMARY KEY)", []);
                let insert = counted::Entity::insert(counted::ActiveModel { id: sea_orm::NotSet });
                let error = session
                    .runtime
                    .block_on(insert.exec(&session.connection))
                    .expect_err("counted");
                assert_eq!(error, DbErr::UnpackInsertId);
                let error =
                    <AccountId as sea_orm::TryFromU64>::try_from_u64(1).expect_err("counted");
                assert_eq!(error, DbErr::ConvertFromU64("sea_orm::AccountId"));
            }
        }
    };
}

#[cfg(feature = "sea-orm1")]
version!(version_1, sea_orm1, execute, query_all);
version!(version_2, sea_orm2, execute_raw, query_all_raw);
