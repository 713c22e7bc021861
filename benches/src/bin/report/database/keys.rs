//! The kinds of key: how each is made as its rows arrive, and what column it is kept in.

use std::time::Duration;

use chacha20::rand_core::Rng;
use evently_id::EventId;
use flax_id::FlaxId;
use ids_benches::{
    operations::ours::AHEAD,
    samples::{DOMAIN, NOW, clock, group, ledger, rng},
};
use ids_core::{ManualClock, UnixTime};
use kuid::{LocalNode, NodeId};
use luuid::Keys;
use siq::Qualifier;
use snowflake::{Generator, Node, Twitter};

/// A key, in the order that the database has too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Number(i64),
    Bytes(Vec<u8>),
    Uuid([u8; 16]),
    Text(String),
}

/// How rows arrive: how many in a millisecond, and from how many workers in turn.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub per_milli: usize,
    pub workers: usize,
}

/// How many identifiers arrive in a millisecond.
pub const RATES: [usize; 4] = [1, 10, 100, 1000];

pub struct Kind {
    pub format: &'static str,
    pub name: &'static str,
    /// As PostgreSQL calls the type of the column.
    pub column: &'static str,
    pub keys: fn(Arrival, usize) -> Vec<Key>,
    /// Whether keys of one time are together.
    pub by_time: bool,
    /// Whether it is among those that are tried with several rates and workers.
    pub arrivals: bool,
}

const fn kind(
    format: &'static str,
    name: &'static str,
    column: &'static str,
    keys: fn(Arrival, usize) -> Vec<Key>,
) -> Kind {
    Kind { format, name, column, keys, by_time: true, arrivals: false }
}

impl Kind {
    const fn without_time(self) -> Self {
        Self { by_time: false, ..self }
    }

    const fn with_arrivals(self) -> Self {
        Self { arrivals: true, ..self }
    }
}

/// The last is the null comparison: the same as another one, so that what differs is noise.
pub const KINDS: &[Kind] = &[
    kind("sequence", "sequence bigint", "bigint", sequence),
    kind("snowflake", "snowflake bigint", "bigint", snowflake).with_arrivals(),
    kind("kuid", "kuid-local bigint", "bigint", kuid_local),
    kind("kuid", "kuid-global bytea", "bytea", kuid_global).with_arrivals(),
    kind("flax", "flax bytea", "bytea", flax).with_arrivals(),
    kind("flax", "flax-monotonic bytea", "bytea", flax_monotonic).with_arrivals(),
    kind("flax", "flax text", "text", flax_text),
    kind("siq", "siq bytea", "bytea", siq),
    kind("luuid", "luuid uuid", "uuid", luuid),
    kind("evently", "evently uuid", "uuid", evently),
    kind("uuid", "uuid-v4 uuid", "uuid", uuid_v4).without_time().with_arrivals(),
    kind("uuid", "uuid-v7 uuid", "uuid", uuid_v7).with_arrivals(),
    kind("ulid", "ulid bytea", "bytea", ulid),
    kind("ulid", "ulid text", "text", ulid_text),
    kind("uuid", "uuid-v7 uuid again", "uuid", uuid_v7),
];

/// The moment and the worker of each row.
fn rows(arrival: Arrival, count: usize) -> impl Iterator<Item = (UnixTime, usize)> {
    let step = Duration::from_millis(1) / arrival.per_milli as u32;
    (0..count as u32).map(move |row| (NOW + step * row, row as usize % arrival.workers))
}

