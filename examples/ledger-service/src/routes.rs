//! What the service answers to requests.

use core::ops::ControlFlow;
use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{
        DefaultBodyLimit, Path, Query, State,
        rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    },
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::{get, put},
};
use evently_ledger::{
    LedgerError, MAX_RECORD, Store as _, Verifier, VerifyError, sqlite::DatabaseError,
};
use serde_json::{Value, json};
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::{
    database::Database,
    follow::follow,
    ledgers::Ledgers,
    problem::Problem,
    requests::{self, Append},
};

/// Followers at once.
const FOLLOWERS: usize = 100;

/// A page that has so many bytes ends, whatever its limit.
const LARGE: usize = 4 << 20;

/// What the requests share.
pub struct Shared<D: Database> {
    /// The connections.
    pub ledgers: Ledgers<D>,
    /// Places for followers.
    pub followers: Arc<Semaphore>,
}

/// The routes of the service.
pub fn routes<D: Database>(database: D) -> Router {
    let followers = Arc::new(Semaphore::new(FOLLOWERS));
    Router::new()
        .route("/ledgers/{ledger}", put(create::<D>))
        .route("/ledgers/{ledger}/events", get(read::<D>).post(append::<D>))
        .route("/ledgers/{ledger}/follow", get(follow::<D>))
        .route("/ledgers/{ledger}/verify", get(verify::<D>))
        .fallback(|| async { unrouted(StatusCode::NOT_FOUND) })
        .method_not_allowed_fallback(|| async { unrouted(StatusCode::METHOD_NOT_ALLOWED) })
        .layer(DefaultBodyLimit::max(MAX_RECORD))
        .with_state(Arc::new(Shared { ledgers: Ledgers::new(database), followers }))
}

fn unrouted(status: StatusCode) -> Problem {
    Problem::new(status, "bad_request", "there is no such request: the README lists them")
}

/// Does what blocks elsewhere.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.map_err(|error| Problem::failed(&error))?
}

async fn create<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
    event: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, Problem> {
    let (Path(ledger), event) = (ledger?, event?);
    let id = blocking(move || shared.ledgers.create(&ledger, &event)).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id.to_string() }))))
}

async fn append<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
    request: Result<Json<Append>, JsonRejection>,
) -> Result<Json<Value>, Problem> {
    let (Path(ledger), Json(request)) = (ledger?, request?);
    let condition = request.condition()?;
    let append = move || shared.ledgers.append(&ledger, &request.events(), condition.as_ref());
    let ids: Vec<_> = blocking(append).await?.iter().map(ToString::to_string).collect();
    Ok(Json(json!({ "ids": ids })))
}

/// A page. The records are as they are stored.
async fn read<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
    parameters: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<impl IntoResponse, Problem> {
    let Path(ledger) = ledger?;
    let (query, limit) = requests::query(&parameters?)?;
    let page = move || {
        shared.ledgers.read(&ledger, |store| {
            let (mut page, mut count, mut last) = (b"{\"events\":[".to_vec(), 0, None);
            let mut is_full = false;
            store.select(&query, &mut |id, record| {
                page.extend_from_slice(if count == 0 { b"" } else { b"," });
                page.extend_from_slice(record);
                (count, last) = (count + 1, Some(id));
                if page.len() > LARGE {
                    is_full = true;
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })?;
            // What comes `after` it, or with `newest` what was `before` it.
            let next = last.filter(|_| is_full || count == limit).map(|id| id.to_string());
            page.extend_from_slice(format!("],\"next\":{}}}", json!(next)).as_bytes());
            Ok(page)
        })
    };
    Ok(([(CONTENT_TYPE, "application/json")], blocking(page).await?))
}

/// Whether the whole ledger is valid, with the columns by which it is found.
async fn verify<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, Problem> {
    let Path(ledger) = ledger?;
    let verdict = move || {
        shared.ledgers.read(&ledger, |store| {
            let mut verifier = Verifier::from_genesis(None);
            let checked = verifier.verify_store(store, |_| ()).and_then(|events| {
                store.check_indexes(&mut |_| ()).map_err(VerifyError::Store).map(|()| events)
            });
            match checked {
                Ok(events) => {
                    let head = verifier.head().map(|head| head.to_string());
                    Ok(json!({ "valid": true, "events": events, "head": head }))
                }
                Err(VerifyError::Store(error)) if !matches!(error, DatabaseError::Row { .. }) => {
                    Err(LedgerError::Store(error).into())
                }
                Err(error) => Ok(json!({ "valid": false, "detail": error.to_string() })),
            }
        })
    };
    Ok(Json(blocking(verdict).await?))
}
