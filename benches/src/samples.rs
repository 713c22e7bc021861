//! What identifiers are made of, the same each time: clocks and random sources with a seed. And those of other crates.

use std::time::{Duration, UNIX_EPOCH};

use chacha20::rand_core::Rng;
use ids_core::{ManualClock, UnixTime};
use ulid::Ulid;
use uuid::Uuid;

pub use crate::sources::*;

pub const MILLI: Duration = Duration::from_millis(1);

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
pub fn at_times<T, F: FnMut() -> T>(
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

pub fn ulids(count: usize) -> Vec<Ulid> {
    ulids_at(times(count)).collect()
}

pub fn uuids(count: usize) -> Vec<Uuid> {
    uuids_at(times(count)).collect()
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
