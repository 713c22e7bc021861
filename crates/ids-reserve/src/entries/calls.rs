//! The calls: each change is attempted until nothing has changed between what it reads and what it writes.

use core::{iter, ops::Range};
use std::{collections::BTreeMap, format, vec, vec::Vec};

use super::{Answered, Changes, Entries, Read, Row, Token, Value, keys};
use crate::{
    Amount, Claim, Fingerprint, Holder, Namespace, Request, Resource, Span, SpanState, Status,
    Store, StoreError,
    protocol::{self, Decision, Known, MAX_END, Node},
};

/// How often others may be faster.
const ATTEMPTS: usize = 200;

/// The limit of changes in a transaction, which is etcd's own.
const MOST_CHANGES: usize = 128;

/// How many ranges are given back at once: each is three changes at most.
const MOST_RANGES: u64 = 40;

/// The calls of a store.
pub(crate) struct Calls<'a, E>(pub(crate) &'a mut E);

impl<E: Entries> Calls<'_, E> {
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
        let all = [Read::Key(keys::NAMESPACES.into()), Read::all(keys::all("namespace"))];
        let (found, _) = self.0.read(&all)?;
        let layouts = found.layouts.iter().map(|entry| (keys::name_of(&entry.key), &*entry.value));
        protocol::begin(namespace, layout, layouts)?;
        changes.if_same(keys::NAMESPACES, found.namespaces.first());
        changes.put(keys::NAMESPACES.into(), Value::Namespaces(found.layouts.len() + 1));
        Ok(())
    }
}

