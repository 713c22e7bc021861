//! A web service that makes an identifier for each new message, and reads them from its paths.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-web-handler
//! ```
//!
//! ```text
//! POST /messages 201 {"id":"...","text":"hello"}
//! GET /messages/... 200 {"id":"...","text":"hello"}
//! GET /messages/175928847299117063 404 no such message
//! GET /messages/-1 400 ...
//! ```
//!
//! Shown with axum and tokio. The identifier is a string in JSON, because JavaScript rounds integers
//! above 2^53.
//!
//! In a program of your own: `cargo add axum`, `cargo add tower --features util`,
//! `cargo add tokio --features macros,rt,time` and `cargo add serde_json`.

use core::{error::Error, time::Duration};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Path, State},
    http::{Method, Request, StatusCode},
    routing::{get, post},
};
use serde_json::json;
use snowflake::{Discord, Generate, Generator, Node, SharedGenerator, Snowflake, SystemClock};
use tower::ServiceExt as _;

type Id = Snowflake<Discord>;
type Answer = Result<(StatusCode, String), (StatusCode, String)>;

struct Service {
    ids: SharedGenerator<SystemClock, Node<Discord>>,
    messages: Mutex<BTreeMap<Id, String>>,
}

fn routes(service: Service) -> Router {
    Router::new()
        .route("/messages", post(create))
        .route("/messages/{id}", get(read))
        .with_state(Arc::new(service))
}

async fn create(State(service): State<Arc<Service>>, text: String) -> Answer {
    // When the millisecond is spent, the task sleeps until the next one. When the clock was set back by
    // more than this, the client may try again.
    let limit = Duration::from_millis(50);
    let mut ids = service.ids.handle();
    let id = ids.awaiting(limit, tokio::time::sleep).generate().await;
    let id = id.map_err(|error| (StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    service.messages.lock().unwrap_or_else(PoisonError::into_inner).insert(id, text.clone());
    Ok((StatusCode::CREATED, shown(id, &text)))
}

async fn read(State(service): State<Arc<Service>>, Path(id): Path<String>) -> Answer {
    let id: Id = id.parse().map_err(|error| (StatusCode::BAD_REQUEST, format!("{error}")))?;
    let messages = service.messages.lock().unwrap_or_else(PoisonError::into_inner);
    let text = messages.get(&id).ok_or((StatusCode::NOT_FOUND, "no such message".to_owned()))?;
    Ok((StatusCode::OK, shown(id, text)))
}

fn shown(id: Id, text: &str) -> String {
    json!({ "id": id.to_string(), "text": text }).to_string()
}

/// Asks as a client would, without a network. Prints the answer, and returns its body.
async fn ask(
    routes: &Router,
    method: Method,
    path: &str,
    body: &'static str,
) -> Result<String, Box<dyn Error>> {
    let request = Request::builder().method(&method).uri(path).body(Body::from(body))?;
    let answer = routes.clone().oneshot(request).await?;
    let status = answer.status().as_u16();
    let text = String::from_utf8(to_bytes(answer.into_body(), 1024).await?.into())?;
    println!("{method} {path} {status} {text}");
    Ok(text)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let ids = Generator::shared(SystemClock, Node::numbered(37)?);
    let routes = routes(Service { ids, messages: Mutex::default() });
    let made = ask(&routes, Method::POST, "/messages", "hello").await?;
    let made: serde_json::Value = serde_json::from_str(&made)?;
    let made = made["id"].as_str().ok_or("the identifier is a string")?;
    for id in [made, "175928847299117063", "-1"] {
        ask(&routes, Method::GET, &format!("/messages/{id}"), "").await?;
    }
    Ok(())
}
