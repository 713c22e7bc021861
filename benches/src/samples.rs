//! Identifiers of every format, the same each time: from clocks and random sources with a seed.

use std::time::{Duration, UNIX_EPOCH};

use base64::{
    alphabet::Alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
};
use chacha20::rand_core::Rng;
use evently_id::{EventId, LedgerId};
use flax_id::FlaxId;
use ids_core::{ManualClock, UnixTime};
use kuid::{Global, Local, NodeId};
use luuid::Luuid;
use siq::Siq;
use snowflake::{Snowflake, Twitter};
use type_safe_id::StaticType;
use ulid::Ulid;
use uuid::Uuid;

use crate::operations::ours;
pub use crate::sources::*;

pub const MILLI: Duration = Duration::from_millis(1);

pub const FLAX_ALPHABET: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
pub const KUID_ALPHABET: &str = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

pub fn globals() -> kuid::Node {
    kuid::Node::new(NodeId::from_name("ids@127.0.0.1"))
}

pub fn group() -> luuid::Group {
    luuid::Group::from_name("person")
}

pub fn ledger() -> LedgerId {
    LedgerId::from_checksum(0xae65_97c0)
}

/// `count` instants, a few microseconds apart, in order.
pub fn times(count: usize) -> impl Iterator<Item = UnixTime> {
    let mut rng = rng();
    let mut now = NOW;
    (0..count).map(move |_| {
        now = now + Duration::from_micros(2 + u64::from(rng.next_u32() % 9));
        now
    })
}

/// What is made on a clock that reads these instants, one after the other.
fn at_times<T, F: FnMut() -> T>(
    count: usize,
    start: impl FnOnce(&'static ManualClock) -> F,
) -> Vec<T> {
    let clock = clock();
    let mut make = start(clock);
    let made = times(count).map(|time| {
        clock.set(time);
        make()
    });
    made.collect()
}

pub fn snowflakes(count: usize) -> Vec<Snowflake<Twitter>> {
    at_times(count, ours::snowflake)
}

pub fn locals(count: usize) -> Vec<Local> {
    at_times(count, ours::kuid_local)
}

pub fn global_ids(count: usize) -> Vec<Global> {
    locals(count).into_iter().map(|id| id.to_global(globals().node_id())).collect()
}

pub fn siqs(count: usize) -> Vec<Siq> {
    at_times(count, ours::siq)
}

pub fn luuids(count: usize) -> Vec<Luuid> {
    std::iter::repeat_with(ours::luuid(rng())).take(count).collect()
}

pub fn flaxes(count: usize) -> Vec<FlaxId> {
    flaxes_at(times(count)).collect()
}

pub fn events(count: usize) -> Vec<EventId> {
    events_at(times(count)).collect()
}

pub fn ulids(count: usize) -> Vec<Ulid> {
    ulids_at(times(count)).collect()
}

pub fn uuids(count: usize) -> Vec<Uuid> {
    uuids_at(times(count)).collect()
}

pub fn flaxes_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = FlaxId> {
    let mut rng = rng();
    times.map(move |time| FlaxId::new(time, rng.next_u64() >> 8).expect("56 bits"))
}

/// Each instant is later than the one before it, by a microsecond at least.
pub fn events_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = EventId> {
    let mut rng = rng();
    times.map(move |time| {
        let micros = time.as_micros().try_into().expect("before the year 500,000");
        EventId::from_parts(micros, rng.next_u32(), ledger()).expect("52 bits")
    })
}

pub fn ulids_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = Ulid> {
    let mut rng = rng();
    times
        .map(move |time| Ulid::from_datetime_with_source(UNIX_EPOCH + time.since_epoch(), &mut rng))
}

/// With the bits after the milliseconds at random, as most libraries make it.
pub fn uuids_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = Uuid> {
    let (mut rng, mut random) = (rng(), [0; 10]);
    times.map(move |time| {
        rng.fill_bytes(&mut random);
        let millis = time.as_millis().try_into().expect("48 bits");
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    })
}

pub fn random_uuids(count: usize) -> Vec<Uuid> {
    let mut rng = rng();
    let mut random = [0; 16];
    (0..count)
        .map(|_| {
            rng.fill_bytes(&mut random);
            uuid::Builder::from_random_bytes(random).into_uuid()
        })
        .collect()
}

/// The same items in random order.
pub fn shuffled<T>(mut items: Vec<T>) -> Vec<T> {
    shuffle(&mut items, &mut rng());
    items
}

pub fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for last in (1..items.len() as u64).rev() {
        let other = rng.next_u64() % (last + 1);
        items.swap(usize::try_from(last).expect("an index"), usize::try_from(other).expect("less"));
    }
}

pub fn base64_engine(alphabet: &str) -> GeneralPurpose {
    GeneralPurpose::new(&Alphabet::new(alphabet).expect("64 different ones"), NO_PAD)
}

/// The kind of thing that typed identifiers are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Person;

impl StaticType for Person {
    const TYPE: &'static str = "person";
}
