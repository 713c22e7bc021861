//! One identifier a call, under a clock that another thread keeps: the program's, each millisecond,
//! or ferroid's own.

use std::hint::spin_loop;

use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator},
    time::MonotonicClock,
};
use ids_core::Generator;

use super::sample::{Wide, WideId, kept, wait};
use crate::measure::Row;

pub fn owned(row: Row) -> Row {
    let ferroid = BasicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
    let mut ids = Generator::new(kept(), Wide);
    row.call("ferroid", move || ferroid.next_id(|_| spin_loop()))
        .call("ids", move || wait(|| ids.generate()))
}

pub fn shared(row: Row) -> Row {
    let ferroid = AtomicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
    let ids = Generator::shared(kept(), Wide);
    row.call("ferroid", move || ferroid.next_id(|_| spin_loop()))
        .call("ids", move || wait(|| ids.generate()))
}
