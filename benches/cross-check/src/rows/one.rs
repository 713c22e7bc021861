//! One identifier a call, by one owner, under a clock that the row moves.

use std::hint::{black_box, spin_loop};

use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator},
    id::SnowflakeTwitterId,
    time::MonotonicClock,
};
use ids_core::{Clock, Limits, ManualClock, clock::FastClock};
use siq::Qualifier;

use super::sample::{
    DOMAIN, MACHINE, Millis, SHARD, STEP, Wide, WideId, clock, kept, node, users, wait,
};
use crate::{floor, measure::Row};

impl Row {
    /// One more way, whose clock goes on before every `IN_TICK` identifiers.
    fn ticking<const IN_TICK: usize, T>(
        self,
        name: &'static str,
        clock: &'static ManualClock,
        make: impl FnMut() -> T + 'static,
    ) -> Self {
        self.each(name, IN_TICK, || clock.advance(STEP), make)
    }
}

pub fn snowflake<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b, millis) = (clock(), clock(), Millis::leaked());
    let mut floor = floor::Owned::new(a, MACHINE);
    let mut ids = snowflake::Generator::new(b, node());
    let ferroid = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.ticking::<IN_TICK, _>("by hand", a, move || floor.generate().expect("room"))
        .ticking::<IN_TICK, _>("ids", b, move || ids.generate().expect("room"))
        .each("ferroid", IN_TICK, || millis.advance(), move || ferroid.next_id(spent))
}

/// The same of generators for any number of threads, on one thread.
pub fn shared(row: Row) -> Row {
    let [a, b] = [clock(), clock()];
    let floor = floor::Shared::new(a, MACHINE);
    let row = row.ticking::<1000, _>("by hand", a, move || floor.generate().expect("room"));
    let ids = snowflake::Generator::shared(b, node());
    let row = row.ticking::<1000, _>("ids", b, move || ids.generate().expect("room"));
    let millis = Millis::leaked();
    let ferroid = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.each("ferroid", 1000, || millis.advance(), move || ferroid.next_id(spent))
}

/// What ferroid is to do where its millisecond is spent.
fn spent(_: u64) {
    unreachable!("a millisecond has room")
}

pub fn siq<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b, c, d) = (clock(), clock(), clock(), clock());
    let message = Qualifier::Message;
    let mut floor = floor::Siq::new(a, SHARD, DOMAIN.to_bits(), message.suffix());
    let node = siq::Node::new(DOMAIN, SHARD, message);
    let mut sequence = ids_core::Generator::new(b, node);
    let mut ids = siq::Generator::new(c, DOMAIN, SHARD);
    let mut any = siq::Generator::new(d, DOMAIN, SHARD);
    row.ticking::<IN_TICK, _>("by hand", a, move || floor.generate().expect("room"))
        .ticking::<IN_TICK, _>("ids, one sequence", b, move || sequence.generate().expect("room"))
        .ticking::<IN_TICK, _>("ids", c, move || ids.generate(Qualifier::Message).expect("room"))
        .ticking::<IN_TICK, _>("ids, qualifier known at run time", d, move || {
            any.generate(black_box(Qualifier::Message)).expect("room")
        })
}

/// Under a clock that another thread keeps: the program's, each millisecond, or ferroid's own.
pub fn kept_clock(row: Row) -> Row {
    let ferroid = BasicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
    let mut ids = ids_core::Generator::new(kept(), Wide);
    row.call("ferroid", move || ferroid.next_id(|_| spin_loop()))
        .call("ids", move || wait(|| ids.generate()))
}

/// Over the reading of the clock alone. One identifier a call with the processor's counter.
pub fn fast_clock(row: Row) -> Row {
    let clock: &'static FastClock = Box::leak(Box::default());
    let ahead = Limits::ahead(STEP * 1_000_000);
    let mut snowflake = snowflake::Generator::new(clock, node()).with_limits(ahead);
    let mut kuid = kuid::Generator::new(clock, kuid::LocalNode).with_limits(ahead);
    let node = kuid::Node::<8>::new(kuid::NodeId::from_name("ids@127.0.0.1"));
    let mut global = kuid::Generator::new(clock, node).with_limits(ahead);
    let node = siq::Node::new(DOMAIN, SHARD, Qualifier::Message);
    let mut sequence = ids_core::Generator::new(clock, node).with_limits(ahead);
    let mut siq = siq::Generator::new(clock, DOMAIN, SHARD).with_limits(ahead);
    let mut flax = flax_id::Generator::new(clock, users());
    let number = |clock: &FastClock| clock.now().expect("after 1970");
    row.call("the clock alone", move || number(clock))
        .call("snowflake", move || snowflake.generate().expect("ahead"))
        .call("kuid local", move || kuid.generate().expect("ahead"))
        .call("kuid global", move || global.generate().expect("ahead"))
        .call("siq, one sequence", move || sequence.generate().expect("ahead"))
        .call("siq", move || siq.generate(Qualifier::Message).expect("ahead"))
        .call("flax", move || flax.generate().expect("random bits"))
}