/// With a generator for each worker.
fn by_worker<G, I>(
    arrival: Arrival,
    count: usize,
    generator: impl Fn(&'static ManualClock, u64) -> G,
    mut next: impl FnMut(&mut G) -> I,
    key: impl Fn(I) -> Key,
) -> Vec<Key> {
    let clock = clock();
    let mut workers: Vec<_> =
        (0..arrival.workers as u64).map(|worker| generator(clock, worker)).collect();
    rows(arrival, count)
        .map(|(time, worker)| {
            clock.set(time);
            key(next(&mut workers[worker]))
        })
        .collect()
}

fn sequence(_: Arrival, count: usize) -> Vec<Key> {
    (1..=count as i64).map(Key::Number).collect()
}

fn snowflake(arrival: Arrival, count: usize) -> Vec<Key> {
    let node = |worker| Node::<Twitter>::numbered(worker).expect("fits");
    let generator = |clock, worker| Generator::new(clock, node(worker)).with_policy(AHEAD);
    let key = |id: snowflake::Snowflake<Twitter>| Key::Number(id.to_i64().expect("its sign is 0"));
    by_worker(arrival, count, generator, |own| own.generate().expect("ahead"), key)
}

fn kuid_local(arrival: Arrival, count: usize) -> Vec<Key> {
    let generator = |clock, _| kuid::Generator::new(clock, LocalNode).with_policy(AHEAD);
    // Its highest bit is 0 until the year 2106.
    let key = |id: kuid::Local| Key::Number(i64::try_from(id.to_bits()).expect("63 bits"));
    let one = Arrival { workers: 1, ..arrival };
    by_worker(one, count, generator, |own| own.generate().expect("ahead"), key)
}

fn kuid_global(arrival: Arrival, count: usize) -> Vec<Key> {
    let generator = |clock, worker| {
        let node = NodeId::from_name(&format!("worker-{worker}@127.0.0.1"));
        kuid::Generator::new(clock, kuid::Node::<8>::new(node)).with_policy(AHEAD)
    };
    let key = |id: kuid::Global| Key::Bytes(id.to_bytes().to_vec());
    by_worker(arrival, count, generator, |own| own.generate().expect("ahead"), key)
}

fn flaxes(arrival: Arrival, count: usize, key: fn(FlaxId) -> Key) -> Vec<Key> {
    let mut rng = rng();
    rows(arrival, count)
        .map(|(time, _)| key(FlaxId::new(time, rng.next_u64() >> 8).expect("56 bits")))
        .collect()
}

fn flax(arrival: Arrival, count: usize) -> Vec<Key> {
    flaxes(arrival, count, |id| Key::Bytes(id.to_bytes().to_vec()))
}

fn flax_text(arrival: Arrival, count: usize) -> Vec<Key> {
    flaxes(arrival, count, |id| Key::Text(id.to_string()))
}

fn flax_monotonic(arrival: Arrival, count: usize) -> Vec<Key> {
    use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
    let generator =
        |clock, worker| flax_id::Generator::monotonic(clock, ChaCha12Rng::seed_from_u64(worker));
    let key = |id: FlaxId| Key::Bytes(id.to_bytes().to_vec());
    by_worker(arrival, count, generator, |own| own.generate().expect("room"), key)
}

fn siq(arrival: Arrival, count: usize) -> Vec<Key> {
    let generator = |clock, worker: u64| {
        siq::Generator::new(clock, DOMAIN, u8::try_from(worker + 1).expect("few workers"))
    };
    let key = |id: siq::Siq| Key::Bytes(id.to_bytes().to_vec());
    by_worker(arrival, count, generator, |own| own.generate(Qualifier::User).expect("room"), key)
}

fn luuid(_: Arrival, count: usize) -> Vec<Key> {
    let mut generator = luuid::Generator::new(Keys::counter(), rng(), group());
    (0..count).map(|_| Key::Uuid(generator.generate().expect("keys").to_bytes())).collect()
}

/// An event's timestamp is later than the one before it, by a microsecond at least.
fn evently(arrival: Arrival, count: usize) -> Vec<Key> {
    let (mut rng, mut last) = (rng(), None);
    rows(arrival, count)
        .map(|(time, _)| {
            last =
                evently_ledger::next_timestamp(last, u64::try_from(time.as_micros()).expect("52"));
            let stamp = last.expect("room");
            let id = EventId::from_parts(stamp, rng.next_u32(), ledger()).expect("52 bits");
            Key::Uuid(id.to_bytes())
        })
        .collect()
}

fn uuid_v4(_: Arrival, count: usize) -> Vec<Key> {
    ids_benches::samples::random_uuids(count)
        .into_iter()
        .map(|id| Key::Uuid(id.into_bytes()))
        .collect()
}

/// With the bits after the milliseconds at random, as most libraries make it.
fn uuid_v7(arrival: Arrival, count: usize) -> Vec<Key> {
    let (mut rng, mut random) = (rng(), [0; 10]);
    rows(arrival, count)
        .map(|(time, _)| {
            rng.fill_bytes(&mut random);
            let millis = u64::try_from(time.as_millis()).expect("48 bits");
            let id = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
            Key::Uuid(id.into_bytes())
        })
        .collect()
}

fn ulids(arrival: Arrival, count: usize, key: fn(ulid::Ulid) -> Key) -> Vec<Key> {
    let mut rng = rng();
    let epoch = std::time::UNIX_EPOCH;
    rows(arrival, count)
        .map(|(time, _)| {
            key(ulid::Ulid::from_datetime_with_source(epoch + time.since_epoch(), &mut rng))
        })
        .collect()
}

fn ulid(arrival: Arrival, count: usize) -> Vec<Key> {
    ulids(arrival, count, |id| Key::Bytes(id.to_bytes().to_vec()))
}

fn ulid_text(arrival: Arrival, count: usize) -> Vec<Key> {
    ulids(arrival, count, |id| Key::Text(id.to_string()))
}
