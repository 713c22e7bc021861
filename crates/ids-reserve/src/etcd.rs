//! A store in etcd.

use core::{fmt, ops::Range};
use std::{boxed::Box, collections::BTreeMap, format, string::String, vec::Vec};

use ids_core::ForkGuard;

use self::{
    entries::{Answered, Keys, Part, Row, holder, last_number, resource_of, token},
    gateway::{Changes, Entry, Gateway, Read},
};
use crate::{
    Amount, Claim, Claimed, Grant, Holding, Release, Request, Resource, ResourceStatus, Span,
    SpanState, Status, Store, StoreError, Timeouts,
    protocol::{self, Decision, Known, MAX_END, Number},
};

mod entries;
mod gateway;
#[cfg(feature = "etcd-tls")]
mod tls;

/// A store in an etcd cluster, by the JSON gateway that each member of version 3.4 or later has.
///
/// Each call reads what it needs at one moment, decides, and writes in one transaction that compares
/// the `mod_revision` of what it has read. If another was faster, it begins anew. Reads are
/// linearizable. Every call may be made again, at another member too, because what a lost call has
/// written is compared.
///
/// etcd has no clock. The store's time is that of the member that answers: the `Date` of its answer, in
/// whole seconds. So a holder whose clock is wrong cannot push a number's end into the future: it
/// reaches at most so far ahead of a member's clock. A member whose clock is fast can, as the server's
/// clock can in other stores; keep the members' clocks right. Grants of time should be some seconds
/// long, as the time may be up to a second late. [`release`](Store::release) takes back at most 40 ranges
/// at once; a [`KeyKeeper`](crate::KeyKeeper) has at most three.
///
/// A connection does not survive `fork()`: the child gets [`StoreError::Forked`].
///
/// Members are reached by `http://`, or by TLS as `https://` with the feature `etcd-tls`. Then say who
/// may sign their certificates, by `with_machine_tls` or `with_tls_authority`. A password without TLS is
/// for trusted networks.
///
/// ```no_run
/// use ids_reserve::{EtcdStore, Store, Timeouts};
/// let members = ["http://etcd-0:2379", "http://etcd-1:2379"];
/// let mut store = EtcdStore::new(members, Timeouts::default())?.with_user("ids", "secret");
/// store.init()?;
/// assert!(store.status()?.resources.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
pub struct EtcdStore {
    gateway: Gateway,
    keys: Keys,
    guard: ForkGuard,
}

/// The version of the entries that this library knows.
const VERSION: u64 = 1;

/// How often others may be faster.
const ATTEMPTS: usize = 200;

/// etcd's own limit of changes in a transaction.
const MOST_CHANGES: usize = 128;

/// How many ranges are given back at once: each is three changes at most.
const MOST_RANGES: usize = 40;

