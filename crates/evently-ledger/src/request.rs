//! What one of several callers wants appended.

use crate::{Condition, Event, EventId, NewEvent, Query, Selector, new::OwnedEvent, rules::Batch};

/// What one of several callers wants appended: all of its events, or none.
///
/// [`Appender::append_each`](crate::Appender::append_each) appends several of them in one commit.
///
/// ```
/// use evently_ledger::{Appender, LedgerError, MemoryStore, NewEvent, Request, Selector, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
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

/// A request that waits in another thread or task.
#[derive(Debug)]
pub(crate) struct OwnedRequest {
    events: Vec<OwnedEvent>,
    condition: Option<(Option<EventId>, Selector)>,
}

impl OwnedRequest {
    pub(crate) fn new(
        events: &[NewEvent<'_>],
        condition: Option<(Option<EventId>, &Selector)>,
    ) -> Self {
        let condition = condition.map(|(after, selector)| (after, selector.clone()));
        Self { events: events.iter().map(OwnedEvent::from).collect(), condition }
    }

    pub(crate) fn events(&self) -> Vec<NewEvent<'_>> {
        self.events.iter().map(OwnedEvent::as_new).collect()
    }

    /// The request, of the events that it has.
    pub(crate) fn with_events<'r>(&self, events: &'r [NewEvent<'r>]) -> Request<'r> {
        let request = Request::new(events);
        match &self.condition {
            Some((after, selector)) => request.unless(*after, selector),
            None => request,
        }
    }
}

/// How much more a commit stores, unless a single request has more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
}

impl Room {
    /// What a commit stores at most.
    pub(crate) const MOST: Self = Self { events: 1024, bytes: 4 << 20 };

    /// Takes the room of this request, and returns whether there was enough.
    pub(crate) fn take(&mut self, request: &OwnedRequest) -> bool {
        let bytes = request.events.iter().map(OwnedEvent::bytes).sum();
        let left = (self.events.checked_sub(request.events.len()), self.bytes.checked_sub(bytes));
        let (events, bytes) = (left.0.unwrap_or(0), left.1.unwrap_or(0));
        *self = Self { events, bytes };
        left.0.is_some() && left.1.is_some()
    }
}
