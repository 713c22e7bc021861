//! A ledger as it grows: server-sent events, each with the id of its event.

use core::{convert::Infallible, ops::ControlFlow, time::Duration};
use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, State},
    http::{
        HeaderMap,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use evently_ledger::{EventId, Follower, LedgerError, Store as _};
use futures_util::stream::unfold;
use tokio::{
    sync::mpsc::{Sender, channel},
    task::spawn_blocking,
};

use crate::{database::Database, problem::Problem, requests::event_id, routes::Shared};

/// How long a follower hears nothing at most: then it is looked whether it is still there.
const SILENCE: Duration = Duration::from_secs(2);

/// Events that are taken at once.
const PAGE: usize = 100;

/// Sends all events after `Last-Event-ID`, those of the past and those to come. A client that was cut off sends
/// the id that it has had last, as browsers do by themselves: it misses none, and gets none twice.
///
/// # Errors
/// [`Problem`].
pub async fn follow<D: Database>(
    State(shared): State<Arc<Shared<D>>>,
    Path(ledger): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let position = headers.get("last-event-id").map(|id| id.to_str().unwrap_or_default());
    let position = position.map(|id| event_id("Last-Event-ID", id)).transpose()?;
    // Each follower has a thread and a connection.
    let place = Arc::clone(&shared.followers).try_acquire_owned();
    let place = place.map_err(|_| Problem::busy())?;
    let opened = spawn_blocking(move || {
        let mut store = shared.ledgers.connect(&ledger)?;
        match position {
            Some(event) if !store.contains(event)? => Err(LedgerError::Forgotten { event }.into()),
            _ => Ok::<_, Problem>(store),
        }
    });
    let store = opened.await.map_err(|error| Problem::failed(&error))??;
    let (sender, receiver) = channel(100);
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

/// Sends until the client is gone, or the database fails: then the client comes again.
fn send<D: Database>(mut store: D::Store, position: Option<EventId>, sender: &Sender<String>) {
    let mut follower = Follower::new(position).with_limit(PAGE);
    while !sender.is_closed() {
        let mut page = Vec::new();
        // A store in PostgreSQL shows records inside its own runtime, where nothing may block.
        let polled = follower.poll(&mut store, |id, record| {
            // A carriage return between the parts of a record would end the line here.
            let record = String::from_utf8_lossy(record).replace('\r', " ");
            page.push(format!("id: {id}\ndata: {record}\n\n"));
            ControlFlow::Continue(())
        });
        for text in page {
            if sender.blocking_send(text).is_err() {
                return;
            }
        }
        let waited = match polled {
            Ok(PAGE) => Ok(true),
            Ok(_) => D::wait(&mut store, SILENCE).map_err(LedgerError::Store),
            Err(error) => Err(error),
        };
        match waited {
            Ok(true) => {}
            Ok(false) => drop(sender.blocking_send(":\n\n".into())),
            Err(error) => return eprintln!("{error}"),
        }
    }
}