impl EtcdStore {
    /// A store at these members of a cluster, each `http://HOST:PORT`, or each `https://HOST:PORT` with the
    /// feature `etcd-tls`. Its keys begin with `ids-reserve/`.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is no member, or one is not such a URL, or some are `http://` and
    /// others `https://`.
    #[inline]
    pub fn new<'a>(
        members: impl IntoIterator<Item = &'a str>,
        timeouts: Timeouts,
    ) -> Result<Self, StoreError> {
        let members = members.into_iter().map(|member| member.trim_end_matches('/').into());
        let members: Vec<Box<str>> = members.collect();
        let all_are = |scheme: &str| {
            let is_host = |host: &str| !host.is_empty() && !host.contains(['/', '@', '?', '#']);
            members.iter().all(|member| member.strip_prefix(scheme).is_some_and(is_host))
        };
        let is_encrypted = all_are("https://");
        if members.is_empty() || !(is_encrypted || all_are("http://")) {
            return Err(StoreError::Invalid(
                "a member of etcd is named as http://HOST:PORT, or each one as https://HOST:PORT",
            ));
        }
        if is_encrypted && cfg!(not(feature = "etcd-tls")) {
            return Err(StoreError::Invalid("https:// wants the feature etcd-tls of ids-reserve"));
        }
        let keys = Keys { prefix: "ids-reserve/".into() };
        let gateway = Gateway::new(members, timeouts, is_encrypted);
        Ok(Self { gateway, keys, guard: ForkGuard::new() })
    }

    /// The same store, asked as this user.
    #[inline]
    #[must_use]
    pub fn with_user(mut self, name: &str, password: &str) -> Self {
        self.gateway.set_user(name, password);
        self
    }

    /// Says that the version of the entries is this library's, where there are none.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the entries are of another version; others as etcd says.
    #[inline]
    pub fn init(&mut self) -> Result<(), StoreError> {
        self.check_fork()?;
        let key = self.keys.version();
        let mut changes = Changes::default();
        changes.if_same(&key, None);
        changes.put(&key, &VERSION)?;
        self.gateway.write(&changes)?;
        self.read(&[]).map(drop)
    }

    fn check_fork(&self) -> Result<(), StoreError> {
        if self.guard.forked() { Err(StoreError::Forked) } else { Ok(()) }
    }

    /// What is there, and the time.
    fn read(&mut self, what: &[Read]) -> Result<(Vec<Vec<Entry>>, u64), StoreError> {
        self.check_fork()?;
        let (mut found, now) = self.gateway.read(what, &self.keys.version())?;
        let version = found.pop().and_then(|entries| entries.into_iter().next());
        let found_version = version.map_or(Ok(0), |entry| entry.read())?;
        if found_version != VERSION {
            return Err(StoreError::Schema { found: found_version, known: VERSION });
        }
        Ok((found, now))
    }

    /// Does this until nobody else was faster. `None` asks to begin anew.
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

    fn try_claim(&mut self, claim: &Claim<'_>) -> Result<Option<Claimed>, StoreError> {
        let begun = self.keys.namespace(claim.namespace);
        let all = self.keys.all("resource", Some(claim.namespace));
        let (found, now) = self.read(&[Read::Key(begun.clone()), Read::All(all)])?;
        let layout = found[0].first().map(Entry::read::<String>).transpose()?;
        let mut rows = BTreeMap::new();
        for entry in &found[1] {
            rows.insert(last_number(&entry.key)?, (entry, entry.read::<Row>()?));
        }
        let mut numbers = Vec::with_capacity(rows.len());
        for (&number, (_, row)) in &rows {
            let owner = row.owner.as_deref().map(token).transpose()?.map(|owner| (owner, row.at));
            numbers.push(Number { number, end: row.until, owner });
        }
        let (number, end) = protocol::claim(claim, layout.as_deref(), &numbers, now)?;

        let claimed = Claimed { number, end, now };
        let owner = format!("{}", claim.holder.token());
        let (entry, row) = rows
            .get(&number)
            .map_or((None, Row::default()), |(entry, row)| (Some(*entry), row.clone()));
        if row.owner.as_ref() == Some(&owner) {
            return Ok(Some(claimed));
        }
        let resource = Resource { namespace: claim.namespace.clone(), number };
        let key = self.keys.resource(&resource);
        let mut changes = Changes::default();
        // Claims of a namespace come one after the other, so that a late one cannot be a second one.
        changes.if_same(&begun, found[0].first());
        changes.if_same(&key, entry);
        changes.put(&begun, &claim.fingerprint.as_str())?;
        if let Some(before) = &row.owner {
            changes.delete(&self.keys.holder(&resource, before));
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
        changes.put(&self.keys.holder(&resource, &owner), &answered)?;
        changes.put(&key, &Row { owner: Some(owner), at: now, ..row })?;
        Ok(self.gateway.write(&changes)?.then_some(claimed))
    }

    fn try_grant(&mut self, request: &Request<'_>) -> Result<Option<Grant>, StoreError> {
        let (resource, keys) = (request.resource, &self.keys);
        let (begun, key) = (keys.namespace(&resource.namespace), keys.resource(resource));
        let asker = format!("{}", request.holder.token());
        let holder_key = keys.holder(resource, &asker);
        let last = keys.span(resource, request.seen);
        let mut what = vec![
            Read::Key(begun.clone()),
            Read::Key(key.clone()),
            Read::Key(holder_key.clone()),
            Read::First(last, keys.below("span", resource)),
        ];
        if let Amount::Keys { at_least, .. } = request.amount {
            let from = keys.returned(resource, at_least);
            what.push(Read::First(from, keys.below("returned", resource)));
        }
        let (found, now) = self.read(&what)?;
        let keys = &self.keys;
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
        let grant = Grant { range: range.clone(), now };
        if let Decision::Again(_) = decision {
            return Ok(Some(grant));
        }

        let mut changes = Changes::default();
        changes.if_same(&key, found[1].first());
        changes.if_same(&begun, found[0].first());
        if layout.is_none() {
            changes.put(&begun, &request.fingerprint.as_str())?;
        }
        if let (Decision::Returned(_), Some(rest)) = (&decision, returned) {
            changes.delete(&keys.returned(resource, rest.first));
            if range.end < rest.until {
                let rest = Part { first: range.end, ..rest };
                changes.put(&keys.returned(resource, range.end), &rest)?;
            }
        }
        // A range that follows the one before it makes that longer.
        let before = before.filter(|before| !(before.first..before.until).is_empty());
        let lowest = before.as_ref().map_or(range.start, |before| before.lowest.min(range.start));
        let part = before.filter(|before| before.until == range.start).map(|before| before.part);
        if part.is_some() {
            changes.delete(&keys.span(resource, range.start));
        }
        let first = part.unwrap_or(range.start);
        let label: String = request.holder.label().into();
        let (state, token) = (SpanState::Held.name().into(), asker.clone());
        let span = Part { first, until: range.end, token, label: label.clone(), state, at: now };
        changes.put(&keys.span(resource, range.end), &span)?;
        let request = Some(format!("{}", request.id));
        let (part, has_ended) = (first, false);
        let Range { start: first, end: until } = range;
        let answered = Answered { label, request, first, until, at: now, part, lowest, has_ended };
        changes.put(&holder_key, &answered)?;
        changes.put(&key, &Row { until: row.until.max(until), at: now, ..row })?;
        Ok(self.gateway.write(&changes)?.then_some(grant))
    }

    fn try_release(&mut self, release: &Release<'_>) -> Result<Option<()>, StoreError> {
        if release.unused.len() > MOST_RANGES {
            return Err(StoreError::Invalid("etcd takes back at most 40 ranges at once"));
        }
        let (resource, keys) = (release.resource, &self.keys);
        let asker = format!("{}", release.holder.token());
        let (key, holder_key) = (keys.resource(resource), keys.holder(resource, &asker));
        let (found, _) = self.read(&[Read::Key(key.clone()), Read::Key(holder_key.clone())])?;
        let Some(entry) = found[0].first() else { return Ok(Some(())) };
        let row: Row = entry.read()?;
        let before = found[1].first().map(Entry::read::<Answered>).transpose()?;
        let Some(before) = before.filter(|before| !before.has_ended) else { return Ok(Some(())) };
        // Not those of all holders before it. Whatever changes them changes the resource too.
        let keys = &self.keys;
        let lowest = keys.span(resource, before.lowest);
        let (spans, now) = self.read(&[Read::From(lowest, keys.below("span", resource))])?;
        let keys = &self.keys;
        let mut held = Vec::new();
        for entry in &spans[0] {
            let part: Part = entry.read()?;
            if part.token == asker && part.state == SpanState::Held.name() {
                held.push(part.range()?);
            }
        }
        let parts = protocol::release(release, &held, row.raised)?;
        let mut changes = Changes::default();
        changes.if_same(&key, Some(entry));
        // Those that it gives nothing back of count as used, because the holder has ended.
        let is_in = |range: &Range<u64>, span: &Range<u64>| {
            span.start <= range.start && range.end <= span.end
        };
        let unused = || parts.returned.iter().chain(&parts.skipped);
        for span in held.iter().filter(|span| unused().any(|range| is_in(range, span))) {
            if parts.returned.iter().any(|range| range.end == span.end) {
                changes.delete(&keys.span(resource, span.end));
            }
            for (ranges, state) in parts.by_state() {
                for range in ranges.iter().filter(|range| is_in(range, span)) {
                    let part = Part {
                        first: range.start,
                        until: range.end,
                        token: asker.clone(),
                        label: before.label.clone(),
                        state: state.name().into(),
                        at: now,
                    };
                    let key = match state {
                        SpanState::Returned => keys.returned(resource, range.start),
                        _ => keys.span(resource, range.end),
                    };
                    changes.put(&key, &part)?;
                }
            }
        }
        changes.put(&holder_key, &Answered { has_ended: true, at: now, ..before })?;
        let owner = row.owner.clone().filter(|owner| *owner != asker);
        changes.put(&key, &Row { owner, ..row })?;
        Ok(self.gateway.write(&changes)?.then_some(()))
    }

    /// `None` too after some of many ranges were skipped.
    fn try_raise(&mut self, resource: &Resource, end: u64) -> Result<Option<u64>, StoreError> {
        let keys = &self.keys;
        let (key, returned) = (keys.resource(resource), keys.below("returned", resource));
        let (found, now) = self.read(&[Read::Key(key.clone()), Read::All(returned)])?;
        let keys = &self.keys;
        let entry = found[0].first().ok_or(protocol::NO_SUCH_END)?;
        let row: Row = entry.read()?;
        let mut changes = Changes::default();
        changes.if_same(&key, Some(entry));
        for entry in &found[1] {
            let part: Part = entry.read()?;
            if part.first < end && changes.len() + 3 <= MOST_CHANGES {
                changes.delete(&entry.key);
                let part = Part { state: SpanState::Skipped.name().into(), at: now, ..part };
                changes.put(&keys.span(resource, part.until), &part)?;
            }
        }
        let is_last = changes.len() + 3 <= MOST_CHANGES;
        let until = if is_last { row.until.max(end) } else { row.until };
        let raised = if is_last { row.raised.max(end) } else { row.raised };
        changes.put(&key, &Row { until, raised, ..row })?;
        Ok((self.gateway.write(&changes)? && is_last).then_some(until))
    }
}