impl<E: Entries> Store for Calls<'_, E> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        self.until_first(|store| {
            let begun = keys::namespace(claim.namespace);
            let all = Read::all(keys::resources(claim.namespace));
            let (found, now) = store.0.read(&[Read::Key(begun.clone()), all])?;
            let layout = found.layouts.first();
            let numbers = found.rows.iter().map(|entry| {
                let (number, row) = (keys::resource_of(&entry.key)?.number, entry.value);
                let owner = row.owner.map(|Token(owner)| (owner, row.at));
                Ok(Node { number, end: row.end, owner })
            });
            let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
            let claimed = protocol::claim(claim, layout.map(|entry| &*entry.value), &numbers, now)?;

            let (number, token) = (claimed.0, claim.holder.token());
            let resource = Resource { namespace: claim.namespace.clone(), number };
            let key = keys::resource(&resource);
            let entry = found.rows.iter().find(|entry| entry.key == key);
            let row = entry.map_or_else(Row::default, |entry| entry.value);
            if row.owner == Some(Token(token)) {
                return Ok(Some(claimed));
            }
            let mut changes = Changes::default();
            // Claims of a namespace come one after the other, so that a late one cannot be a second one.
            changes.if_same(&begun, layout);
            changes.if_same(&key, entry);
            changes.put(begun, Value::Layout(claim.fingerprint.as_str().into()));
            if layout.is_none() {
                store.begin(claim.namespace, claim.fingerprint, &mut changes)?;
            }
            if let Some(Token(before)) = row.owner {
                changes.delete(keys::holder(&resource, before));
            }
            let label = claim.holder.label().into();
            let answered = Answered { label, at: now, ..Answered::default() };
            changes.put(keys::holder(&resource, token), Value::Answered(answered));
            changes.put(key, Value::Row(Row { owner: Some(Token(token)), at: now, ..row }));
            Ok(store.0.write(changes)?.then_some(claimed))
        })
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.until_first(|store| {
            let resource = request.resource;
            let (begun, key) = (keys::namespace(&resource.namespace), keys::resource(resource));
            let holder = keys::holder(resource, request.holder.token());
            let mut what = vec![
                Read::Key(begun.clone()),
                Read::Key(key.clone()),
                Read::Key(holder.clone()),
                Read::Below {
                    from: keys::span(resource, request.seen),
                    start: keys::below("span", resource),
                    most: Some(1),
                },
            ];
            if let Amount::Keys { at_least, .. } = request.amount {
                let from = keys::returned(resource, at_least);
                let start = keys::below("returned", resource);
                what.push(Read::Below { from, start, most: Some(1) });
            }
            let (mut found, now) = store.0.read(&what)?;
            let (layout, entry) = (found.layouts.first(), found.rows.first());
            let row = entry.map_or_else(Row::default, |entry| entry.value);
            let before = found.holders.pop().map(|entry| entry.value).unwrap_or_default();
            let last = found.spans.first().map(|entry| &entry.value);
            let last = last.filter(|last| last.range.start < request.seen);
            let returned = found.returned.pop().map(|entry| entry.value);
            if before.has_ended {
                return Err(StoreError::Lost);
            }
            let known = Known {
                now,
                layout: layout.map(|entry| &*entry.value),
                end: row.end,
                owner: row.owner.map(|Token(owner)| owner),
                answered: before.request.map(|Token(id)| (id, before.start..before.end)),
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
            changes.if_same(&key, entry);
            changes.if_same(&begun, layout);
            if layout.is_none() {
                changes.put(begun, Value::Layout(request.fingerprint.as_str().into()));
                store.begin(&resource.namespace, request.fingerprint, &mut changes)?;
            }
            if let (Decision::Returned(_), Some(rest)) = (&decision, returned) {
                changes.delete(keys::returned(resource, rest.range.start));
                if range.end < rest.range.end {
                    let rest = Span { range: range.end..rest.range.end, ..rest };
                    changes.put(keys::returned(resource, range.end), Value::Returned(rest));
                }
            }
            // A range that follows the one before it makes that longer.
            let is_first = before.end <= before.start;
            let is_longer = !is_first && before.end == range.start;
            if is_longer {
                changes.delete(keys::span(resource, range.start));
            }
            let part = if is_longer { before.part } else { range.start };
            let whole = Span { range: part..range.end, ..grant.clone() };
            changes.put(keys::span(resource, range.end), Value::Span(whole));
            let lowest = if is_first { range.start } else { before.lowest.min(range.start) };
            let answered = Answered {
                label: request.holder.label().into(),
                request: Some(Token(request.id)),
                start: range.start,
                end: range.end,
                at: now,
                part,
                lowest,
                has_ended: false,
            };
            changes.put(holder, Value::Answered(answered));
            let end = row.end.max(range.end);
            changes.put(key, Value::Row(Row { end, at: now, ..row }));
            Ok(store.0.write(changes)?.then_some(grant))
        })
    }

    fn release(
        &mut self,
        resource: &Resource,
        by: u128,
        rest: &[Range<u64>],
    ) -> Result<(), StoreError> {
        let count = rest.len() as u64;
        protocol::check("the number of ranges that are taken back", count, 0..=MOST_RANGES)?;
        self.until_first(|store| {
            let (key, holder) = (keys::resource(resource), keys::holder(resource, by));
            let what = [Read::Key(key.clone()), Read::Key(holder.clone())];
            let (mut found, _) = store.0.read(&what)?;
            let before = found.holders.pop().map(|entry| entry.value);
            let (Some(entry), Some(before)) = (found.rows.first(), before) else {
                return Ok(Some(()));
            };
            if before.has_ended {
                return Ok(Some(()));
            }
            // Not those of all holders before it. Whatever changes them changes the resource too.
            let from = keys::span(resource, before.lowest);
            let all = Read::Below { from, start: keys::below("span", resource), most: None };
            let (spans, now) = store.0.read(&[all])?;
            let mut held: Vec<_> = spans.spans.into_iter().map(|entry| entry.value).collect();
            held.retain(|span| span.holder.token() == by && span.state == SpanState::Held);
            let (row, ranges) = (entry.value, held.iter().map(|span| span.range.clone()));
            let parts = protocol::release(rest, &ranges.collect::<Vec<_>>(), row.raised)?;
            let mut changes = Changes::default();
            changes.if_same(&key, Some(entry));
            // Both are in ascending order.
            let mut all = parts.into_iter().peekable();
            for span in held {
                let is_in = |(range, _): &(Range<u64>, SpanState)| {
                    span.range.start <= range.start && range.end <= span.range.end
                };
                let parts: Vec<_> = iter::from_fn(|| all.next_if(is_in)).collect();
                // What it gives nothing back of counts as used, because the holder has ended.
                if parts.iter().all(|(_, state)| *state == SpanState::Used) {
                    continue;
                }
                if parts.last().is_some_and(|(_, state)| *state == SpanState::Returned) {
                    changes.delete(keys::span(resource, span.range.end));
                }
                for (range, state) in parts {
                    let part = Span { range, state, at: now, holder: span.holder.clone() };
                    if state == SpanState::Returned {
                        changes
                            .put(keys::returned(resource, part.range.start), Value::Returned(part));
                    } else {
                        changes.put(keys::span(resource, part.range.end), Value::Span(part));
                    }
                }
            }
            let ended = Answered { has_ended: true, at: now, ..before };
            changes.put(holder, Value::Answered(ended));
            let owner = row.owner.filter(|owner| *owner != Token(by));
            changes.put(key, Value::Row(Row { owner, ..row }));
            Ok(store.0.write(changes)?.then_some(()))
        })
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        protocol::check("an end", end, 0..=MAX_END)?;
        // Some of many ranges are skipped at once, and then the next ones.
        loop {
            let raised = self.until_first(|store| {
                let key = keys::resource(resource);
                let returned = Read::all(keys::below("returned", resource));
                let (found, now) = store.0.read(&[Read::Key(key.clone()), returned])?;
                let entry = found.rows.first().ok_or_else(|| protocol::unknown(resource))?;
                let mut row = entry.value;
                let mut changes = Changes::default();
                changes.if_same(&key, Some(entry));
                for entry in found.returned {
                    if entry.value.range.start < end && changes.then.len() + 3 <= MOST_CHANGES {
                        changes.delete(entry.key);
                        let part = Span { state: SpanState::Skipped, at: now, ..entry.value };
                        changes.put(keys::span(resource, part.range.end), Value::Span(part));
                    }
                }
                let is_last = changes.then.len() + 3 <= MOST_CHANGES;
                if is_last {
                    (row.end, row.raised) = (row.end.max(end), row.raised.max(end));
                }
                changes.put(key, Value::Row(row));
                Ok(store.0.write(changes)?.then_some(is_last.then_some(row.end)))
            })?;
            if let Some(end) = raised {
                return Ok(end);
            }
        }
    }

    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        let kinds = ["namespace", "resource", "holder"];
        let (found, now) = self.0.read(&kinds.map(|kind| Read::all(keys::all(kind))))?;
        let layouts: BTreeMap<_, _> =
            found.layouts.into_iter().map(|entry| (entry.key, entry.value)).collect();
        let mut resources = BTreeMap::new();
        for entry in found.rows {
            let resource = keys::resource_of(&entry.key)?;
            let layout = layouts.get(&keys::namespace(&resource.namespace));
            let (layout, end) = (layout.cloned().unwrap_or_default(), entry.value.end);
            let holders = Vec::new();
            resources.insert(resource.clone(), Status { resource, layout, end, now, holders });
        }
        for entry in found.holders {
            let Answered { label, start, end, at, has_ended, .. } = entry.value;
            let row = resources.get_mut(&keys::resource_of(&entry.key)?);
            if let Some(row) = row.filter(|_| !has_ended) {
                let holder = Holder::new(keys::token_of(&entry.key)?, &label)?;
                row.holders.push(Span::held(start..end, &holder, at));
            }
        }
        Ok(resources.into_values().collect())
    }

    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let kinds = ["holder", "span", "returned"];
        let (found, _) = self.0.read(&kinds.map(|kind| Read::all(keys::below(kind, resource))))?;
        let known = found.holders.iter();
        let known = known.map(|entry| Ok((keys::token_of(&entry.key)?, entry.value.has_ended)));
        let known = known.collect::<Result<BTreeMap<_, _>, StoreError>>()?;
        let spans = found.spans.into_iter().chain(found.returned).map(|entry| {
            let mut span = entry.value;
            if span.state == SpanState::Held {
                span.state = match known.get(&span.holder.token()) {
                    None => SpanState::Abandoned,
                    Some(false) => SpanState::Held,
                    Some(true) => SpanState::Used,
                };
            }
            span
        });
        let mut spans: Vec<Span> = spans.collect();
        spans.sort_unstable_by_key(|span| span.range.start);
        Ok(protocol::join(spans))
    }
}
