//! The calls: each change is attempted until nothing has changed between what it reads and what it writes.

use core::ops::Range;
use std::{boxed::Box, collections::BTreeMap, format, string::String, vec::Vec};

use super::{
    VERSION,
    entries::{self, Answered, Part, Row, holder, last_number, resource_of, text_of, token},
    gateway::{Changes, Entry, Gateway, Read},
    keys,
};
use crate::{
    Amount, Claim, Fingerprint, Namespace, Request, Resource, Span, SpanState, Status, Store,
    StoreError,
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
        let all = keys::all("namespace", None);
        let start = all.len();
        let (found, _) = self.read_known([Read::key(keys::NAMESPACES.into()), Read::all(all)])?;
        let layouts = found[1].iter().map(Entry::read::<String>);
        let layouts = layouts.collect::<Result<Vec<_>, _>>()?;
        let names = found[1].iter().map(|entry| &entry.key[start..]);
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
                rows.insert(last_number(&entry.key)?, (entry, entry.read::<Row>()?));
            }
            let mut numbers = Vec::with_capacity(rows.len());
            for (&number, (_, row)) in &rows {
                let owner =
                    row.owner.as_deref().map(token).transpose()?.map(|owner| (owner, row.at));
                numbers.push(Number { number, end: row.until, owner });
            }
            let (number, end) = protocol::claim(claim, layout.as_deref(), &numbers, now)?;

            let claimed = (number, end);
            let owner = text_of(claim.holder.token());
            let (entry, row) = rows
                .get(&number)
                .map_or((None, Row::default()), |(entry, row)| (Some(*entry), row.clone()));
            if row.owner.as_ref() == Some(&owner) {
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
            if let Some(before) = &row.owner {
                changes.delete(&keys::holder(&resource, before));
            }
            let answered = Answered {
                label: claim.holder.label().into(),
                request: None,
                first: 0,
                until: 0,
                at: now,
                part: 0,
                lowest: 0,
                has_ended: false,
            };
            changes.put(&keys::holder(&resource, &owner), &answered)?;
            changes.put(&key, &Row { owner: Some(owner), at: now, ..row })?;
            Ok(store.write(&changes)?.then_some(claimed))
        })
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.until_first(|store| {
            let resource = request.resource;
            let (begun, key) = (keys::namespace(&resource.namespace), keys::resource(resource));
            let asker = text_of(request.holder.token());
            let holder_key = keys::holder(resource, &asker);
            let last = keys::span(resource, request.seen);
            let mut what = vec![
                Read::key(begun.clone()),
                Read::key(key.clone()),
                Read::key(holder_key.clone()),
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
            let last = found[3].first().map(Entry::read::<Part>).transpose()?;
            let last = last.filter(|last| last.first < request.seen);
            let returned = found.get(4).and_then(|entries| entries.first());
            let returned = returned.map(Entry::read::<Part>).transpose()?;
            if before.as_ref().is_some_and(|before| before.has_ended) {
                return Err(StoreError::Lost);
            }
            let answered = before
                .as_ref()
                .and_then(|before| Some((before.request.as_deref()?, before.first..before.until)));
            let known = Known {
                now,
                layout: layout.as_deref(),
                end: row.until,
                owner: row.owner.as_deref().map(token).transpose()?,
                answered: answered.map(|(id, range)| Ok((token(id)?, range))).transpose()?,
                last: last.map(|last| token(&last.token)).transpose()?,
                returned: returned.as_ref().map(Part::range).transpose()?,
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
                changes.delete(&keys::returned(resource, rest.first));
                if range.end < rest.until {
                    let rest = Part { first: range.end, ..rest };
                    changes.put(&keys::returned(resource, range.end), &rest)?;
                }
            }
            // A range that follows the one before it makes that longer.
            let before = before.filter(|before| !(before.first..before.until).is_empty());
            let lowest =
                before.as_ref().map_or(range.start, |before| before.lowest.min(range.start));
            let part =
                before.filter(|before| before.until == range.start).map(|before| before.part);
            if part.is_some() {
                changes.delete(&keys::span(resource, range.start));
            }
            let first = part.unwrap_or(range.start);
            let label = request.holder.label();
            let span = Part::new(first..range.end, &asker, label, SpanState::Held, now);
            changes.put(&keys::span(resource, range.end), &span)?;
            let label = span.label;
            let request = Some(text_of(request.id));
            let (part, has_ended) = (first, false);
            let Range { start: first, end: until } = range;
            let answered =
                Answered { label, request, first, until, at: now, part, lowest, has_ended };
            changes.put(&holder_key, &answered)?;
            changes.put(&key, &Row { until: row.until.max(until), at: now, ..row })?;
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
            let asker = text_of(by);
            let (key, holder_key) = (keys::resource(resource), keys::holder(resource, &asker));
            let (found, _) =
                store.read_known([Read::key(key.clone()), Read::key(holder_key.clone())])?;
            let Some(entry) = found[0].first() else { return Ok(Some(())) };
            let row: Row = entry.read()?;
            let before = found[1].first().map(Entry::read::<Answered>).transpose()?;
            let Some(before) = before.filter(|before| !before.has_ended) else {
                return Ok(Some(()));
            };
            // Not those of all holders before it. Whatever changes them changes the resource too.
            let lowest = keys::span(resource, before.lowest);
            let (spans, now) =
                store.read_known([Read::from(&lowest, keys::below("span", resource), 0)])?;
            let mut held = Vec::new();
            for entry in &spans[0] {
                let part: Part = entry.read()?;
                if part.token == asker && part.state == SpanState::Held.name() {
                    held.push(part.range()?);
                }
            }
            let parts = protocol::release(rest, &held, row.raised)?;
            let mut changes = Changes::default();
            changes.if_same(&key, Some(entry));
            for span in &held {
                let is_in = |(range, _): &&(Range<u64>, SpanState)| {
                    span.start <= range.start && range.end <= span.end
                };
                let parts: Vec<_> = parts.iter().filter(is_in).collect();
                // What it gives nothing back of counts as used, because the holder has ended.
                if parts.iter().all(|(_, state)| *state == SpanState::Used) {
                    continue;
                }
                if parts.last().is_some_and(|(_, state)| *state == SpanState::Returned) {
                    changes.delete(&keys::span(resource, span.end));
                }
                for (range, state) in parts {
                    let key = match state {
                        SpanState::Returned => keys::returned(resource, range.start),
                        _ => keys::span(resource, range.end),
                    };
                    changes
                        .put(&key, &Part::new(range.clone(), &asker, &before.label, *state, now))?;
                }
            }
            changes.put(&holder_key, &Answered { has_ended: true, at: now, ..before })?;
            let owner = row.owner.clone().filter(|owner| *owner != asker);
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
            let row: Row = entry.read()?;
            let mut changes = Changes::default();
            changes.if_same(&key, Some(entry));
            for entry in &found[1] {
                let part: Part = entry.read()?;
                if part.first < end && changes.len() + 3 <= MOST_CHANGES {
                    changes.delete(&entry.key);
                    let part = Part { state: SpanState::Skipped.name().into(), at: now, ..part };
                    changes.put(&keys::span(resource, part.until), &part)?;
                }
            }
            let is_last = changes.len() + 3 <= MOST_CHANGES;
            let until = if is_last { row.until.max(end) } else { row.until };
            let raised = if is_last { row.raised.max(end) } else { row.raised };
            changes.put(&key, &Row { until, raised, ..row })?;
            Ok((store.write(&changes)? && is_last).then_some(until))
        })
    }

    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        let kinds = ["namespace", "resource", "holder"].map(|kind| keys::all(kind, None));
        let [namespaces, rows, holders] = kinds.each_ref().map(String::as_str);
        let (found, now) = self.read_known(kinds.clone().map(Read::all))?;
        let mut layouts = BTreeMap::new();
        for entry in &found[0] {
            layouts.insert(&entry.key[namespaces.len()..], entry.read::<Box<str>>()?);
        }
        let mut resources = BTreeMap::new();
        for entry in &found[1] {
            let (resource, row) = (resource_of(&entry.key[rows.len()..])?, entry.read::<Row>()?);
            let layout = layouts.get(resource.namespace.as_str()).cloned().unwrap_or_default();
            let (end, holders) = (row.until, Vec::new());
            resources.insert(resource.clone(), Status { resource, layout, end, now, holders });
        }
        for entry in &found[2] {
            let name = &entry.key[holders.len()..];
            let answered: Answered = entry.read()?;
            let row = resources.get_mut(&resource_of(name)?).filter(|_| !answered.has_ended);
            if let (Some(row), Some((_, token))) = (row, name.rsplit_once(' ')) {
                let range = answered.first..answered.until;
                let holder = holder(token, &answered.label)?;
                row.holders.push(Span::held(range, &holder, answered.at));
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
                ended.extend(entry.key.rsplit(' ').next().map(token).transpose()?);
            }
        }
        let mut spans: Vec<Span> = Vec::new();
        for entry in found[1].iter().chain(&found[2]) {
            let part: Part = entry.read()?;
            let (range, holder) = (part.range()?, part.holder()?);
            let state = SpanState::from_name(&part.state);
            let state = state.ok_or_else(|| entries::strange(&part.state))?;
            let is_used = state == SpanState::Held && ended.contains(&holder.token());
            let state = if is_used { SpanState::Used } else { state };
            spans.push(Span { range, holder, state, at: part.at });
        }
        spans.sort_unstable_by_key(|span| span.range.start);
        Ok(protocol::join(spans))
    }
}
