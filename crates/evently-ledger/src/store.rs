//! Where a ledger's records are kept.

use core::{error::Error, ops::ControlFlow};

use crate::{EventId, Profile};

/// The last event of a ledger, and how the ledger was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The id of the last event.
    pub id: EventId,
    /// The profile, which the first record decides: [`Profile::Doc5`] for a ledger that this crate
    /// began.
    pub profile: Profile,
}

/// A record on its way into a store.
#[derive(Clone, Copy, Debug)]
pub struct Record<'r> {
    /// The id of its event.
    pub id: EventId,
    /// Its idempotency key: unique in the ledger.
    pub key: Option<&'r str>,
    /// Its text, one JSON object without a line feed: what [`Store::read`] gives back, byte by byte.
    pub json: &'r [u8],
}

/// What became of records that were to be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Outcome {
    /// They are stored, and stay stored whatever happens.
    Stored,
    /// The last event of the ledger is another one than was expected: none of them is stored.
    Moved,
}

/// Where the records of one ledger are kept: in the order of their ids, appended to and never
/// changed.
///
/// The store knows nothing of hashes and canonical forms: [`Appender`](crate::Appender) makes the
/// records, and [`Verifier`](crate::Verifier) checks them, in any store. Calls block until they are
/// done. `FileStore` and [`MemoryStore`](crate::MemoryStore) are stores. In a database it is a table
/// like this one, where a unique `previous` lets only one event follow another:
///
/// ```sql
/// CREATE TABLE event (
///     id uuid PRIMARY KEY,
///     previous uuid UNIQUE,
///     append_key text UNIQUE,
///     record text NOT NULL
/// );
/// ```
pub trait Store {
    /// Why a call failed.
    type Error: Error + 'static;

    /// The last event; `None` if there is no ledger yet.
    ///
    /// # Errors
    /// The store cannot be read.
    fn head(&mut self) -> Result<Option<Head>, Self::Error>;

    /// Appends records, of which there is at least one, after this event: all or none of them.
    /// Without `after` they begin a ledger.
    ///
    /// When this returns [`Outcome::Stored`] they are durable. Writers that do not lock each other
    /// out compare `after` with the last event as they store, in one transaction.
    ///
    /// # Errors
    /// The records are not stored, or it is not known whether they are. A process that dies
    /// meanwhile may leave the first few of them.
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, Self::Error>;

    /// The text of the first record that has this idempotency key.
    ///
    /// # Errors
    /// The store cannot be read.
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Shows the texts of the records that follow this event, or of all, in order, until the visitor
    /// breaks; `false` if `after` is not in the ledger, and then nothing was shown.
    ///
    /// # Errors
    /// The store cannot be read.
    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Self::Error>;
}

impl<S: Store + ?Sized> Store for &mut S {
    type Error = S::Error;

    #[inline]
    fn head(&mut self) -> Result<Option<Head>, Self::Error> {
        (**self).head()
    }

    #[inline]
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, Self::Error> {
        (**self).append(after, records)
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Self::Error> {
        (**self).find_key(key)
    }

    #[inline]
    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Self::Error> {
        (**self).read(after, visit)
    }
}
