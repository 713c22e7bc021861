//! Reading by a client that the caller has.

use core::ops::ControlFlow;

use tokio_postgres::Client;

use super::{
    DatabaseError, indexes,
    rows::{self, Reading},
};
use crate::{EventId, LedgerError, Query, database::Result};

/// Shows the ids and texts of the records that a query asks for, in its order, until the visitor
/// breaks: as [`Store::select`](crate::Store::select). Pages are read one by one, in constant memory.
/// Each is a transaction, so that the client may not have begun one.
///
/// # Errors
/// [`DatabaseError`], also for a row that is not a ledger's.
#[inline]
pub async fn select(
    client: &mut Client,
    ledger: &str,
    query: &Query,
    visit: impl FnMut(EventId, &[u8]) -> ControlFlow<()>,
) -> Result<()> {
    rows::select(client, ledger, query, Reading::default(), visit).await
}

/// Compares the columns by which events are found with the records: as
/// [`Store::check_indexes`](crate::Store::check_indexes). Each page is a transaction, so that the client
/// may not have begun one.
///
/// # Errors
/// [`DatabaseError`]; [`DatabaseError::Row`] for the first one that is not what a record says.
#[inline]
pub async fn check_indexes(client: &mut Client, ledger: &str) -> Result<()> {
    indexes::check(client, ledger, Reading::default(), |_| ()).await
}

/// Shows the events of a ledger that have come since, and takes them; how many were taken: as
/// [`Query::poll`].
///
/// Ask again when a notification comes: `LISTEN` to [`CHANNEL`](super::CHANNEL) first, by a connection
/// that stays, then poll, then wait. The text of a notification is the name of the ledger.
///
/// # Errors
/// [`LedgerError::Forgotten`] or [`LedgerError::Store`].
#[inline]
pub async fn poll(
    client: &mut Client,
    ledger: &str,
    query: &mut Query,
    mut visit: impl FnMut(EventId, &[u8]) -> ControlFlow<()>,
) -> core::result::Result<usize, LedgerError<DatabaseError>> {
    if let Some(event) = query.position() {
        if !rows::contains(client, ledger, event).await.map_err(LedgerError::Store)? {
            return Err(LedgerError::Forgotten { event });
        }
    }
    let (asked, mut count) = (query.oldest_first(), 0);
    let shown = rows::select(client, ledger, &asked, Reading::default(), |id, record| {
        query.take(id, record, &mut count, &mut visit)
    });
    shown.await.map_err(LedgerError::Store)?;
    Ok(count)
}
