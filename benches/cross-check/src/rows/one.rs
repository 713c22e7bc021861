//! One identifier a call, by one owner, under a clock that the row moves.

use std::hint::black_box;

use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator},
    id::SnowflakeTwitterId,
};
use ids_core::{Clock, IdRng, Policy, clock::FastClock};
use siq::Qualifier;

use super::sample::{DOMAIN, MACHINE, Millis, SHARD, STEP, clock, node};
use crate::{floor, measure::Row};

pub fn snowflake<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b, millis) = (clock(), clock(), Millis::leaked());
    let mut floor = floor::Owned::new(a, MACHINE);
    let mut ids = snowflake::Generator::new(b, node());
    let ferroid = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.each("by hand", IN_TICK, || a.advance(STEP), move || floor.generate().expect("room"))
        .each("ids", IN_TICK, || b.advance(STEP), move || ids.generate().expect("room"))
        .each("ferroid", IN_TICK, || millis.advance(), move || ferroid.next_id(spent))
}

/// The same of generators for any number of threads, on one thread.
pub fn shared<const IN_TICK: usize>(row: Row) -> Row {
    let [a, b] = [clock(), clock()];
    let floor = floor::Shared::new(a, MACHINE);
    let row =
        row.each("by hand", IN_TICK, || a.advance(STEP), move || floor.generate().expect("room"));
    let ids = snowflake::Generator::shared(b, node());
    let row = row.each("ids", IN_TICK, || b.advance(STEP), move || ids.generate().expect("room"));
    let millis = Millis::leaked();
    let ferroid = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.each("ferroid", IN_TICK, || millis.advance(), move || ferroid.next_id(spent))
}

/// What ferroid is to do where its millisecond is spent.
fn spent(_: u64) {
    unreachable!("a millisecond has room")
}

pub fn kuid<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b) = (clock(), clock());
    let mut floor = floor::Kuid::new(a);
    let mut ids = kuid::Generator::new(b, kuid::LocalNode);
    row.each("by hand", IN_TICK, || a.advance(STEP), move || floor.generate().expect("room")).each(
        "ids",
        IN_TICK,
        || b.advance(STEP),
        move || ids.generate().expect("room"),
    )
}

pub fn siq<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b, c, d) = (clock(), clock(), clock(), clock());
    let message = Qualifier::Message;
    let mut floor = floor::Siq::new(a, SHARD, DOMAIN.to_bits(), message.suffix());
    let node = siq::Node::new(DOMAIN, SHARD, message);
    let mut sequence = ids_core::Generator::new(b, node);
    let mut ids = siq::Generator::new(c, DOMAIN, SHARD);
    let mut any = siq::Generator::new(d, DOMAIN, SHARD);
    row.each("by hand", IN_TICK, || a.advance(STEP), move || floor.generate().expect("room"))
        .each(
            "ids, one sequence",
            IN_TICK,
            || b.advance(STEP),
            move || sequence.generate().expect("room"),
        )
        .each(
            "ids",
            IN_TICK,
            || c.advance(STEP),
            move || ids.generate(Qualifier::Message).expect("room"),
        )
        .each(
            "ids, qualifier known at run time",
            IN_TICK,
            || d.advance(STEP),
            move || any.generate(black_box(Qualifier::Message)).expect("room"),
        )
}

/// Over the reading of the clock alone. One identifier a call with the processor's counter.
pub fn fast_clock(row: Row) -> Row {
    const COUNT: usize = 1000;
    let clock: &'static FastClock = Box::leak(Box::default());
    let ahead = Policy::Borrow { max_ahead: STEP * 1_000_000 };
    let mut snowflake = snowflake::Generator::new(clock, node()).with_policy(ahead);
    let mut kuid = kuid::Generator::new(clock, kuid::LocalNode).with_policy(ahead);
    let node = kuid::Node::<8>::new(kuid::NodeId::from_name("ids@127.0.0.1"));
    let mut global = kuid::Generator::new(clock, node).with_policy(ahead);
    let node = siq::Node::new(DOMAIN, SHARD, Qualifier::Message);
    let mut sequence = ids_core::Generator::new(clock, node).with_policy(ahead);
    let mut siq = siq::Generator::new(clock, DOMAIN, SHARD).with_policy(ahead);
    let random = IdRng::from_os().expect("the system has some");
    let mut flax = flax_id::Generator::new(clock, random);
    let number = |clock: &FastClock| clock.now().expect("after 1970");
    row.each("the clock alone", COUNT, || (), move || number(clock))
        .each("snowflake", COUNT, || (), move || snowflake.generate().expect("ahead"))
        .each("kuid local", COUNT, || (), move || kuid.generate().expect("ahead"))
        .each("kuid global", COUNT, || (), move || global.generate().expect("ahead"))
        .each("siq, one sequence", COUNT, || (), move || sequence.generate().expect("ahead"))
        .each("siq", COUNT, || (), move || siq.generate(Qualifier::Message).expect("ahead"))
        .each("flax", COUNT, || (), move || flax.generate().expect("random bits"))
}
