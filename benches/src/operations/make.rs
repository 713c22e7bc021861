//! `new`: one identifier, with a seeded random source and a clock that the benchmark
//! moves: before every thousand identifiers, in `new_8` before every eight, and in
//! `new_1` before each one.

use std::{
    cell::Cell,
    time::{Duration, UNIX_EPOCH},
};

use chacha20::rand_core::Rng;
use evently_id::EventId;
use evently_ledger::next_timestamp;
use ferroid::{
    generator::{
        AtomicSnowflakeGenerator, BasicMonoUlidGenerator, BasicSnowflakeGenerator,
        BasicUlidGenerator, LockSnowflakeGenerator,
    },
    id::{SnowflakeTwitterId, ULID},
};
use ids_core::ManualClock;
use kuid::LocalNode;
use luuid::Keys;
use siq::Qualifier;
use snowflake::Generator;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

use crate::{
    case::{COUNT, Cases, Sequence::*},
    floor,
    samples::*,
};

const BEFORE: u64 = NOW.as_millis() as u64;

/// Moves a clock on.
fn by(clock: &'static ManualClock, step: Duration) -> impl FnMut() {
    move || clock.advance(step)
}

/// Moves a clock of milliseconds on.
fn by_one(clock: &'static Millis) -> impl FnMut() {
    move || clock.advance()
}