impl fmt::Debug for EtcdStore {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdStore")
            .field("members", &self.gateway.endpoints)
            .field("timeouts", &self.gateway.timeouts)
            .finish_non_exhaustive()
    }
}

impl Store for EtcdStore {
    #[inline]
    fn claim(&mut self, claim: &Claim<'_>) -> Result<Claimed, StoreError> {
        self.until_first(|store| store.try_claim(claim))
    }

    #[inline]
    fn grant(&mut self, request: &Request<'_>) -> Result<Grant, StoreError> {
        self.until_first(|store| store.try_grant(request))
    }

    #[inline]
    fn release(&mut self, release: &Release<'_>) -> Result<(), StoreError> {
        self.until_first(|store| store.try_release(release))
    }

    #[inline]
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        if end > MAX_END {
            return Err(protocol::NO_SUCH_END);
        }
        self.until_first(|store| store.try_raise(resource, end))
    }

    #[inline]
    fn status(&mut self) -> Result<Status, StoreError> {
        let kinds = ["namespace", "resource", "holder"].map(|kind| self.keys.all(kind, None));
        let [namespaces, rows, holders] = kinds.each_ref().map(String::as_str);
        let (found, now) = self.read(&kinds.clone().map(Read::All))?;
        let mut layouts = BTreeMap::new();
        for entry in &found[0] {
            layouts.insert(&entry.key[namespaces.len()..], entry.read::<Box<str>>()?);
        }
        let mut resources = BTreeMap::new();
        for entry in &found[1] {
            let (resource, row) = (resource_of(&entry.key[rows.len()..])?, entry.read::<Row>()?);
            let layout = layouts.get(resource.namespace.as_str()).cloned().unwrap_or_default();
            let (end, holders) = (row.until, Vec::new());
            resources.insert(resource.clone(), ResourceStatus { resource, layout, end, holders });
        }
        for entry in &found[2] {
            let name = &entry.key[holders.len()..];
            let answered: Answered = entry.read()?;
            let row = resources.get_mut(&resource_of(name)?).filter(|_| !answered.has_ended);
            if let (Some(row), Some((_, token))) = (row, name.rsplit_once(' ')) {
                let range = answered.first..answered.until;
                let holder = holder(token, &answered.label)?;
                row.holders.push(Holding { holder, range, at: answered.at });
            }
        }
        Ok(Status { now, resources: resources.into_values().collect() })
    }

    #[inline]
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let below = ["holder", "span", "returned"].map(|kind| self.keys.below(kind, resource));
        let (found, _) = self.read(&below.map(Read::All))?;
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
