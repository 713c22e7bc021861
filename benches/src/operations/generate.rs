//! `generate`: one identifier with the clock that a program would give it, read for each.
//!
//! Generators that would wait at their layout's limit are given leave to run ahead of the clock, or
//! more bits to count in: here the call is timed, in `contended` the limit.

use std::time::{Duration, Instant, SystemTime};

use evently_id::EventId;
use evently_ledger::next_timestamp;
use ferroid::{
    define_snowflake_id,
    generator::{
        AtomicSnowflakeGenerator, BasicMonoUlidGenerator, BasicSnowflakeGenerator,
        LockSnowflakeGenerator,
    },
    id::ULID,
    rand::ThreadRandom,
    time::MonotonicClock,
};
use ids_core::{Clock, FastClock, ForkGuard, GuardedClock, IdRng, LocalRng, Policy, SystemClock};
use kuid::LocalNode;
use luuid::Keys;
use siq::Qualifier;
use snowflake::Generator;
use svix_ksuid::KsuidLike;
use type_safe_id::{StaticType, TypeSafeId};
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

use crate::{
    case::{COUNT, Cases, Sequence::*},
    samples::*,
};

define_snowflake_id!(
    /// Room for four million in a millisecond.
    Wide, u64,
    reserved: 0,
    timestamp: 41,
    machine_id: 1,
    sequence: 22
);

const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(7 * 86_400) };

/// What a reading of the clock costs, as far as a number that a generator can use.
#[expect(clippy::disallowed_methods, reason = "what is compared")]
pub fn clock_read() -> Cases {
    let fast = FastClock::new();
    let ticker = MonotonicClock::<1>::default();
    let (origin, number) =
        (Instant::now(), |time: Duration| time.as_secs() ^ u64::from(time.subsec_nanos()));
    Cases::new(COUNT)
        .call("ids-system", move || number(SystemClock.now().expect("after the Unix epoch")))
        .call("ids-fast", move || number(fast.now().expect("after the Unix epoch")))
        .call("std-system", move || {
            number(
                SystemTime::now()
                    .duration_since(SystemTime::UNIX_EPOCH)
                    .expect("after the Unix epoch"),
            )
        })
        .call("std-instant", move || number(origin.elapsed()))
        .call("ferroid-ticker", move || -> u64 {
            ferroid::time::TimeSource::current_millis(&ticker)
        })
}

/// What it costs to ask whether this process is a copy of the one that made a generator.
pub fn fork_check() -> Cases {
    let guard = ForkGuard::new();
    Cases::new(COUNT)
        .call("ids-guard", move || u64::from(guard.forked()))
        .call("std-process-id", || u64::from(std::process::id()))
}

pub fn snowflake() -> Cases {
    let mut owner = Generator::new(SystemClock, node()).with_policy(AHEAD);
    let shared = Generator::shared(SystemClock, node()).with_policy(AHEAD);
    let mut guarded = Generator::new(GuardedClock::new(SystemClock), node()).with_policy(AHEAD);
    let mut fast = Generator::new(FastClock::new(), node()).with_policy(AHEAD);
    let fast_shared = Generator::shared(FastClock::new(), node()).with_policy(AHEAD);
    let ticker = MonotonicClock::<1>::default;
    let basic = BasicSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let lock = LockSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let atomic = AtomicSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let mut factory = tsid::TsidFactory::with_node_bits(10, 1);
    let spin = |_| std::hint::spin_loop();
    Cases::new(COUNT)
        .make("ids", Ascending, || (), move || owner.generate().expect("ahead"))
        .make("ids-shared", Ascending, || (), move || shared.generate().expect("ahead"))
        .make("ids-guarded-clock", Ascending, || (), move || guarded.generate().expect("ahead"))
        .make("ids-fast-clock", Ascending, || (), move || fast.generate().expect("ahead"))
        .make(
            "ids-fast-clock-shared",
            Ascending,
            || (),
            move || fast_shared.generate().expect("ahead"),
        )
        .make("ferroid-basic", Ascending, || (), move || basic.next_id(spin))
        .make(
            "ferroid-lock",
            Ascending,
            || (),
            move || lock.try_next_id(spin).expect("no thread has panicked"),
        )
        .make("ferroid-atomic", Ascending, || (), move || atomic.next_id(spin))
        .make("tsid", Distinct, || (), move || factory.create().number())
}

