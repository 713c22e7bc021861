//! Snowflake, of Twitter's layout, beside other generators of it and one written by hand. Its text is a number.

use std::{hint::spin_loop, io::Write};

use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator, LockSnowflakeGenerator},
    id::SnowflakeTwitterId,
    time::MonotonicClock,
};
use ids_core::{
    Clock, SystemClock,
    clock::{FastClock, ForkGuard},
};
use snowflake::{Generator, Snowflake, Twitter};

use super::AHEAD;
use crate::{
    case::{COUNT, Cases, Sequence::*, all, spent},
    floor,
    samples::*,
    texts::{Operation, own},
};

pub fn owner<C: Clock>(clock: C) -> impl FnMut() -> Snowflake<Twitter> {
    let mut own = Generator::new(clock, node()).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn shared<C: Clock>(clock: C) -> impl Fn() -> Snowflake<Twitter> {
    let one = Generator::shared(clock, node()).with_limits(AHEAD);
    move || one.generate().expect("ahead")
}

pub fn ids(count: usize) -> Vec<Snowflake<Twitter>> {
    at_times(count, owner)
}

pub fn new<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Ascending, owner)
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
        .on_clock::<PER_TICK, _, _>("ids-shared", Ascending, shared)
        .on_millis::<PER_TICK, _, _>("ferroid-atomic", Ascending, |millis| {
            let one = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
            move || one.next_id(spent)
        })
        .on_millis::<PER_TICK, _, _>("ferroid-lock", Ascending, |millis| {
            let one = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
            move || one.try_next_id(spent).expect("no thread has panicked")
        })
}

pub fn generate() -> Cases {
    let ticker = MonotonicClock::<1>::default;
    let basic = BasicSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let lock = LockSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let atomic = AtomicSnowflakeGenerator::<WideId, _>::new(0, ticker());
    let basic_system = BasicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    let atomic_system = AtomicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    let mut factory = tsid::TsidFactory::with_node_bits(10, 1);
    Cases::new(COUNT)
        .make("ids", Ascending, owner(SystemClock))
        .make("ids-shared", Ascending, shared(SystemClock))
        .make("ids-guarded-clock", Ascending, owner(ForkGuard::of(SystemClock)))
        .make("ids-fast-clock", Ascending, owner(FastClock::new()))
        .make("ids-fast-clock-shared", Ascending, shared(FastClock::new()))
        .make("ids-kept-clock", Ascending, owner(kept()))
        .make("ids-kept-clock-shared", Ascending, shared(kept()))
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
    spin_loop();
}

pub fn many<const N: usize>() -> Cases {
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

pub fn texts(operation: Operation) -> Cases {
    let text = |id: &Snowflake<Twitter>| id.to_bits().to_string();
    own(operation, ids(COUNT), text, |id| id.encode(), Snowflake::decode)
        .of("std", |id| id.to_bits())
        .writes([0; 20], |number, out| {
            let mut rest = &mut out[..];
            write!(rest, "{number}").expect("20 digits at most");
            let left = rest.len();
            &out[..20 - left]
        })
        .strings(|number: &u64| number.to_string())
        .reads(u64::eq, |text| text.parse::<u64>())
        .named("itoa")
        .writes(itoa::Buffer::new(), |number, out| out.format(*number).as_bytes())
        .strings(|number| itoa::Buffer::new().format(*number).to_owned())
        .cases
}
