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
use luuid::Keys;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

use super::ours;
use crate::{
    case::{
        COUNT, Cases,
        Sequence::{self, *},
    },
    floor,
    samples::*,
};

const BEFORE: u64 = NOW.as_millis() as u64;

impl Cases {
    /// An implementation on a clock of its own, which goes on to another tick before every `PER_TICK` identifiers.
    fn on_clock<const PER_TICK: usize, T: Ord, F: FnMut() -> T + 'static>(
        self,
        name: &'static str,
        sequence: Sequence,
        start: impl FnOnce(&'static ManualClock) -> F,
    ) -> Self {
        let clock = clock();
        self.ticking::<PER_TICK, T>(name, sequence, move || clock.advance(STEP), start(clock))
    }

    /// The same on ferroid's kind of clock.
    fn on_millis<const PER_TICK: usize, T: Ord, F: FnMut() -> T + 'static>(
        self,
        name: &'static str,
        sequence: Sequence,
        start: impl FnOnce(&'static Millis) -> F,
    ) -> Self {
        let millis = Millis::leaked();
        self.ticking::<PER_TICK, T>(name, sequence, move || millis.advance(), start(millis))
    }
}

/// What ferroid is to do where its millisecond is spent.
fn spent<T>(_: T) {
    unreachable!("a millisecond has room")
}

pub fn snowflake<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Ascending, ours::snowflake)
        .on_clock::<PER_TICK, _, _>("by-hand", Ascending, |clock| {
            let mut floor = floor::Owned::new(clock, MACHINE);
            move || floor.generate().expect("room")
        })
        .on_clock::<PER_TICK, _, _>("by-hand-shared", Ascending, |clock| {
            let floor = floor::Shared::new(clock, MACHINE);
            move || floor.generate().expect("room")
        })
        .on_millis::<PER_TICK, _, _>("ferroid-basic", Ascending, |millis| {
            let own = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
            move || own.next_id(spent)
        })
        .on_clock::<PER_TICK, _, _>("ids-shared", Ascending, ours::snowflake_shared)
        .on_millis::<PER_TICK, _, _>("ferroid-atomic", Ascending, |millis| {
            let one = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
            move || one.next_id(spent)
        })
        .on_millis::<PER_TICK, _, _>("ferroid-lock", Ascending, |millis| {
            let one = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
            move || one.try_next_id(spent).expect("no thread has panicked")
        })
}

pub fn kuid<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids-local", Ascending, ours::kuid_local)
        .on_clock::<PER_TICK, _, _>("ids-global", Ascending, ours::kuid)
        .on_clock::<PER_TICK, _, _>("ids-global-shared", Ascending, |clock| {
            let shared = kuid::Generator::shared(clock, globals());
            move || shared.generate().expect("room")
        })
}

pub fn flax<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Distinct, |clock| ours::flax(clock, rng()))
        .on_clock::<PER_TICK, _, _>("ids-monotonic", Ascending, |clock| {
        ours::flax_monotonic(clock, rng())
    })
}

pub fn siq<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Ascending, ours::siq)
        .on_clock::<PER_TICK, _, _>("ids-shared", Ascending, ours::siq_shared)
}

pub fn luuid() -> Cases {
    let keys = Box::leak(Box::new(Keys::counter().shared()));
    let mut handle = luuid::Generator::new(keys.handle(), rng(), group());
    let shared = move || handle.generate().expect("keys");
    Cases::new(COUNT).make("ids", Ascending, ours::luuid(rng())).make(
        "ids-shared",
        Ascending,
        shared,
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
        .on_millis::<PER_TICK, _, _>("ferroid-ulid", Distinct, |millis| {
            let own = BasicUlidGenerator::<ULID, _, _>::new(millis, Seeded::default());
            move || own.next_id(spent)
        })
        .on_millis::<PER_TICK, _, _>("ferroid-ulid-monotonic", Ascending, |millis| {
            let own = BasicMonoUlidGenerator::<ULID, _, _>::new(millis, Seeded::default());
            move || own.next_id(spent)
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
