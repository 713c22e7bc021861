//! The bodies of requests: read whole before anything is done, within a time and a number of bytes.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use evently_ledger::MAX_RECORD;
use futures_util::StreamExt as _;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{database::Database, problem::Problem, routes::Shared};

/// Bytes of a body that need no room: small requests are served whatever the large ones take.
const FREE: usize = 64 << 10;

/// Reads the body of a request, then does the rest. Its room is for others once it is answered.
pub async fn read<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    match timeout(shared.limits.body, collect(body, &shared.bytes)).await {
        Ok(Ok((bytes, _room))) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => {
            let detail = format!("the body took longer than {:?}", shared.limits.body);
            Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", detail).into_response()
        }
    }
}

/// All of a body. It takes room as it arrives, so that who says much and sends little takes little.
async fn collect(
    body: Body,
    room: &Arc<Semaphore>,
) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Problem> {
    let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
    let mut taken: Option<OwnedSemaphorePermit> = None;
    while let Some(piece) = pieces.next().await {
        let broken = |error| Problem::argument("body", error);
        let piece = piece.map_err(broken)?;
        let before = bytes.len();
        if before + piece.len() > MAX_RECORD {
            let detail = "the body is longer than 16 MiB";
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "bad_request", detail));
        }
        bytes.extend_from_slice(&piece);
        let over = |length: usize| length.saturating_sub(FREE);
        let more = u32::try_from(over(bytes.len()) - over(before)).unwrap_or(u32::MAX);
        let more = Arc::clone(room).try_acquire_many_owned(more);
        let more = more.map_err(|_| Problem::busy("other large requests have all the room"))?;
        match &mut taken {
            Some(taken) => taken.merge(more),
            None => taken = Some(more),
        }
    }
    Ok((bytes.into(), taken))
}
