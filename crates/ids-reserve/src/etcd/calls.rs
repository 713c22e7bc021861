//! The calls: each change is attempted until nothing has changed between what it reads and what it writes.

use core::ops::Range;
use std::{boxed::Box, collections::BTreeMap, format, string::String, vec::Vec};

use super::{
    VERSION,
    entries::{Answered, Part, Row, Token, name_of, resource_of, span, token_of},
    gateway::{Changes, Entry, Gateway, Read},
    keys,
};
use crate::{
    Amount, Claim, Fingerprint, Holder, Namespace, Request, Resource, Span, SpanState, Status,
    Store, StoreError,
    protocol::{self, Decision, Known, MAX_END, Number},
};

/// How often others may be faster.
const ATTEMPTS: usize = 200;

/// etcd's own limit of changes in a transaction.
const MOST_CHANGES: usize = 128;

/// How many ranges are given back at once: each is three changes at most.
const MOST_RANGES: usize = 40;

impl Gateway {
    /// What is there of entries that this library knows, and the time.
    pub(super) fn read_known(
        &mut self,
        what: impl IntoIterator<Item = Read>,
    ) -> Result<(Vec<Vec<Entry>>, u64), StoreError> {
        let what: Vec<_> = what.into_iter().chain([Read::key(keys::VERSION.into())]).collect();
        let (mut found, now) = self.read(&what)?;
        let version = found.pop().and_then(|entries| entries.into_iter().next());
        let found_version = version.map_or(Ok(0), |entry| entry.read())?;
        if found_version != VERSION {
            return Err(StoreError::Schema { found: found_version, known: VERSION });
        }
        Ok((found, now))
    }

    /// Repeats this until no other client was faster. `None` asks to begin again.
    fn until_first<T>(
        &mut self,
        mut attempt: impl FnMut(&mut Self) -> Result<Option<T>, StoreError>,
    ) -> Result<T, StoreError> {
        for _ in 0..ATTEMPTS {
            if let Some(answer) = attempt(self)? {
                return Ok(answer);
            }
        }
        Err(StoreError::Unavailable(format!("others were faster {ATTEMPTS} times").into()))
    }

    /// Whether a namespace may be begun, if no other is begun meanwhile.
    fn begin(
        &mut self,
        namespace: &Namespace,
        layout: &Fingerprint,
        changes: &mut Changes,
    ) -> Result<(), StoreError> {
        let all = Read::all(keys::all("namespace", None));
        let (found, _) = self.read_known([Read::key(keys::NAMESPACES.into()), all])?;
        let layouts = found[1].iter().map(Entry::read::<String>);
        let layouts = layouts.collect::<Result<Vec<_>, _>>()?;
        let names = found[1].iter().map(|entry| name_of(&entry.key));
        protocol::begin(namespace, layout, names.zip(layouts.iter().map(String::as_str)))?;
        changes.if_same(keys::NAMESPACES, found[0].first());
        changes.put(keys::NAMESPACES, &(layouts.len() + 1))
    }
}

