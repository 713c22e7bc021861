//! Appending from many threads.

mod turns;

use core::{fmt, slice};
use std::sync::{Arc, Mutex, PoisonError};

use self::turns::Turns;
use crate::{
    Appender, Clock, Event, EventId, LedgerError, NewEvent, Request, Store,
    appender::at_once,
    request::{OwnedRequest, Room},
    rules::{Ids, NO_CODE, Writer, to_each},
};

/// How often the callers whose events were stored a moment ago are let run before the next commit: they often come
/// again, and a commit with their events is worth more. A lone caller does not wait.
pub(crate) const YIELDS: usize = if cfg!(loom) { 1 } else { 16 };

/// Appends the events of many threads to the ledger in a store: what waits while a commit runs shares the next one.
///
/// The thread that comes first stores the events of all that wait, up to a bound, in one call of the store, and answers
/// each of them; then the next one does. There is no thread of its own, and a lone caller waits for nothing but its own
/// commit. Each caller has the promises of an [`Appender`], as if the callers had come one by one:
///
/// | what happens | the caller |
/// |---|---|
/// | its events are stored | gets their ids: they are on the disk, or wherever the store keeps them |
/// | its event, key or condition is refused, also by an event that was stored with it | gets that error; the others do not notice |
/// | the store refuses what it is given | each caller's events are stored by themselves, and those that it refuses get its error |
/// | the store fails | gets [`LedgerError::Store`], as do all of that commit, also where each was stored by itself: their events may be there or not. A second try with the same keys tells. The store is never used again: the next commit opens another one |
/// | the thread that stores for others panics | panics too |
///
/// ```
/// use std::{convert::Infallible, thread};
/// use evently_ledger::{Appender, LedgerError, MemoryStore, NewEvent, UnixTime};
/// let clock = UnixTime::from_secs(1_735_689_600);
/// let event = NewEvent::new(br#"{"event":"Served","entities":{},"meta":{},"data":15}"#);
/// let ledger = Appender::begin(MemoryStore::new(), &clock, event)?;
/// // What is in memory cannot be opened again.
/// let ledger = ledger.shared(&clock, || -> Result<_, Infallible> { Ok(MemoryStore::new()) });
/// let ids = thread::scope(|scope| {
///     let threads = [(); 4].map(|()| scope.spawn(|| ledger.append(event)));
///     threads.map(|thread| thread.join().expect("no panic"))
/// });
/// assert!(ids.iter().all(Result::is_ok));
/// # Ok::<(), LedgerError<Infallible>>(())
/// ```
pub struct SharedAppender<S: Store, C, O> {
    clock: C,
    open: O,
    most: Room,
    turns: Turns<Option<OwnedRequest>, Ids<Arc<S::Error>>>,
    /// Used by the thread whose turn it is.
    ledger: Mutex<Ledger<S>>,
}

impl<S: Store, C, O> fmt::Debug for SharedAppender<S, C, O> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedAppender").finish_non_exhaustive()
    }
}

/// What the thread whose turn it is appends by.
struct Ledger<S> {
    /// `None` after it has failed. It is closed then: it may hold a lock that the next one needs.
    store: Option<S>,
    writer: Writer,
}

impl<S: Store> Appender<S> {
    /// The same ledger for many threads, whose events share commits: see [`SharedAppender`].
    ///
    /// `open` opens the store again after it has failed. It must be the same ledger: an event that was there and is
    /// not there any more is [`LedgerError::Forgotten`].
    #[inline]
    pub fn shared<C, O>(self, clock: C, open: O) -> SharedAppender<S, C, O>
    where
        C: Clock,
        O: Fn() -> Result<S, S::Error>,
    {
        let (store, writer) = self.into_parts();
        SharedAppender {
            clock,
            open,
            most: Room::MOST,
            turns: Turns::new(),
            ledger: Mutex::new(Ledger { store: Some(store), writer }),
        }
    }
}

