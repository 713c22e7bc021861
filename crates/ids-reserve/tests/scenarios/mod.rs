//! What every store must do: a table of scenarios over any `Store`.
//!
//! No scenario depends on how fast it runs, and none steps the store's clock.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(dead_code, unreachable_pub, reason = "each test of a store uses what it needs")]

use core::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use ids_core::UnixTime;
use ids_core::format::{Positions, Ticks};
use ids_reserve::{
    Amount, Claim, Fingerprint, Holder, Namespace, Request, Resource, Span, SpanState, Store,
    StoreError,
};

mod both;
mod keys;
mod names;
mod nodes;
mod peers;

/// A store to be held against the scenarios.
pub trait Subject: Sync {
    /// One more connection.
    fn connect(&self) -> Box<dyn Store + Send>;

    /// Keeps the content as it is now, and puts it back when the answer is called.
    fn backup(&self) -> Box<dyn FnOnce() + '_>;
}

/// A name, and what must hold.
pub type Scenario = (&'static str, fn(&dyn Subject));

/// Runs every scenario, one after the other, in namespaces of their own.
pub fn hold(subject: &dyn Subject) {
    // Names first: the others' namespaces may have one of their groups.
    let all =
        [names::SCENARIOS, both::SCENARIOS, nodes::SCENARIOS, keys::SCENARIOS, peers::SCENARIOS];
    for (name, scenario) in all.concat() {
        println!("scenario: {name}");
        scenario(subject);
    }
}

/// A day: longer than any test.
pub const NEVER: Duration = Duration::from_secs(86_400);
pub const SECOND: u64 = 1_000_000;

/// No two alike in this process. Stores that outlive it begin empty.
pub fn token() -> u128 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    u128::from(NEXT.fetch_add(1, Relaxed)) << 64 | 0xfeed
}

/// A namespace that no other scenario has.
pub fn namespace(scenario: &str) -> Namespace {
    Namespace::new(&format!("{scenario}-{}", token() >> 64)).unwrap()
}

pub fn layout(nodes: u64) -> Fingerprint {
    let millis = Ticks::per_second(UnixTime::EPOCH, 1000);
    Fingerprint::of_nodes(Positions::new(millis, 12, 1 << 41), nodes)
}

/// A holder that asks as a keeper does.
#[derive(Clone, Debug)]
pub struct Asker {
    pub holder: Holder,
    pub fingerprint: Fingerprint,
    pub resource: Resource,
    pub previous: Option<u128>,
    pub seen: u64,
}

impl Asker {
    pub fn of_keys(namespace: &Namespace) -> Self {
        let resource = Resource { namespace: namespace.clone(), number: 0 };
        let fingerprint = Fingerprint::of_keys(1..1 << 48);
        let holder = Holder::new(token(), "a test").unwrap();
        Self { holder, fingerprint, resource, previous: None, seen: 0 }
    }

    pub fn of_nodes(namespace: &Namespace, nodes: u64) -> Self {
        Self { fingerprint: layout(nodes), ..Self::of_keys(namespace) }
    }

    pub fn claim(
        &mut self,
        store: &mut dyn Store,
        nodes: u64,
        wanted: Option<u64>,
        idle: Duration,
    ) -> Result<(u64, u64), StoreError> {
        let claimed = store.claim(&Claim {
            namespace: &self.resource.namespace,
            fingerprint: &self.fingerprint,
            holder: &self.holder,
            nodes,
            wanted,
            idle,
        })?;
        (self.resource.number, self.seen) = claimed;
        Ok(claimed)
    }

    pub fn ask_as(
        &mut self,
        store: &mut dyn Store,
        id: u128,
        amount: Amount,
    ) -> Result<Span, StoreError> {
        let grant = store.grant(&Request {
            resource: &self.resource,
            fingerprint: &self.fingerprint,
            holder: &self.holder,
            id,
            previous: self.previous,
            seen: self.seen,
            amount,
        })?;
        assert!(!grant.range.is_empty(), "a grant is never empty");
        self.previous = Some(id);
        self.seen = self.seen.max(grant.range.end);
        Ok(grant)
    }

    pub fn ask(&mut self, store: &mut dyn Store, amount: Amount) -> Result<Span, StoreError> {
        self.ask_as(store, token(), amount)
    }

    pub fn release(&self, store: &mut dyn Store, unused: &[Range<u64>]) -> Result<(), StoreError> {
        store.release(&self.resource, self.holder.token(), unused)
    }

    pub fn end(&self, store: &mut dyn Store) -> u64 {
        let status = store.status().unwrap();
        let all: Vec<_> = status.iter().filter(|r| r.resource == self.resource).collect();
        assert_eq!(all.len(), 1, "each resource once");
        all[0].end
    }

    pub fn spans(&self, store: &mut dyn Store) -> Vec<(Range<u64>, SpanState)> {
        let spans = store.spans(&self.resource).unwrap();
        assert!(spans.is_sorted_by(|a, b| a.range.end <= b.range.start), "no overlap: {spans:?}");
        spans.into_iter().map(|Span { range, state, .. }| (range, state)).collect()
    }
}

/// The next `millis` milliseconds, at most a minute ahead.
pub const fn time(millis: u64) -> Amount {
    let segment = Duration::from_millis(millis);
    Amount::Time { segment, reach: 0, max_ahead: Duration::from_secs(60) }
}

pub const fn keys(count: u64) -> Amount {
    Amount::Keys { count, at_least: 1, limit: 1 << 48 }
}

pub fn kind<T>(answer: Result<T, StoreError>) -> &'static str {
    answer.map_or_else(|error| error.kind(), |_| "ok")
}

/// The version that a store has, and that this library does not know.
pub fn schema<T: core::fmt::Debug>(answer: Result<T, StoreError>) -> u64 {
    match answer {
        Err(StoreError::Schema { found, known: 1 }) => found,
        answer => panic!("{answer:?}"),
    }
}

/// All ranges are disjoint; they are given back in ascending order.
pub fn disjoint(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    assert!(ranges.is_sorted_by(|a, b| a.end <= b.start), "granted twice: {ranges:?}");
    ranges
}
