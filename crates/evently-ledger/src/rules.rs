//! The rules of appending, once for stores that block and for those that do not: steps, and no input and output.

use core::time::Duration;
use std::collections::BTreeMap;

use crate::{
    Answer, AppendError, Chain, Clock, Condition, Event, EventId, Head, JsonError, LedgerError,
    MAX_RECORD, NewEvent, Outcome, Question, Readers, Record, Seen, selector::Tags,
};

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

/// Bytes of room that are kept from one append to the next, so that they are not allocated again.
pub(crate) const KEPT_ROOM: usize = 1 << 20;

/// An idempotency key, and the canonical bytes of its event.
type Key = (String, Vec<u8>);

/// A record that is not stored yet.
#[derive(Debug)]
struct Pending {
    /// The batch of its event, and its place there.
    batch: usize,
    index: usize,
    id: EventId,
    key: Option<Key>,
    /// Where it ends in the bytes of all.
    end: usize,
}

/// The events of one caller: all of them are appended, or none.
pub(crate) struct Batch<'e, V, E> {
    pub(crate) events: &'e [NewEvent<'e>],
    /// What keeps them from being appended.
    pub(crate) condition: Condition<'e>,
    /// Sees each event that is being appended.
    pub(crate) visit: V,
    /// What became of them, once the call is done: their ids, or why they are refused.
    pub(crate) answer: Ledger<Vec<EventId>, E>,
}

impl<'e, V, E> Batch<'e, V, E> {
    /// Events that are appended where this holds.
    pub(crate) const fn new(
        events: &'e [NewEvent<'e>],
        condition: Condition<'e>,
        visit: V,
    ) -> Self {
        Self { events, condition, visit, answer: Ok(Vec::new()) }
    }
}

type Ledger<T, E> = Result<T, LedgerError<E>>;

impl Writer {
    pub(crate) fn resume(head: Option<Head>) -> Option<Self> {
        let Head { id, profile } = head?;
        Some(Self::new(Chain::resume(profile, id)))
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

    /// Begins to append the events of several callers in one commit: at first in the hope that no other writer is
    /// faster, then in turn. A refused event does not stop those of the other callers; the answers are as if the
    /// callers had come one by one.
    pub(crate) fn append<'w, 'e, C: Clock, V: FnMut(&Event<'_>), E>(
        &'w mut self,
        clock: &'w C,
        batches: &'w mut [Batch<'e, V, E>],
    ) -> Call<'w, 'e, C, V, E> {
        let (known, kept) = (self.head(), core::mem::take(&mut self.kept));
        let mut call = Call {
            writer: self,
            clock,
            batches,
            refused: None,
            known,
            takes_turn: false,
            keys: Vec::new(),
            kept,
            next: Next::Ask,
        };
        call.attempt();
        call
    }

