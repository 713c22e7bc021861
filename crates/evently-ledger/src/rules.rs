//! The rules of appending, once for stores that block and for those that do not: steps, and no input and output.

use core::time::Duration;

use crate::{
    Answer, AppendError, Chain, Clock, Event, EventId, Head, JsonError, LedgerError, MAX_RECORD,
    NewEvent, Outcome, Query, Question, Record,
};

/// The writing end of the ledger in a store: what it knows of it.
#[derive(Debug)]
pub(crate) struct Writer {
    chain: Chain,
    /// Whether the last event has to be asked for.
    is_behind: bool,
    /// Whether another writer came first, the last time: then the next append waits for its turn at once.
    is_contended: bool,
}

/// An idempotency key, and the canonical bytes of its event.
type Key = (String, Vec<u8>);

/// A record that is not stored yet.
struct Pending {
    /// Its place in the call.
    index: usize,
    id: EventId,
    key: Option<Key>,
    /// Where it ends in the bytes of all.
    end: usize,
}

/// The events of one call.
pub(crate) struct Batch<'e, V> {
    pub(crate) events: &'e [NewEvent<'e>],
    /// The event that the writer of a condition has read last.
    pub(crate) after: Option<EventId>,
    /// Finds what keeps the events from being appended.
    pub(crate) unless: Option<&'e Query>,
    /// Sees each event that is being appended.
    pub(crate) visit: V,
}

impl<'e, V> Batch<'e, V> {
    /// Events without a condition.
    pub(crate) const fn new(events: &'e [NewEvent<'e>], visit: V) -> Self {
        Self { events, after: None, unless: None, visit }
    }
}

type Ledger<T, E> = Result<T, LedgerError<E>>;

impl Writer {
    pub(crate) fn resume(head: Option<Head>) -> Option<Self> {
        let Head { id, profile } = head?;
        Some(Self { chain: Chain::resume(profile, id), is_behind: false, is_contended: false })
    }

    pub(crate) const fn head(&self) -> EventId {
        self.chain.head()
    }

    pub(crate) fn set_max_jump(&mut self, max_jump: Duration) {
        self.chain.set_max_jump(max_jump);
    }

    /// Begins to append events: at first in the hope that no other writer is faster, then in turn.
    pub(crate) fn append<'w, 'e, C: Clock, V: FnMut(&Event<'_>), E>(
        &'w mut self,
        clock: &'w C,
        batch: Batch<'e, V>,
    ) -> Call<'w, 'e, C, V, E> {
        let known = self.head();
        let mut call = Call {
            writer: self,
            clock,
            batch,
            refused: None,
            known,
            takes_turn: false,
            keys: Vec::new(),
            json: Vec::new(),
            pending: Vec::new(),
            ids: Vec::new(),
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

    /// Makes the records of the events that are not in the ledger; the ids of all.
    fn prepare<E, C: Clock, V: FnMut(&Event<'_>)>(
        &mut self,
        clock: &C,
        batch: &mut Batch<'_, V>,
        keys: Vec<Result<Option<Key>, JsonError>>,
        mut stored: impl Iterator<Item = Option<Vec<u8>>>,
        json: &mut Vec<u8>,
        pending: &mut Vec<Pending>,
    ) -> Ledger<Vec<EventId>, E> {
        let mut ids = Vec::with_capacity(batch.events.len());
        for (index, (event, key)) in batch.events.iter().zip(keys).enumerate() {
            let refused = |error| LedgerError::Refused { index, error };
            let key = key.map_err(|error| refused(error.into()))?;
            if let Some((key, body)) = &key {
                let record = stored.next().flatten();
                let owner = self.owner((key, body), record.as_deref(), pending);
                if let Some(owner) = owner.map_err(LedgerError::Record)? {
                    ids.push(owner.map_err(refused)?);
                    continue;
                }
            }
            let start = json.len();
            let id =
                self.chain.append_new(clock, *event, json, &mut batch.visit).map_err(refused)?;
            if json.len() - start > MAX_RECORD {
                return Err(LedgerError::TooLong { index });
            }
            pending.push(Pending { index, id, key, end: json.len() });
            ids.push(id);
        }
        Ok(ids)
    }

    /// The event that has this key, if it is the same event: one of the same call, or one that is stored.
    fn owner(
        &mut self,
        (key, body): (&str, &[u8]),
        stored: Option<&[u8]>,
        pending: &[Pending],
    ) -> Result<Option<Result<EventId, AppendError>>, JsonError> {
        for Pending { index, id, key: own, .. } in pending {
            if let Some((_, own)) = own.as_ref().filter(|(own, _)| own == key) {
                let first = *index;
                return Ok(Some(if own == body {
                    Ok(*id)
                } else {
                    Err(AppendError::KeyTwice { first })
                }));
            }
        }
        let Some(record) = stored else { return Ok(None) };
        let (event, own) = self.chain.stored(record)?;
        Ok(Some(if own == body { Ok(event) } else { Err(AppendError::KeyConflict { event }) }))
    }
}

/// The first event of a ledger, on its way into the store.
pub(crate) struct First {
    chain: Chain,
    json: Vec<u8>,
    key: Option<Key>,
}

impl First {
    /// Of a store that has this as its last event.
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
            Outcome::Stored => {
                Ok(Writer { chain: self.chain, is_behind: false, is_contended: false })
            }
            Outcome::Moved => Err(LedgerError::Exists),
        }
    }
}

