//! A ledger as it grows: server-sent events, each with the id of its event.

use core::{convert::Infallible, ops::ControlFlow, time::Duration};
use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{
        HeaderMap,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use evently_ledger::{EventId, LedgerError, Query, Store as _};
use futures_util::stream::unfold;
use tokio::{
    runtime::Handle,
    sync::mpsc::{Sender, channel},
    task::spawn_blocking,
    time::timeout,
};

use crate::{
    database::Database,
    problem::{Problem, log},
    requests::event_id,
    routes::Shared,
};

/// How long a follower hears nothing at most: then it is looked whether it is still there.
const SILENCE: Duration = Duration::from_secs(2);

/// How long a client may take nothing. Then its place is for others, and it comes again.
const PATIENCE: Duration = Duration::from_secs(30);

/// Events that are taken at once, and bytes after which a page ends.
const PAGE: usize = 100;
const LARGE: usize = 1 << 20;

/// Sends all events after `Last-Event-ID`, those of the past and those to come. A client that was cut off sends
/// the id that it has had last, as browsers do by themselves: it misses none, and gets none twice.
///
/// # Errors
/// [`Problem`].
pub async fn follow<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    ledger: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(ledger) = ledger?;
    let position = headers.get("last-event-id").map(|id| id.to_str().unwrap_or_default());
    let position = position.map(|id| event_id("Last-Event-ID", id)).transpose()?;
    // Each follower has a thread and a connection.
    let place = Arc::clone(&shared.followers).try_acquire_owned();
    let place =
        place.map_err(|_| Problem::busy("as many clients follow as the service can serve"))?;
    let opened = spawn_blocking(move || {
        let mut store = shared.ledgers.connect(&ledger)?;
        match position {
            Some(event) if !store.contains(event)? => Err(LedgerError::Forgotten { event }.into()),
            _ => Ok::<_, Problem>(store),
        }
    });
    let store = opened.await.map_err(|error| Problem::failed(&error))??;
    // A page waits for the client, and another one is made meanwhile.
    let (sender, receiver) = channel(1);
    spawn_blocking(move || {
        send::<D>(store, position, &sender);
        drop(place);
    });
    let stream = unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|text| (Ok::<String, Infallible>(text), receiver))
    });
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// Sends until the client is gone or takes nothing, or the database fails: then the client comes again.
fn send<D: Database>(mut store: D::Store, position: Option<EventId>, sender: &Sender<String>) {
    let mut query = Query::new().after(position).limit(PAGE);
    while !sender.is_closed() {
        let (mut page, mut is_cut) = (String::new(), false);
        // A store in PostgreSQL shows records inside its own runtime, where nothing may block.
        let polled = query.poll(&mut store, |id, record| {
            // What breaks here is shown by the next call.
            if page.len() > LARGE {
                is_cut = true;
                return ControlFlow::Break(());
            }
            // A carriage return between the parts of a record would end the line here.
            let record = String::from_utf8_lossy(record).replace('\r', " ");
            for part in ["id: ", &id.to_string(), "\ndata: ", &record, "\n\n"] {
                page.push_str(part);
            }
            ControlFlow::Continue(())
        });
        if !page.is_empty() && !sent(sender, page) {
            return;
        }
        let waited = match polled {
            Ok(_) if is_cut => Ok(true),
            Ok(PAGE) => Ok(true),
            Ok(_) => D::wait(&mut store, SILENCE).map_err(LedgerError::Store),
            Err(error) => Err(error),
        };
        match waited {
            Ok(true) => {}
            Ok(false) if sent(sender, ":\n\n".into()) => {}
            Ok(false) => return,
            Err(error) => return log(&error),
        }
    }
}

/// Sends this text; whether the client has taken what came before it.
fn sent(sender: &Sender<String>, text: String) -> bool {
    Handle::current()
        .block_on(async { matches!(timeout(PATIENCE, sender.send(text)).await, Ok(Ok(()))) })
}
