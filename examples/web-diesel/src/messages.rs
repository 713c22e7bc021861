//! The table of messages, in SQLite.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use diesel::{
    connection::SimpleConnection as _,
    prelude::*,
    result::{DatabaseErrorKind, Error, QueryResult},
};
use flax_id::FlaxId;
use luuid::Luuid;
use serde::Serialize;
use snowflake::{Discord, Snowflake};
use tokio::task::spawn_blocking;

use crate::routes::Problem;

mod schema {
    diesel::table! {
        messages (id) {
            id -> Binary,
            author -> BigInt,
            room -> Nullable<Binary>,
            reply_to -> Nullable<Binary>,
            text -> Text,
        }
    }
}

use schema::messages;

/// The id of a user of Discord.
pub type Author = Snowflake<Discord>;

/// A row of the table, and what clients get. The ids are what the columns are read into.
#[derive(Debug, Insertable, Queryable, Selectable, Serialize)]
pub struct Message {
    /// Made by this service: 12 bytes.
    pub id: FlaxId,
    /// Made by Discord: a number.
    pub author: Author,
    /// Made by another service: 16 bytes. A message may be in no room.
    pub room: Option<Luuid>,
    /// The message that this one answers.
    pub reply_to: Option<FlaxId>,
    /// The text.
    pub text: String,
}

/// The table of messages. What blocks has a thread of its own.
pub struct Messages(Arc<Mutex<SqliteConnection>>);

const TABLE: &str = "
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS messages (
        id BLOB PRIMARY KEY CHECK (length(id) = 12),
        author INTEGER NOT NULL,
        room BLOB CHECK (length(room) = 16),
        reply_to BLOB REFERENCES messages,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID";

impl Messages {
    /// The table in this file, which is made where it is absent.
    ///
    /// # Errors
    /// As the database says.
    pub fn open(file: &str) -> Result<Self, Box<dyn core::error::Error + Send + Sync>> {
        let mut connection = SqliteConnection::establish(file)?;
        connection.batch_execute(TABLE)?;
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut SqliteConnection) -> QueryResult<T> + Send + 'static,
    ) -> QueryResult<T> {
        let connection = Arc::clone(&self.0);
        let work = move || work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner));
        spawn_blocking(work).await.map_err(|error| Error::QueryBuilderError(error.into()))?
    }

    /// Adds a message, and gives it back.
    ///
    /// # Errors
    /// As the database says.
    pub async fn add(&self, message: Message) -> QueryResult<Message> {
        self.with(|connection| {
            diesel::insert_into(messages::table).values(&message).execute(connection)?;
            Ok(message)
        })
        .await
    }

    /// The message of this id.
    ///
    /// # Errors
    /// As the database says.
    pub async fn find(&self, id: FlaxId) -> QueryResult<Option<Message>> {
        let find = messages::table.find(id).select(Message::as_select());
        self.with(|connection| find.first(connection).optional()).await
    }

    /// The first messages of the author, in the room, after a message: of all where there is none.
    ///
    /// # Errors
    /// As the database says.
    pub async fn list(
        &self,
        author: Option<Author>,
        room: Option<Luuid>,
        after: Option<FlaxId>,
    ) -> QueryResult<Vec<Message>> {
        let mut list = messages::table.select(Message::as_select()).into_boxed();
        if let Some(author) = author {
            list = list.filter(messages::author.eq(author));
        }
        if let Some(room) = room {
            list = list.filter(messages::room.eq(room));
        }
        if let Some(after) = after {
            list = list.filter(messages::id.gt(after));
        }
        self.with(|connection| list.order(messages::id).limit(20).load(connection)).await
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match &error {
            Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
                Self(StatusCode::CONFLICT, "no message that this one could answer")
            }
            // An identifier that is larger than the column, which no row has.
            Error::SerializationError(_) => {
                Self(StatusCode::UNPROCESSABLE_ENTITY, "no such author")
            }
            _ => Self::failed(&error),
        }
    }
}
