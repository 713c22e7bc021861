//! A million identifiers into a slice.

use std::time::Duration;

use chacha20::rand_core::Rng;
use ferroid::{
    generator::{BasicMonoUlidGenerator, BasicSnowflakeGenerator},
    id::{SnowflakeTwitterId, ULID},
};
use flax_id::FlaxId;
use ids_core::Limits;
use snowflake::{Snowflake, Twitter};

use super::sample::{MACHINE, Millis, NOW, STEP, Seeded, clock, node, rng, users};
use crate::{floor, measure::Row};

const MILLION: usize = 1_000_000;
const AHEAD: Limits = Limits::ahead(Duration::from_secs(365 * 86_400));

impl Row {
    fn fill<T: Clone + 'static>(
        self,
        name: &'static str,
        empty: T,
        mut fill: impl FnMut(&mut [T]) + 'static,
    ) -> Self {
        let mut ids = vec![empty; MILLION];
        self.way(name, MILLION, move || {
            fill(&mut ids);
            std::hint::black_box(ids.as_ptr());
        })
    }
}

fn ulids(row: Row) -> Row {
    let millis = Millis::leaked();
    let mono = BasicMonoUlidGenerator::<ULID, _, _>::new(millis, Seeded::default());
    row.fill("ferroid, ULIDs", ULID::from_raw(0), move |ids| {
        millis.advance();
        ids.fill_with(|| mono.next_id(|_| unreachable!("80 bits have room")));
    })
}

pub fn kuid(row: Row) -> Row {
    let mut local = kuid::Generator::new(NOW, kuid::LocalNode).with_limits(AHEAD);
    ulids(row).fill("ids", kuid::Local::MIN, move |ids| {
        assert_eq!(local.fill(ids), Ok(MILLION));
    })
}

pub fn snowflake(row: Row) -> Row {
    let none = Snowflake::<Twitter>::MIN;
    let (moved, millis) = (clock(), Millis::leaked());
    let mut floor = floor::Owned::new(moved, MACHINE);
    let mut ids = snowflake::Generator::new(NOW, node()).with_limits(AHEAD);
    let ferroid = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.fill("by hand, in a loop", 0, move |ids| {
        ids.fill_with(|| {
            loop {
                match floor.generate() {
                    Some(id) => break id,
                    None => moved.advance(STEP),
                }
            }
        });
    })
    .fill("ids", none, move |to| assert_eq!(ids.fill(to), Ok(MILLION)))
    .fill("ferroid, in a loop", SnowflakeTwitterId::from_raw(0), move |ids| {
        ids.fill_with(|| ferroid.next_id(|_| millis.advance()));
    })
}

pub fn flax_monotonic(row: Row) -> Row {
    let clock = clock();
    let mut seeded = flax_id::Generator::monotonic(clock, rng()).with_limits(AHEAD);
    let mut kept = flax_id::Generator::monotonic(clock, users()).with_limits(AHEAD);
    ulids(row)
        .fill("ids, seeded", FlaxId::MIN, move |ids| {
            clock.advance(STEP);
            assert_eq!(seeded.fill(ids), Ok(MILLION));
        })
        .fill("ids, IdRng", FlaxId::MIN, move |ids| {
            clock.advance(STEP);
            assert_eq!(kept.fill(ids), Ok(MILLION));
        })
}

pub fn flax(row: Row) -> Row {
    let mut seeded = flax_id::Generator::new(NOW, rng());
    let mut kept = flax_id::Generator::new(NOW, users());
    let (mut source, mut random) = (rng(), [0; 16]);
    let mut bytes = rng();
    let mut words = rng();
    row.fill("uuid v4, seeded", uuid::Uuid::nil(), move |ids| {
        ids.fill_with(|| {
            source.fill_bytes(&mut random);
            uuid::Builder::from_random_bytes(random).into_uuid()
        });
    })
    .fill("uuid v4", uuid::Uuid::nil(), |ids| ids.fill_with(uuid::Uuid::new_v4))
    .fill("8 random bytes each", [0; 8], move |ids| {
        bytes.fill_bytes(ids.as_flattened_mut());
    })
    .fill("random words", 0, move |ids| ids.fill_with(|| words.next_u64()))
    .fill("ids, seeded", FlaxId::MIN, move |ids| assert_eq!(seeded.fill(ids), Ok(MILLION)))
    .fill("ids, IdRng", FlaxId::MIN, move |ids| assert_eq!(kept.fill(ids), Ok(MILLION)))
}