    /// Goes on after what the store says is the last event. What was there before has to be there.
    fn catch_up<E>(&mut self, answer: &Answer) -> Ledger<(), E> {
        let Head { id, .. } = answer.head.ok_or(LedgerError::NoLedger)?;
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
        (batch, index, event): (usize, usize, NewEvent<'_>),
        key: Result<Option<Key>, JsonError>,
        stored: Option<&[u8]>,
        visit: &mut dyn FnMut(&Event<'_>),
        kept: &mut Kept,
    ) -> Ledger<EventId, E> {
        let refused = |error| LedgerError::Refused { index, error };
        let key = key.map_err(|error| refused(error.into()))?;
        if let Some((key, body)) = &key {
            let owner = self.owner(batch, (key, body), stored, kept);
            if let Some(owner) = owner.map_err(LedgerError::Record)? {
                return owner.map_err(refused);
            }
        }
        let start = kept.json.len();
        let id = self.chain.append_new(clock, event, &mut kept.json, visit).map_err(refused)?;
        if kept.json.len() - start > MAX_RECORD {
            return Err(LedgerError::TooLong { index });
        }
        kept.push(Pending { batch, index, id, key, end: kept.json.len() });
        Ok(id)
    }

    /// The event that has this key, if it is the same event: one of the same call, or one that is stored.
    fn owner(
        &mut self,
        batch: usize,
        (key, body): (&str, &[u8]),
        stored: Option<&[u8]>,
        kept: &Kept,
    ) -> Result<Option<Result<EventId, AppendError>>, JsonError> {
        if let Some((other, own)) = kept.with_key(key) {
            let (event, first) = (other.id, other.index);
            return Ok(Some(match own == body {
                true => Ok(event),
                false if other.batch == batch => Err(AppendError::KeyTwice { first }),
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

    /// What a condition looks at in the first `count` of them.
    fn tags(&mut self, count: usize) -> Result<&[Tags], JsonError> {
        let mut readers = Readers::default();
        let mut tags = core::mem::take(&mut self.tags);
        for (_, record) in self.first(count).skip(tags.len()) {
            let (_, event) = readers.read(record)?;
            tags.push(Tags::of(&event));
        }
        self.tags = tags;
        Ok(&self.tags[..count])
    }

    /// Why events may not follow the first `count` records: what the store has answered, or one of these.
    fn conflict<E>(
        &mut self,
        count: usize,
        Condition { after, unless }: Condition<'_>,
        seen: Seen,
    ) -> Ledger<(), E> {
        let race = |event| Err(refused(AppendError::Race { event }));
        if let Some(after) = after.filter(|_| !seen.has_after) {
            return Err(refused(AppendError::AfterNotFound { after }));
        }
        if let Some(event) = seen.found {
            return race(event);
        }
        let Some(query) = unless.filter(|_| count > 0) else { return Ok(()) };
        let matches = |tags| query.selector.as_ref().is_none_or(|own| own.matches_tags(tags));
        let tags = self.tags(count).map_err(LedgerError::Record)?;
        if let Some(place) = tags.iter().position(matches) {
            return race(self.pending[place].id);
        }
        Ok(())
    }
}

/// The first event of a ledger, on its way into the store.
pub(crate) struct First {
    chain: Chain,
    json: Vec<u8>,
    key: Option<Key>,
}

impl First {
    /// The writer of a store that has this as its last event.
    pub(crate) fn new<C: Clock, E>(
        head: Option<Head>,
        clock: &C,
        event: NewEvent<'_>,
    ) -> Ledger<Self, E> {
        if head.is_some() {
            return Err(LedgerError::Exists);
        }
        let refused = |error| LedgerError::Refused { index: 0, error };
        let mut json = Vec::new();
        let mut chain = Chain::begin_with(clock, event, &mut json, &mut |_| ()).map_err(refused)?;
        if json.len() > MAX_RECORD {
            return Err(LedgerError::TooLong { index: 0 });
        }
        let key = chain.key(event).map_err(|error| refused(error.into()))?;
        Ok(Self { chain, json, key })
    }

    /// What is to be stored.
    pub(crate) fn record(&self) -> Record<'_> {
        let key = self.key.as_ref().map(|(key, _)| &**key);
        Record { id: self.chain.head(), key, json: &self.json }
    }

    /// The ledger that it has begun.
    pub(crate) fn begun<E>(self, outcome: Outcome) -> Ledger<Writer, E> {
        match outcome {
            Outcome::Stored => Ok(Writer::new(self.chain)),
            Outcome::Moved => Err(LedgerError::Exists),
        }
    }
}

/// An append, step by step: it does no input and output itself. The driver, blocking or not, does what
/// [`step`](Self::step) says, and reports the result, until the call is done. Then each batch has its answer. A call
/// that is dropped before has stored all of its events or none of them, and the writer reads the store again.
pub(crate) struct Call<'w, 'e, C, V, E> {
    writer: &'w mut Writer,
    clock: &'w C,
    batches: &'w mut [Batch<'e, V, E>],
    /// The event after which the store refused to append, although it was this writer's turn.
    refused: Option<EventId>,
    /// What the writer knew as the last event, and whether it takes its turn.
    known: EventId,
    takes_turn: bool,
    keys: Vec<Result<Option<Key>, JsonError>>,
    kept: Kept,
    next: Next<E>,
}

/// What comes next.
enum Next<E> {
    Ask,
    Match,
    Append,
    Unlock(Ledger<(), E>),
    Done(Ledger<(), E>),
}

/// What is to be done, and which method takes what came of it.
pub(crate) enum Step<'c, E> {
    /// Answer this: [`Call::answered`].
    Ask(Asking<'c>),
    /// Find the first event that refuses the append by a condition that is not a query: [`Call::matched`].
    Match,
    /// Store these records after this event: [`Call::appended`].
    Append(EventId, Vec<Record<'c>>),
    /// End the turn: [`Call::unlocked`].
    Unlock,
    /// Return this: why nothing of all is appended, or that each batch has its answer.
    Done(Ledger<(), E>),
}

/// What a store is asked.
pub(crate) struct Asking<'c> {
    question: Question<'c>,
    keys: Vec<&'c str>,
    conditions: Vec<Condition<'c>>,
}

impl Asking<'_> {
    pub(crate) fn question(&self) -> Question<'_> {
        Question { keys: &self.keys, conditions: &self.conditions, ..self.question }
    }
}

impl<C: Clock, V: FnMut(&Event<'_>), E> Call<'_, '_, C, V, E> {
    pub(crate) fn step(&mut self) -> Step<'_, E> {
        match &self.next {
            Next::Ask => Step::Ask(self.asking()),
            Next::Match => Step::Match,
            Next::Append => Step::Append(self.writer.head(), self.records()),
            Next::Unlock(_) => Step::Unlock,
            // There is no further call.
            Next::Done(_) => match core::mem::replace(&mut self.next, Next::Ask) {
                Next::Done(ended) => {
                    self.kept.truncate(0);
                    self.kept.json.shrink_to(KEPT_ROOM);
                    self.writer.kept = core::mem::take(&mut self.kept);
                    Step::Done(ended)
                }
                _ => Step::Unlock,
            },
        }
    }

    pub(crate) fn answered(&mut self, answer: Ledger<Answer, E>) {
        self.next = match answer.and_then(|answer| self.prepare(answer)) {
            Ok(next) => next,
            Err(error) => Next::Unlock(Err(error)),
        };
    }

    pub(crate) fn matched(&mut self, found: Ledger<Option<EventId>, E>) {
        self.next = match found {
            Ok(None) => {
                // Whatever becomes of it.
                self.writer.is_behind = true;
                Next::Append
            }
            Ok(Some(event)) => Next::Unlock(Err(refused(AppendError::Race { event }))),
            Err(error) => Next::Unlock(Err(error)),
        };
    }

    pub(crate) fn appended(&mut self, outcome: Result<Outcome, E>) {
        match outcome {
            Ok(Outcome::Stored) => {
                let last = self.kept.pending.last().map_or(self.writer.head(), |last| last.id);
                self.writer.chain.back_to(last);
                self.writer.is_behind = false;
                self.next = Next::Done(Ok(()));
            }
            // Without a turn a database may refuse for what others do elsewhere, too.
            Ok(Outcome::Moved) => {
                self.refused = self.takes_turn.then_some(self.writer.head());
                self.writer.is_contended = true;
                self.attempt();
            }
            Err(error) => self.next = Next::Unlock(Err(LedgerError::Store(error))),
        }
    }

    pub(crate) fn unlocked(&mut self, ended: Result<(), E>) {
        let before = core::mem::replace(&mut self.next, Next::Ask);
        self.next = match (before, ended) {
            (Next::Unlock(Ok(())), Err(error))
                if self.batches.iter().any(|batch| batch.answer.is_ok()) =>
            {
                Next::Done(Err(LedgerError::Store(error)))
            }
            // The first error says more.
            (Next::Unlock(ended), _) => Next::Done(ended),
            (next, _) => next,
        };
    }

    /// Begins with the first step, where there is something to ask, or with the next one.
    fn attempt(&mut self) {
        (self.known, self.takes_turn) = (self.writer.head(), self.writer.is_contended);
        let chain = &mut self.writer.chain;
        let events = self.batches.iter().flat_map(|batch| batch.events);
        self.keys = events.map(|event| chain.key(*event)).collect();
        self.next = Next::Ask;
        if self.asking().question().is_empty() {
            self.answered(Ok(Answer::default()));
        }
    }

    fn asking(&self) -> Asking<'_> {
        let keys = self.keys.iter().flatten().flatten().map(|(key, _)| &**key).collect();
        let conditions = self.batches.iter().map(|batch| batch.condition);
        let question = Question {
            takes_turn: self.takes_turn,
            known: self.asks_known().then_some(self.known),
            ..Question::default()
        };
        let conditions = conditions.filter(|condition| !condition.is_empty()).collect();
        Asking { question, keys, conditions }
    }

    const fn asks_known(&self) -> bool {
        self.takes_turn || self.writer.is_behind
    }

    /// Makes the records, if nothing that the store has answered refuses them.
    fn prepare(&mut self, answer: Answer) -> Ledger<Next<E>, E> {
        if self.asks_known() {
            self.writer.catch_up(&answer)?;
        }
        let head = self.writer.head();
        // Each time round another writer has gone on.
        if self.refused == Some(head) {
            return Err(LedgerError::Behind);
        }
        self.writer.is_contended = self.takes_turn && head != self.known;
        self.kept.truncate(0);
        let (mut keys, mut stored) =
            (core::mem::take(&mut self.keys).into_iter(), answer.stored.into_iter());
        let mut seen = answer.conditions.into_iter();
        for place in 0..self.batches.len() {
            self.prepare_batch(place, &mut keys, &mut stored, &mut seen);
        }
        // Nothing is stored yet.
        self.writer.chain.back_to(head);
        Ok(if self.kept.pending.is_empty() { Next::Unlock(Ok(())) } else { Next::Match })
    }

    /// Makes the records of a batch, or refuses it, as if those before it were stored. It takes what is its own of all
    /// keys and answers.
    fn prepare_batch(
        &mut self,
        place: usize,
        keys: &mut impl Iterator<Item = Result<Option<Key>, JsonError>>,
        stored: &mut impl Iterator<Item = Option<Vec<u8>>>,
        seen: &mut impl Iterator<Item = Seen>,
    ) {
        let Self { writer, clock, batches, kept, .. } = self;
        let Batch { events, condition, visit, answer } = &mut batches[place];
        let (head, count) = (writer.head(), kept.pending.len());
        let mut ids = Ok(Vec::with_capacity(events.len()));
        for ((index, event), key) in events.iter().enumerate().zip(keys) {
            let stored = if let Ok(Some(_)) = &key { stored.next().flatten() } else { None };
            if let Ok(known) = &mut ids {
                let event = (place, index, *event);
                match writer.prepare(*clock, event, key, stored.as_deref(), visit, kept) {
                    Ok(id) => known.push(id),
                    Err(error) => ids = Err(error),
                }
            }
        }
        let seen = if condition.is_empty() { None } else { seen.next() };
        // What is in the ledger already is under no condition.
        if kept.pending.len() > count && ids.is_ok() {
            if let Err(error) = kept.conflict(count, *condition, seen.unwrap_or_default()) {
                ids = Err(error);
            }
        }
        if ids.is_err() {
            kept.truncate(count);
            writer.chain.back_to(head);
        }
        *answer = ids;
    }

    fn records(&self) -> Vec<Record<'_>> {
        let all = self.kept.first(self.kept.pending.len());
        all.map(|(pending, json)| {
            let key = pending.key.as_ref().map(|(key, _)| &**key);
            Record { id: pending.id, key, json }
        })
        .collect()
    }
}

/// A condition refuses all events, and names the first.
const fn refused<E>(error: AppendError) -> LedgerError<E> {
    LedgerError::Refused { index: 0, error }
}
