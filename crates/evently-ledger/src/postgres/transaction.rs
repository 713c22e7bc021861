//! Appending in a transaction of the caller's.

use core::{slice, time::Duration};

use tokio_postgres::{Client, Transaction};

use super::{DatabaseError, rows, session::Session};
use crate::{
    Clock, EventId, LedgerError, NewEvent, Question, Request,
    rules::{Asked as _, NO_CODE, Writer, only},
};

/// A ledger in a transaction of the caller's, so that rows of the caller's and events are stored together
/// or not at all.
///
/// From [`open`](Self::open) on the transaction has the turn of the ledger: other writers wait until it ends,
/// so keep it short. What it appends is in the ledger once the caller commits. After an error of the store
/// roll it back. The settings of the transaction stay as the caller has set them.
///
/// ```no_run
/// use evently_ledger::{NewEvent, SystemClock, postgres::InTransaction};
/// # async fn run(mut client: tokio_postgres::Client) -> Result<(), Box<dyn std::error::Error>> {
/// let transaction = client.transaction().await?;
/// transaction.execute("INSERT INTO score VALUES (15)", &[]).await?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let mut ledger = InTransaction::open(&transaction, "tennis").await?;
/// let id = ledger.append(&SystemClock, NewEvent::new(event)).await?;
/// transaction.commit().await?;
/// # let _ = id; Ok(()) }
/// ```
#[derive(Debug)]
pub struct InTransaction<'t> {
    client: &'t Client,
    ledger: String,
    writer: Writer,
}

type Result<T> = core::result::Result<T, LedgerError<DatabaseError>>;

impl<'t> InTransaction<'t> {
    /// Waits for the turn of the ledger of this name.
    ///
    /// # Errors
    /// [`LedgerError::NoLedger`] or [`LedgerError::Store`].
    #[inline]
    pub async fn open(transaction: &'t Transaction<'_>, ledger: &str) -> Result<Self> {
        let client = transaction.client();
        rows::check(client).await.map_err(LedgerError::Store)?;
        let question = Question { takes_turn: true, ..Question::default() };
        let head = Session::joined(client, ledger).ask(&question).await?.head;
        let writer = Writer::resume(head).ok_or(LedgerError::NoLedger)?;
        Ok(Self { client, ledger: ledger.to_owned(), writer })
    }

    /// The same ledger, which refuses to append if the clock reads an instant more than this after the last
    /// event's time: as [`Chain::with_max_jump`](crate::Chain::with_max_jump).
    #[inline]
    #[must_use]
    pub fn with_max_jump(mut self, max_jump: Duration) -> Self {
        self.writer.set_max_jump(max_jump);
        self
    }

    /// The last event of the ledger.
    #[inline]
    pub const fn head(&self) -> EventId {
        self.writer.head()
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
    /// As [`PostgresAppender::append_all`](super::PostgresAppender::append_all).
    #[inline]
    pub async fn append_all<'r, C: Clock>(
        &mut self,
        clock: &C,
        request: impl Into<Request<'r>>,
    ) -> Result<Vec<EventId>> {
        let mut session = Session::joined(self.client, &self.ledger);
        only(self.writer.append(&mut session, clock, &[request.into()], NO_CODE).await)
    }
}
