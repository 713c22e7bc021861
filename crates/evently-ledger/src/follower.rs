//! Following a ledger.

use core::ops::ControlFlow;

use crate::{EventId, LedgerError, Query, Selector, Store};

/// Reads a ledger as it grows: each event once, in order, also across lost connections.
///
/// It keeps a position, the id of the event that was taken last. Keep it where the events'
/// effects are kept, in the same transaction, and begin after it when the program starts again. A
/// notification, as by `PostgresStore::wait`, only says when to poll: one that is lost loses no event.
///
/// Events become visible in the order of their ids, since writers of one ledger take turns: behind an
/// event that was shown, none appears that is earlier.
///
/// ```
/// use core::ops::ControlFlow;
/// use evently_ledger::{Appender, Follower, LedgerError, MemoryStore, NewEvent, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// let event = br#"{"event":"Served","entities":{},"meta":{},"data":15}"#;
/// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
/// let mut follower = Follower::new(None);
/// let mut seen = Vec::new();
/// for _ in 0..3 {
///     follower.poll(ledger.store_mut(), |id, _record| {
///         seen.push(id);
///         ControlFlow::Continue(())
///     })?;
///     ledger.append(&clock, NewEvent::new(event))?;
/// }
/// assert_eq!((seen.len(), follower.position()), (3, seen.last().copied()));
/// # Ok::<(), LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    query: Query,
}

impl Follower {
    /// Begins after this event, the last one that was taken; without it, with the first one.
    #[inline]
    pub fn new(position: Option<EventId>) -> Self {
        Self { query: Query { after: position, ..Query::new() } }
    }

    /// Takes only events that match.
    #[inline]
    #[must_use]
    pub fn with_selector(self, selector: Selector) -> Self {
        Self { query: self.query.with_selector(selector) }
    }

    /// Limits the events that one call takes.
    #[inline]
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self { query: self.query.limit(limit) }
    }

    /// The event that was taken last.
    #[inline]
    pub const fn position(&self) -> Option<EventId> {
        self.query.after
    }

    /// Shows the events that have come since; how many were taken. An event is taken when the visitor
    /// continues after it. If it breaks, the next call shows this event again.
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
        if let Some(event) = self.position() {
            if !store.contains(event).map_err(LedgerError::Store)? {
                return Err(LedgerError::Forgotten { event });
            }
        }
        let query = self.query.clone();
        let mut count = 0;
        let shown =
            store.select(&query, &mut |id, record| self.take(id, record, &mut count, &mut visit));
        shown.map(|()| count)
    }

    /// Shows an event, and takes it if the visitor continues.
    pub(crate) fn take(
        &mut self,
        id: EventId,
        record: &[u8],
        count: &mut usize,
        visit: &mut impl FnMut(EventId, &[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(id, record)?;
        self.query.after = Some(id);
        *count += 1;
        ControlFlow::Continue(())
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn query(&self) -> Query {
        self.query.clone()
    }
}
