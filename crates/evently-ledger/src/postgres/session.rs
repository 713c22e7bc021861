//! A client in the hands of the rules.

use core::{
    future::Future,
    ops::ControlFlow,
    pin::pin,
    task::{Context, Waker},
};

use tokio_postgres::Client;

use super::{DatabaseError, rows};
use crate::{EventId, Head, LedgerError, Outcome, Query, Record, database, rules::Asked};

/// A client, used for one ledger.
pub(super) struct Session<'c> {
    pub(super) client: &'c Client,
    pub(super) ledger: &'c str,
    /// Finds what keeps events from being appended.
    pub(super) condition: Option<&'c Query>,
    /// Whether a transaction has begun that has to end.
    is_open: bool,
}

impl<'c> Session<'c> {
    pub(super) const fn new(
        client: &'c Client,
        ledger: &'c str,
        condition: Option<&'c Query>,
    ) -> Self {
        Self { client, ledger, condition, is_open: false }
    }

    /// With a transaction that an earlier session has kept, if so.
    pub(super) const fn resume(client: &'c Client, ledger: &'c str, is_open: bool) -> Self {
        Self { client, ledger, condition: None, is_open }
    }

    /// Leaves its transaction to a later session; whether there is one.
    pub(super) fn keep(mut self) -> bool {
        core::mem::take(&mut self.is_open)
    }

    /// Begins. Each statement sees what was committed before it, so that it sees all of a row that
    /// the statement before it has locked.
    async fn begin(&mut self) -> Result<(), DatabaseError> {
        if self.is_open {
            return Ok(());
        }
        // Also if this is not waited for to the end.
        self.is_open = true;
        rows::run(self.client, "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE").await
    }

    async fn end(&mut self, sql: &str) -> Result<(), DatabaseError> {
        if !self.is_open {
            return Ok(());
        }
        let ended = rows::run(self.client, sql).await;
        self.is_open = false;
        ended
    }
}

impl Asked for Session<'_> {
    type Error = DatabaseError;

    async fn head(&mut self) -> Result<Option<Head>, DatabaseError> {
        rows::head(self.client, self.ledger, false).await
    }

    async fn lock(&mut self) -> Result<Option<Head>, DatabaseError> {
        self.begin().await?;
        rows::head(self.client, self.ledger, true).await
    }

    async fn unlock(&mut self) -> Result<(), DatabaseError> {
        self.end("ROLLBACK").await
    }

    async fn contains(&mut self, id: EventId) -> Result<bool, DatabaseError> {
        rows::contains(self.client, self.ledger, id).await
    }

    async fn find_keys(&mut self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>, DatabaseError> {
        rows::find_keys(self.client, self.ledger, keys).await
    }

    async fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, DatabaseError> {
        if after.is_none() {
            let first = records.first().map_or(&b""[..], |record| record.json);
            let profile = database::first_profile(first)?;
            self.begin().await?;
            rows::begin(self.client, self.ledger, profile).await?;
        }
        match rows::append(self.client, self.ledger, after, records).await? {
            Outcome::Stored => self.end("COMMIT").await.map(|()| Outcome::Stored),
            Outcome::Moved => self.end("ROLLBACK").await.map(|()| Outcome::Moved),
        }
    }

    async fn first_match(&mut self) -> Result<Option<EventId>, LedgerError<DatabaseError>> {
        let Some(query) = self.condition else { return Ok(None) };
        let mut found = None;
        let shown = rows::select(self.client, self.ledger, query, |id, _| {
            found = Some(id);
            ControlFlow::Break(())
        });
        shown.await.map_err(LedgerError::Store)?;
        Ok(found)
    }
}

impl Drop for Session<'_> {
    /// Ends a transaction that an error, or a caller who does not wait, has left open.
    fn drop(&mut self) {
        if self.is_open {
            let rollback = pin!(self.client.batch_execute("ROLLBACK"));
            // The first poll sends it; nobody waits for the answer.
            let _sent = rollback.poll(&mut Context::from_waker(Waker::noop()));
        }
    }
}
