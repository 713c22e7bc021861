//! The rules of appending, once for stores that block and for those that do not.

use crate::{
    AppendError, Chain, Clock, Event, EventId, Head, JsonError, LedgerError, MAX_RECORD, NewEvent,
    Outcome, Record,
};

/// What the rules ask of a store. Each question is answered before the next one.
pub(crate) trait Asked {
    type Error;

    async fn head(&mut self) -> Result<Option<Head>, Self::Error>;
    async fn lock(&mut self) -> Result<Option<Head>, Self::Error>;
    async fn unlock(&mut self) -> Result<(), Self::Error>;
    async fn contains(&mut self, id: EventId) -> Result<bool, Self::Error>;
    async fn find_keys(&mut self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>, Self::Error>;
    async fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<Outcome, Self::Error>;
    /// The first event that refuses the append, if the writer has a condition.
    async fn first_match(&mut self) -> Result<Option<EventId>, LedgerError<Self::Error>>;
}

/// The writing end of the ledger in a store: what it knows of it.
#[derive(Debug)]
pub(crate) struct Writer {
    chain: Chain,
    /// Whether the last event has to be asked for.
    is_behind: bool,
}

/// A record that is not stored yet.
struct Pending {
    id: EventId,
    key: Option<(String, Vec<u8>)>,
    /// Where it ends in the bytes of all.
    end: usize,
}

/// The events of one call.
pub(crate) struct Batch<'e, V> {
    pub(crate) events: &'e [NewEvent<'e>],
    /// The event that the writer of a condition has read last.
    pub(crate) after: Option<EventId>,
    /// Sees each event that is being appended.
    pub(crate) visit: V,
}

type Ledger<T, E> = Result<T, LedgerError<E>>;

impl Writer {
    pub(crate) fn resume(head: Option<Head>) -> Option<Self> {
        let Head { id, profile } = head?;
        Some(Self { chain: Chain::resume(profile, id), is_behind: false })
    }

    pub(crate) const fn head(&self) -> EventId {
        self.chain.head()
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
            Outcome::Stored => Ok(Self { chain, is_behind: false }),
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
            match self.attempt(asked, clock, &mut batch, refused).await {
                Ok(Some(ids)) => return Ok(ids),
                Ok(None) => refused = Some(self.head()),
                Err(error) => {
                    // The first error says more.
                    let _ended = asked.unlock().await;
                    return Err(error);
                }
            }
        }
    }

    /// Goes on after what the store says is the last event. What was there before has to be there.
    async fn catch_up<A: Asked>(
        &mut self,
        asked: &mut A,
        head: Option<Head>,
    ) -> Ledger<(), A::Error> {
        let Head { id, .. } = head.ok_or(LedgerError::NoLedger)?;
        let known = self.head();
        if id != known
            && (id < known || !asked.contains(known).await.map_err(LedgerError::Store)?)
        {
            return Err(LedgerError::Forgotten { event: known });
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
        if refused.is_some() {
            let head = asked.lock().await.map_err(LedgerError::Store)?;
            self.catch_up(asked, head).await?;
        } else if self.is_behind {
            let head = asked.head().await.map_err(LedgerError::Store)?;
            self.catch_up(asked, head).await?;
        }
        let head = self.head();
        // Each time round another writer has gone on.
        if refused == Some(head) {
            return Err(LedgerError::Behind);
        }
        let (mut json, mut pending) = (Vec::new(), Vec::new());
        let prepared = self.prepare(asked, clock, batch, &mut json, &mut pending).await;
        // Nothing is stored yet.
        self.chain.back_to(head);
        let ids = prepared?;
        let Some(last) = pending.last().map(|pending| pending.id) else {
            asked.unlock().await.map_err(LedgerError::Store)?;
            return Ok(Some(ids));
        };
        let refused = |error| LedgerError::Refused { index: 0, error };
        if let Some(after) = batch.after {
            if !asked.contains(after).await.map_err(LedgerError::Store)? {
                return Err(refused(AppendError::AfterNotFound { after }));
            }
        }
        if let Some(event) = asked.first_match().await? {
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
    async fn prepare<A: Asked, C: Clock, V: FnMut(&Event<'_>)>(
        &mut self,
        asked: &mut A,
        clock: &C,
        batch: &mut Batch<'_, V>,
        json: &mut Vec<u8>,
        pending: &mut Vec<Pending>,
    ) -> Ledger<Vec<EventId>, A::Error> {
        let keys: Vec<_> = batch.events.iter().map(|event| self.chain.key(*event)).collect();
        let texts: Vec<&str> = keys.iter().flatten().flatten().map(|(key, _)| &**key).collect();
        let stored = match &*texts {
            [] => Vec::new(),
            texts => asked.find_keys(texts).await.map_err(LedgerError::Store)?,
        };
        let (mut stored, mut ids) = (stored.into_iter(), Vec::with_capacity(batch.events.len()));
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
