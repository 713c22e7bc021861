//! A store in memory.

use core::ops::Range;
use std::{
    boxed::Box,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    vec::Vec,
};

use ids_core::{Clock, SystemClock};

use crate::{
    Amount, Claim, Fingerprint, Holder, Namespace, Request, Resource, Span, SpanState, Status,
    Store, StoreError,
    protocol::{self, Decision, Known, MAX_END, Number},
};

/// A store for tests, and for the threads of one process. It ends with the process: its grants are
/// unique only as long as it lives.
///
/// A clone is another connection to the same store; [`copy`](Self::copy) is a store of its own, as a
/// backup is.
///
/// ```
/// use ids_reserve::{MemoryStore, Store, SystemClock};
/// let mut store = MemoryStore::new(SystemClock);
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore<C = SystemClock> {
    clock: C,
    tables: Arc<Mutex<Tables>>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    layouts: BTreeMap<Namespace, Box<str>>,
    resources: BTreeMap<Resource, Row>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    end: u64,
    /// The highest end that it was raised to.
    raised: u64,
    /// Of a node number: who has it.
    owner: Option<u128>,
    holders: BTreeMap<u128, Answered>,
    /// By their first number.
    spans: BTreeMap<u64, Span>,
}

/// The last request of a holder that was answered, and the answer.
type Answered = (Option<u128>, Span);

impl<C: Clock> MemoryStore<C> {
    /// An empty store with a clock of its own.
    #[inline]
    pub fn new(clock: C) -> Self {
        Self { clock, tables: Arc::default() }
    }

    /// A store of its own with the same content, as a backup is. The clock is another's.
    #[inline]
    pub fn copy<D>(&self, clock: D) -> MemoryStore<D> {
        let tables = self.lock().clone();
        MemoryStore { clock, tables: Arc::new(Mutex::new(tables)) }
    }

    /// Puts this content in place of the store's, for all its connections.
    #[inline]
    pub fn restore<D: Clock>(&self, backup: &MemoryStore<D>) {
        let tables = backup.lock().clone();
        *self.lock() = tables;
    }

    /// A thread that panicked while it held the lock left whole tables: nothing below panics between
    /// two changes.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Result<u64, StoreError> {
        match self.clock.now() {
            Ok(now) => Ok(protocol::micros(now)),
            Err(error) => Err(StoreError::Broken(error.into())),
        }
    }
}

impl Tables {
    /// Begins a namespace unless it was begun.
    fn begin(&mut self, namespace: &Namespace, layout: &Fingerprint) -> Result<(), StoreError> {
        if !self.layouts.contains_key(namespace) {
            let all = self.layouts.iter().map(|(name, layout)| (name.as_str(), &**layout));
            protocol::begin(namespace, layout, all)?;
            self.layouts.insert(namespace.clone(), layout.as_str().into());
        }
        Ok(())
    }
}

impl Row {
    /// Adds a range of the holder to the one before it, if they touch.
    fn hold(&mut self, range: &Range<u64>, holder: &Holder, at: u64) {
        if let Some((_, last)) = self.spans.range_mut(..range.start).next_back() {
            let same = last.state == SpanState::Held && last.holder.token() == holder.token();
            if same && last.range.end == range.start {
                (last.range.end, last.at) = (range.end, at);
                return;
            }
        }
        self.put(Span::held(range.clone(), holder, at));
    }

    fn put(&mut self, span: Span) {
        if !span.range.is_empty() {
            self.spans.insert(span.range.start, span);
        }
    }

    /// Who was granted the last number below this one.
    fn holder_below(&self, number: u64) -> Option<u128> {
        let (_, span) = self.spans.range(..number).next_back()?;
        (number <= span.range.end).then(|| span.holder.token())
    }

    /// The lowest range that was given back and begins at `at_least` or above.
    fn returned(&self, at_least: u64) -> Option<Range<u64>> {
        let mut spans = self.spans.range(at_least..).map(|(_, span)| span);
        spans.find(|span| span.state == SpanState::Returned).map(|span| span.range.clone())
    }
}