pub fn snowflake<const PER_TICK: usize>() -> Cases {
    let (owned, divided, millis) = (clock(), clock(), Millis::leaked());
    let (lock_time, atomic_time) = (Millis::leaked(), Millis::leaked());
    let (a, b) = (clock(), clock());
    let mut floor = floor::Owned::new(a, MACHINE);
    let floor_shared = floor::Shared::new(b, MACHINE);
    let mut owner = Generator::new(owned, node());
    let shared = Generator::shared(divided, node());
    let basic = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    let lock = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, lock_time);
    let atomic = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, atomic_time);
    Cases::new(COUNT)
        .ticking::<PER_TICK, _>("ids", Ascending, by(owned, MILLI), move || {
            owner.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("by-hand", Ascending, by(a, MILLI), move || {
            floor.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("by-hand-shared", Ascending, by(b, MILLI), move || {
            floor_shared.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("ferroid-basic", Ascending, by_one(millis), move || {
            basic.next_id(|_| unreachable!("a millisecond has room"))
        })
        .ticking::<PER_TICK, _>("ids-shared", Ascending, by(divided, MILLI), move || {
            shared.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("ferroid-atomic", Ascending, by_one(atomic_time), move || {
            atomic.next_id(|_| unreachable!("a millisecond has room"))
        })
        .ticking::<PER_TICK, _>("ferroid-lock", Ascending, by_one(lock_time), move || {
            let made = lock.try_next_id(|_| unreachable!("a millisecond has room"));
            made.expect("no thread has panicked")
        })
}

pub fn kuid<const PER_TICK: usize>() -> Cases {
    let (a, b, c) = (clock(), clock(), clock());
    let mut local = kuid::Generator::new(a, LocalNode);
    let mut global = kuid::Generator::new(b, globals());
    let shared = kuid::Generator::shared(c, globals());
    Cases::new(COUNT)
        .ticking::<PER_TICK, _>("ids-local", Ascending, by(a, 2 * MILLI), move || {
            local.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("ids-global", Ascending, by(b, 2 * MILLI), move || {
            global.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("ids-global-shared", Ascending, by(c, 2 * MILLI), move || {
            shared.generate().expect("room")
        })
}

pub fn flax<const PER_TICK: usize>() -> Cases {
    let (clock, ordered) = (clock(), clock());
    let mut random = flax_id::Generator::new(clock, rng());
    // One batch in some thousands spends its millisecond, and takes the next.
    let ahead = flax_id::Policy::Borrow { max_ahead: MILLI * 1000 };
    let mut monotonic = flax_id::Generator::monotonic(ordered, rng()).with_policy(ahead);
    Cases::new(COUNT)
        .ticking::<PER_TICK, _>("ids", Distinct, by(clock, MILLI), move || {
            random.generate().expect("room")
        })
        .ticking::<PER_TICK, _>("ids-monotonic", Ascending, by(ordered, MILLI), move || {
            monotonic.generate().expect("room")
        })
}

pub fn siq<const PER_TICK: usize>() -> Cases {
    let (a, b) = (clock(), clock());
    let mut owner = siq::Generator::new(a, DOMAIN, 1);
    let shared = siq::Generator::shared(b, DOMAIN, 1);
    Cases::new(COUNT)
        .ticking::<PER_TICK, _>("ids", Ascending, by(a, MILLI), move || {
            owner.generate(Qualifier::User).expect("room")
        })
        .ticking::<PER_TICK, _>("ids-shared", Ascending, by(b, MILLI), move || {
            shared.generate(Qualifier::User).expect("room")
        })
}

pub fn luuid() -> Cases {
    let mut owner = luuid::Generator::new(Keys::counter(), rng(), group());
    let keys = Box::leak(Box::new(Keys::counter().shared()));
    let mut handle = luuid::Generator::new(keys.handle(), rng(), group());
    Cases::new(COUNT).make("ids", Ascending, move || owner.generate().expect("keys")).make(
        "ids-shared",
        Ascending,
        move || handle.generate().expect("keys"),
    )
}

/// The stamp alone; an event's canonical hash, of which it is made, has its own group.
pub fn evently() -> Cases {
    let (ledger, mut rng, mut last) = (ledger(), rng(), None);
    let now = u64::try_from(NOW.as_micros()).expect("52 bits");
    Cases::new(COUNT).make("ids-stamp", Ascending, move || {
        last = next_timestamp(last, now);
        EventId::from_parts(last.expect("room"), rng.next_u32(), ledger).expect("52 bits")
    })
}

pub fn uuid() -> Cases {
    let mut source = rng();
    let (mut v4, mut v7) = ([0; 16], [0; 10]);
    let context = ContextV7::new();
    let exact = ContextV7::new().with_additional_precision();
    let mut precise = 0;
    let mut source_v7 = rng();
    Cases::new(COUNT)
        .make("uuid-v4", Distinct, move || {
            source.fill_bytes(&mut v4);
            uuid::Builder::from_random_bytes(v4).into_uuid()
        })
        .make("uuid-v7", Distinct, move || {
            source_v7.fill_bytes(&mut v7);
            uuid::Builder::from_unix_timestamp_millis(BEFORE, &v7).into_uuid()
        })
        .make("uuid-v7-no-context", Distinct, || {
            Uuid::new_v7(Timestamp::from_unix(NoContext, NOW.as_secs(), 0))
        })
        .make("uuid-v7-context", Ascending, move || {
            Uuid::new_v7(Timestamp::from_unix(&context, NOW.as_secs(), 0))
        })
        .make("uuid-v7-context-precise", Ascending, move || {
            precise += 1;
            Uuid::new_v7(Timestamp::from_unix(&exact, NOW.as_secs() + precise / COUNT as u64, 0))
        })
}

pub fn ulid<const PER_TICK: usize>() -> Cases {
    // A clock for each, as a number or as the system's time, whichever the crate takes.
    let millis = || Box::leak(Box::new(Cell::new(BEFORE))) as &'static Cell<u64>;
    let tick = |millis: &'static Cell<u64>| move || millis.set(millis.get() + 1);
    let time = |millis: u64| UNIX_EPOCH + Duration::from_millis(millis);
    let [random, ordered, rusty, next] = [millis(), millis(), millis(), millis()];
    let (mut a, mut b, mut c, mut d) = (rng(), rng(), rng(), rng());
    let mut monotonic = ulid::Generator::new();
    let mut previous = rusty_ulid::Ulid::from(0_u128);
    let (basic_time, mono_time) = (Millis::leaked(), Millis::leaked());
    let basic = BasicUlidGenerator::<ULID, _, _>::new(basic_time, Seeded::default());
    let mono = BasicMonoUlidGenerator::<ULID, _, _>::new(mono_time, Seeded::default());
    Cases::new(COUNT)
        .ticking::<PER_TICK, _>("ulid", Distinct, tick(random), move || {
            ulid::Ulid::from_datetime_with_source(time(random.get()), &mut a)
        })
        .ticking::<PER_TICK, _>("ulid-monotonic", Ascending, tick(ordered), move || {
            let time = time(ordered.get());
            monotonic.generate_from_datetime_with_source(time, &mut b).expect("room")
        })
        .ticking::<PER_TICK, _>("rusty_ulid", Distinct, tick(rusty), move || {
            rusty_ulid::Ulid::from_timestamp_with_rng(rusty.get(), &mut c)
        })
        .ticking::<PER_TICK, _>("rusty_ulid-monotonic", Ascending, tick(next), move || {
            previous = rusty_ulid::Ulid::next_monotonic_from_timestamp_with_rng(
                previous,
                next.get(),
                &mut d,
            );
            previous
        })
        .ticking::<PER_TICK, _>("ferroid-ulid", Distinct, by_one(basic_time), move || {
            basic.next_id(|_| unreachable!("no order to keep"))
        })
        .ticking::<PER_TICK, _>("ferroid-ulid-monotonic", Ascending, by_one(mono_time), move || {
            mono.next_id(|_| unreachable!("80 bits have room"))
        })
}

pub fn scru128() -> Cases {
    let mut generator = scru128::Generator::with_rand010(rng());
    let mut now = BEFORE;
    Cases::new(COUNT).make("scru128", Ascending, move || {
        now += 1;
        generator.generate_or_reset_with_ts(now / COUNT as u64 + BEFORE)
    })
}
