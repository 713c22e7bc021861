//! Appending from many tasks.

use core::{fmt, future::Future, slice};
use std::sync::Arc;

use tokio::{
    sync::{mpsc, oneshot},
    task::yield_now,
};
use tokio_postgres::{Client, Error};

use super::{DatabaseError, PostgresAppender};
use crate::{
    Clock, Event, EventId, LedgerError, NewEvent, Request,
    request::{OwnedRequest, Room},
    rules::{Answers, Ids, to_each},
    shared::YIELDS,
};

/// Appends the events of many tasks to a ledger: what waits while a commit runs shares the next one. As
/// [`SharedAppender`](crate::SharedAppender), without blocking.
///
/// [`PostgresAppender::shared`] makes it, and a future that stores the events. A clone appends to the same ledger.
///
/// An `append` that is dropped before its end has stored its events or not: append them again with the same keys.
#[derive(Clone)]
pub struct SharedPostgresAppender {
    queue: mpsc::Sender<Waiting>,
}

impl fmt::Debug for SharedPostgresAppender {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedPostgresAppender").finish_non_exhaustive()
    }
}

/// A call of another task.
struct Waiting {
    request: OwnedRequest,
    /// A condition that is code. It has a commit of its own.
    matches: Option<Matches>,
    answer: oneshot::Sender<Ids<Arc<DatabaseError>>>,
}