/// An append, step by step: it does no input and output itself. Whoever drives it, blocking or not, does what
/// [`step`](Self::step) says, and tells it what came of that, until it is done. One that is dropped before has stored
/// all of its events or none of them, and the writer looks anew.
pub(crate) struct Call<'w, 'e, C, V, E> {
    writer: &'w mut Writer,
    clock: &'w C,
    batch: Batch<'e, V>,
    /// The event after which the store refused to append, although it was this writer's turn.
    refused: Option<EventId>,
    /// What the writer knew as the last event, and whether it takes its turn.
    known: EventId,
    takes_turn: bool,
    keys: Vec<Result<Option<Key>, JsonError>>,
    /// The records that are not stored yet, and the ids of all events.
    json: Vec<u8>,
    pending: Vec<Pending>,
    ids: Vec<EventId>,
    next: Next<E>,
}

/// What comes next.
enum Next<E> {
    Ask,
    Match,
    Append,
    Unlock(Ledger<Vec<EventId>, E>),
    Done(Ledger<Vec<EventId>, E>),
}

/// What is to be done, and which method takes what came of it.
pub(crate) enum Step<'c, E> {
    /// Answer this: [`Call::answered`].
    Ask(Asking<'c>),
    /// Find the first event that refuses the append by a condition that is no query: [`Call::matched`].
    Match,
    /// Store these records after this event: [`Call::appended`].
    Append(EventId, Vec<Record<'c>>),
    /// End the turn: [`Call::unlocked`].
    Unlock,
    /// Return this.
    Done(Ledger<Vec<EventId>, E>),
}

/// What a store is asked.
pub(crate) struct Asking<'c> {
    question: Question<'c>,
    keys: Vec<&'c str>,
}

impl Asking<'_> {
    pub(crate) fn question(&self) -> Question<'_> {
        Question { keys: &self.keys, ..self.question }
    }
}

impl<C: Clock, V: FnMut(&Event<'_>), E> Call<'_, '_, C, V, E> {
    pub(crate) fn step(&mut self) -> Step<'_, E> {
        match &self.next {
            Next::Ask => Step::Ask(self.asking()),
            Next::Match => Step::Match,
            Next::Append => Step::Append(self.writer.head(), self.records()),
            Next::Unlock(_) => Step::Unlock,
            // Nobody asks again.
            Next::Done(_) => match core::mem::replace(&mut self.next, Next::Ask) {
                Next::Done(ended) => Step::Done(ended),
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
                let last = self.pending.last().map_or(self.writer.head(), |last| last.id);
                self.writer.chain.back_to(last);
                self.writer.is_behind = false;
                self.next = Next::Done(Ok(core::mem::take(&mut self.ids)));
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
            (Next::Unlock(Ok(_)), Err(error)) => Next::Done(Err(LedgerError::Store(error))),
            // The first error says more.
            (Next::Unlock(ended), _) => Next::Done(ended),
            (next, _) => next,
        };
    }

    /// Begins with the first step, where there is something to ask, or with the next one.
    fn attempt(&mut self) {
        (self.known, self.takes_turn) = (self.writer.head(), self.writer.is_contended);
        let chain = &mut self.writer.chain;
        self.keys = self.batch.events.iter().map(|event| chain.key(*event)).collect();
        self.next = Next::Ask;
        if self.asking().question().is_empty() {
            self.answered(Ok(Answer::default()));
        }
    }

    fn asking(&self) -> Asking<'_> {
        let keys = self.keys.iter().flatten().flatten().map(|(key, _)| &**key).collect();
        let question = Question {
            takes_turn: self.takes_turn,
            known: self.asks_known().then_some(self.known),
            keys: &[],
            after: self.batch.after,
            unless: self.batch.unless,
        };
        Asking { question, keys }
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
        self.json.clear();
        self.pending.clear();
        let (stored, keys) = (answer.stored.into_iter(), core::mem::take(&mut self.keys));
        let Self { writer, clock, batch, json, pending, .. } = self;
        let prepared = writer.prepare(*clock, batch, keys, stored, json, pending);
        // Nothing is stored yet.
        writer.chain.back_to(head);
        self.ids = prepared?;
        if self.pending.is_empty() {
            return Ok(Next::Unlock(Ok(core::mem::take(&mut self.ids))));
        }
        if let Some(after) = self.batch.after {
            if !answer.has_after {
                return Err(refused(AppendError::AfterNotFound { after }));
            }
        }
        match answer.found {
            Some(event) => Err(refused(AppendError::Race { event })),
            None => Ok(Next::Match),
        }
    }

    fn records(&self) -> Vec<Record<'_>> {
        let (mut records, mut start) = (Vec::with_capacity(self.pending.len()), 0);
        for Pending { id, key, end, .. } in &self.pending {
            let key = key.as_ref().map(|(key, _)| &**key);
            records.push(Record { id: *id, key, json: &self.json[start..*end] });
            start = *end;
        }
        records
    }
}

/// A condition refuses all events, and names the first.
const fn refused<E>(error: AppendError) -> LedgerError<E> {
    LedgerError::Refused { index: 0, error }
}