impl<S: Store, C: Clock, O: Fn() -> Result<S, S::Error>> SharedAppender<S, C, O> {
    /// The same appender, which stores at most `events` events, with at most `bytes` of JSON, in one commit. By default
    /// these are 1,024 and 4 MiB. The events of one call are stored together, however many they are.
    #[inline]
    #[must_use]
    pub fn with_most(self, events: usize, bytes: usize) -> Self {
        Self { most: Room { events, bytes }, ..self }
    }

    /// The store, without the appender; `None` if it has failed, and no other one was opened since then.
    #[inline]
    pub fn into_store(self) -> Option<S> {
        self.ledger.into_inner().unwrap_or_else(PoisonError::into_inner).store
    }

    /// How many calls wait for a commit that has not begun.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.turns.waiting()
    }

    /// Appends one event: as [`Appender::append`].
    ///
    /// # Errors
    /// As `Appender::append`; [`LedgerError::Store`] for all whose events were stored together.
    ///
    /// # Panics
    /// The thread that stored the events with its own has panicked.
    #[inline]
    pub fn append(&self, event: NewEvent<'_>) -> Result<EventId, LedgerError<Arc<S::Error>>> {
        self.append_all(slice::from_ref(&event)).map(|ids| ids[0])
    }

    /// Appends several events, all or none of them: as [`Appender::append_all`]. An event that is stored with them counts
    /// for its condition, if its caller came first.
    ///
    /// # Errors
    /// As `Appender::append_all`; [`LedgerError::Store`] for all whose events were stored together.
    ///
    /// # Panics
    /// The thread that stored the events with its own has panicked.
    #[inline]
    pub fn append_all<'r>(&self, request: impl Into<Request<'r>>) -> Ids<Arc<S::Error>> {
        let own = OwnedRequest::from(request.into());
        let mut room = self.most;
        room.take(&own);
        let fits = |next: &Option<OwnedRequest>| next.as_ref().is_some_and(|next| room.take(next));
        self.turns
            .take(Some(own), fits, |all| self.store(&all.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// Appends an event if no event after `after` matches: as [`Appender::append_if`]. It has a commit of its own,
    /// since the condition is code of this thread. [`append_all`](Self::append_all) shares one.
    ///
    /// # Errors
    /// As `append_all`.
    ///
    /// # Panics
    /// The thread that stored the events with its own has panicked.
    #[inline]
    pub fn append_if(
        &self,
        event: NewEvent<'_>,
        after: Option<EventId>,
        matches: impl FnMut(&Event<'_>) -> bool,
    ) -> Result<EventId, LedgerError<Arc<S::Error>>> {
        let request = Request { after, ..Request::new(slice::from_ref(&event)) };
        let work = |_| self.run(slice::from_ref(&request), Some(matches));
        self.turns.take(None, |_| false, work).map(|ids| ids[0])
    }

    /// Stores the events of all in one commit.
    fn store(&self, all: &[OwnedRequest]) -> Vec<Ids<Arc<S::Error>>> {
        let events: Vec<_> = all.iter().map(OwnedRequest::events).collect();
        let requests: Vec<_> =
            all.iter().zip(&events).map(|(one, events)| one.with_events(events)).collect();
        self.run(&requests, NO_CODE)
    }

    /// Appends by a store that has not failed. One that fails, or panics, is closed.
    fn run(
        &self,
        requests: &[Request<'_>],
        matches: Option<impl FnMut(&Event<'_>) -> bool>,
    ) -> Vec<Ids<Arc<S::Error>>> {
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let Ledger { store: kept, writer } = &mut *ledger;
        let opened = if let Some(store) = kept.take() {
            Ok(store)
        } else {
            writer.look_again();
            (self.open)().map_err(LedgerError::Store)
        };
        let done = opened.and_then(|mut store| {
            let done = at_once(writer.append(&mut store, &self.clock, requests, matches));
            let has_failed =
                matches!(&done, Err(LedgerError::Store(error)) if !store.is_refusal(error));
            *kept = (!has_failed).then_some(store);
            done
        });
        to_each(requests.len(), done)
    }
}