/// A condition of another task.
type Matches = Box<dyn FnMut(&Event<'_>) -> bool + Send>;

impl PostgresAppender {
    /// The same ledger for many tasks, whose events share commits; and the future that stores them. Spawn it: it ends
    /// when all clones of the appender are dropped, and their events are stored.
    ///
    /// It uses a connection of its own, which `connect` opens: at first, and again when the connection has ended or an
    /// append on it has failed. A lone caller waits for nothing but its own commit. Each caller has the promises of a
    /// `PostgresAppender`, as if the callers had come one by one; the table of [`SharedAppender`](crate::SharedAppender)
    /// says what happens to whom.
    ///
    /// ```no_run
    /// use evently_ledger::{NewEvent, SystemClock, postgres::PostgresAppender};
    /// use tokio_postgres::{Config, NoTls};
    /// # async fn run(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    /// let connect = move || {
    ///     let config = config.clone();
    ///     async move {
    ///         let (client, connection) = config.connect(NoTls).await?;
    ///         tokio::spawn(connection);
    ///         Ok(client)
    ///     }
    /// };
    /// let ledger = PostgresAppender::open(&connect().await?, "flights").await?;
    /// let (ledger, commits) = ledger.shared(SystemClock, connect);
    /// let commits = tokio::spawn(commits);
    ///
    /// let event = NewEvent::new(br#"{"event":"Boarded","entities":{},"meta":{},"data":null}"#);
    /// let other = ledger.clone();
    /// let booked = tokio::spawn(async move { other.append(event.with_key("gate 7")).await });
    /// let id = ledger.append(event.with_key("gate 8")).await?;
    /// # let _ = (id, booked);
    /// drop(ledger);
    /// commits.await?;
    /// # Ok(()) }
    /// ```
    #[inline]
    pub fn shared<C, O, F>(
        self,
        clock: C,
        connect: O,
    ) -> (SharedPostgresAppender, impl Future<Output = ()>)
    where
        C: Clock,
        O: FnMut() -> F,
        F: Future<Output = Result<Client, Error>>,
    {
        let (queue, waiting) = mpsc::channel(Room::MOST.events);
        let commits = Commits { ledger: self, clock, connect, client: None };
        (SharedPostgresAppender { queue }, commits.run(waiting))
    }
}

impl SharedPostgresAppender {
    /// Appends one event: as [`PostgresAppender::append`].
    ///
    /// # Errors
    /// As `PostgresAppender::append`; [`LedgerError::Store`] for all whose events were stored together, and where the
    /// future that stores them has ended or was dropped.
    #[inline]
    pub async fn append(
        &self,
        event: NewEvent<'_>,
    ) -> Result<EventId, LedgerError<Arc<DatabaseError>>> {
        self.append_all(slice::from_ref(&event)).await.map(|ids| ids[0])
    }

    /// Appends several events, all or none of them: as [`PostgresAppender::append_all`]. An event that is stored with
    /// them counts for its condition, if its caller came first.
    ///
    /// # Errors
    /// As `PostgresAppender::append_all`, and as `append`.
    #[inline]
    pub async fn append_all<'r>(&self, request: impl Into<Request<'r>>) -> Ids<Arc<DatabaseError>> {
        self.run(request.into(), None).await
    }

    /// Appends an event if no event after `after` matches: as [`PostgresAppender::append_if`]. It has a commit of its
    /// own, since the condition is code. [`append_all`](Self::append_all) shares one.
    ///
    /// # Errors
    /// As `append_all`.
    #[inline]
    pub async fn append_if(
        &self,
        event: NewEvent<'_>,
        after: Option<EventId>,
        matches: impl FnMut(&Event<'_>) -> bool + Send + 'static,
    ) -> Result<EventId, LedgerError<Arc<DatabaseError>>> {
        let request = Request { after, ..Request::new(slice::from_ref(&event)) };
        self.run(request, Some(Box::new(matches))).await.map(|ids| ids[0])
    }

    async fn run(&self, request: Request<'_>, matches: Option<Matches>) -> Ids<Arc<DatabaseError>> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { request: request.into(), matches, answer };
        self.queue.send(waiting).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }
}

/// The error of a caller that waits, when the future that stores has ended.
fn ended() -> LedgerError<Arc<DatabaseError>> {
    let error = "the future that stores the events has ended";
    LedgerError::Store(Arc::new(DatabaseError::Unavailable(error.into())))
}

/// What stores the events of all.
struct Commits<C, O> {
    ledger: PostgresAppender,
    clock: C,
    connect: O,
    /// A connection on which no append has failed.
    client: Option<Client>,
}

impl<C, O, F> Commits<C, O>
where
    C: Clock,
    O: FnMut() -> F,
    F: Future<Output = Result<Client, Error>>,
{
    async fn run(mut self, mut queue: mpsc::Receiver<Waiting>) {
        let (mut next, mut likely) = (None, 0);
        loop {
            let first = match next.take() {
                None => queue.recv().await,
                first => first,
            };
            let Some(first) = first else { return };
            for _ in 0..YIELDS {
                if 1 + queue.len() >= likely {
                    break;
                }
                yield_now().await;
            }
            let mut room = Room::MOST;
            room.take(&first.request);
            let mut all = vec![first];
            while all[0].matches.is_none() {
                let Ok(waiting) = queue.try_recv() else { break };
                if waiting.matches.is_some() || !room.take(&waiting.request) {
                    next = Some(waiting);
                    break;
                }
                all.push(waiting);
            }
            // Who does not wait any more has stored nothing.
            all.retain(|waiting| !waiting.answer.is_closed());
            if all.is_empty() {
                continue;
            }
            let matches = all[0].matches.take();
            let (requests, waiting): (Vec<_>, Vec<_>) =
                all.into_iter().map(|waiting| (waiting.request, waiting.answer)).unzip();
            let answers = to_each(requests.len(), self.store(&requests, matches).await);
            // Who is answered often comes again.
            likely = usize::from(next.is_some()) + queue.len() + answers.len();
            for (waiting, answer) in waiting.into_iter().zip(answers) {
                // Who has gone away does not want it.
                let _ = waiting.send(answer);
            }
        }
    }

    /// Stores the events of all in one commit.
    async fn store(
        &mut self,
        all: &[OwnedRequest],
        matches: Option<Matches>,
    ) -> Answers<DatabaseError> {
        let events: Vec<_> = all.iter().map(OwnedRequest::events).collect();
        let requests: Vec<_> =
            all.iter().zip(&events).map(|(one, events)| one.with_events(events)).collect();
        let mut client = match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => (self.connect)().await.map_err(|error| LedgerError::Store(error.into()))?,
        };
        let answers = self.ledger.run(&mut client, &self.clock, &requests, matches).await;
        let has_failed = matches!(&answers, Err(LedgerError::Store(error)) if !matches!(error, DatabaseError::Refused(_)));
        if !has_failed {
            self.client = Some(client);
        }
        answers
    }
}
