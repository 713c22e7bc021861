//! Appending without blocking.

use core::{slice, time::Duration};

use tokio_postgres::{Client, Transaction};

use super::{DatabaseError, rows, session::Session};
use crate::{
    Clock, Event, EventId, LedgerError, NewEvent, Question, Request,
    rules::{Answers, Asked as _, NO_CODE, Writer, knows_its_ledger, only},
};

/// Appends events to a ledger by a client that the caller has: as [`Appender`](crate::Appender), whose
/// rules it shares, without blocking.
///
/// Each call may have another client, for example one of a pool, as long as it is one of the same
/// database. It is borrowed mutably since a call may be a transaction. A future that is dropped before
/// its end leaves no transaction open; whether its events are stored is not known then, as after an
/// error of the store: append them again with the same keys.
///
/// ```no_run
/// use evently_ledger::{NewEvent, Request, Selector, SystemClock, postgres::{self, PostgresAppender}};
/// # async fn run(mut client: tokio_postgres::Client) -> Result<(), Box<dyn std::error::Error>> {
/// postgres::init(&client).await?;
/// let created = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"seats":1}}"#;
/// let mut ledger =
///     PostgresAppender::begin(&mut client, "flights", &SystemClock, NewEvent::new(created)).await?;
///
/// let read = ledger.head();
/// let booking = [NewEvent::new(br#"{"event":"Booked","entities":{"seat":["1"]},"meta":{},"data":null}"#)];
/// let request = Request::new(&booking).unless(Some(read), &Selector::entity("seat", "1"));
/// let ids = ledger.append_all(&mut client, &SystemClock, request).await?;
/// # let _ = ids; Ok(()) }
/// ```
#[derive(Debug)]
pub struct PostgresAppender<T = ()> {
    ledger: String,
    writer: Writer,
    /// The client of a transaction of the caller's, for one [in it](Self::in_transaction).
    transaction: T,
}

type Result<T> = core::result::Result<T, LedgerError<DatabaseError>>;

impl PostgresAppender {
    /// Goes on with the ledger of this name.
    ///
    /// # Errors
    /// [`LedgerError::NoLedger`] or [`LedgerError::Store`].
    #[inline]
    pub async fn open(client: &Client, ledger: &str) -> Result<Self> {
        rows::check(client).await.map_err(LedgerError::Store)?;
        let writer = Writer::open(&mut Session::new(client, ledger)).await?;
        Ok(Self { ledger: ledger.to_owned(), writer, transaction: () })
    }

    /// Creates a ledger with its first event.
    ///
    /// # Errors
    /// [`LedgerError`]; [`LedgerError::Exists`] if the database has a ledger of this name.
    #[inline]
    pub async fn begin<C: Clock>(
        client: &mut Client,
        ledger: &str,
        clock: &C,
        event: NewEvent<'_>,
    ) -> Result<Self> {
        rows::check(client).await.map_err(LedgerError::Store)?;
        let writer = Writer::begin(&mut Session::new(client, ledger), clock, event).await?;
        Ok(Self { ledger: ledger.to_owned(), writer, transaction: () })
    }

    /// Appends one event: as [`Appender::append`](crate::Appender::append).
    ///
    /// # Errors
    /// [`LedgerError`]; the event is not in the ledger then, unless the error is the store's.
    #[inline]
    pub async fn append<C: Clock>(
        &mut self,
        client: &mut Client,
        clock: &C,
        event: NewEvent<'_>,
    ) -> Result<EventId> {
        let stored = self.append_all(client, clock, slice::from_ref(&event)).await;
        stored.map(|ids| ids[0])
    }

