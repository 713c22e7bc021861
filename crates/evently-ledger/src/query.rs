//! Queries: which records of a ledger to read.

use core::ops::ControlFlow;

use crate::{EventId, EventReader, JsonError, LedgerError, Selector, Store, chain};

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
    pub fn with_selector(self, selector: impl Into<Option<Selector>>) -> Self {
        Self { selector: selector.into(), ..self }
    }

    /// Only records later than this event, which need not be in the ledger.
    #[inline]
    #[must_use]
    pub fn after(self, id: impl Into<Option<EventId>>) -> Self {
        Self { after: id.into(), ..self }
    }

    /// Only records earlier than this event, which need not be in the ledger.
    #[inline]
    #[must_use]
    pub fn before(self, id: impl Into<Option<EventId>>) -> Self {
        Self { before: id.into(), ..self }
    }

    /// Only records beyond this one, in the order that the query has by now: the next page after it. Say
    /// [`newest_first`](Self::newest_first) before.
    #[inline]
    #[must_use]
    pub fn beyond(self, id: EventId) -> Self {
        if self.newest_first { self.before(id) } else { self.after(id) }
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

    /// The event after which the records follow: with [`poll`](Self::poll) the one that was taken last.
    #[inline]
    pub const fn position(&self) -> Option<EventId> {
        self.after
    }

    /// Follows a ledger as it grows: shows the records that have come since, the oldest first, and takes them; how many
    /// were taken. A record is taken when the visitor continues after it: then the query begins after it. If the
    /// visitor breaks, the next call shows this record again.
    ///
    /// So each event is shown once, in order, also across lost connections. Keep the [`position`](Self::position) where
    /// the events' effects are kept, in the same transaction, and begin [after](Self::after) it when the program starts
    /// again. A notification, as by `PostgresStore::wait`, only says when to poll: one that is lost loses no event.
    ///
    /// Events become visible in the order of their ids, since writers of one ledger take turns: behind an
    /// event that was shown, none appears that is earlier.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use evently_ledger::{Appender, LedgerError, MemoryStore, NewEvent, Query, UnixTime};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let event = br#"{"event":"Served","entities":{},"meta":{},"data":15}"#;
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
    /// let mut query = Query::new();
    /// let mut seen = Vec::new();
    /// for _ in 0..3 {
    ///     query.poll(ledger.store_mut(), |id, _record| {
    ///         seen.push(id);
    ///         ControlFlow::Continue(())
    ///     })?;
    ///     ledger.append(&clock, NewEvent::new(event))?;
    /// }
    /// assert_eq!((seen.len(), query.position()), (3, seen.last().copied()));
    /// # Ok::<(), LedgerError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    /// [`LedgerError::Forgotten`] if the event at the position is no longer in the ledger, as after a
    /// restore of an older copy; others of the store. What was taken before stays taken.
    #[inline]
    pub fn poll<S: Store>(
        &mut self,
        store: &mut S,
        mut visit: impl FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> Result<usize, LedgerError<S::Error>> {
        if let Some(event) = self.after {
            if !store.contains(event).map_err(LedgerError::Store)? {
                return Err(LedgerError::Forgotten { event });
            }
        }
        let (query, mut count) = (self.oldest_first(), 0);
        let shown =
            store.select(&query, &mut |id, record| self.take(id, record, &mut count, &mut visit));
        shown.map(|()| count)
    }

    pub(crate) fn oldest_first(&self) -> Self {
        Self { newest_first: false, ..self.clone() }
    }

    /// Shows a record, and takes it if the visitor continues.
    pub(crate) fn take(
        &mut self,
        id: EventId,
        record: &[u8],
        count: &mut usize,
        visit: &mut impl FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(id, record)?;
        self.after = Some(id);
        *count += 1;
        ControlFlow::Continue(())
    }

    /// The id of this record, if the query asks for it.
    pub(crate) fn wants(
        &self,
        reader: &mut EventReader,
        record: &[u8],
    ) -> Result<Option<EventId>, JsonError> {
        let event = reader.read_any(record)?;
        let id = chain::recorded(&event)?;
        let is_between = self.after.is_none_or(|after| id > after)
            && self.before.is_none_or(|before| id < before);
        let matches = || self.selector.as_ref().is_none_or(|selector| selector.matches(&event));
        Ok((is_between && matches()).then_some(id))
    }
}
