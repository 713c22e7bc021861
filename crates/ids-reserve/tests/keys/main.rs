//! Blocks of keys, over a store in memory that can be made to fail.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "options are for one keeper")]

use core::{
    ops::{Range, RangeInclusive},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::{
    Clock, GenerateError, Limits, UnixTime,
    format::{Counter, Positions, Ticks},
};
use ids_reserve::{
    KeyBlocks, KeyKeeper, KeyOptions, MemoryStore, Namespace, Resource, SpanState, Store,
};

use between::{Between, Control};

mod adapting;
#[path = "../between/mod.rs"]
mod between;
mod fork;
mod generating;
mod giving_back;
mod laws;
mod taking;
mod threads;

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);

/// How many keys a thread takes beside a keeper that runs.
const EACH: usize = if cfg!(miri) { 100 } else { 100_000 };

/// The same store for all clones.
type Memory = MemoryStore<UnixTime>;
type Keeper<C = UnixTime> = KeyKeeper<Between<Memory, Control>, C, ChaCha8Rng>;

fn memory() -> Memory {
    MemoryStore::new(NOW)
}

fn resource() -> Resource {
    Resource { namespace: Namespace::new("person").unwrap(), number: 0 }
}

fn options(blocks: RangeInclusive<u64>) -> KeyOptions {
    KeyOptions { blocks, ..KeyOptions::new("person").unwrap() }
}

/// A holder that no other is, and its keys.
fn holder(store: &Memory, options: KeyOptions) -> (Keeper, KeyBlocks) {
    controlled(store, options, NOW, &Control::default())
}

/// The same, with its first block.
fn begun(store: &Memory, options: KeyOptions) -> (Keeper, KeyBlocks) {
    let (mut keeper, keys) = holder(store, options);
    keeper.extend().unwrap();
    (keeper, keys)
}

/// Exactly this number of consecutive keys.
fn reserve(keys: &mut KeyBlocks, count: u64) -> Result<Range<u64>, GenerateError> {
    const FIRST: UnixTime = UnixTime::from_secs(1);
    let seconds = Ticks::per_second(UnixTime::EPOCH, 1);
    let positions = Positions::new(seconds, 0, (1 << 48) - 1);
    let positions = positions.with_limits(Limits::ahead(Duration::MAX));
    keys.advance(|next, granted| positions.step(next, granted, FIRST, count..=count))
}

fn controlled<C: Clock>(
    store: &Memory,
    options: KeyOptions,
    clock: C,
    control: &Control,
) -> (Keeper<C>, KeyBlocks) {
    static SEED: AtomicU64 = AtomicU64::new(0);
    let rng = ChaCha8Rng::seed_from_u64(SEED.fetch_add(1, Relaxed));
    options.keys(Between { store: store.clone(), faults: control.clone() }, clock, rng).unwrap()
}

/// What became of every key that was granted.
fn spans(store: &Memory) -> Vec<(Range<u64>, SpanState)> {
    let spans = store.clone().spans(&resource()).unwrap();
    spans.into_iter().map(|span| (span.range, span.state)).collect()
}

fn end(store: &Memory) -> u64 {
    store.clone().status().unwrap()[0].end
}
