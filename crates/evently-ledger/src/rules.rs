//! The rules of appending, once for stores that block and for those that do not.

use core::{ops::ControlFlow, time::Duration};
use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Answer, AppendError, Chain, Clock, Event, EventId, EventReader, JsonError, LedgerError,
    MAX_RECORD, NewEvent, Profile, Question, Record, Request, chain, selector::Tags,
};

/// What the rules ask of a store, which blocks or does not.
pub(crate) trait Asked {
    type Error;

    /// As [`Store::ask`](crate::Store::ask).
    async fn ask(&mut self, question: &Question<'_>) -> Ledger<Answer, Self::Error>;

    /// Shows the records that follow this event, compared with their rows, until the visitor breaks.
    async fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Ledger<(), Self::Error>;

    /// As [`Store::head`](crate::Store::head).
    async fn head(&mut self) -> Result<Option<(EventId, Profile)>, Self::Error>;

    /// As [`Store::append`](crate::Store::append).
    async fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<bool, Self::Error>;

    /// As [`Store::unlock`](crate::Store::unlock).
    async fn unlock(&mut self) -> Result<(), Self::Error>;

    /// As [`Store::is_refusal`](crate::Store::is_refusal).
    fn is_refusal(&self, error: &Self::Error) -> bool;
}

/// No condition that is code. Such a one says which event after the `after` of the only request refuses it.
pub(crate) const NO_CODE: Option<fn(&Event<'_>) -> bool> = None;

/// The ids of a request's events, or why they are refused.
pub(crate) type Ids<E> = Ledger<Vec<EventId>, E>;

/// Those of each request.
pub(crate) type Answers<E> = Ledger<Vec<Ids<E>>, E>;

/// An answer for each of the callers, of which several may have the error of the store.
pub(crate) fn to_each<E>(callers: usize, answers: Answers<E>) -> Vec<Ids<Arc<E>>> {
    let shared = |error: LedgerError<E>| error.map_store(Arc::new);
    match answers {
        Ok(answers) => answers.into_iter().map(|answer| answer.map_err(shared)).collect(),
        Err(error) => vec![Err(shared(error)); callers],
    }
}

/// The answer of the only request.
pub(crate) fn only<E>(answers: Answers<E>) -> Ids<E> {
    answers?.pop().unwrap_or(Ok(Vec::new()))
}

/// The writing end of the ledger in a store: what it knows of it.
#[derive(Debug)]
pub(crate) struct Writer {
    chain: Chain,
    /// Whether the last event has to be asked for.
    is_behind: bool,
    /// Whether another writer came first, the last time: then the next append waits for its turn at once.
    is_contended: bool,
    /// Room for the records of the next append.
    kept: Kept,
}

/// What an appender says of its ledger, and of its clock.
macro_rules! knows_its_ledger {
    () => {
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
    };
}
pub(crate) use knows_its_ledger;

/// Bytes of room that are kept from one append to the next, so that they are not allocated again.
pub(crate) const KEPT_ROOM: usize = 1 << 20;

/// An idempotency key, and the canonical bytes of its event.
type Key = (String, Vec<u8>);

/// A record that is not stored yet.
#[derive(Debug)]
struct Pending {
    /// The request of its event, and its place there.
    request: usize,
    index: usize,
    id: EventId,
    key: Option<Key>,
    /// Where it ends in the bytes of all.
    end: usize,
}

pub(crate) type Ledger<T, E> = Result<T, LedgerError<E>>;

impl Writer {
    /// Goes on after the last event of a ledger.
    pub(crate) fn resume<E>(head: Option<(EventId, Profile)>) -> Ledger<Self, E> {
        let (id, profile) = head.ok_or(LedgerError::NoLedger)?;
        Ok(Self::new(Chain::resume(profile, id)))
    }

    /// Goes on with the ledger in this store.
    pub(crate) async fn open<S: Asked>(store: &mut S) -> Ledger<Self, S::Error> {
        Self::resume(store.head().await.map_err(LedgerError::Store)?)
    }

    /// Creates a ledger with its first event.
    pub(crate) async fn begin<S: Asked, C: Clock>(
        store: &mut S,
        clock: &C,
        event: NewEvent<'_>,
    ) -> Ledger<Self, S::Error> {
        if store.head().await.map_err(LedgerError::Store)?.is_some() {
            return Err(LedgerError::Exists);
        }
        let mut json = Vec::new();
        let mut chain = Chain::begin(clock, event, &mut json).map_err(refused)?;
        if json.len() > MAX_RECORD {
            return Err(refused(AppendError::TooLong));
        }
        let key = chain.key(event).map_err(|error| refused(error.into()))?;
        let key = key.as_ref().map(|(key, _)| &**key);
        let first = Record { id: chain.head(), key, json: &json };
        let stored = store.append(None, &[first]).await.map_err(LedgerError::Store)?;
        if stored { Ok(Self::new(chain)) } else { Err(LedgerError::Exists) }
    }

    fn new(chain: Chain) -> Self {
        Self { chain, is_behind: false, is_contended: false, kept: Kept::default() }
    }

    pub(crate) const fn head(&self) -> EventId {
        self.chain.head()
    }

    pub(crate) fn set_max_jump(&mut self, max_jump: Duration) {
        self.chain.set_max_jump(max_jump);
    }

    /// Asks for the last event before the next append: another store, or what is left of it, is in the place of the
    /// one it knew.
    pub(crate) const fn look_again(&mut self) {
        self.is_behind = true;
    }

    /// Appends the events of several callers in one commit: at first in the hope that no other writer is faster, then in
    /// turn. A refused event does not stop those of the other callers; the answers are as if the callers had come one
    /// by one.
    ///
    /// The error says why nothing of all is appended, or that the store has failed: then events of each may be there. A
    /// future that is dropped before its end has stored all events of a caller or none of them, and the writer asks for
    /// the last event again.
    pub(crate) async fn append<S: Asked, C: Clock>(
        &mut self,
        store: &mut S,
        clock: &C,
        requests: &[Request<'_>],
        matches: Option<impl FnMut(&Event<'_>) -> bool>,
    ) -> Answers<S::Error> {
        match self.commit(store, clock, requests, matches).await {
            Err(LedgerError::Store(error)) if requests.len() > 1 && store.is_refusal(&error) => {}
            done => return done,
        }
        // Whose events it refuses is not known, and nothing of them is stored: those of each are stored by themselves.
        let mut answers = Vec::with_capacity(requests.len());
        for one in requests.chunks(1) {
            answers.push(match only(self.commit(store, clock, one, NO_CODE).await) {
                Err(LedgerError::Store(error)) if !store.is_refusal(&error) => {
                    return Err(LedgerError::Store(error));
                }
                answer => answer,
            });
        }
        Ok(answers)
    }

    /// The same, of which the store refuses all if it refuses one.
    async fn commit<S: Asked, C: Clock>(
        &mut self,
        store: &mut S,
        clock: &C,
        requests: &[Request<'_>],
        mut matches: Option<impl FnMut(&Event<'_>) -> bool>,
    ) -> Answers<S::Error> {
        let (mut kept, mut behind) = (core::mem::take(&mut self.kept), None);
        let done = loop {
            let takes_turn = self.is_contended;
            match self.attempt(store, clock, requests, &mut matches, behind, &mut kept).await {
                Ok((Some(true), answers)) => {
                    let last = kept.pending.last().map_or(self.head(), |last| last.id);
                    self.chain.back_to(last);
                    self.is_behind = false;
                    break Ok(answers);
                }
                // Without a turn a database may refuse for what others do elsewhere, too.
                Ok((Some(false), _)) => {
                    behind = takes_turn.then_some(self.head());
                    self.is_contended = true;
                }
                ended => {
                    let ended = ended.map(|(_, answers)| answers);
                    let is_wanted = ended.as_ref().is_ok_and(|all| all.iter().any(Result::is_ok));
                    break match store.unlock().await {
                        Err(error) if is_wanted => Err(LedgerError::Store(error)),
                        // The first error says more.
                        _ => ended,
                    };
                }
            }
        };
        kept.truncate(0);
        kept.json.shrink_to(KEPT_ROOM);
        self.kept = kept;
        done
    }

    /// Asks the store, makes the records, and stores them. Returns whether they are stored, if there are any, and the
    /// answers. An event after which the store refused to append, although it was this writer's turn, is `behind`.
    async fn attempt<S: Asked, C: Clock>(
        &mut self,
        store: &mut S,
        clock: &C,
        requests: &[Request<'_>],
        matches: &mut Option<impl FnMut(&Event<'_>) -> bool>,
        behind: Option<EventId>,
        kept: &mut Kept,
    ) -> Ledger<(Option<bool>, Vec<Ledger<Vec<EventId>, S::Error>>), S::Error> {
        let (known, takes_turn) = (self.head(), self.is_contended);
        let asks_known = takes_turn || self.is_behind;
        let events = requests.iter().flat_map(|request| request.events);
        let keys: Vec<_> = events.map(|event| self.chain.key(*event)).collect();
        let answer = {
            let conditions = requests.iter().filter(|request| request.has_condition());
            let question = Question {
                takes_turn,
                known: asks_known.then_some(known),
                keys: &keys.iter().flatten().flatten().map(|(key, _)| &**key).collect::<Vec<_>>(),
                conditions: &conditions.collect::<Vec<_>>(),
            };
            if question.is_empty() { Answer::default() } else { store.ask(&question).await? }
        };
        if asks_known {
            self.catch_up(&answer)?;
        }
        let head = self.head();
        // Each time round another writer has gone on.
        if behind == Some(head) {
            return Err(LedgerError::Behind);
        }
        self.is_contended = takes_turn && head != known;
        kept.truncate(0);
        let (mut keys, mut stored) = (keys.into_iter(), answer.stored.into_iter());
        let mut conditions = answer.conditions.into_iter();
        let answers = requests.iter().enumerate().map(|(place, request)| {
            let (head, count) = (self.head(), kept.pending.len());
            let of_request = keys.by_ref().take(request.events.len());
            // It takes what is its own of all keys and answers, also where it is refused.
            let known: Vec<_> = of_request
                .map(|key| {
                    (if let Ok(Some(_)) = key { stored.next().flatten() } else { None }, key)
                })
                .collect();
            let answered = if request.has_condition() {
                // Where the store gives too few answers, it has said of no event that it is there.
                conditions.next().unwrap_or_else(|| request.refusal(false, None))
            } else {
                None
            };
            let events = request.events.iter().enumerate().zip(known);
            let ids = events.map(|((index, event), (stored, key))| {
                let event = (place, index, *event);
                self.prepare(clock, event, key, stored.as_deref(), kept)
            });
            let ids = ids.collect::<Ledger<Vec<_>, _>>().and_then(|ids| {
                // What is in the ledger already is under no condition.
                if kept.pending.len() > count {
                    kept.conflict(count, request, answered)?;
                }
                Ok(ids)
            });
            if ids.is_err() {
                kept.truncate(count);
                self.chain.back_to(head);
            }
            ids
        });
        let answers = answers.collect();
        // Nothing is stored yet.
        self.chain.back_to(head);
        if kept.pending.is_empty() {
            return Ok((None, answers));
        }
        if let Some(matches) = matches {
            let (mut reader, mut found) = (EventReader::default(), Ok(None));
            let mut look = |record: &[u8]| {
                found = match reader.read_any(record) {
                    Ok(event) if matches(&event) => chain::recorded(&event).map(Some),
                    Ok(_) => return ControlFlow::Continue(()),
                    Err(error) => Err(error),
                };
                ControlFlow::Break(())
            };
            let after = requests.first().and_then(|request| request.after);
            store.read(after, &mut look).await?;
            if let Some(event) = found.map_err(LedgerError::Record)? {
                return Err(refused(AppendError::Race { event }));
            }
        }
        // Whatever becomes of it.
        self.is_behind = true;
        let outcome =
            store.append(Some(head), &kept.records()).await.map_err(LedgerError::Store)?;
        Ok((Some(outcome), answers))
    }

    /// Goes on after what the store says is the last event. What was there before has to be there.
    fn catch_up<E>(&mut self, answer: &Answer) -> Ledger<(), E> {
        let (id, _) = answer.head.ok_or(LedgerError::NoLedger)?;
        if !answer.has_known {
            return Err(LedgerError::Forgotten { event: self.head() });
        }
        self.chain.back_to(id);
        self.is_behind = false;
        Ok(())
    }

    /// Makes the record of an event, unless its key is in the ledger; the id that it has.
    fn prepare<E, C: Clock>(
        &mut self,
        clock: &C,
        (request, index, event): (usize, usize, NewEvent<'_>),
        key: Result<Option<Key>, JsonError>,
        stored: Option<&[u8]>,
        kept: &mut Kept,
    ) -> Ledger<EventId, E> {
        let refused = |error| LedgerError::Refused { index, error };
        let key = key.map_err(|error| refused(error.into()))?;
        if let Some((key, body)) = &key {
            let owner = self.owner(request, (key, body), stored, kept);
            if let Some(owner) = owner.map_err(LedgerError::Record)? {
                return owner.map_err(refused);
            }
        }
        let start = kept.json.len();
        let id = self.chain.append_new(clock, event, &mut kept.json).map_err(refused)?;
        if kept.json.len() - start > MAX_RECORD {
            return Err(refused(AppendError::TooLong));
        }
        kept.push(Pending { request, index, id, key, end: kept.json.len() });
        Ok(id)
    }

    /// The event that has this key, if it is the same event: one of the same call, or one that is stored.
    fn owner(
        &mut self,
        request: usize,
        (key, body): (&str, &[u8]),
        stored: Option<&[u8]>,
        kept: &Kept,
    ) -> Result<Option<Result<EventId, AppendError>>, JsonError> {
        if let Some((other, own)) = kept.with_key(key) {
            let (event, first) = (other.id, other.index);
            return Ok(Some(match own == body {
                true => Ok(event),
                false if other.request == request => Err(AppendError::KeyTwice { first }),
                false => Err(AppendError::KeyConflict { event }),
            }));
        }
        let Some(record) = stored else { return Ok(None) };
        let (event, own) = self.chain.stored(record)?;
        Ok(Some(if own == body { Ok(event) } else { Err(AppendError::KeyConflict { event }) }))
    }
}

/// The records that are not stored yet, and their bytes.
#[derive(Debug, Default)]
struct Kept {
    json: Vec<u8>,
    pending: Vec<Pending>,
    /// Where the one with a key is. No two have the same.
    places: BTreeMap<String, usize>,
    /// What a condition looks at in the first ones: read when one asks, and once.
    tags: Vec<Tags>,
}

impl Kept {
    fn push(&mut self, pending: Pending) {
        if let Some((key, _)) = &pending.key {
            self.places.insert(key.clone(), self.pending.len());
        }
        self.pending.push(pending);
    }

    /// The one with this key, and the canonical bytes of its event.
    fn with_key(&self, key: &str) -> Option<(&Pending, &[u8])> {
        let pending = self.pending.get(*self.places.get(key)?)?;
        let (_, body) = pending.key.as_ref()?;
        Some((pending, body))
    }

    /// The first `count` of them, with their bytes.
    fn first(&self, count: usize) -> impl Iterator<Item = (&Pending, &[u8])> {
        let mut start = 0;
        self.pending[..count].iter().map(move |pending| {
            let json = &self.json[start..pending.end];
            start = pending.end;
            (pending, json)
        })
    }

    fn truncate(&mut self, count: usize) {
        for (key, _) in self.pending.drain(count..).filter_map(|pending| pending.key) {
            self.places.remove(&key);
        }
        self.json.truncate(self.pending.last().map_or(0, |last| last.end));
        self.tags.truncate(count);
    }

    fn records(&self) -> Vec<Record<'_>> {
        let all = self.first(self.pending.len());
        all.map(|(Pending { id, key, .. }, json)| Record {
            id: *id,
            key: key.as_ref().map(|(key, _)| &**key),
            json,
        })
        .collect()
    }

    /// What a condition looks at in the first `count` of them.
    fn tags(&mut self, count: usize) -> Result<&[Tags], JsonError> {
        let mut reader = EventReader::default();
        let mut tags = core::mem::take(&mut self.tags);
        for (_, record) in self.first(count).skip(tags.len()) {
            let event = reader.read_any(record)?;
            tags.push(Tags::of(&event));
        }
        self.tags = tags;
        Ok(&self.tags[..count])
    }

    /// Why events may not follow the first `count` records: what the store has answered, or one of these.
    fn conflict<E>(
        &mut self,
        count: usize,
        request: &Request<'_>,
        answered: Option<AppendError>,
    ) -> Ledger<(), E> {
        if let Some(error) = answered {
            return Err(refused(error));
        }
        let Some(query) = request.unless.as_ref().filter(|_| count > 0) else { return Ok(()) };
        let matches = |tags| query.selector.as_ref().is_none_or(|own| own.matches_tags(tags));
        let tags = self.tags(count).map_err(LedgerError::Record)?;
        match tags.iter().position(matches) {
            Some(place) => Err(refused(AppendError::Race { event: self.pending[place].id })),
            None => Ok(()),
        }
    }
}

/// The first of the events is refused, or a condition refuses all of them.
const fn refused<E>(error: AppendError) -> LedgerError<E> {
    LedgerError::Refused { index: 0, error }
}
