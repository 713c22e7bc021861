//! `generate_many`: a slice of identifiers at once, with a clock that stands still and a random
//! source with a seed; `id-rng` with the one that users have. Other crates have no call for it and are called in a loop.

use std::time::UNIX_EPOCH;

use chacha20::rand_core::Rng;
use ferroid::{
    generator::{BasicMonoUlidGenerator, BasicSnowflakeGenerator},
    id::{SnowflakeTwitterId, ULID},
};
use ids_core::IdRng;
use kuid::{Global, LocalNode};
use luuid::{Keys, Luuid};
use siq::{Qualifier, Siq};
use snowflake::{Generator, Snowflake, Twitter};
use uuid::{ContextV7, Timestamp, Uuid};

use super::ours::AHEAD;
use crate::{
    case::{Cases, Sequence::*},
    floor,
    samples::*,
};

pub fn snowflake<const N: usize>() -> Cases {
    let millis = Millis::leaked();
    let none = Snowflake::<Twitter>::MIN;
    let mut owner = Generator::new(NOW, node()).with_limits(AHEAD);
    let shared = Generator::shared(NOW, node()).with_limits(AHEAD);
    let basic = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    let moved = clock();
    let mut floor = floor::Owned::new(moved, MACHINE);
    Cases::new(N)
        .fill("ids", Ascending, none, move |ids| all(owner.fill(ids), N))
        .fill("ids-shared", Ascending, none, move |ids| all(shared.handle().fill(ids), N))
        .fill("by-hand", Ascending, 0, move |ids| {
            ids.fill_with(|| {
                loop {
                    match floor.generate() {
                        Some(id) => break id,
                        None => moved.advance(MILLI),
                    }
                }
            });
        })
        .fill("ferroid-basic", Ascending, SnowflakeTwitterId::from_raw(0), move |ids| {
            ids.fill_with(|| basic.next_id(|_| millis.advance()));
        })
}

pub fn kuid<const N: usize>() -> Cases {
    let mut local = kuid::Generator::new(NOW, LocalNode).with_limits(AHEAD);
    let mut global = kuid::Generator::new(NOW, globals()).with_limits(AHEAD);
    Cases::new(N)
        .fill("ids-local", Ascending, kuid::Local::MIN, move |ids| all(local.fill(ids), N))
        .fill("ids-global", Ascending, Global::MIN, move |ids| all(global.fill(ids), N))
}

pub fn flax<const N: usize>() -> Cases {
    let mut random = flax_id::Generator::new(NOW, rng());
    let users = || IdRng::from_os().expect("the system has some");
    let mut random_users = flax_id::Generator::new(NOW, users());
    let clock = clock();
    let mut users = flax_id::Generator::monotonic(clock, users()).with_limits(AHEAD);
    let mut monotonic = flax_id::Generator::monotonic(clock, rng()).with_limits(AHEAD);
    Cases::new(N)
        .fill("ids", Distinct, flax_id::FlaxId::MIN, move |ids| all(random.fill(ids), N))
        .fill("ids-id-rng", Distinct, flax_id::FlaxId::MIN, move |ids| {
            all(random_users.fill(ids), N);
        })
        .fill("ids-monotonic", Ascending, flax_id::FlaxId::MIN, move |ids| {
            clock.advance(MILLI);
            all(monotonic.fill(ids), N);
        })
        .fill("ids-monotonic-id-rng", Ascending, flax_id::FlaxId::MIN, move |ids| {
            clock.advance(MILLI);
            all(users.fill(ids), N);
        })
}

pub fn siq<const N: usize>() -> Cases {
    let mut owner = siq::Generator::new(NOW, DOMAIN, 1).with_limits(AHEAD);
    Cases::new(N).fill("ids", Ascending, Siq::MIN, move |ids| {
        all(owner.sequence(Qualifier::User).fill(ids), N);
    })
}

pub fn luuid<const N: usize>() -> Cases {
    let mut owner = luuid::Generator::new(Keys::counter(), rng(), group());
    let users = IdRng::from_os().expect("the system has some");
    let mut users = luuid::Generator::new(Keys::counter(), users, group());
    Cases::new(N).fill("ids", Ascending, Luuid::MIN, move |ids| all(owner.fill(ids), N)).fill(
        "ids-id-rng",
        Ascending,
        Luuid::MIN,
        move |ids| all(users.fill(ids), N),
    )
}

pub fn uuid<const N: usize>() -> Cases {
    let (mut source, mut random) = (rng(), [0; 16]);
    let context = ContextV7::new();
    Cases::new(N)
        .fill("uuid-v4", Distinct, Uuid::nil(), move |ids| {
            ids.fill_with(|| {
                source.fill_bytes(&mut random);
                uuid::Builder::from_random_bytes(random).into_uuid()
            });
        })
        .fill("uuid-v4-new", Distinct, Uuid::nil(), |ids| ids.fill_with(Uuid::new_v4))
        .fill("uuid-v7-context", Ascending, Uuid::nil(), move |ids| {
            ids.fill_with(|| Uuid::new_v7(Timestamp::from_unix(&context, NOW.as_secs(), 0)));
        })
}

pub fn ulid<const N: usize>() -> Cases {
    let (mut source, mut monotonic) = (rng(), ulid::Generator::new());
    let millis = Millis::leaked();
    let mono = BasicMonoUlidGenerator::<ULID, _, _>::new(millis, Seeded::default());
    Cases::new(N)
        .fill("ulid-monotonic", Ascending, ulid::Ulid::nil(), move |ids| {
            ids.fill_with(|| {
                let time = UNIX_EPOCH + NOW.since_epoch();
                monotonic.generate_from_datetime_with_source(time, &mut source).expect("room")
            });
        })
        .fill("ferroid-ulid-monotonic", Ascending, ULID::from_raw(0), move |ids| {
            millis.advance();
            ids.fill_with(|| mono.next_id(|_| unreachable!("80 bits have room")));
        })
}

/// # Panics
/// Unless the whole slice was filled.
fn all<E: std::fmt::Debug>(filled: Result<usize, E>, count: usize) {
    assert_eq!(filled.expect("room"), count);
}
