//! What one of several callers wants appended.

use crate::{Condition, Event, EventId, NewEvent, Query, Selector, rules::Batch};

/// What one of several callers wants appended: all of its events, or none.
///
/// [`Appender::append_each`](crate::Appender::append_each) appends several of them in one commit.
///
/// ```
/// use evently_ledger::{Appender, FixedClock, LedgerError, MemoryStore, NewEvent, Request, Selector, UnixTime};
/// let clock = FixedClock::new(UnixTime::from_secs(1_735_689_600));
/// let created = br#"{"event":"Created","entities":{},"meta":{},"data":null}"#;
/// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(created))?;
///
/// let booked = [NewEvent::new(br#"{"event":"Booked","entities":{"seat":["1"]},"meta":{},"data":null}"#)];
/// let (read, seat) = (ledger.head(), Selector::entity("seat", "1"));
/// let request = Request::new(&booked).unless(Some(read), &seat);
/// // Two callers want the same seat: the first one has it.
/// let answers = ledger.append_each(&clock, &[request, request])?;
/// assert!(answers[0].is_ok() && answers[1].is_err());
/// # Ok::<(), LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    events: &'r [NewEvent<'r>],
    after: Option<EventId>,
    unless: Option<&'r Selector>,
}

impl<'r> Request<'r> {
    /// Events without a condition.
    #[inline]
    pub const fn new(events: &'r [NewEvent<'r>]) -> Self {
        Self { events, after: None, unless: None }
    }

    /// The same events, unless an event after `after` matches: as
    /// [`Appender::append_unless`](crate::Appender::append_unless).
    #[inline]
    #[must_use]
    pub const fn unless(self, after: Option<EventId>, selector: &'r Selector) -> Self {
        Self { after, unless: Some(selector), ..self }
    }

    /// What keeps its events from being appended.
    pub(crate) fn query(&self) -> Option<Query> {
        self.unless.map(|selector| Query::first_after(self.after, selector))
    }

    /// Its events for the rules, with its own [`query`](Self::query).
    pub(crate) fn batch<E>(
        &self,
        query: Option<&'r Query>,
    ) -> Batch<'r, impl FnMut(&Event<'_>) + use<'r, E>, E> {
        let condition = Condition { after: self.after, unless: query };
        Batch::new(self.events, condition, |_: &Event<'_>| ())
    }
}
