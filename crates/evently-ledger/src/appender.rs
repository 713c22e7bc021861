//! Appending to a ledger in a store.

use core::ops::ControlFlow;

use crate::{
    AppendError, Chain, Clock, Event, EventId, Head, LedgerError, MAX_RECORD, NewEvent, Outcome,
    Readers, Record, Store, chain,
};

/// Appends events to the ledger in a store. It stamps an event, computes its id, stores the record,
/// and returns the id.
///
/// Several appenders may share a database: if another one was faster, the events are stamped again,
/// after its events. After an error of the store, the next call asks the store for its last event
/// and continues from there.
///
/// ```
/// use core::time::Duration;
/// use evently_ledger::{FixedClock, Appender, LedgerError, MemoryStore, NewEvent};
/// let clock = FixedClock::new(Duration::from_secs(1_735_689_600));
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
    chain: Chain,
    /// Whether the last event has to be asked for.
    behind: bool,
}

/// A record that is not stored yet.
struct Pending {
    id: EventId,
    key: Option<(String, Vec<u8>)>,
    /// Where it ends in the bytes of all.
    end: usize,
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
        let Head { id, profile } = head.ok_or(LedgerError::NoLedger)?;
        Ok(Self { store, chain: Chain::resume(profile, id), behind: false })
    }

    /// Creates a ledger with its first event.
    ///
    /// # Errors
    /// [`LedgerError`]; [`LedgerError::Exists`] if the store has a ledger.
    #[inline]
    pub fn begin<C: Clock>(mut store: S, clock: &C, event: NewEvent<'_>) -> Result<Self, S> {
        if store.head().map_err(LedgerError::Store)?.is_some() {
            return Err(LedgerError::Exists);
        }
        let refused = |error| LedgerError::Refused { index: 0, error };
        let mut json = Vec::new();
        let mut chain = Chain::begin_with(clock, event, &mut json, &mut |_| ()).map_err(refused)?;
        if json.len() > MAX_RECORD {
            return Err(LedgerError::TooLong { index: 0 });
        }
        let key = chain.key(event).map_err(|error| refused(error.into()))?;
        let key = key.as_ref().map(|(key, _)| &**key);
        let record = Record { id: chain.head(), key, json: &json };
        match store.append(None, &[record]).map_err(LedgerError::Store)? {
            Outcome::Stored => Ok(Self { store, chain, behind: false }),
            Outcome::Moved => Err(LedgerError::Exists),
        }
    }

    /// The last event that this appender knows of.
    #[inline]
    pub const fn head(&self) -> EventId {
        self.chain.head()
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
        mut visit: impl FnMut(&Event<'_>),
    ) -> Result<EventId, S> {
        let ids = self.run(clock, &[event], &mut visit, &mut |_| Ok(()))?;
        Ok(ids.first().copied().unwrap_or(self.head()))
    }

    /// Appends several events, all or none of them, in one call of the store, which for a file is
    /// one write; their ids, as in [`append`](Self::append).
    ///
    /// ```
    /// use core::time::Duration;
    /// use evently_ledger::{FixedClock, Appender, LedgerError, MemoryStore, NewEvent};
    /// let clock = FixedClock::new(Duration::from_secs(1_735_689_600));
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
        self.run(clock, events, &mut |_| (), &mut |_| Ok(()))
    }

    /// Appends an event if no event after `after` matches: the writer has read up to there, so its
    /// decision still holds (rule [EVENTLY-30](evently_id::rules#evently-30)). Without `after` it
    /// has read nothing.
    ///
    /// For an event whose idempotency key is in the ledger already, it returns the id without
    /// checking the condition.
    ///
    /// ```
    /// use core::time::Duration;
    /// use evently_ledger::{FixedClock, AppendError, Appender, LedgerError, MemoryStore, NewEvent};
    /// let clock = FixedClock::new(Duration::from_secs(1_735_689_600));
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
    /// [`AppendError::Race`] or [`AppendError::AfterNotFound`]; others as `append`.
    #[inline]
    pub fn append_if<C: Clock>(
        &mut self,
        clock: &C,
        event: NewEvent<'_>,
        after: Option<EventId>,
        mut matches: impl FnMut(&Event<'_>) -> bool,
    ) -> Result<EventId, S> {
        let mut readers = Readers::default();
        let mut check = |store: &mut S| select(store, after, &mut readers, &mut matches);
        let ids = self.run(clock, &[event], &mut |_| (), &mut check)?;
        Ok(ids.first().copied().unwrap_or(self.head()))
    }

    /// Appends events, again and again until no other writer is faster.
    fn run<C: Clock>(
        &mut self,
        clock: &C,
        events: &[NewEvent<'_>],
        visit: &mut dyn FnMut(&Event<'_>),
        check: &mut dyn FnMut(&mut S) -> Result<(), S>,
    ) -> Result<Vec<EventId>, S> {
        let mut refused = None;
        loop {
            let head = self.catch_up()?;
            // Each time round another writer has gone on.
            if refused == Some(head) {
                return Err(LedgerError::Behind);
            }
            let (mut json, mut pending) = (Vec::new(), Vec::new());
            let prepared = self.prepare(clock, events, &mut json, &mut pending, visit);
            let prepared = prepared.and_then(|ids| {
                if !pending.is_empty() {
                    check(&mut self.store)?;
                }
                Ok(ids)
            });
            // Nothing is stored yet.
            self.chain.back_to(head);
            let ids = prepared?;
            let Some(last) = pending.last().map(|pending| pending.id) else { return Ok(ids) };
            let (mut records, mut start) = (Vec::with_capacity(pending.len()), 0);
            for Pending { id, key, end } in &pending {
                let key = key.as_ref().map(|(key, _)| &**key);
                records.push(Record { id: *id, key, json: &json[start..*end] });
                start = *end;
            }
            self.behind = true;
            match self.store.append(Some(head), &records).map_err(LedgerError::Store)? {
                Outcome::Stored => {
                    self.chain.back_to(last);
                    self.behind = false;
                    return Ok(ids);
                }
                Outcome::Moved => refused = Some(head),
            }
        }
    }

    /// The last event: what the store says, if it is not known.
    fn catch_up(&mut self) -> Result<EventId, S> {
        if self.behind {
            let head = self.store.head().map_err(LedgerError::Store)?;
            self.chain.back_to(head.ok_or(LedgerError::NoLedger)?.id);
            self.behind = false;
        }
        Ok(self.chain.head())
    }

    /// Makes the records of the events that are not in the ledger; the ids of all.
    fn prepare<C: Clock>(
        &mut self,
        clock: &C,
        events: &[NewEvent<'_>],
        json: &mut Vec<u8>,
        pending: &mut Vec<Pending>,
        visit: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Vec<EventId>, S> {
        let mut ids = Vec::with_capacity(events.len());
        for (index, event) in events.iter().enumerate() {
            let refused = |error| LedgerError::Refused { index, error };
            let key = self.chain.key(*event).map_err(|error| refused(error.into()))?;
            if let Some((key, body)) = &key {
                if let Some((id, owner)) = self.owner(key, pending)? {
                    if owner != *body {
                        return Err(refused(AppendError::KeyConflict { event: id }));
                    }
                    ids.push(id);
                    continue;
                }
            }
            let start = json.len();
            let id = self.chain.append_new(clock, *event, json, visit).map_err(refused)?;
            if json.len() - start > MAX_RECORD {
                return Err(LedgerError::TooLong { index });
            }
            pending.push(Pending { id, key, end: json.len() });
            ids.push(id);
        }
        Ok(ids)
    }

    /// The event that has a key, and its canonical bytes.
    fn owner(&mut self, key: &str, pending: &[Pending]) -> Result<Option<(EventId, Vec<u8>)>, S> {
        for Pending { id, key: own, .. } in pending {
            if let Some((own, body)) = own {
                if own == key {
                    return Ok(Some((*id, body.clone())));
                }
            }
        }
        let Some(record) = self.store.find_key(key).map_err(LedgerError::Store)? else {
            return Ok(None);
        };
        self.chain.stored(&record).map(Some).map_err(LedgerError::Record)
    }
}

/// Whether no event after this one matches.
fn select<S: Store>(
    store: &mut S,
    after: Option<EventId>,
    readers: &mut Readers,
    matches: &mut dyn FnMut(&Event<'_>) -> bool,
) -> Result<(), S> {
    let mut verdict = Ok(());
    let found = store.read(after, &mut |record| {
        match readers.read(record) {
            Ok((_, event)) if matches(&event) => {
                verdict = Err(match chain::recorded(&event) {
                    Ok(event) => {
                        LedgerError::Refused { index: 0, error: AppendError::Race { event } }
                    }
                    Err(error) => LedgerError::Record(error),
                });
            }
            Ok(_) => return ControlFlow::Continue(()),
            Err(error) => verdict = Err(LedgerError::Record(error)),
        }
        ControlFlow::Break(())
    });
    match (found.map_err(LedgerError::Store)?, after) {
        (false, Some(after)) => {
            let error = AppendError::AfterNotFound { after };
            Err(LedgerError::Refused { index: 0, error })
        }
        _ => verdict,
    }
}
