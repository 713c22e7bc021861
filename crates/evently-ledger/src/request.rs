//! What one caller wants appended.

use crate::{AppendError, EventId, NewEvent, Query, Selector, new::OwnedEvent};

/// What one caller wants appended: all of its events, or none. A slice of events is one without a condition.
///
/// [`Appender::append_all`](crate::Appender::append_all) appends one,
/// [`append_each`](crate::Appender::append_each) those of several callers in one commit.
///
/// ```
/// use evently_ledger::{
///     AppendError, Appender, LedgerError, MemoryStore, NewEvent, Request, Selector, UnixTime,
/// };
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
/// let late = ledger.append_all(&clock, Request::new(&booked).unless(Some(read), &seat));
/// let event = answers[0].as_ref().expect("the first caller")[0];
/// assert_eq!(late, Err(LedgerError::Refused { index: 0, error: AppendError::Race { event } }));
/// # Ok::<(), LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request<'r> {
    pub(crate) events: &'r [NewEvent<'r>],
    /// The event up to which the caller has read.
    pub(crate) after: Option<EventId>,
    /// What finds an event that refuses them.
    pub(crate) unless: Option<Query>,
}

impl<'r> Request<'r> {
    /// Events without a condition.
    #[inline]
    pub const fn new(events: &'r [NewEvent<'r>]) -> Self {
        Self { events, after: None, unless: None }
    }

    /// The same events, unless an event after `after` matches the selector: the caller has read up to there, so that its
    /// decision still holds (rule [EVENTLY-30](evently_id::rules#evently-30)). Without `after` it has read nothing.
    /// Databases answer it by an index.
    ///
    /// For events whose idempotency keys are in the ledger already, their ids are returned without checking it.
    #[inline]
    #[must_use]
    pub fn unless(self, after: Option<EventId>, selector: &Selector) -> Self {
        let query = Query { after, ..Query::new() }.with_selector(selector.clone()).limit(1);
        Self { after, unless: Some(query), ..self }
    }

    pub(crate) const fn has_condition(&self) -> bool {
        self.after.is_some() || self.unless.is_some()
    }

    /// Why the condition refuses the events: the ledger has no event `after`, or the query `unless` has found one.
    pub(crate) fn refusal(&self, has_after: bool, found: Option<EventId>) -> Option<AppendError> {
        let lost = self.after.filter(|_| !has_after);
        let lost = lost.map(|after| AppendError::AfterNotFound { after });
        lost.or(found.map(|event| AppendError::Race { event }))
    }
}

impl<'r, T: AsRef<[NewEvent<'r>]> + ?Sized> From<&'r T> for Request<'r> {
    #[inline]
    fn from(events: &'r T) -> Self {
        Self::new(events.as_ref())
    }
}

/// A request that waits in another thread or task.
#[derive(Debug)]
pub(crate) struct OwnedRequest {
    events: Vec<OwnedEvent>,
    after: Option<EventId>,
    unless: Option<Query>,
}

impl From<Request<'_>> for OwnedRequest {
    fn from(Request { events, after, unless }: Request<'_>) -> Self {
        Self { events: events.iter().map(OwnedEvent::from).collect(), after, unless }
    }
}

impl OwnedRequest {
    pub(crate) fn events(&self) -> Vec<NewEvent<'_>> {
        self.events.iter().map(OwnedEvent::as_new).collect()
    }

    /// The request, of the events that it has.
    pub(crate) fn with_events<'r>(&self, events: &'r [NewEvent<'r>]) -> Request<'r> {
        Request { events, after: self.after, unless: self.unless.clone() }
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