    /// Appends several events, all or none of them, in one statement: as
    /// [`Appender::append_all`](crate::Appender::append_all).
    ///
    /// # Errors
    /// As `append`: of the first event that is refused. With a condition
    /// [`AppendError::Race`](crate::AppendError::Race) or
    /// [`AppendError::AfterNotFound`](crate::AppendError::AfterNotFound), too.
    #[inline]
    pub async fn append_all<'r, C: Clock>(
        &mut self,
        client: &mut Client,
        clock: &C,
        request: impl Into<Request<'r>>,
    ) -> Result<Vec<EventId>> {
        only(self.append_each(client, clock, &[request.into()]).await)
    }

    /// Appends an event if no event after `after` matches: as
    /// [`Appender::append_if`](crate::Appender::append_if). Each event after it is read over the network;
    /// a [`Request`] with a condition is answered by an index.
    ///
    /// # Errors
    /// As `append_all`.
    #[inline]
    pub async fn append_if<C: Clock>(
        &mut self,
        client: &mut Client,
        clock: &C,
        event: NewEvent<'_>,
        after: Option<EventId>,
        matches: impl FnMut(&Event<'_>) -> bool + Send,
    ) -> Result<EventId> {
        let requests = [Request { after, ..Request::new(slice::from_ref(&event)) }];
        only(self.run(client, clock, &requests, Some(matches)).await).map(|ids| ids[0])
    }

    /// Appends the events of several callers in one statement, with an answer for each: as
    /// [`Appender::append_each`](crate::Appender::append_each).
    ///
    /// [`shared`](Self::shared) so lets any number of tasks share commits.
    ///
    /// # Errors
    /// What concerns all of them. What concerns a caller is its answer.
    #[inline]
    pub async fn append_each<C: Clock>(
        &mut self,
        client: &mut Client,
        clock: &C,
        requests: &[Request<'_>],
    ) -> Result<Vec<Result<Vec<EventId>>>> {
        self.run(client, clock, requests, NO_CODE).await
    }

    pub(super) async fn run<C: Clock>(
        &mut self,
        client: &mut Client,
        clock: &C,
        requests: &[Request<'_>],
        matches: Option<impl FnMut(&Event<'_>) -> bool>,
    ) -> Answers<DatabaseError> {
        let mut session = Session::new(client, &self.ledger);
        self.writer.append(&mut session, clock, requests, matches).await
    }
}

impl<T> PostgresAppender<T> {
    knows_its_ledger!();
}

impl<'t> PostgresAppender<&'t Client> {
    /// Goes on with the ledger of this name in a transaction of the caller's, so that rows of the caller's and events
    /// are stored together or not at all.
    ///
    /// From here on the transaction has the turn of the ledger: other writers wait until it ends, so keep it short.
    /// What is appended is in the ledger once the caller commits. After an error of the store roll it back. The
    /// settings of the transaction stay as the caller has set them.
    ///
    /// ```no_run
    /// use evently_ledger::{NewEvent, SystemClock, postgres::PostgresAppender};
    /// # async fn run(mut client: tokio_postgres::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let transaction = client.transaction().await?;
    /// transaction.execute("INSERT INTO score VALUES (15)", &[]).await?;
    /// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
    /// let mut ledger = PostgresAppender::in_transaction(&transaction, "tennis").await?;
    /// let id = ledger.append(&SystemClock, NewEvent::new(event)).await?;
    /// transaction.commit().await?;
    /// # let _ = id; Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`LedgerError::NoLedger`] or [`LedgerError::Store`].
    #[inline]
    pub async fn in_transaction(transaction: &'t Transaction<'_>, ledger: &str) -> Result<Self> {
        let transaction = transaction.client();
        rows::check(transaction).await.map_err(LedgerError::Store)?;
        let question = Question { takes_turn: true, ..Question::default() };
        let head = Session::joined(transaction, ledger).ask(&question).await?.head;
        let writer = Writer::resume(head)?;
        Ok(Self { ledger: ledger.to_owned(), writer, transaction })
    }

    /// Appends one event: as [`Appender::append`](crate::Appender::append).
    ///
    /// # Errors
    /// [`LedgerError`].
    #[inline]
    pub async fn append<C: Clock>(&mut self, clock: &C, event: NewEvent<'_>) -> Result<EventId> {
        self.append_all(clock, slice::from_ref(&event)).await.map(|ids| ids[0])
    }

    /// Appends several events: as [`Appender::append_all`](crate::Appender::append_all).
    ///
    /// # Errors
    /// The same as those of the other kind.
    #[inline]
    pub async fn append_all<'r, C: Clock>(
        &mut self,
        clock: &C,
        request: impl Into<Request<'r>>,
    ) -> Result<Vec<EventId>> {
        let mut session = Session::joined(self.transaction, &self.ledger);
        only(self.writer.append(&mut session, clock, &[request.into()], NO_CODE).await)
    }
}
