//! `generate`: one identifier with the clock that a program would give it, read for each.
//!
//! Generators that would wait at their layout's limit are given leave to run ahead of the clock, or
//! more bits to count in: here the call is timed, in `contended` the limit.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant, SystemTime},
};

use chacha20::rand_core::TryRng;
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
use flax_id::FlaxId;
use ids_core::{
    Clock, IdRng, LocalRng, Policy, SystemClock, UnixTime,
    clock::{CachedClock, FastClock, ForkGuard},
};
use kuid::{Global, Local, LocalNode};
use luuid::Keys;
use siq::{Qualifier, Siq};
use snowflake::{Generator, Snowflake, Twitter};
use svix_ksuid::KsuidLike;
use type_safe_id::TypeSafeId;
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

/// Generators of ours on a clock: made here for every clock, each with leave to run ahead of it. A call
/// that is refused would end the run, and by chance alone: the tests ask them on a clock that stands.
mod ours {
    use super::*;

    pub fn snowflake<C: Clock>(clock: C) -> impl FnMut() -> Snowflake<Twitter> {
        let mut own = Generator::new(clock, node()).with_policy(AHEAD);
        move || own.generate().expect("ahead")
    }

    pub fn snowflake_shared<C: Clock>(clock: C) -> impl FnMut() -> Snowflake<Twitter> {
        let one = Generator::shared(clock, node()).with_policy(AHEAD);
        move || one.generate().expect("ahead")
    }

    pub fn kuid<C: Clock>(clock: C) -> impl FnMut() -> Global {
        let mut own = kuid::Generator::new(clock, globals()).with_policy(AHEAD);
        move || own.generate().expect("ahead")
    }

    pub fn kuid_local<C: Clock>(clock: C) -> impl FnMut() -> Local {
        let mut own = kuid::Generator::new(clock, LocalNode).with_policy(AHEAD);
        move || own.generate().expect("ahead")
    }

    pub fn flax<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
        let mut own = flax_id::Generator::new(clock, random);
        move || own.generate().expect("no order to keep")
    }

    /// Any step may be one too many for its millisecond: the first is random.
    pub fn flax_monotonic<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
        let mut own = flax_id::Generator::monotonic(clock, random).with_policy(AHEAD);
        move || own.generate().expect("ahead")
    }

    pub fn siq<C: Clock>(clock: C) -> impl FnMut() -> Siq {
        let mut own = siq::Generator::new(clock, DOMAIN, 1).with_policy(AHEAD);
        move || own.generate(Qualifier::User).expect("ahead")
    }

    pub fn siq_shared<C: Clock>(clock: C) -> impl FnMut() -> Siq {
        let one = siq::Generator::shared(clock, DOMAIN, 1).with_policy(AHEAD);
        move || one.generate(Qualifier::User).expect("ahead")
    }
}

/// A clock that a thread refreshes every millisecond for as long as it is used, as ferroid's is.
fn kept() -> Arc<CachedClock<SystemClock>> {
    let clock = Arc::new(CachedClock::new(SystemClock));
    clock.refresh().expect("after the Unix epoch");
    let kept = Arc::downgrade(&clock);
    thread::spawn(move || {
        while let Some(clock) = kept.upgrade() {
            clock.refresh().expect("after the Unix epoch");
            drop(clock);
            thread::sleep(MILLI);
        }
    });
    clock
}

pub fn snowflake() -> Cases {
    let ticker = MonotonicClock::<1>::default;
    let basic = BasicSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let lock = LockSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let atomic = AtomicSnowflakeGenerator::<Wide, _>::new(0, ticker());
    let basic_system = BasicSnowflakeGenerator::<Wide, _>::new(0, SystemMillis);
    let atomic_system = AtomicSnowflakeGenerator::<Wide, _>::new(0, SystemMillis);
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
    let mut owner = luuid::Generator::new(Keys::counter(), LocalRng, group());
    Cases::new(COUNT).make("ids", Ascending, move || owner.generate().expect("keys"))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any layout has in one tick.
    const MANY: usize = 100_000;

    fn ascending<T: Ord>(make: impl FnMut() -> T) {
        let ids: Vec<_> = std::iter::repeat_with(make).take(MANY).collect();
        assert!(ids.is_sorted_by(|a, b| a < b));
    }

    /// Gives ones only, so that every millisecond of Flax is spent by its first identifier.
    struct Ones;

    impl TryRng for Ones {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(u32::MAX)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(u64::MAX)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(u8::MAX);
            Ok(())
        }
    }

    #[test]
    fn no_generator_is_refused_where_the_clock_stands() {
        ascending(ours::snowflake(clock()));
        ascending(ours::snowflake_shared(clock()));
        ascending(ours::kuid(clock()));
        ascending(ours::kuid_local(clock()));
        ascending(ours::siq(clock()));
        ascending(ours::siq_shared(clock()));
        ascending(ours::flax_monotonic(clock(), Ones));
    }
}
