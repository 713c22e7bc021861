//! A store in etcd.

use core::{fmt, ops::Range, time::Duration};
use std::{
    boxed::Box,
    collections::BTreeMap,
    format,
    string::String,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    vec::Vec,
};

use self::{
    entries::{Answered, Part, Row, holder, resource_of, token},
    gateway::{Changes, Entry, Gateway, Read},
};
use crate::{
    Claim, Request, Resource, Span, SpanState, Status, Store, StoreError,
    patience::{Patience, with_wait},
    protocol::{self, MAX_END},
};

mod attempts;
mod entries;
mod gateway;
mod keys;
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
/// use ids_reserve::{EtcdStore, Store};
/// let members = ["http://etcd-0:2379", "http://etcd-1:2379"];
/// let mut store = EtcdStore::new(members)?.with_user("ids", "secret");
/// store.init()?;
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
pub struct EtcdStore {
    gateway: Gateway,
    patience: Patience,
}

with_wait!(EtcdStore);

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
    pub fn new<'a>(members: impl IntoIterator<Item = &'a str>) -> Result<Self, StoreError> {
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
        let gateway = Gateway::new(members, is_encrypted);
        Ok(Self { gateway, patience: Patience::none() })
    }

    /// The same store with another limit on how long a member may take, before it counts as
    /// [unavailable](StoreError::Unavailable). The default is 5 s.
    #[inline]
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.gateway.timeout = timeout;
        self
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
        self.through(true, |gateway| {
            let key = keys::VERSION;
            let mut changes = Changes::default();
            changes.if_same(key, None);
            changes.put(key, &VERSION)?;
            gateway.write(&changes)?;
            gateway.read_known([]).map(drop)
        })
    }

    /// Makes a call. If it takes longer than a second, another thread says so, since this one waits.
    pub(crate) fn through<T>(
        &mut self,
        _writes: bool,
        mut call: impl FnMut(&mut Gateway) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let Self { gateway, patience } = self;
        if !patience.is_told() {
            return call(gateway);
        }
        patience.ask(|tell| {
            let (done, ended) = channel::<()>();
            thread::scope(|scope| {
                // Without a thread nothing is said before the answer.
                let _speaks = thread::Builder::new().spawn_scoped(scope, move || {
                    if ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout)
                    {
                        tell();
                    }
                });
                let answer = call(gateway);
                drop(done);
                answer
            })
        })
    }
}

impl Gateway {
    /// What is there of entries that this library knows, and the time.
    fn read_known(
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
}

impl fmt::Debug for EtcdStore {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdStore")
            .field("members", &self.gateway.endpoints)
            .field("timeout", &self.gateway.timeout)
            .finish_non_exhaustive()
    }
}

impl Store for Gateway {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        self.until_first(|store| store.try_claim(claim))
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.until_first(|store| store.try_grant(request))
    }

    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        self.until_first(|store| store.try_release(of, by, rest))
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        if end > MAX_END {
            return Err(protocol::NO_SUCH_END);
        }
        self.until_first(|store| store.try_raise(resource, end))
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
