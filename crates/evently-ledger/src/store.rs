//! Where a ledger's records are kept.

use core::{error::Error, ops::ControlFlow};

use std::collections::VecDeque;

use crate::{Answer, EventId, EventReader, LedgerError, Profile, Query, Question};

/// A ledger of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerRow {
    /// The number of its row.
    pub number: i64,
    /// Its name in the database; empty if that is not a text of at most [`LONGEST_NAME`](Self::LONGEST_NAME) bytes.
    pub name: String,
    /// How it is written.
    pub profile: Profile,
    /// Its last event; `None` if it has none yet.
    pub head: Option<EventId>,
    /// How many events it has.
    pub events: u64,
    /// What is wrong with the row of the ledger, so that it cannot be opened. What could not be read then has its
    /// default. The other ledgers of the database are as they were.
    pub fault: Option<&'static str>,
}

impl LedgerRow {
    /// Bytes that a name has at most.
    pub const LONGEST_NAME: usize = 500;
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

/// Is shown each record, with the id of its row if that has one, until it breaks.
pub(crate) type Each<'e> = dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()> + 'e;
/// Is shown each record that is found, with its id.
pub(crate) type EachFound<'e> = dyn FnMut(EventId, &[u8]) -> ControlFlow<()> + 'e;

/// Where the records of one ledger are kept: in the order of their ids, appended to and never
/// changed.
///
/// The store knows nothing of hashes and canonical forms: [`Appender`](crate::Appender) makes the
/// records, and [`Verifier`](crate::Verifier) checks them, in any store. Calls block until they are
/// done. `FileStore`, `SqliteStore`, `PostgresStore` and [`MemoryStore`](crate::MemoryStore) are
/// stores. A store of your own needs four methods; the others have slower ways of their own.
pub trait Store {
    /// Why a call failed.
    type Error: Error + 'static;

    /// The last event, and the profile of the ledger, which its first record decides: [`Profile::Doc5`] of one that this
    /// crate began. `None` if there is no ledger yet.
    ///
    /// # Errors
    /// The store cannot be read.
    fn head(&mut self) -> Result<Option<(EventId, Profile)>, Self::Error>;

    /// Appends records, of which there is at least one, after this event: all or none of them.
    /// Without `after` they begin a ledger. Returns whether they are stored: they are not if the last event of the ledger
    /// is another one.
    ///
    /// When this returns `true` they are durable. Writers that do not lock each other
    /// out compare `after` with the last event as they store, in one transaction.
    ///
    /// # Errors
    /// The records are not stored, or it is not known whether they are. A process that dies
    /// meanwhile may leave the first few of them.
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<bool, Self::Error>;

    /// The text of the first record that has this idempotency key.
    ///
    /// # Errors
    /// The store cannot be read.
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Shows the records that follow this event, or all, in order, until the visitor breaks; `false` if `after` is not
    /// in the ledger, and then nothing was shown. A store whose rows have ids of their own shows the id of each. It was
    /// not compared with the record, which is shown as it stands there:
    /// [`Verification::watch_store`](crate::parallel::Verification::watch_store) leaves that to its threads, and
    /// [`select`](Self::select) does it.
    ///
    /// # Errors
    /// The store cannot be read.
    #[expect(clippy::type_complexity, reason = "an id, if there is one, and a record")]
    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Self::Error>;

    /// Whether this event is in the ledger.
    ///
    /// # Errors
    /// The store cannot be read.
    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool, Self::Error> {
        self.read(Some(id), &mut |_, _| ControlFlow::Break(()))
    }

