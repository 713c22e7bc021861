//! A web service that makes an identifier for each new entry, and reads them from its paths.
//!
//! ```sh
//! cargo run -p flax-id --example flax-web-handler
//! ```
//!
//! ```text
//! POST /notes 201 /notes/...
//! GET /notes/... 200 buy milk
//! GET /notes/0RdKJcxqVBiAiQr0 404 no such note
//! GET /notes/0RdKJcxqVBiAiQr 400 ...
//! ```
//!
//! Shown with axum. Another framework needs the same two lines: `flax_id::new()` where an entry is
//! made, and `parse` where a path is read.
//!
//! In a program of your own: `cargo add axum`, `cargo add tower --features util` and
//! `cargo add tokio --features macros,rt`.

use core::error::Error;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Path, State},
    http::{Method, Request, StatusCode, header::LOCATION},
    routing::{get, post},
};
use flax_id::FlaxId;
use tower::ServiceExt as _;

type Notes = Arc<Mutex<BTreeMap<FlaxId, String>>>;
type Answer<T> = Result<T, (StatusCode, String)>;

fn routes(notes: Notes) -> Router {
    Router::new().route("/notes", post(create)).route("/notes/{id}", get(read)).with_state(notes)
}

async fn create(
    State(notes): State<Notes>,
    text: String,
) -> Answer<(StatusCode, [(axum::http::HeaderName, String); 1])> {
    // No state and no lock: every thread of the server has a random source of its own. Without random
    // bits of the system there is no identifier, so the client may try again.
    let id =
        flax_id::new().map_err(|error| (StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    notes.lock().unwrap_or_else(PoisonError::into_inner).insert(id, text);
    Ok((StatusCode::CREATED, [(LOCATION, format!("/notes/{id}"))]))
}

async fn read(State(notes): State<Notes>, Path(id): Path<String>) -> Answer<String> {
    // The error says what is wrong and repeats nothing that the client sent.
    let id: FlaxId = id.parse().map_err(|error| (StatusCode::BAD_REQUEST, format!("{error}")))?;
    let notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
    notes.get(&id).cloned().ok_or((StatusCode::NOT_FOUND, "no such note".to_owned()))
}

/// Asks as a client would, without a network. Prints the answer, and returns where it leads.
async fn ask(
    routes: &Router,
    method: Method,
    path: &str,
    body: &'static str,
) -> Result<String, Box<dyn Error>> {
    let request = Request::builder().method(&method).uri(path).body(Body::from(body))?;
    let answer = routes.clone().oneshot(request).await?;
    let status = answer.status().as_u16();
    let location = answer.headers().get(LOCATION).map(|value| value.to_str().map(str::to_owned));
    let location = location.transpose()?.unwrap_or_default();
    let text = String::from_utf8(to_bytes(answer.into_body(), 1024).await?.into())?;
    println!("{method} {path} {status} {location}{text}");
    Ok(location)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let routes = routes(Notes::default());
    let made = ask(&routes, Method::POST, "/notes", "buy milk").await?;
    for path in [&made, "/notes/0RdKJcxqVBiAiQr0", "/notes/0RdKJcxqVBiAiQr"] {
        ask(&routes, Method::GET, path, "").await?;
    }
    Ok(())
}
