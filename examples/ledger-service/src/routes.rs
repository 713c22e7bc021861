//! What the service answers to requests.

use core::{ops::ControlFlow, time::Duration};
use std::{sync::Arc, time::Instant};

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
    LedgerError, MAX_RECORD, Store as _, VerifyError,
    parallel::{Stopped, Verification},
    sqlite::DatabaseError,
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

/// How long records are verified.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page that has so many bytes ends, whatever its limit.
const LARGE: usize = 4 << 20;

/// What the requests share.
pub struct Shared<D: Database> {
    /// The connections.
    pub ledgers: Ledgers<D>,
    /// Places for followers.
    pub followers: Arc<Semaphore>,
    /// The place of the one that verifies.
    pub verifiers: Arc<Semaphore>,
    /// How long records are verified at most.
    pub patience: Duration,
}

/// The routes of the service.
pub fn routes<D: Database>(database: D) -> Router {
    routes_within(database, PATIENCE)
}

/// As [`routes`], and verifies records for so long at most.
pub fn routes_within<D: Database>(database: D, patience: Duration) -> Router {
    let shared = Shared {
        ledgers: Ledgers::new(database),
        followers: Arc::new(Semaphore::new(FOLLOWERS)),
        verifiers: Arc::new(Semaphore::new(1)),
        patience,
    };
    Router::new()
        .route("/ledgers/{ledger}", put(create::<D>))
        .route("/ledgers/{ledger}/events", get(read::<D>).post(append::<D>))
        .route("/ledgers/{ledger}/follow", get(follow::<D>))
        .route("/ledgers/{ledger}/verify", get(verify::<D>))
        .fallback(|| async { unrouted(StatusCode::NOT_FOUND) })
        .method_not_allowed_fallback(|| async { unrouted(StatusCode::METHOD_NOT_ALLOWED) })
        .layer(DefaultBodyLimit::max(MAX_RECORD))
        .with_state(Arc::new(shared))
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
            let (report, ended) = Verification::new().watch_store(store, |_, _| {
                if begun.elapsed() < shared.patience {
                    Ok(())
                } else {
                    Err(too_long(shared.patience))
                }
            });
            let wrong = |detail: String| Ok(json!({ "valid": false, "detail": detail }));
            match ended {
                Err(Stopped::Told(problem)) => return Err(problem),
                Err(Stopped::Read(error)) => return unread(error, wrong),
                Ok(()) => {}
            }
            if let Some(failed) = report.first {
                return wrong(failed.to_string());
            }
            if let Err(error) = store.check_indexes(&mut |_| ()) {
                return unread(VerifyError::Store(error), wrong);
            }
            let head = report.head.map(|head| head.to_string());
            Ok(json!({ "valid": true, "events": report.events, "head": head }))
        })
    };
    Ok(Json(blocking(verdict).await?))
}

/// What cannot be read: the ledger is wrong, or the database fails.
fn unread(
    error: VerifyError<DatabaseError>,
    wrong: impl Fn(String) -> Result<Value, Problem>,
) -> Result<Value, Problem> {
    match error {
        VerifyError::Store(error) if !matches!(error, DatabaseError::Row { .. }) => {
            Err(LedgerError::Store(error).into())
        }
        error => wrong(error.to_string()),
    }
}

fn too_long(patience: Duration) -> Problem {
    let seconds = patience.as_secs();
    let detail = format!(
        "the ledger has more events than are verified in {seconds} s: `ids ledger verify` has no limit"
    );
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too_many_events", detail)
}
