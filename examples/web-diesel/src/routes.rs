//! What the service answers to requests.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use diesel::result::{DatabaseErrorKind, Error, QueryResult};
use flax_id::FlaxId;
use luuid::Luuid;
use serde::Deserialize;
use tokio::task::spawn_blocking;

use crate::messages::{Author, Message, Messages};

#[derive(Deserialize)]
struct NewMessage {
    author: Author,
    room: Option<Luuid>,
    reply_to: Option<FlaxId>,
    text: String,
}

#[derive(Deserialize)]
struct Filter {
    author: Option<Author>,
    room: Option<Luuid>,
    after: Option<FlaxId>,
}

/// The routes of the service.
pub fn routes(messages: Messages) -> Router {
    Router::new()
        .route("/messages", get(list).post(create))
        .route("/messages/{id}", get(read))
        .with_state(Arc::new(messages))
}

async fn create(
    State(messages): State<Arc<Messages>>,
    Json(new): Json<NewMessage>,
) -> Result<(StatusCode, Json<Message>), Problem> {
    let NewMessage { author, room, reply_to, text } = new;
    let id = flax_id::new().map_err(|error| Problem::failed(&error))?;
    let message = Message { id, author, room, reply_to, text };
    let message = blocking(move || messages.add(&message).map(|()| message)).await?;
    Ok((StatusCode::CREATED, Json(message)))
}

async fn read(
    State(messages): State<Arc<Messages>>,
    Path(id): Path<FlaxId>,
) -> Result<Json<Message>, Problem> {
    let message = blocking(move || messages.find(id)).await?;
    message.map(Json).ok_or(Problem(StatusCode::NOT_FOUND, "no such message"))
}

async fn list(
    State(messages): State<Arc<Messages>>,
    Query(Filter { author, room, after }): Query<Filter>,
) -> Result<Json<Vec<Message>>, Problem> {
    Ok(Json(blocking(move || messages.list(author, room, after)).await?))
}

/// Does what blocks in a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> QueryResult<T> + Send + 'static,
) -> Result<T, Problem> {
    let answer = spawn_blocking(work).await.map_err(|error| Problem::failed(&error))?;
    Ok(answer?)
}

/// What a client is told when a request fails.
struct Problem(StatusCode, &'static str);

impl Problem {
    /// The cause is for the log, and not for strangers.
    fn failed(cause: &dyn core::error::Error) -> Self {
        eprintln!("{cause}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "the service failed")
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}