    /// As [`find_key`](Self::find_key), of several keys: an answer for each.
    ///
    /// # Errors
    /// The store cannot be read.
    #[inline]
    fn find_keys(&mut self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>, Self::Error> {
        keys.iter().map(|key| self.find_key(key)).collect()
    }

    /// Shows the ids and texts of the records that a query asks for, in its order, until the visitor
    /// breaks.
    ///
    /// A database answers by its indexes. Elsewhere all records after [`Query::after`] are read, and
    /// with [`Query::newest_first`] those to be shown are in memory at once.
    ///
    /// # Errors
    /// [`LedgerError::Store`] or, for a record that is not valid, [`LedgerError::Record`].
    #[inline]
    fn select(
        &mut self,
        query: &Query,
        visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<(), LedgerError<Self::Error>> {
        let limit = query.limit.unwrap_or(usize::MAX);
        if limit == 0 {
            return Ok(());
        }
        let (mut reader, mut shown, mut last) = (EventReader::default(), 0, VecDeque::new());
        let mut wrong = None;
        let mut look = |_: Option<EventId>, record: &[u8]| {
            let id = match query.wants(&mut reader, record) {
                Ok(Some(id)) => id,
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => {
                    wrong = Some(error);
                    return ControlFlow::Break(());
                }
            };
            if query.newest_first {
                if last.len() == limit {
                    last.pop_front();
                }
                last.push_back((id, record.to_vec()));
                return ControlFlow::Continue(());
            }
            shown += 1;
            match visit(id, record) {
                ControlFlow::Continue(()) if shown < limit => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        // Where `after` is an event of the ledger, what is before it need not be read.
        if query.after.is_none()
            || !self.read(query.after, &mut look).map_err(LedgerError::Store)?
        {
            self.read(None, &mut look).map_err(LedgerError::Store)?;
        }
        if let Some(error) = wrong {
            return Err(LedgerError::Record(error));
        }
        for (id, record) in last.into_iter().rev() {
            if visit(id, &record).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Compares the columns by which events are found with the records, which a verification does not
    /// read; says after some of them how many were compared. Nothing in a store that has none.
    ///
    /// It trusts the records: verify them first.
    ///
    /// # Errors
    /// The store cannot be read, or such a column is not what a record says.
    #[inline]
    fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<(), Self::Error> {
        compared(0);
        Ok(())
    }

    /// Takes the turn to append, so that no other writer comes between, and says what the last event
    /// is. The turn ends with the next [`append`](Self::append) or with [`unlock`](Self::unlock).
    ///
    /// [`Appender`](crate::Appender) asks for it where another writer was faster, so that writers
    /// take turns. A store without turns answers as [`head`](Self::head).
    ///
    /// # Errors
    /// The store cannot be read, or the turn does not come in time.
    #[inline]
    fn lock(&mut self) -> Result<Option<(EventId, Profile)>, Self::Error> {
        self.head()
    }

    /// Answers what an append asks before it stores, by the other methods: between the appenders and
    /// the stores of this crate, of which one that is far away answers all of it at once. With
    /// [`Question::takes_turn`] the turn ends as that of [`lock`](Self::lock), also after an error.
    ///
    /// # Errors
    /// As those of the other methods.
    #[doc(hidden)]
    #[inline]
    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, LedgerError<Self::Error>> {
        let mut answer = Answer::default();
        let Question { takes_turn, known, keys, conditions } = *question;
        if takes_turn {
            answer.head = self.lock().map_err(LedgerError::Store)?;
        } else if known.is_some() {
            answer.head = self.head().map_err(LedgerError::Store)?;
        }
        answer.has_known = match (known, answer.head) {
            (Some(known), Some((head, _))) if known < head => {
                self.contains(known).map_err(LedgerError::Store)?
            }
            (known, head) => known.is_some() && known == head.map(|(head, _)| head),
        };
        if !keys.is_empty() {
            answer.stored = self.find_keys(keys).map_err(LedgerError::Store)?;
        }
        for request in conditions {
            let (mut has_after, mut found) = (false, None);
            if let Some(after) = request.after {
                has_after = self.contains(after).map_err(LedgerError::Store)?;
            }
            if let Some(query) = &request.unless {
                self.select(query, &mut |id, _| {
                    found = Some(id);
                    ControlFlow::Break(())
                })?;
            }
            answer.conditions.push(request.refusal(has_after, found));
        }
        Ok(answer)
    }

    /// Whether an error of [`append`](Self::append) says that the store takes other records, but not these: none of
    /// them is stored, and the store goes on.
    ///
    /// [`SharedAppender`](crate::SharedAppender) stores the records of each caller by themselves then.
    #[inline]
    fn is_refusal(&self, _: &Self::Error) -> bool {
        false
    }

    /// Ends the turn without an append; nothing if this store has none.
    ///
    /// # Errors
    /// The store fails.
    #[inline]
    fn unlock(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

macro_rules! forward {
    ($(fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {$(
        #[inline]
        fn $name(&mut self $(, $argument: $type)*) -> $answer {
            (**self).$name($($argument),*)
        }
    )*};
}

impl<S: Store + ?Sized> Store for &mut S {
    type Error = S::Error;

    forward! {
        fn head(&mut self) -> Result<Option<(EventId, Profile)>, Self::Error>;
        fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool, Self::Error>;
        fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Self::Error>;
        fn read(&mut self, after: Option<EventId>, visit: &mut Each<'_>) -> Result<bool, Self::Error>;
        fn contains(&mut self, id: EventId) -> Result<bool, Self::Error>;
        fn find_keys(&mut self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>, Self::Error>;
        fn select(&mut self, query: &Query, visit: &mut EachFound<'_>) -> Result<(), LedgerError<Self::Error>>;
        fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<(), Self::Error>;
        fn lock(&mut self) -> Result<Option<(EventId, Profile)>, Self::Error>;
        fn unlock(&mut self) -> Result<(), Self::Error>;
        fn ask(&mut self, question: &Question<'_>) -> Result<Answer, LedgerError<Self::Error>>;
    }

    #[inline]
    fn is_refusal(&self, error: &Self::Error) -> bool {
        (**self).is_refusal(error)
    }
}