impl<C: Clock> Store for MemoryStore<C> {
    #[inline]
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        let now = self.now()?;
        let mut tables = self.lock();
        let numbers: Vec<_> = tables
            .resources
            .iter()
            .filter(|(resource, _)| resource.namespace == *claim.namespace)
            .map(|(resource, row)| Number {
                number: resource.number,
                end: row.end,
                owner: row.owner.and_then(|token| Some((token, row.holders.get(&token)?.1.at))),
            })
            .collect();
        let layout = tables.layouts.get(claim.namespace).map(|layout| &**layout);
        let (number, end) = protocol::claim(claim, layout, &numbers, now)?;

        tables.begin(claim.namespace, claim.fingerprint)?;
        let resource = Resource { namespace: claim.namespace.clone(), number };
        let row = tables.resources.entry(resource).or_default();
        let token = claim.holder.token();
        if row.owner != Some(token) {
            row.owner = Some(token);
            row.holders = [(token, (None, Span::held(0..0, claim.holder, now)))].into();
        }
        Ok((number, end))
    }

    #[inline]
    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        let now = self.now()?;
        let mut tables = self.lock();
        let token = request.holder.token();
        let at_least = match request.amount {
            Amount::Time { .. } => u64::MAX,
            Amount::Keys { at_least, .. } => at_least,
        };
        let row = tables.resources.get(request.resource);
        let answered = row.and_then(|row| row.holders.get(&token));
        let known = Known {
            now,
            layout: tables.layouts.get(&request.resource.namespace).map(|layout| &**layout),
            end: row.map_or(0, |row| row.end),
            owner: row.and_then(|row| row.owner),
            answered: answered.and_then(|(id, last)| Some(((*id)?, last.range.clone()))),
            last: row.and_then(|row| row.holder_below(request.seen)),
            returned: row.and_then(|row| row.returned(at_least)),
        };
        let decision = protocol::grant(&known, request)?;
        let range = decision.range().clone();
        if matches!(decision, Decision::Again(_)) {
            return Ok(Span::held(range, request.holder, now));
        }

        tables.begin(&request.resource.namespace, request.fingerprint)?;
        let row = tables.resources.entry(request.resource.clone()).or_default();
        if let Decision::Returned(_) = decision {
            if let Some(rest) = row.spans.remove(&range.start) {
                row.put(Span { range: range.end..rest.range.end, ..rest });
            }
        } else {
            row.end = range.end;
        }
        row.hold(&range, request.holder, now);
        let granted = Span::held(range, request.holder, now);
        row.holders.insert(token, (Some(request.id), granted.clone()));
        Ok(granted)
    }

    #[inline]
    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        let now = self.now()?;
        let mut tables = self.lock();
        let Some(row) = tables.resources.get_mut(of) else { return Ok(()) };
        let Some((_, last)) = row.holders.get(&by) else { return Ok(()) };
        let holder = last.holder.clone();
        let theirs = |span: &Span| span.state == SpanState::Held && span.holder.token() == by;
        let held: Vec<_> =
            row.spans.values().filter(|span| theirs(span)).map(|span| span.range.clone()).collect();
        let parts = protocol::release(rest, &held, row.raised)?;

        row.spans.retain(|_, span| !theirs(span));
        for (range, state) in parts {
            row.put(Span { state, ..Span::held(range, &holder, now) });
        }
        row.holders.remove(&by);
        row.owner = row.owner.filter(|owner| *owner != by);
        Ok(())
    }

    #[inline]
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        let mut tables = self.lock();
        let row = tables.resources.get_mut(resource).filter(|_| end <= MAX_END);
        let row = row.ok_or(protocol::NO_SUCH_END)?;
        (row.end, row.raised) = (row.end.max(end), row.raised.max(end));
        for (_, span) in row.spans.range_mut(..end) {
            if span.state == SpanState::Returned {
                span.state = SpanState::Skipped;
            }
        }
        Ok(row.end)
    }

    #[inline]
    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        let now = self.now()?;
        let tables = self.lock();
        let status = |(resource, row): (&Resource, &Row)| Status {
            resource: resource.clone(),
            layout: tables.layouts.get(&resource.namespace).cloned().unwrap_or_default(),
            end: row.end,
            now,
            holders: row.holders.values().map(|(_, last)| last.clone()).collect(),
        };
        Ok(tables.resources.iter().map(status).collect())
    }

    #[inline]
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let tables = self.lock();
        let row = tables.resources.get(resource);
        let spans = row.map_or_else(Vec::new, |row| row.spans.values().cloned().collect());
        Ok(protocol::join(spans))
    }
}
