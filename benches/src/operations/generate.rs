//! `generate`: one identifier with the clock that a program would give it, read for each.
//!
//! Generators that would wait at their layout's limit are given leave to run ahead of the clock, or
//! more bits to count in: here the call is timed, in `contended` the limit.

use std::time::{Duration, Instant, SystemTime};

use evently_id::EventId;
use evently_ledger::next_timestamp;
use ferroid::{
    generator::{
        AtomicSnowflakeGenerator, BasicMonoUlidGenerator, BasicSnowflakeGenerator,
        LockSnowflakeGenerator,
    },
    id::ULID,
    rand::ThreadRandom,
    time::MonotonicClock,
};
use ids_core::{
    Clock, IdRng, LocalRng, SystemClock, UnixTime,
    clock::{FastClock, ForkGuard},
};
use svix_ksuid::KsuidLike;
use type_safe_id::TypeSafeId;
use uuid::{ContextV7, NoContext, Timestamp, Uuid};

use super::ours;
use crate::{
    case::{COUNT, Cases, Sequence::*},
    samples::*,
};

/// What a reading of the clock costs, as far as a number that a generator can use.
#[expect(clippy::disallowed_methods, reason = "what is compared")]
pub fn clock_read() -> Cases {
    let fast = FastClock::new();
    let ticker = MonotonicClock::<1>::default();
    let (origin, number) =
        (Instant::now(), |time: Duration| time.as_secs() ^ u64::from(time.subsec_nanos()));
    let instant = move |time: UnixTime| number(time.since_epoch());
    Cases::new(COUNT)
        .call("ids-system", move || instant(SystemClock.now().expect("after the Unix epoch")))
        .call("ids-fast", move || instant(fast.now().expect("after the Unix epoch")))
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
    let ticker = MonotonicClock::<1>::default;
    let basic = BasicSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let lock = LockSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let atomic = AtomicSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let basic_system = BasicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    let atomic_system = AtomicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    let mut factory = tsid::TsidFactory::with_node_bits(10, 1);
    Cases::new(COUNT)
        .make("ids", Ascending, ours::snowflake(SystemClock))
        .make("ids-shared", Ascending, ours::snowflake_shared(SystemClock))
        .make("ids-guarded-clock", Ascending, ours::snowflake(ForkGuard::of(SystemClock)))
        .make("ids-fast-clock", Ascending, ours::snowflake(FastClock::new()))
        .make("ids-fast-clock-shared", Ascending, ours::snowflake_shared(FastClock::new()))
        .make("ids-kept-clock", Ascending, ours::snowflake(kept()))
        .make("ids-kept-clock-shared", Ascending, ours::snowflake_shared(kept()))
        .make("ferroid-basic", Ascending, move || basic.next_id(spin))
        .make("ferroid-lock", Ascending, move || {
            lock.try_next_id(spin).expect("no thread has panicked")
        })
        .make("ferroid-atomic", Ascending, move || atomic.next_id(spin))
        .make("ferroid-basic-system-clock", Ascending, move || basic_system.next_id(spin))
        .make("ferroid-atomic-system-clock", Ascending, move || atomic_system.next_id(spin))
        .make("tsid", Distinct, move || factory.create().number())
}

/// What ferroid does until the next millisecond.
fn spin(_millis: u64) {
    std::hint::spin_loop();
}

pub fn kuid() -> Cases {
    Cases::new(COUNT)
        .make("ids-local", Ascending, ours::kuid_local(SystemClock))
        .make("ids-global", Ascending, ours::kuid(SystemClock))
        .make("ids-global-fast-clock", Ascending, ours::kuid(FastClock::new()))
}

pub fn flax() -> Cases {
    let random = || IdRng::from_os().expect("the system has some");
    Cases::new(COUNT)
        .make("ids-new", Distinct, || flax_id::new().expect("a clock and random bits"))
        .make("ids", Distinct, ours::flax(SystemClock, random()))
        .make("ids-fast-clock", Distinct, ours::flax(FastClock::new(), random()))
        .make("ids-monotonic", Ascending, ours::flax_monotonic(SystemClock, random()))
}

pub fn siq() -> Cases {
    Cases::new(COUNT)
        .make("ids", Ascending, ours::siq(SystemClock))
        .make("ids-shared", Ascending, ours::siq_shared(SystemClock))
        .make("ids-fast-clock", Ascending, ours::siq(FastClock::new()))
}

pub fn luuid() -> Cases {
    Cases::new(COUNT).make("ids", Ascending, ours::luuid(LocalRng))
}

pub fn evently() -> Cases {
    let (ledger, mut last, mut checksum) = (ledger(), None, 0_u32);
    Cases::new(COUNT).make("ids-stamp", Ascending, move || {
        let now = SystemClock.now().expect("after the Unix epoch").as_micros();
        last = next_timestamp(last, u64::try_from(now).expect("52 bits"));
        checksum = checksum.wrapping_mul(0x9e37_79b1).wrapping_add(1);
        EventId::from_parts(last.expect("room"), checksum, ledger).expect("52 bits")
    })
}

pub fn uuid() -> Cases {
    let context = ContextV7::new();
    Cases::new(COUNT)
        .make("uuid-v4", Distinct, Uuid::new_v4)
        .make("uuid-v7", Ascending, Uuid::now_v7)
        .make("uuid-v7-own-context", Ascending, move || Uuid::new_v7(Timestamp::now(&context)))
        .make("uuid-v7-no-context", Distinct, || Uuid::new_v7(Timestamp::now(NoContext)))
}

pub fn others() -> Cases {
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
        .make("ferroid-ulid-monotonic", Ascending, move || mono.next_id(|_| std::hint::spin_loop()))
        .make("scru128", Ascending, scru128::new)
        .make("svix-ksuid", Distinct, || *svix_ksuid::Ksuid::now(None).bytes())
        .make("type-safe-id", Distinct, || TypeSafeId::<Person>::new().uuid())
        .make("xid", Distinct, || xid::new().0)
        .make("nanoid", Distinct, || nanoid::nanoid!())
}
