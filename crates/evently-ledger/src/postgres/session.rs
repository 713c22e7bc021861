//! A client in the hands of the rules.

use core::{
    future::Future,
    ops::ControlFlow,
    pin::pin,
    task::{Context, Waker},
};

use futures_util::future::{join, join4, try_join_all};
use tokio_postgres::Client;

use super::{
    DatabaseError,
    rows::{self, Reading},
};
use crate::{
    Answer, EventId, LedgerError, Profile, Query, Question, Record,
    database::{self, Result},
    rules::Asked,
};

/// Each statement sees what was committed before it, so that it sees all of a row that the statement
/// before it has locked. Whether it may write is the server's: a database that is fenced for a move refuses.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// A client, used for one ledger.
pub(super) struct Session<'c> {
    pub(super) client: &'c Client,
    pub(super) ledger: &'c str,
    /// Whether a transaction has begun that has to end.
    is_open: bool,
    /// Whether it is in a transaction that the caller ends.
    is_joined: bool,
}

impl<'c> Session<'c> {
    pub(super) const fn new(client: &'c Client, ledger: &'c str) -> Self {
        Self { client, ledger, is_open: false, is_joined: false }
    }

    /// In a transaction of the caller's, who ends it.
    pub(super) const fn joined(client: &'c Client, ledger: &'c str) -> Self {
        Self { client, ledger, is_open: false, is_joined: true }
    }

    /// With a transaction that an earlier session has kept, if so.
    pub(super) const fn resume(client: &'c Client, ledger: &'c str, is_open: bool) -> Self {
        Self { client, ledger, is_open, is_joined: false }
    }

    /// Leaves its transaction to a later session; whether there is one.
    pub(super) fn keep(mut self) -> bool {
        core::mem::take(&mut self.is_open)
    }

    async fn begin(&mut self) -> Result<()> {
        if self.is_open || self.is_joined {
            return Ok(());
        }
        // Also if this is not waited for to the end.
        self.is_open = true;
        rows::run(self.client, BEGIN).await
    }

    /// Answers a question. Its statements are sent before the first one is answered, so that a turn
    /// does not last as long as their ways.
    pub(super) async fn answer(&mut self, question: &Question<'_>) -> Result<Answer> {
        let (client, ledger) = (self.client, self.ledger);
        let is_open = self.is_open || self.is_joined;
        let Question { takes_turn, known, keys, conditions } = *question;
        let head = async {
            match known {
                None if !takes_turn => Ok((None, false)),
                known => rows::place(client, ledger, known, takes_turn).await,
            }
        };
        let stored = async {
            if keys.is_empty() { Ok(vec![]) } else { rows::find_keys(client, ledger, keys).await }
        };
        let is_open = is_open || takes_turn;
        let refusals = try_join_all(conditions.iter().map(async |request| {
            let has_after = async {
                match request.after {
                    Some(after) => rows::contains(client, ledger, after).await,
                    None => Ok(false),
                }
            };
            let found = async {
                let mut found = None;
                if let Some(query) = &request.unless {
                    let visit = |id, _: &[u8]| {
                        found = Some(id);
                        ControlFlow::Break(())
                    };
                    let reading = Reading { is_open, ..Reading::default() };
                    rows::select(client, ledger, query, reading, visit).await?;
                }
                Result::<_>::Ok(found)
            };
            let (has_after, found) = join(has_after, found).await;
            Result::<_>::Ok(request.refusal(has_after?, found?))
        }));
        let begun = async { if takes_turn { self.begin().await } else { Ok(()) } };
        let (begun, head, stored, refusals) = join4(begun, head, stored, refusals).await;
        // The first error says more.
        begun?;
        let (head, has_known) = head?;
        Ok(Answer { head, has_known, stored: stored?, conditions: refusals? })
    }

    async fn end(&mut self, sql: &str) -> Result<()> {
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

    async fn ask(
        &mut self,
        question: &Question<'_>,
    ) -> core::result::Result<Answer, LedgerError<DatabaseError>> {
        self.answer(question).await.map_err(LedgerError::Store)
    }

    async fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> core::result::Result<(), LedgerError<DatabaseError>> {
        let query = Query::new().after(after);
        let reading = Reading { is_open: self.is_open || self.is_joined, ..Reading::default() };
        let visit = |_, record: &[u8]| visit(record);
        let read = rows::select(self.client, self.ledger, &query, reading, visit).await;
        read.map_err(LedgerError::Store)
    }

    async fn head(&mut self) -> Result<Option<(EventId, Profile)>> {
        rows::head(self.client, self.ledger).await
    }

    /// Ends the turn, too.
    async fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool> {
        if after.is_none() {
            let first = records.first().map_or(&b""[..], |record| record.json);
            let profile = database::first_profile(first)?;
            self.begin().await?;
            rows::begin(self.client, self.ledger, profile).await?;
        }
        if !self.is_open {
            let is_open = self.is_joined;
            return rows::append(self.client, self.ledger, after, records, is_open).await;
        }
        // Sent in one message, as the other writers wait. After an error of the first, or if it has
        // stored nothing, the second one changes nothing.
        let stored = rows::append(self.client, self.ledger, after, records, true);
        let (stored, ended) = join(stored, rows::run(self.client, "COMMIT")).await;
        self.is_open = ended.is_err();
        let stored = stored?;
        ended.map(|()| stored)
    }

    async fn unlock(&mut self) -> Result<()> {
        self.end("ROLLBACK").await
    }

    fn is_refusal(&self, error: &DatabaseError) -> bool {
        matches!(error, DatabaseError::Refused(_))
    }
}

impl Drop for Session<'_> {
    /// Ends a transaction that an error, or a caller who does not wait, has left open.
    fn drop(&mut self) {
        if self.is_open {
            let rollback = pin!(self.client.batch_execute("ROLLBACK"));
            // The first poll sends it; its answer is not waited for.
            let _sent = rollback.poll(&mut Context::from_waker(Waker::noop()));
        }
    }
}