pub fn kuid() -> Cases {
    let mut local = kuid::Generator::new(SystemClock, LocalNode).with_policy(AHEAD);
    let mut global = kuid::Generator::new(SystemClock, globals()).with_policy(AHEAD);
    let mut fast = kuid::Generator::new(FastClock::new(), globals()).with_policy(AHEAD);
    Cases::new(COUNT)
        .make("ids-local", Ascending, || (), move || local.generate().expect("ahead"))
        .make("ids-global", Ascending, || (), move || global.generate().expect("ahead"))
        .make("ids-global-fast-clock", Ascending, || (), move || fast.generate().expect("ahead"))
}

pub fn flax() -> Cases {
    let random = || IdRng::from_os().expect("the system has some");
    let mut kept = flax_id::Generator::new(SystemClock, random());
    let mut fast = flax_id::Generator::new(FastClock::new(), random());
    let mut monotonic = flax_id::Generator::monotonic(SystemClock, random());
    Cases::new(COUNT)
        .make("ids-new", Distinct, || (), || flax_id::new().expect("a clock and random bits"))
        .make("ids", Distinct, || (), move || kept.generate().expect("random bits"))
        .make("ids-fast-clock", Distinct, || (), move || fast.generate().expect("random bits"))
        .make("ids-monotonic", Ascending, || (), move || monotonic.generate().expect("room"))
}

pub fn siq() -> Cases {
    let mut owner = siq::Generator::new(SystemClock, DOMAIN, 1);
    let shared = siq::Generator::shared(SystemClock, DOMAIN, 1);
    let mut fast = siq::Generator::new(FastClock::new(), DOMAIN, 1);
    Cases::new(COUNT)
        .make("ids", Ascending, || (), move || owner.generate(Qualifier::User).expect("room"))
        .make(
            "ids-shared",
            Ascending,
            || (),
            move || shared.generate(Qualifier::User).expect("room"),
        )
        .make(
            "ids-fast-clock",
            Ascending,
            || (),
            move || fast.generate(Qualifier::User).expect("room"),
        )
}

pub fn luuid() -> Cases {
    let mut owner = luuid::Generator::new(Keys::counter(), LocalRng, group());
    Cases::new(COUNT).make("ids", Ascending, || (), move || owner.generate().expect("keys"))
}

pub fn evently() -> Cases {
    let (ledger, mut last, mut checksum) = (ledger(), None, 0_u32);
    Cases::new(COUNT).make(
        "ids-stamp",
        Ascending,
        || (),
        move || {
            let now = SystemClock.now().expect("after the Unix epoch").as_micros();
            last = next_timestamp(last, u64::try_from(now).expect("52 bits"));
            checksum = checksum.wrapping_mul(0x9e37_79b1).wrapping_add(1);
            EventId::from_parts(last.expect("room"), checksum, ledger).expect("52 bits")
        },
    )
}

pub fn uuid() -> Cases {
    let context = ContextV7::new();
    Cases::new(COUNT)
        .make("uuid-v4", Distinct, || (), Uuid::new_v4)
        .make("uuid-v7", Ascending, || (), Uuid::now_v7)
        .make(
            "uuid-v7-own-context",
            Ascending,
            || (),
            move || Uuid::new_v7(Timestamp::now(&context)),
        )
        .make("uuid-v7-no-context", Distinct, || (), || Uuid::new_v7(Timestamp::now(NoContext)))
}

#[derive(Default)]
struct Person;

impl StaticType for Person {
    const TYPE: &'static str = "person";
}

pub fn others() -> Cases {
    let mut ulids = ulid::Generator::new();
    let mono =
        BasicMonoUlidGenerator::<ULID, _, _>::new(MonotonicClock::<1>::default(), ThreadRandom);
    let mut previous = rusty_ulid::Ulid::generate();
    Cases::new(COUNT)
        .make("ulid", Distinct, || (), ulid::Ulid::generate)
        .make("ulid-monotonic", Ascending, || (), move || ulids.generate().expect("room"))
        .make("rusty_ulid", Distinct, || (), rusty_ulid::Ulid::generate)
        .make(
            "rusty_ulid-monotonic",
            Ascending,
            || (),
            move || {
                previous = rusty_ulid::Ulid::next_monotonic(previous);
                previous
            },
        )
        .make(
            "ferroid-ulid-monotonic",
            Ascending,
            || (),
            move || mono.next_id(|_| std::hint::spin_loop()),
        )
        .make("scru128", Ascending, || (), scru128::new)
        .make("svix-ksuid", Distinct, || (), || *svix_ksuid::Ksuid::now(None).bytes())
        .make("type-safe-id", Distinct, || (), || TypeSafeId::<Person>::new().uuid())
        .make("xid", Distinct, || (), || xid::new().0)
        .make("nanoid", Distinct, || (), || nanoid::nanoid!())
}
