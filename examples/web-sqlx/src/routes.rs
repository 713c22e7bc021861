//! What the service answers to requests.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use flax_id::FlaxId;
use luuid::Luuid;
use serde::Deserialize;

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
    Ok((StatusCode::CREATED, Json(messages.add(message).await?)))
}

async fn read(
    State(messages): State<Arc<Messages>>,
    Path(id): Path<FlaxId>,
) -> Result<Json<Message>, Problem> {
    messages.find(id).await?.map(Json).ok_or(Problem(StatusCode::NOT_FOUND, "no such message"))
}

async fn list(
    State(messages): State<Arc<Messages>>,
    Query(Filter { author, room, after }): Query<Filter>,
) -> Result<Json<Vec<Message>>, Problem> {
    Ok(Json(messages.list(author, room, after).await?))
}

/// What a client is told when a request fails. The table says what it is of an error of the database.
pub(crate) struct Problem(pub(crate) StatusCode, pub(crate) &'static str);

impl Problem {
    /// The cause is for the log, and not for strangers.
    pub(crate) fn failed(cause: &dyn core::error::Error) -> Self {
        eprintln!("{cause}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "the service failed")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}
