//! Queries: which records of a ledger to read.

use crate::{EventId, JsonError, Readers, Selector, chain};

/// Which records of a ledger to read, and in which order.
///
/// ```
/// use core::ops::ControlFlow;
/// use evently_ledger::{Appender, MemoryStore, NewEvent, Query, Selector, Store, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
/// ledger.append_all(&clock, &[NewEvent::new(event), NewEvent::new(event)])?;
///
/// // The last two, the newest first.
/// let query = Query::new().with_selector(Selector::entity("player", "x")).newest_first().limit(2);
/// let mut ids = Vec::new();
/// ledger.store_mut().select(&query, &mut |id, _record| {
///     ids.push(id);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((ids.len(), ids[0]), (2, ledger.head()));
/// # Ok::<(), evently_ledger::LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Query {
    pub(crate) selector: Option<Selector>,
    pub(crate) after: Option<EventId>,
    pub(crate) before: Option<EventId>,
    pub(crate) newest_first: bool,
    pub(crate) limit: Option<usize>,
}

impl Query {
    /// All records, the oldest first.
    #[inline]
    pub const fn new() -> Self {
        Self { selector: None, after: None, before: None, newest_first: false, limit: None }
    }

    /// Only records that match.
    #[inline]
    #[must_use]
    pub fn with_selector(self, selector: Selector) -> Self {
        Self { selector: Some(selector), ..self }
    }

    /// Only records later than this event, which need not be in the ledger: the next page after it.
    #[inline]
    #[must_use]
    pub fn after(self, id: EventId) -> Self {
        Self { after: Some(id), ..self }
    }

    /// Only records earlier than this event, which need not be in the ledger: with
    /// [`newest_first`](Self::newest_first) the next page after it.
    #[inline]
    #[must_use]
    pub fn before(self, id: EventId) -> Self {
        Self { before: Some(id), ..self }
    }

    /// From the last record back.
    #[inline]
    #[must_use]
    pub fn newest_first(self) -> Self {
        Self { newest_first: true, ..self }
    }

    /// At most this number of records.
    #[inline]
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// The rest of the query beyond this record.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn beyond(self, id: EventId) -> Self {
        if self.newest_first { self.before(id) } else { self.after(id) }
    }

    /// The id of this record, if the query asks for it.
    pub(crate) fn wants(
        &self,
        readers: &mut Readers,
        record: &[u8],
    ) -> Result<Option<EventId>, JsonError> {
        let (_, event) = readers.read(record)?;
        let id = chain::recorded(&event)?;
        let is_between = self.after.is_none_or(|after| id > after)
            && self.before.is_none_or(|before| id < before);
        let matches = || self.selector.as_ref().is_none_or(|selector| selector.matches(&event));
        Ok((is_between && matches()).then_some(id))
    }
}
