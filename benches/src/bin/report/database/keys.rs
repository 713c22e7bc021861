//! The kinds of key: how each is made as its rows arrive, and what column it is kept in.

use std::time::Duration;

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_benches::{
    formats::{self, AHEAD},
    samples::{DOMAIN, NOW, clock, random_uuids, rng, ulids_at, uuids_at},
};
use ids_core::{Id, ManualClock, UnixTime};
use kuid::NodeId;
use siq::Qualifier;
use snowflake::{Generator, Node, Twitter};
use uuid::Uuid;

/// A key, in the order that the database has too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    Number(i64),
    Bytes(Vec<u8>),
    Uuid([u8; 16]),
    Text(String),
}

/// How rows arrive: how many, how many of them in a millisecond, and from how many workers in turn.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub rows: usize,
    pub per_milli: usize,
    pub workers: usize,
}

impl Arrival {
    /// The moment of each row.
    fn times(self) -> impl Iterator<Item = UnixTime> {
        let step = Duration::from_millis(1) / self.per_milli as u32;
        (0..self.rows as u32).map(move |row| NOW + step * row)
    }

    /// With a generator for each worker.
    fn by_worker<F: FnMut() -> Key>(
        self,
        start: impl Fn(&'static ManualClock, u64) -> F,
    ) -> Vec<Key> {
        let clock = clock();
        let mut workers: Vec<F> =
            (0..self.workers as u64).map(|worker| start(clock, worker)).collect();
        let rows = self.times().zip((0..self.workers).cycle());
        rows.map(|(time, worker)| {
            clock.set(time);
            workers[worker]()
        })
        .collect()
    }
}

/// How many identifiers arrive in a millisecond.
pub const RATES: [usize; 4] = [1, 10, 100, 1000];

pub struct Kind {
    pub format: &'static str,
    pub name: &'static str,
    /// As PostgreSQL calls the type of the column.
    pub column: &'static str,
    pub keys: fn(Arrival) -> Vec<Key>,
    /// Whether keys of one time are together.
    pub by_time: bool,
    /// Whether it is among those that are tried with several rates and workers.
    pub arrivals: bool,
}

const fn kind(
    format: &'static str,
    name: &'static str,
    column: &'static str,
    keys: fn(Arrival) -> Vec<Key>,
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
    kind("flax", "flax bytea", "bytea", |rows| {
        formats::flax::ids_at(rows.times()).map(bytes).collect()
    })
    .with_arrivals(),
    kind("flax", "flax-monotonic bytea", "bytea", flax_monotonic).with_arrivals(),
    kind("flax", "flax text", "text", |rows| {
        formats::flax::ids_at(rows.times()).map(text).collect()
    }),
    kind("siq", "siq bytea", "bytea", siq),
    kind("luuid", "luuid uuid", "uuid", luuid),
    kind("evently", "evently uuid", "uuid", |rows| {
        formats::evently::ids_at(rows.times()).map(|id| Key::Uuid(id.to_bytes())).collect()
    }),
    kind("uuid", "uuid-v4 uuid", "uuid", |rows| {
        random_uuids(rows.rows).into_iter().map(uuid).collect()
    })
    .without_time()
    .with_arrivals(),
    kind("uuid", "uuid-v7 uuid", "uuid", uuid_v7).with_arrivals(),
    kind("ulid", "ulid bytea", "bytea", |rows| {
        ulids_at(rows.times()).map(|id| Key::Bytes(id.to_bytes().to_vec())).collect()
    }),
    kind("ulid", "ulid text", "text", |rows| ulids_at(rows.times()).map(text).collect()),
    kind("uuid", "uuid-v7 uuid again", "uuid", uuid_v7),
];

fn bytes(id: impl Id) -> Key {
    Key::Bytes(id.to_bytes().as_ref().to_vec())
}

fn uuid(id: Uuid) -> Key {
    Key::Uuid(id.into_bytes())
}

fn text(id: impl ToString) -> Key {
    Key::Text(id.to_string())
}

fn sequence(rows: Arrival) -> Vec<Key> {
    (1..=rows.rows as i64).map(Key::Number).collect()
}

fn snowflake(rows: Arrival) -> Vec<Key> {
    rows.by_worker(|clock, worker| {
        let node = Node::<Twitter>::numbered(worker).expect("fits");
        let mut own = Generator::new(clock, node).with_limits(AHEAD);
        move || Key::Number(own.generate().expect("ahead").to_i64().expect("its sign is 0"))
    })
}

fn kuid_local(rows: Arrival) -> Vec<Key> {
    Arrival { workers: 1, ..rows }.by_worker(|clock, _| {
        let mut own = formats::kuid::local(clock);
        // Its highest bit is 0 until the year 2106.
        move || Key::Number(i64::try_from(own().to_bits()).expect("63 bits"))
    })
}

fn kuid_global(rows: Arrival) -> Vec<Key> {
    rows.by_worker(|clock, worker| {
        let node = NodeId::from_name(&format!("worker-{worker}@127.0.0.1"));
        let own = kuid::Generator::new(clock, kuid::Node::<8>::new(node));
        let mut own = own.with_limits(AHEAD);
        move || bytes(own.generate().expect("ahead"))
    })
}

fn flax_monotonic(rows: Arrival) -> Vec<Key> {
    rows.by_worker(|clock, worker| {
        let mut own = formats::flax::monotonic(clock, ChaCha12Rng::seed_from_u64(worker));
        move || bytes(own())
    })
}

fn siq(rows: Arrival) -> Vec<Key> {
    rows.by_worker(|clock, worker| {
        let shard = u8::try_from(worker + 1).expect("few workers");
        let mut own = siq::Generator::new(clock, DOMAIN, shard);
        move || bytes(own.generate(Qualifier::User).expect("room"))
    })
}

fn luuid(rows: Arrival) -> Vec<Key> {
    let mut own = formats::luuid::owner(rng());
    (0..rows.rows).map(|_| Key::Uuid(own().to_bytes())).collect()
}

fn uuid_v7(rows: Arrival) -> Vec<Key> {
    uuids_at(rows.times()).map(uuid).collect()
}
