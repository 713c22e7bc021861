//! Formats of other crates.

use std::{
    cell::Cell,
    hint::spin_loop,
    time::{Duration, UNIX_EPOCH},
};

use chacha20::rand_core::Rng;
use ferroid::{
    base32::Base32UlidExt,
    generator::{BasicMonoUlidGenerator, BasicUlidGenerator},
    id::ULID,
    rand::ThreadRandom,
    time::MonotonicClock,
};
use svix_ksuid::KsuidLike;
use type_safe_id::{StaticType, TypeSafeId};
use ulid::Ulid;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

use super::{flax, snowflake};
use crate::{
    case::{COUNT, Cases, Sequence::*, spent},
    samples::*,
    texts::{Operation, Texts},
};

const BEFORE: u64 = NOW.as_millis() as u64;

/// The kind of thing that typed identifiers are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Person;

impl StaticType for Person {
    const TYPE: &'static str = "person";
}

pub fn new_uuid() -> Cases {
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

pub fn generate_uuid() -> Cases {
    let context = ContextV7::new();
    Cases::new(COUNT)
        .make("uuid-v4", Distinct, Uuid::new_v4)
        .make("uuid-v7", Ascending, Uuid::now_v7)
        .make("uuid-v7-own-context", Ascending, move || Uuid::new_v7(Timestamp::now(&context)))
        .make("uuid-v7-no-context", Distinct, || Uuid::new_v7(Timestamp::now(NoContext)))
}

pub fn many_uuids<const N: usize>() -> Cases {
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

pub fn new_ulid<const PER_TICK: usize>() -> Cases {
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

pub fn many_ulids<const N: usize>() -> Cases {
    let (mut source, mut monotonic) = (rng(), ulid::Generator::new());
    let millis = Millis::leaked();
    let mono = BasicMonoUlidGenerator::<ULID, _, _>::new(millis, Seeded::default());
    Cases::new(N)
        .fill("ulid-monotonic", Ascending, Ulid::nil(), move |ids| {
            ids.fill_with(|| {
                let time = UNIX_EPOCH + NOW.since_epoch();
                monotonic.generate_from_datetime_with_source(time, &mut source).expect("room")
            });
        })
        .fill("ferroid-ulid-monotonic", Ascending, ULID::from_raw(0), move |ids| {
            millis.advance();
            ids.fill_with(|| mono.next_id(spent));
        })
}

pub fn new_scru128() -> Cases {
    let mut generator = scru128::Generator::with_rand010(rng());
    let mut now = BEFORE;
    Cases::new(COUNT).make("scru128", Ascending, move || {
        now += 1;
        generator.generate_or_reset_with_ts(now / COUNT as u64 + BEFORE)
    })
}

pub fn generate() -> Cases {
    let mut ulids = ulid::Generator::new();
    let mono =
        BasicMonoUlidGenerator::<ULID, _, _>::new(MonotonicClock::<1>::default(), ThreadRandom);
    let mut previous = rusty_ulid::Ulid::generate();
    Cases::new(COUNT)
        .make("ulid", Distinct, ulid::Ulid::generate)
        .make("ulid-monotonic", Ascending, move || ulids.generate().expect("room"))
        .make("rusty_ulid", Distinct, rusty_ulid::Ulid::generate)
        .make("rusty_ulid-monotonic", Ascending, move || {
            previous = rusty_ulid::Ulid::next_monotonic(previous);
            previous
        })
        .make("ferroid-ulid-monotonic", Ascending, move || mono.next_id(|_| spin_loop()))
        .make("scru128", Ascending, scru128::new)
        .make("svix-ksuid", Distinct, || *svix_ksuid::Ksuid::now(None).bytes())
        .make("type-safe-id", Distinct, || TypeSafeId::<Person>::new().uuid())
        .make("xid", Distinct, || xid::new().0)
        .make("nanoid", Distinct, || nanoid::nanoid!())
}

pub fn texts(operation: Operation) -> Cases {
    let number = |id: &Ulid| u128::from_be_bytes(id.to_bytes());
    let rusty = ulids(COUNT).iter().map(|id| rusty_ulid::Ulid::from(number(id))).collect();
    let ferroid = ulids(COUNT).iter().map(|id| ULID::from_raw(number(id))).collect();
    let scru128 = ulids(COUNT).iter().map(|id| scru128::Id::from_bytes(id.to_bytes())).collect();
    let ksuids = (1..).zip(ulids(COUNT));
    let ksuids = ksuids.map(|(n, id)| svix_ksuid::Ksuid::new_raw(n, Some(&id.to_bytes())));
    let tsids = snowflake::ids(COUNT).iter().map(|id| tsid::TSID::from(id.to_bits())).collect();
    let typed: Vec<TypeSafeId<Person>> =
        uuids(COUNT).into_iter().map(TypeSafeId::from_uuid).collect();
    let xids = flax::ids(COUNT).iter().map(|id| xid::Id(id.to_bytes())).collect();
    Texts::new(operation)
        .other("uuid", uuids(COUNT), Uuid::to_string, Uuid::try_parse, Uuid::eq)
        .named("uuid-explained")
        .reads(Uuid::eq, Uuid::parse_str)
        .other("ulid", ulids(COUNT), Ulid::to_string, Ulid::from_string, Ulid::eq)
        .writes([0; 26], |id, out| id.array_to_str(out).as_bytes())
        .other(
            "rusty_ulid",
            rusty,
            rusty_ulid::Ulid::to_string,
            rusty_ulid::crockford::parse_crockford_u128,
            |id, read| u128::from(*id) == *read,
        )
        .other(
            "ferroid-ulid",
            ferroid,
            |id| id.encode().as_string(),
            |text| ULID::decode(text),
            ULID::eq,
        )
        .writes(ULID::base32_array(), |id, out| {
            let _ = id.encode_to_buf(out);
            out
        })
        .other(
            "scru128",
            scru128,
            scru128::Id::to_string,
            scru128::Id::try_from_str,
            scru128::Id::eq,
        )
        .encodes(|id| id.encode())
        .other(
            "svix-ksuid",
            ksuids.collect(),
            svix_ksuid::Ksuid::to_string,
            |text| text.parse(),
            svix_ksuid::Ksuid::eq,
        )
        .other(
            "tsid",
            tsids,
            |id| id.to_string(),
            |text| tsid::TSID::try_from(text),
            |id, read| id.number() == read.number(),
        )
        .other(
            "type-safe-id",
            typed,
            |id| id.to_string(),
            |text| text.parse::<TypeSafeId<Person>>(),
            |id, read| id.uuid() == read.uuid(),
        )
        .other("xid", xids, |id| id.to_string(), |text| text.parse(), xid::Id::eq)
        .cases
}
