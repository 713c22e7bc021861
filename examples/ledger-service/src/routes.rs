//! What the service answers to requests.

use core::{convert::Infallible, ops::ControlFlow, time::Duration};
use std::{sync::Arc, time::Instant};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{
        DefaultBodyLimit, Path, Query, State,
        rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    },
    http::{
        StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE},
    },
    middleware,
    response::IntoResponse,
    routing::{get, put},
};
use evently_ledger::{DatabaseError, LedgerError, MAX_RECORD, Store as _, parallel::Verification};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::{
    body,
    database::Database,
    follow::follow,
    ledgers::Ledgers,
    problem::Problem,
    requests::{self, Append},
    serve::Limits,
    turns::Queues,
};

/// Followers at once.
const FOLLOWERS: usize = 100;

/// A page that has this number of bytes ends, whatever its limit.
const LARGE: usize = 4 << 20;

/// Bytes of a page that are handed on at once: what the client does not take waits here.
const PIECE: usize = 64 << 10;

/// What the requests share.
pub struct Shared<D: Database> {
    /// The connections.
    pub ledgers: Ledgers<D>,
    /// Places for followers.
    pub followers: Arc<Semaphore>,
    /// The place of the one that verifies.
    pub verifiers: Arc<Semaphore>,
    /// Room for large bodies, in bytes.
    pub bytes: Arc<Semaphore>,
    /// Places of pages.
    pub pages: Arc<Semaphore>,
    /// Those who append.
    pub queues: Queues,
    /// What clients may take.
    pub limits: Limits,
}

/// The routes of the service.
pub fn routes<D: Database>(database: D, limits: Limits) -> Router {
    let shared = Arc::new(Shared {
        ledgers: Ledgers::new(database),
        followers: Arc::new(Semaphore::new(FOLLOWERS)),
        verifiers: Arc::new(Semaphore::new(1)),
        bytes: Arc::new(Semaphore::new(limits.bytes)),
        pages: Arc::new(Semaphore::new(limits.pages)),
        queues: Queues::new(limits.appends),
        limits,
    });
    Router::new()
        .route("/ledgers/{ledger}", put(create::<D>))
        .route("/ledgers/{ledger}/events", get(read::<D>).post(append::<D>))
        .route("/ledgers/{ledger}/follow", get(follow::<D>))
        .route("/ledgers/{ledger}/verify", get(verify::<D>))
        .fallback(|| async { unrouted(StatusCode::NOT_FOUND) })
        .method_not_allowed_fallback(|| async { unrouted(StatusCode::METHOD_NOT_ALLOWED) })
        .layer(DefaultBodyLimit::max(MAX_RECORD))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), body::read::<D>))
        .with_state(shared)
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
    request.check_keys()?;
    request.request(&[])?;
    let (name, ledgers) = (ledger.clone(), Arc::clone(&shared));
    let store = move |all: &[Append]| ledgers.ledgers.append(&name, all);
    let ids = shared.queues.append(&ledger, request, store).await?;
    let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
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
    let place = Arc::clone(&shared.pages).acquire_owned().await;
    let place = place.map_err(|error| Problem::failed(&error))?;
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
    let page = Bytes::from(blocking(page).await?);
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_LENGTH, page.len().to_string())];
    // The place is for others once the client has taken the page.
    let pieces = stream::unfold((page, place), |(mut page, place)| async move {
        let piece = page.split_to(page.len().min(PIECE));
        (!piece.is_empty()).then(|| (Ok::<_, Infallible>(piece), (page, place)))
    });
    Ok((headers, Body::from_stream(pieces)))
}

/// Whether the whole ledger is valid, with the columns by which it is found. It reads all of it: so there is one
/// at a time, and a ledger that takes too long has no verdict.
async fn verify<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
) -> Result<Json<Value>, Problem> {
    let Path(ledger) = ledger?;
    let place = Arc::clone(&shared.verifiers).try_acquire_owned();
    let place =
        place.map_err(|_| Problem::busy("a ledger is being verified already: one at a time"))?;
    let verdict = move || {
        // Taken along: it is free when the work has ended, whether or not the client has waited for it.
        let _place = place;
        let begun = Instant::now();
        shared.ledgers.read(&ledger, |store| {
            let limit = shared.limits.verify;
            let mut late = false;
            let (report, ended) = Verification::default().watch_store(store, |_, _| {
                late = begun.elapsed() >= limit;
                if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if late {
                return Err(too_long(limit));
            }
            let wrong = |detail: String| Ok(json!({ "valid": false, "detail": detail }));
            if let Err(error) = ended {
                return unread(error, wrong);
            }
            if let Some(failed) = report.first {
                return wrong(failed.to_string());
            }
            if let Err(error) = store.check_indexes(&mut |_| ()) {
                return unread(LedgerError::Store(error), wrong);
            }
            let head = report.head.map(|head| head.to_string());
            Ok(json!({ "valid": true, "events": report.events, "head": head }))
        })
    };
    Ok(Json(blocking(verdict).await?))
}

/// What cannot be read: the ledger is wrong, or the database fails.
fn unread(
    error: LedgerError<DatabaseError>,
    wrong: impl Fn(String) -> Result<Value, Problem>,
) -> Result<Value, Problem> {
    match error {
        LedgerError::Store(DatabaseError::Row(_)) => wrong(error.to_string()),
        LedgerError::Store(_) => Err(error.into()),
        error => wrong(error.to_string()),
    }
}

fn too_long(limit: Duration) -> Problem {
    let seconds = limit.as_secs();
    let detail = format!(
        "the ledger has more events than are verified in {seconds} s: `ids ledger verify` has no limit"
    );
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too_many_events", detail)
}
