//! One identifier a call, under a clock that another thread keeps: the program's, each millisecond,
//! or ferroid's own.

use std::{hint::spin_loop, thread, time::Duration};

use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator},
    time::MonotonicClock,
};
use ids_core::{Generator, SystemClock, clock::CachedClock};

use super::sample::{Wide, WideId, wait};
use crate::measure::Row;

const COUNT: usize = 1000;

/// Kept from now on, as long as the program runs.
fn clock() -> &'static CachedClock<SystemClock> {
    let clock: &CachedClock<_> = Box::leak(Box::new(CachedClock::new(SystemClock)));
    clock.refresh().expect("after 1970");
    thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_millis(1));
            clock.refresh().expect("after 1970");
        }
    });
    clock
}

pub fn owned(row: Row) -> Row {
    let ferroid = BasicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
    let mut ids = Generator::new(clock(), Wide);
    row.each("ferroid", COUNT, || (), move || ferroid.next_id(|_| spin_loop())).each(
        "ids",
        COUNT,
        || (),
        move || wait(|| ids.generate()),
    )
}

pub fn shared(row: Row) -> Row {
    let ferroid = AtomicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
    let ids = Generator::shared(clock(), Wide);
    row.each("ferroid", COUNT, || (), move || ferroid.next_id(|_| spin_loop())).each(
        "ids",
        COUNT,
        || (),
        move || wait(|| ids.generate()),
    )
}