impl Store for Gateway {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        self.until_first(|store| {
            let begun = keys::namespace(claim.namespace);
            let all = keys::all("resource", Some(claim.namespace));
            let (found, now) = store.read_known([Read::key(begun.clone()), Read::all(all)])?;
            let layout = found[0].first().map(Entry::read::<String>).transpose()?;
            let mut rows = BTreeMap::new();
            for entry in &found[1] {
                rows.insert(resource_of(&entry.key)?.number, (entry, entry.read::<Row>()?));
            }
            let numbers = rows.iter().map(|(&number, (_, row))| {
                let owner = row.owner.map(|Token(owner)| (owner, row.at));
                Number { number, end: row.until, owner }
            });
            let numbers: Vec<_> = numbers.collect();
            let claimed = protocol::claim(claim, layout.as_deref(), &numbers, now)?;

            let (number, token) = (claimed.0, claim.holder.token());
            let (entry, row) = match rows.get(&number) {
                Some((entry, row)) => (Some(*entry), *row),
                None => (None, Row::default()),
            };
            if row.owner == Some(Token(token)) {
                return Ok(Some(claimed));
            }
            let resource = Resource { namespace: claim.namespace.clone(), number };
            let key = keys::resource(&resource);
            let mut changes = Changes::default();
            // Claims of a namespace come one after the other, so that a late one cannot be a second one.
            changes.if_same(&begun, found[0].first());
            changes.if_same(&key, entry);
            changes.put(&begun, &claim.fingerprint.as_str())?;
            if layout.is_none() {
                store.begin(claim.namespace, claim.fingerprint, &mut changes)?;
            }
            if let Some(Token(before)) = row.owner {
                changes.delete(&keys::holder(&resource, before));
            }
            let label = claim.holder.label().into();
            let answered = Answered { label, at: now, ..Answered::default() };
            changes.put(&keys::holder(&resource, token), &answered)?;
            changes.put(&key, &Row { owner: Some(Token(token)), at: now, ..row })?;
            Ok(store.write(&changes)?.then_some(claimed))
        })
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.until_first(|store| {
            let resource = request.resource;
            let (begun, key) = (keys::namespace(&resource.namespace), keys::resource(resource));
            let holder = keys::holder(resource, request.holder.token());
            let last = keys::span(resource, request.seen);
            let mut what = vec![
                Read::key(begun.clone()),
                Read::key(key.clone()),
                Read::key(holder.clone()),
                Read::from(&last, keys::below("span", resource), 1),
            ];
            if let Amount::Keys { at_least, .. } = request.amount {
                let from = keys::returned(resource, at_least);
                what.push(Read::from(&from, keys::below("returned", resource), 1));
            }
            let (found, now) = store.read_known(what)?;
            let layout = found[0].first().map(Entry::read::<String>).transpose()?;
            let row = found[1].first().map_or_else(|| Ok(Row::default()), Entry::read::<Row>)?;
            let before = found[2].first().map(Entry::read::<Answered>).transpose()?;
            let last = found[3].first().map(span).transpose()?;
            let last = last.filter(|last| last.range.start < request.seen);
            let returned = found.get(4).and_then(|entries| entries.first());
            let returned = returned.map(span).transpose()?;
            let before = before.unwrap_or_default();
            if before.has_ended {
                return Err(StoreError::Lost);
            }
            let known = Known {
                now,
                layout: layout.as_deref(),
                end: row.until,
                owner: row.owner.map(|Token(owner)| owner),
                answered: before.request.map(|Token(id)| (id, before.first..before.until)),
                last: last.map(|last| last.holder.token()),
                returned: returned.as_ref().map(|returned| returned.range.clone()),
            };
            let decision = protocol::grant(&known, request)?;
            let range = decision.range().clone();
            let grant = Span::held(range.clone(), request.holder, now);
            if let Decision::Again(_) = decision {
                return Ok(Some(grant));
            }

            let mut changes = Changes::default();
            changes.if_same(&key, found[1].first());
            changes.if_same(&begun, found[0].first());
            if layout.is_none() {
                changes.put(&begun, &request.fingerprint.as_str())?;
                store.begin(&resource.namespace, request.fingerprint, &mut changes)?;
            }
            if let (Decision::Returned(_), Some(rest)) = (&decision, returned) {
                changes.delete(&keys::returned(resource, rest.range.start));
                if range.end < rest.range.end {
                    let rest = Span { range: range.end..rest.range.end, ..rest };
                    changes.put(&keys::returned(resource, range.end), &Part::from(&rest))?;
                }
            }
            // A range that follows the one before it makes that longer.
            let is_first = before.until <= before.first;
            let is_longer = !is_first && before.until == range.start;
            if is_longer {
                changes.delete(&keys::span(resource, range.start));
            }
            let part = if is_longer { before.part } else { range.start };
            let whole = Span { range: part..range.end, ..grant.clone() };
            changes.put(&keys::span(resource, range.end), &Part::from(&whole))?;
            let lowest = if is_first { range.start } else { before.lowest.min(range.start) };
            let answered = Answered {
                label: request.holder.label().into(),
                request: Some(Token(request.id)),
                first: range.start,
                until: range.end,
                at: now,
                part,
                lowest,
                has_ended: false,
            };
            changes.put(&holder, &answered)?;
            changes.put(&key, &Row { until: row.until.max(range.end), at: now, ..row })?;
            Ok(store.write(&changes)?.then_some(grant))
        })
    }

    fn release(
        &mut self,
        resource: &Resource,
        by: u128,
        rest: &[Range<u64>],
    ) -> Result<(), StoreError> {
        self.until_first(|store| {
            if rest.len() > MOST_RANGES {
                return Err(StoreError::Invalid("etcd takes back at most 40 ranges at once"));
            }
            let (key, holder) = (keys::resource(resource), keys::holder(resource, by));
            let (found, _) =
                store.read_known([Read::key(key.clone()), Read::key(holder.clone())])?;
            let (Some(entry), Some(before)) = (found[0].first(), found[1].first()) else {
                return Ok(Some(()));
            };
            let (row, before): (Row, Answered) = (entry.read()?, before.read()?);
            if before.has_ended {
                return Ok(Some(()));
            }
            // Not those of all holders before it. Whatever changes them changes the resource too.
            let lowest = keys::span(resource, before.lowest);
            let (spans, now) =
                store.read_known([Read::from(&lowest, keys::below("span", resource), 0)])?;
            let mut held = spans[0].iter().map(span).collect::<Result<Vec<_>, _>>()?;
            held.retain(|span| span.holder.token() == by && span.state == SpanState::Held);
            let ranges: Vec<_> = held.iter().map(|span| span.range.clone()).collect();
            let parts = protocol::release(rest, &ranges, row.raised)?;
            let mut changes = Changes::default();
            changes.if_same(&key, Some(entry));
            for span in held {
                let is_in = |(range, _): &&(Range<u64>, SpanState)| {
                    span.range.start <= range.start && range.end <= span.range.end
                };
                let parts: Vec<_> = parts.iter().filter(is_in).cloned().collect();
                // What it gives nothing back of counts as used, because the holder has ended.
                if parts.iter().all(|(_, state)| *state == SpanState::Used) {
                    continue;
                }
                if parts.last().is_some_and(|(_, state)| *state == SpanState::Returned) {
                    changes.delete(&keys::span(resource, span.range.end));
                }
                for (range, state) in parts {
                    let key = match state {
                        SpanState::Returned => keys::returned(resource, range.start),
                        _ => keys::span(resource, range.end),
                    };
                    let part = Span { range, state, at: now, holder: span.holder.clone() };
                    changes.put(&key, &Part::from(&part))?;
                }
            }
            changes.put(&holder, &Answered { has_ended: true, at: now, ..before })?;
            let owner = row.owner.filter(|owner| *owner != Token(by));
            changes.put(&key, &Row { owner, ..row })?;
            Ok(store.write(&changes)?.then_some(()))
        })
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        if end > MAX_END {
            return Err(protocol::NO_SUCH_END);
        }
        // It begins again, too, after some of many ranges were skipped.
        self.until_first(|store| {
            let (key, returned) = (keys::resource(resource), keys::below("returned", resource));
            let (found, now) = store.read_known([Read::key(key.clone()), Read::all(returned)])?;
            let entry = found[0].first().ok_or(protocol::NO_SUCH_END)?;
            let mut row: Row = entry.read()?;
            let mut changes = Changes::default();
            changes.if_same(&key, Some(entry));
            for entry in &found[1] {
                let part = span(entry)?;
                if part.range.start < end && changes.len() + 3 <= MOST_CHANGES {
                    changes.delete(&entry.key);
                    let part = Span { state: SpanState::Skipped, at: now, ..part };
                    changes.put(&keys::span(resource, part.range.end), &Part::from(&part))?;
                }
            }
            let is_last = changes.len() + 3 <= MOST_CHANGES;
            if is_last {
                (row.until, row.raised) = (row.until.max(end), row.raised.max(end));
            }
            changes.put(&key, &row)?;
            Ok((store.write(&changes)? && is_last).then_some(row.until))
        })
    }

    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        let kinds = ["namespace", "resource", "holder"];
        let (found, now) = self.read_known(kinds.map(|kind| Read::all(keys::all(kind, None))))?;
        let mut layouts = BTreeMap::new();
        for entry in &found[0] {
            layouts.insert(name_of(&entry.key), entry.read::<Box<str>>()?);
        }
        let mut resources = BTreeMap::new();
        for entry in &found[1] {
            let (resource, row) = (resource_of(&entry.key)?, entry.read::<Row>()?);
            let layout = layouts.get(resource.namespace.as_str()).cloned().unwrap_or_default();
            let (end, holders) = (row.until, Vec::new());
            resources.insert(resource.clone(), Status { resource, layout, end, now, holders });
        }
        for entry in &found[2] {
            let Answered { label, first, until, at, has_ended, .. } = entry.read()?;
            let row = resources.get_mut(&resource_of(&entry.key)?);
            if let Some(row) = row.filter(|_| !has_ended) {
                let holder = Holder::new(token_of(&entry.key)?, &label)?;
                row.holders.push(Span::held(first..until, &holder, at));
            }
        }
        Ok(resources.into_values().collect())
    }

    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let below = ["holder", "span", "returned"].map(|kind| keys::below(kind, resource));
        let (found, _) = self.read_known(below.map(Read::all))?;
        let mut ended = Vec::new();
        for entry in &found[0] {
            if entry.read::<Answered>()?.has_ended {
                ended.push(token_of(&entry.key)?);
            }
        }
        let spans = found[1].iter().chain(&found[2]).map(|entry| {
            let mut span = span(entry)?;
            if span.state == SpanState::Held && ended.contains(&span.holder.token()) {
                span.state = SpanState::Used;
            }
            Ok(span)
        });
        let mut spans = spans.collect::<Result<Vec<_>, StoreError>>()?;
        spans.sort_unstable_by_key(|span| span.range.start);
        Ok(protocol::join(spans))
    }
}
