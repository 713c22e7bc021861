//! Appending to a ledger in a store.

use core::{
    future::Future,
    ops::ControlFlow,
    pin::pin,
    slice,
    task::{Context, Poll, Waker},
    time::Duration,
};

use crate::{
    Answer, Clock, Event, EventId, LedgerError, NewEvent, Profile, Query, Question, Record,
    Request, Store,
    rules::{Asked, NO_CODE, Writer, knows_its_ledger, only},
};

/// Appends events to the ledger in a store. It stamps an event, computes its id, stores the record,
/// and returns the id.
///
/// Several appenders may share a database: if another one was faster, the events are stamped again,
/// after its events. After an error of the store, the next call asks the store for its last event
/// and continues from there.
///
/// ```
/// use evently_ledger::{Appender, LedgerError, MemoryStore, NewEvent, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// let created = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
/// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(created))?;
/// let served = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = ledger.append(&clock, NewEvent::new(served).with_key("serve 1"))?;
/// // Once only: the same key and the same event answer with the same id.
/// assert_eq!(ledger.append(&clock, NewEvent::new(served).with_key("serve 1"))?, id);
/// assert_eq!(ledger.store().records().count(), 2);
/// # Ok::<(), LedgerError<core::convert::Infallible>>(())
/// ```
#[derive(Debug)]
pub struct Appender<S> {
    store: S,
    writer: Writer,
}

type Result<T, S> = core::result::Result<T, LedgerError<<S as Store>::Error>>;

impl<S: Store> Appender<S> {
    /// Goes on with the ledger in this store.
    ///
    /// # Errors
    /// [`LedgerError::NoLedger`] or [`LedgerError::Store`].
    #[inline]
    pub fn open(mut store: S) -> Result<Self, S> {
        let writer = at_once(Writer::open(&mut store))?;
        Ok(Self { store, writer })
    }

    /// Creates a ledger with its first event.
    ///
    /// # Errors
    /// [`LedgerError`]; [`LedgerError::Exists`] if the store has a ledger.
    #[inline]
    pub fn begin<C: Clock>(mut store: S, clock: &C, event: NewEvent<'_>) -> Result<Self, S> {
        let writer = at_once(Writer::begin(&mut store, clock, event))?;
        Ok(Self { store, writer })
    }

    knows_its_ledger!();

    /// The store.
    #[inline]
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// The store, to read from. Do not append to it directly: the appender does not notice.
    #[inline]
    pub const fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// The store, without the appender.
    #[inline]
    pub fn into_store(self) -> S {
        self.store
    }

    /// Appends one event; its id, or with an idempotency key that is in the ledger already, the id
    /// of the event that has it.
    ///
    /// # Errors
    /// [`LedgerError`]; the event is not in the ledger then, unless the error is the store's.
    #[inline]
    pub fn append<C: Clock>(&mut self, clock: &C, event: NewEvent<'_>) -> Result<EventId, S> {
        self.append_all(clock, slice::from_ref(&event)).map(|ids| ids[0])
    }

