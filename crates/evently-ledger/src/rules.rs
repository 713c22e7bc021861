//! The rules of appending, once for stores that block and for those that do not.

use core::time::Duration;

use crate::{
    Answer, AppendError, Chain, Clock, Event, EventId, Head, JsonError, LedgerError, MAX_RECORD,
    NewEvent, Outcome, Query, Question, Record,
};

/// What the rules ask of a store. Each call is answered before the next one.
pub(crate) trait Asked {
    type Error;

    async fn head(&mut self) -> Result<Option<Head>, Self::Error>;
    async fn ask(&mut self, question: &Question<'_>) -> Result<Answer, LedgerError<Self::Error>>;
    async fn unlock(&mut self) -> Result<(), Self::Error>;
    async fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, Self::Error>;
    /// The first event that refuses the append, by a condition that is no query.
    async fn first_match(&mut self) -> Result<Option<EventId>, LedgerError<Self::Error>>;
}

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

    /// Creates a ledger with its first event.
    pub(crate) async fn begin<A: Asked, C: Clock>(
        asked: &mut A,
        clock: &C,
        event: NewEvent<'_>,
    ) -> Ledger<Self, A::Error> {
        if asked.head().await.map_err(LedgerError::Store)?.is_some() {
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
        match asked.append(None, &[record]).await.map_err(LedgerError::Store)? {
            Outcome::Stored => Ok(Self { chain, is_behind: false, is_contended: false }),
            Outcome::Moved => Err(LedgerError::Exists),
        }
    }

    /// Appends events: at first in the hope that no other writer is faster, then in turn. Whatever
    /// happens, the turn ends.
    pub(crate) async fn append<A: Asked, C: Clock, V: FnMut(&Event<'_>)>(
        &mut self,
        asked: &mut A,
        clock: &C,
        mut batch: Batch<'_, V>,
    ) -> Ledger<Vec<EventId>, A::Error> {
        let mut refused = None;
        loop {
            // Without a turn a database may refuse for what others do elsewhere, too.
            let has_turn = self.is_contended;
            match self.attempt(asked, clock, &mut batch, refused).await {
                Ok(Some(ids)) => return Ok(ids),
                Ok(None) => {
                    (refused, self.is_contended) = (has_turn.then_some(self.head()), true);
                }
                Err(error) => {
                    // The first error says more.
                    let _ended = asked.unlock().await;
                    return Err(error);
                }
            }
        }
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

    /// Appends events after the last one; `None` if another writer was faster. Where one was before, by
    /// an event after this one, it waits for its turn.
    async fn attempt<A: Asked, C: Clock, V: FnMut(&Event<'_>)>(
        &mut self,
        asked: &mut A,
        clock: &C,
        batch: &mut Batch<'_, V>,
        refused: Option<EventId>,
    ) -> Ledger<Option<Vec<EventId>>, A::Error> {
        let keys: Vec<_> = batch.events.iter().map(|event| self.chain.key(*event)).collect();
        let texts: Vec<&str> = keys.iter().flatten().flatten().map(|(key, _)| &**key).collect();
        let (known, takes_turn) = (self.head(), self.is_contended);
        let question = Question {
            takes_turn,
            known: (takes_turn || self.is_behind).then_some(known),
            keys: &texts,
            after: batch.after,
            unless: batch.unless,
        };
        let mut answer = Answer::default();
        if !question.is_empty() {
            answer = asked.ask(&question).await?;
        }
        if question.known.is_some() {
            self.catch_up(&answer)?;
        }
        let head = self.head();
        // Each time round another writer has gone on.
        if refused == Some(head) {
            return Err(LedgerError::Behind);
        }
        self.is_contended = takes_turn && head != known;
        let (mut json, mut pending) = (Vec::new(), Vec::new());
        let stored = answer.stored.into_iter();
        let prepared = self.prepare(clock, batch, keys, stored, &mut json, &mut pending);
        // Nothing is stored yet.
        self.chain.back_to(head);
        let ids = prepared?;
        let Some(last) = pending.last().map(|pending| pending.id) else {
            asked.unlock().await.map_err(LedgerError::Store)?;
            return Ok(Some(ids));
        };
        let refused = |error| LedgerError::Refused { index: 0, error };
        if let Some(after) = batch.after {
            if !answer.has_after {
                return Err(refused(AppendError::AfterNotFound { after }));
            }
        }
        let found = match answer.found {
            None => asked.first_match().await?,
            found => found,
        };
        if let Some(event) = found {
            return Err(refused(AppendError::Race { event }));
        }
        let (mut records, mut start) = (Vec::with_capacity(pending.len()), 0);
        for Pending { id, key, end } in &pending {
            let key = key.as_ref().map(|(key, _)| &**key);
            records.push(Record { id: *id, key, json: &json[start..*end] });
            start = *end;
        }
        self.is_behind = true;
        match asked.append(Some(head), &records).await.map_err(LedgerError::Store)? {
            Outcome::Stored => {
                self.chain.back_to(last);
                self.is_behind = false;
                Ok(Some(ids))
            }
            Outcome::Moved => Ok(None),
        }
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
                let owner = self.owner(key, record.as_deref(), pending);
                if let Some((id, owner)) = owner.map_err(LedgerError::Record)? {
                    if owner != *body {
                        return Err(refused(AppendError::KeyConflict { event: id }));
                    }
                    ids.push(id);
                    continue;
                }
            }
            let start = json.len();
            let id =
                self.chain.append_new(clock, *event, json, &mut batch.visit).map_err(refused)?;
            if json.len() - start > MAX_RECORD {
                return Err(LedgerError::TooLong { index });
            }
            pending.push(Pending { id, key, end: json.len() });
            ids.push(id);
        }
        Ok(ids)
    }

    /// The event that has a key, and its canonical bytes.
    fn owner(
        &mut self,
        key: &str,
        stored: Option<&[u8]>,
        pending: &[Pending],
    ) -> Result<Option<(EventId, Vec<u8>)>, JsonError> {
        for Pending { id, key: own, .. } in pending {
            if let Some((own, body)) = own {
                if own == key {
                    return Ok(Some((*id, body.clone())));
                }
            }
        }
        stored.map(|record| self.chain.stored(record)).transpose()
    }
}
