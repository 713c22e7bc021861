//! Appending to a ledger in a store.

use core::{ops::ControlFlow, slice, time::Duration};

use crate::{
    Clock, Condition, Event, EventId, JsonError, LedgerError, NewEvent, Query, Readers, Request,
    Selector, Store, chain,
    rules::{Batch, First, Step, Writer},
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
        let head = store.head().map_err(LedgerError::Store)?;
        let writer = Writer::resume(head).ok_or(LedgerError::NoLedger)?;
        Ok(Self { store, writer })
    }

    /// Creates a ledger with its first event.
    ///
    /// # Errors
    /// [`LedgerError`]; [`LedgerError::Exists`] if the store has a ledger.
    #[inline]
    pub fn begin<C: Clock>(mut store: S, clock: &C, event: NewEvent<'_>) -> Result<Self, S> {
        let first = First::new(store.head().map_err(LedgerError::Store)?, clock, event)?;
        let stored = store.append(None, &[first.record()]).map_err(LedgerError::Store)?;
        let writer = first.begun(stored)?;
        Ok(Self { store, writer })
    }

    /// The same appender, which refuses to append if the clock reads an instant more than this after the last
    /// event's time: as [`Chain::with_max_jump`](crate::Chain::with_max_jump).
    #[inline]
    #[must_use]
    pub fn with_max_jump(mut self, max_jump: Duration) -> Self {
        self.writer.set_max_jump(max_jump);
        self
    }

    /// The last event that this appender knows of.
    #[inline]
    pub const fn head(&self) -> EventId {
        self.writer.head()
    }

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
        self.append_with(clock, event, |_| ())
    }

    /// As [`append`](Self::append), and shows the event that is being appended, with its id, for
    /// example for a [`Digest`](crate::Digest). If another writer was faster, the event is shown
    /// again. Drop what you kept of it then, and on an error.
    ///
    /// # Errors
    /// As `append`.
    #[inline]
    pub fn append_with<C: Clock>(
        &mut self,
        clock: &C,
        event: NewEvent<'_>,
        visit: impl FnMut(&Event<'_>),
    ) -> Result<EventId, S> {
        let ids = self.run(clock, &[event], Condition::default(), visit)?;
        Ok(ids.first().copied().unwrap_or(self.head()))
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
    /// As `append`: of the first event that is refused.
    #[inline]
    pub fn append_all<C: Clock>(
        &mut self,
        clock: &C,
        events: &[NewEvent<'_>],
    ) -> Result<Vec<EventId>, S> {
        self.run(clock, events, Condition::default(), |_: &Event<'_>| ())
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
        append_if(&mut self.writer, &mut self.store, clock, event, after, matches)
    }

    /// Appends events, all or none of them, unless an event after `after` matches the selector: as
    /// [`append_if`](Self::append_if), with a condition that databases answer by an index.
    ///
    /// ```
    /// use evently_ledger::{AppendError, Appender, LedgerError, MemoryStore, NewEvent, Selector, UnixTime};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let booked = br#"{"event":"Booked","entities":{"seat":["1"]},"meta":{},"data":null}"#;
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(booked))?;
    /// let (read, seat) = (ledger.head(), Selector::entity("seat", "1"));
    /// let ids = ledger.append_unless(&clock, &[NewEvent::new(booked)], Some(read), &seat)?;
    /// let late = ledger.append_unless(&clock, &[NewEvent::new(booked)], Some(read), &seat);
    /// let error = AppendError::Race { event: ids[0] };
    /// assert_eq!(late, Err(LedgerError::Refused { index: 0, error }));
    /// # Ok::<(), LedgerError<core::convert::Infallible>>(())
    /// ```
    ///
    /// # Errors
    /// As `append_if`.
    #[inline]
    pub fn append_unless<C: Clock>(
        &mut self,
        clock: &C,
        events: &[NewEvent<'_>],
        after: Option<EventId>,
        selector: &Selector,
    ) -> Result<Vec<EventId>, S> {
        let query = Query::first_after(after, selector);
        let condition = Condition { after, unless: Some(&query) };
        self.run(clock, events, condition, |_: &Event<'_>| ())
    }

    /// Appends the events of several callers in one call of the store, with an answer for each: as if they had come
    /// one by one, in this order. A refused event does not stop those of the other callers.
    ///
    /// For callers who wait in threads there is [`SharedAppender`](crate::SharedAppender).
    ///
    /// # Errors
    /// Errors of the whole call: [`LedgerError::Store`], [`LedgerError::Behind`], [`LedgerError::NoLedger`],
    /// [`LedgerError::Forgotten`]. The errors of one caller are in its answer: those of
    /// [`append_unless`](Self::append_unless).
    #[inline]
    pub fn append_each<C: Clock>(
        &mut self,
        clock: &C,
        requests: &[Request<'_>],
    ) -> Result<Vec<Result<Vec<EventId>, S>>, S> {
        append_each(&mut self.writer, &mut self.store, clock, requests)
    }

    /// The store, and what is known of its ledger.
    pub(crate) fn into_parts(self) -> (S, Writer) {
        (self.store, self.writer)
    }

    fn run<C: Clock>(
        &mut self,
        clock: &C,
        events: &[NewEvent<'_>],
        condition: Condition<'_>,
        visit: impl FnMut(&Event<'_>),
    ) -> Result<Vec<EventId>, S> {
        let mut batch = [Batch::new(events, condition, visit)];
        run(&mut self.writer, &mut self.store, clock, &mut batch, None)?;
        let [Batch { answer, .. }] = batch;
        answer
    }
}

/// As [`Appender::append_each`].
pub(crate) fn append_each<S: Store, C: Clock>(
    writer: &mut Writer,
    store: &mut S,
    clock: &C,
    requests: &[Request<'_>],
) -> Result<Vec<Result<Vec<EventId>, S>>, S> {
    let mut batches = Request::batches(requests);
    run(writer, store, clock, &mut batches, None)?;
    Ok(batches.into_iter().map(|batch| batch.answer).collect())
}

/// As [`Appender::append_if`].
pub(crate) fn append_if<S: Store, C: Clock>(
    writer: &mut Writer,
    store: &mut S,
    clock: &C,
    event: NewEvent<'_>,
    after: Option<EventId>,
    mut matches: impl FnMut(&Event<'_>) -> bool,
) -> Result<EventId, S> {
    let mut batch = [Batch::new(
        slice::from_ref(&event),
        Condition { after, unless: None },
        |_: &Event<'_>| (),
    )];
    run(writer, store, clock, &mut batch, Some((after, &mut matches as _)))?;
    let [Batch { answer, .. }] = batch;
    Ok(answer?.first().copied().unwrap_or(writer.head()))
}

/// Does what an append needs, step by step. Each batch has its answer then.
fn run<S: Store, C: Clock>(
    writer: &mut Writer,
    store: &mut S,
    clock: &C,
    batches: &mut [Batch<'_, impl FnMut(&Event<'_>), S::Error>],
    mut matches: Option<Matches<'_>>,
) -> Result<(), S> {
    let mut call = writer.append(clock, batches);
    loop {
        match call.step() {
            Step::Ask(asking) => {
                let answer = store.ask(&asking.question());
                call.answered(answer);
            }
            Step::Match => call.matched(match &mut matches {
                Some((after, matches)) => first_match(store, *after, matches),
                None => Ok(None),
            }),
            Step::Append(after, records) => {
                let outcome = store.append(Some(after), &records);
                call.appended(outcome);
            }
            Step::Unlock => call.unlocked(store.unlock()),
            Step::Done(ended) => return ended,
        }
    }
}

/// An event after this one that matches.
type Matches<'m> = (Option<EventId>, &'m mut dyn FnMut(&Event<'_>) -> bool);

/// The first event after this one that matches.
fn first_match<S: Store>(
    store: &mut S,
    after: Option<EventId>,
    matches: &mut dyn FnMut(&Event<'_>) -> bool,
) -> Result<Option<EventId>, S> {
    let mut search = Search::new(matches);
    store.read(after, &mut |record| search.look(record)).map_err(LedgerError::Store)?;
    search.found()
}

/// Looks for the first event that a condition matches.
pub(crate) struct Search<M> {
    matches: M,
    readers: Readers,
    found: core::result::Result<Option<EventId>, JsonError>,
}

impl<M: FnMut(&Event<'_>) -> bool> Search<M> {
    pub(crate) fn new(matches: M) -> Self {
        Self { matches, readers: Readers::default(), found: Ok(None) }
    }

    pub(crate) fn look(&mut self, record: &[u8]) -> ControlFlow<()> {
        self.found = match self.readers.read(record) {
            Ok((_, event)) if (self.matches)(&event) => chain::recorded(&event).map(Some),
            Ok(_) => return ControlFlow::Continue(()),
            Err(error) => Err(error),
        };
        ControlFlow::Break(())
    }

    pub(crate) fn found<E>(self) -> core::result::Result<Option<EventId>, LedgerError<E>> {
        self.found.map_err(LedgerError::Record)
    }
}
