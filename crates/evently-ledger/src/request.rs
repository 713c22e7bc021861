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
/// let answers = ledger.append_each(&clock, &[request.clone(), request])?;
/// assert!(answers[0].is_ok() && answers[1].is_err());
/// # Ok::<(), LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'r> {
    events: &'r [NewEvent<'r>],
    /// What finds an event that refuses them.
    unless: Option<Query>,
}

impl<'r> Request<'r> {
    /// Events without a condition.
    #[inline]
    pub const fn new(events: &'r [NewEvent<'r>]) -> Self {
        Self { events, unless: None }
    }

    /// The same events, unless an event after `after` matches: as
    /// [`Appender::append_unless`](crate::Appender::append_unless).
    #[inline]
    #[must_use]
    pub fn unless(self, after: Option<EventId>, selector: &Selector) -> Self {
        Self { unless: Some(Query::first_after(after, selector)), ..self }
    }

    /// The requests for the rules.
    pub(crate) fn batches<'q, E>(
        requests: &'q [Request<'q>],
    ) -> Vec<Batch<'q, impl FnMut(&Event<'_>) + use<E>, E>> {
        let batch = |request: &'q Request<'q>| {
            let unless = request.unless.as_ref();
            let condition = Condition { after: unless.and_then(|query| query.after), unless };
            Batch::new(request.events, condition, |_: &Event<'_>| ())
        };
        requests.iter().map(batch).collect()
    }
}
