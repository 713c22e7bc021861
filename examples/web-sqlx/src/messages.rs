//! The table of messages, in SQLite or PostgreSQL.

use axum::http::StatusCode;
use flax_id::FlaxId;
use luuid::Luuid;
use serde::Serialize;
use snowflake::{Discord, Snowflake};
use sqlx::{Error, FromRow, PgPool, SqlitePool, sqlite::SqlitePoolOptions};

use crate::routes::Problem;

/// The id of a user of Discord.
pub type Author = Snowflake<Discord>;

/// A row of the table, and what clients get. The ids are what the columns are read into.
#[derive(Debug, FromRow, Serialize)]
pub struct Message {
    /// Made by this service: 12 bytes.
    pub id: FlaxId,
    /// Made by Discord: `bigint`.
    pub author: Author,
    /// Made by another service: `uuid`. A message may be in no room.
    pub room: Option<Luuid>,
    /// The message that this one answers.
    pub reply_to: Option<FlaxId>,
    /// The text.
    pub text: String,
}

/// The table of messages. A service that has one database needs its pool alone, and no macro.
#[derive(Debug)]
pub enum Messages {
    /// In an SQLite file.
    Sqlite(SqlitePool),
    /// In PostgreSQL.
    Postgres(PgPool),
}

/// The same work on either pool.
macro_rules! on {
    ($messages:ident, $pool:ident => $work:expr) => {
        match $messages {
            Messages::Sqlite($pool) => $work,
            Messages::Postgres($pool) => $work,
        }
    };
}

const SQLITE: &str = "CREATE TABLE IF NOT EXISTS messages (
    id BLOB PRIMARY KEY CHECK (length(id) = 12),
    author INTEGER NOT NULL,
    room BLOB CHECK (length(room) = 16),
    reply_to BLOB REFERENCES messages,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID";

const POSTGRES: &str = "CREATE TABLE IF NOT EXISTS messages (
    id bytea PRIMARY KEY CHECK (length(id) = 12),
    author bigint NOT NULL,
    room uuid,
    reply_to bytea REFERENCES messages,
    text text NOT NULL
)";

const ADD: &str =
    "INSERT INTO messages (id, author, room, reply_to, text) VALUES ($1, $2, $3, $4, $5)";

const FIND: &str = "SELECT id, author, room, reply_to, text FROM messages WHERE id = $1";

const LIST: &str = "SELECT id, author, room, reply_to, text FROM messages
    WHERE ($1 IS NULL OR author = $1) AND ($2 IS NULL OR room = $2) AND ($3 IS NULL OR id > $3)
    ORDER BY id LIMIT 20";

impl Messages {
    /// The table at this URL, which is made where it is absent.
    ///
    /// # Errors
    /// [`Error`], as the database says.
    pub async fn open(url: &str) -> Result<Self, Error> {
        if url.starts_with("sqlite:") {
            // Each connection to a database in memory has another one.
            let connections = if url.contains(":memory:") { 1 } else { 8 };
            let pool = SqlitePoolOptions::new().max_connections(connections).connect(url).await?;
            sqlx::query(SQLITE).execute(&pool).await?;
            Ok(Self::Sqlite(pool))
        } else {
            let pool = PgPool::connect(url).await?;
            sqlx::query(POSTGRES).execute(&pool).await?;
            Ok(Self::Postgres(pool))
        }
    }

    /// Adds a message, and gives it back.
    ///
    /// # Errors
    /// [`Error`], as the database says.
    pub async fn add(&self, message: Message) -> Result<Message, Error> {
        let Message { id, author, room, reply_to, text } = &message;
        on!(self, pool => {
            let add = sqlx::query(ADD).bind(id).bind(author).bind(room).bind(reply_to).bind(text);
            add.execute(pool).await?;
        });
        Ok(message)
    }

    /// The message of this id.
    ///
    /// # Errors
    /// [`Error`], as the database says.
    pub async fn find(&self, id: FlaxId) -> Result<Option<Message>, Error> {
        on!(self, pool => sqlx::query_as(FIND).bind(id).fetch_optional(pool).await)
    }

    /// The first messages of the author, in the room, after a message: of all where there is none.
    ///
    /// # Errors
    /// [`Error`], as the database says.
    pub async fn list(
        &self,
        author: Option<Author>,
        room: Option<Luuid>,
        after: Option<FlaxId>,
    ) -> Result<Vec<Message>, Error> {
        on!(self, pool => {
            sqlx::query_as(LIST).bind(author).bind(room).bind(after).fetch_all(pool).await
        })
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match &error {
            Error::Database(refusal) if refusal.is_foreign_key_violation() => {
                Self(StatusCode::CONFLICT, "no message that this one could answer")
            }
            // An identifier that is larger than the column, which no row has.
            Error::Encode(_) => Self(StatusCode::UNPROCESSABLE_ENTITY, "no such author"),
            _ => Self::failed(&error),
        }
    }
}