    /// Appends several events, all or none of them, in one call of the store, which for a file is
    /// one write; their ids, as in [`append`](Self::append).
    ///
    /// ```
    /// use evently_ledger::{Appender, LedgerError, MemoryStore, NewEvent, UnixTime};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let event = br#"{"event":"e","entities":{},"meta":{},"data":null}"#;
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
    /// let ids = ledger.append_all(&clock, &[NewEvent::new(event), NewEvent::new(event)])?;
    /// assert_eq!(ids[1], ledger.head());
    /// # Ok::<(), LedgerError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    /// As `append`: of the first event that is refused. With a condition
    /// [`AppendError::Race`](crate::AppendError::Race) or
    /// [`AppendError::AfterNotFound`](crate::AppendError::AfterNotFound), too.
    #[inline]
    pub fn append_all<'r, C: Clock>(
        &mut self,
        clock: &C,
        request: impl Into<Request<'r>>,
    ) -> Result<Vec<EventId>, S> {
        self.run(clock, &request.into(), NO_CODE)
    }

    /// Appends an event if no event after `after` matches: the writer has read up to there, so its
    /// decision still holds (rule [EVENTLY-30](evently_id::rules#evently-30)). Without `after` it
    /// has read nothing.
    ///
    /// For an event whose idempotency key is in the ledger already, it returns the id without
    /// checking the condition.
    ///
    /// ```
    /// use evently_ledger::{AppendError, Appender, LedgerError, MemoryStore, NewEvent, UnixTime};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let event = |seat: u8| format!(r#"{{"event":"Booked","entities":{{}},"meta":{{}},"data":{seat}}}"#);
    /// let (first, second) = (event(1), event(2));
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(first.as_bytes()))?;
    /// let read = ledger.head();
    /// let booking = NewEvent::new(second.as_bytes());
    /// let id = ledger.append_if(&clock, booking, Some(read), |event| event.name() == "Booked")?;
    /// // Another writer has read no more than the first event, and is too late.
    /// let late = ledger.append_if(&clock, booking, Some(read), |event| event.name() == "Booked");
    /// let error = AppendError::Race { event: id };
    /// assert_eq!(late, Err(LedgerError::Refused { index: 0, error }));
    /// # Ok::<(), LedgerError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    /// [`AppendError::Race`](crate::AppendError::Race) or
    /// [`AppendError::AfterNotFound`](crate::AppendError::AfterNotFound); others as `append`.
    #[inline]
    pub fn append_if<C: Clock>(
        &mut self,
        clock: &C,
        event: NewEvent<'_>,
        after: Option<EventId>,
        matches: impl FnMut(&Event<'_>) -> bool,
    ) -> Result<EventId, S> {
        let request = Request { after, ..Request::new(slice::from_ref(&event)) };
        self.run(clock, &request, Some(matches)).map(|ids| ids[0])
    }

    /// Appends the events of several callers in one call of the store, with an answer for each: as if they had come
    /// one by one, in this order. A refused event does not stop those of the other callers. Where the store
    /// [refuses](Store::is_refusal) what it is given, the events of each caller are stored by themselves.
    ///
    /// For callers who wait in threads there is [`SharedAppender`](crate::SharedAppender).
    ///
    /// # Errors
    /// Errors of the whole call: [`LedgerError::Store`], after which events of each caller may be there,
    /// [`LedgerError::Behind`], [`LedgerError::NoLedger`], [`LedgerError::Forgotten`]. The errors of one caller are in
    /// its answer: those of [`append_all`](Self::append_all).
    #[inline]
    pub fn append_each<C: Clock>(
        &mut self,
        clock: &C,
        requests: &[Request<'_>],
    ) -> Result<Vec<Result<Vec<EventId>, S>>, S> {
        at_once(self.writer.append(&mut self.store, clock, requests, NO_CODE))
    }

    /// The store, and what is known of its ledger.
    pub(crate) fn into_parts(self) -> (S, Writer) {
        (self.store, self.writer)
    }

    fn run<C: Clock>(
        &mut self,
        clock: &C,
        request: &Request<'_>,
        matches: Option<impl FnMut(&Event<'_>) -> bool>,
    ) -> Result<Vec<EventId>, S> {
        only(at_once(self.writer.append(&mut self.store, clock, slice::from_ref(request), matches)))
    }
}

/// What the rules give with a store that blocks: each of its calls is done when it returns, so that they never wait.
pub(crate) fn at_once<T>(rules: impl Future<Output = T>) -> T {
    match pin!(rules).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("a store that blocks is never pending"),
    }
}

impl<S: Store> Asked for S {
    type Error = S::Error;

    async fn ask(&mut self, question: &Question<'_>) -> Result<Answer, S> {
        Store::ask(self, question)
    }

    async fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), S> {
        Store::select(self, &Query::new().after(after), &mut |_, record| visit(record))
    }

    async fn head(&mut self) -> core::result::Result<Option<(EventId, Profile)>, S::Error> {
        Store::head(self)
    }

    async fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> core::result::Result<bool, S::Error> {
        Store::append(self, after, records)
    }

    async fn unlock(&mut self) -> core::result::Result<(), S::Error> {
        Store::unlock(self)
    }

    fn is_refusal(&self, error: &S::Error) -> bool {
        Store::is_refusal(self, error)
    }
}
