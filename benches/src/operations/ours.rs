//! Generators of ours, as calls: made here for every clock.

use std::time::Duration;

use chacha20::rand_core::TryRng;
use flax_id::FlaxId;
use ids_core::{Clock, Limits};
use kuid::{Global, Local, LocalNode};
use luuid::{Keys, Luuid};
use siq::{Qualifier, Siq};
use snowflake::{Generator, Snowflake, Twitter};

use crate::samples::*;

/// Leave to run ahead of the clock. A call that is refused would end the run, and by chance alone: the tests ask the
/// generators on a clock that stands.
pub const AHEAD: Limits = Limits::ahead(Duration::from_secs(3650 * 86_400));

pub fn snowflake<C: Clock>(clock: C) -> impl FnMut() -> Snowflake<Twitter> {
    let mut own = Generator::new(clock, node()).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn snowflake_shared<C: Clock>(clock: C) -> impl Fn() -> Snowflake<Twitter> {
    let one = Generator::shared(clock, node()).with_limits(AHEAD);
    move || one.generate().expect("ahead")
}

pub fn kuid_local<C: Clock>(clock: C) -> impl FnMut() -> Local {
    let mut own = kuid::Generator::new(clock, LocalNode).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn kuid<C: Clock>(clock: C) -> impl FnMut() -> Global {
    let mut own = kuid::Generator::new(clock, globals()).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn flax<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
    let mut own = flax_id::Generator::new(clock, random);
    move || own.generate().expect("no order to keep")
}

/// Any step may be one too many for its millisecond: the first is random.
pub fn flax_monotonic<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
    let mut own = flax_id::Generator::monotonic(clock, random).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn siq<C: Clock>(clock: C) -> impl FnMut() -> Siq {
    let mut own = siq::Generator::new(clock, DOMAIN, 1).with_limits(AHEAD);
    move || own.generate(Qualifier::User).expect("ahead")
}

pub fn siq_shared<C: Clock>(clock: C) -> impl Fn() -> Siq {
    let one = siq::Generator::shared(clock, DOMAIN, 1).with_limits(AHEAD);
    move || one.generate(Qualifier::User).expect("ahead")
}

pub fn luuid<R: TryRng>(random: R) -> impl FnMut() -> Luuid {
    let mut own = luuid::Generator::new(Keys::counter(), random, group());
    move || own.generate().expect("keys")
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

    #[test]
    fn no_generator_is_refused_where_the_clock_stands() {
        ascending(snowflake(clock()));
        ascending(snowflake_shared(clock()));
        ascending(kuid(clock()));
        ascending(kuid_local(clock()));
        ascending(siq(clock()));
        ascending(siq_shared(clock()));
        // Every millisecond of Flax is spent by its first identifier.
        ascending(flax_monotonic(clock(), ids_testkit::Words(|| Some(u64::MAX))));
    }
}
