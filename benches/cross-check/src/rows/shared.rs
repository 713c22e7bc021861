//! One identifier a call of a generator for any number of threads, on one thread, under a clock
//! that the row moves.

use ferroid::{generator::AtomicSnowflakeGenerator, id::SnowflakeTwitterId};

use super::sample::{MACHINE, Millis, STEP, clock, node};
use crate::{floor, measure::Row};

pub fn snowflake<const IN_TICK: usize>(row: Row) -> Row {
    let (a, b, millis) = (clock(), clock(), Millis::leaked());
    let floor = floor::Shared::new(a, MACHINE);
    let ids = snowflake::Generator::shared(b, node());
    let ferroid = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, millis);
    row.each("by hand", IN_TICK, || a.advance(STEP), move || floor.generate().expect("room"))
        .each("ids", IN_TICK, || b.advance(STEP), move || ids.generate().expect("room"))
        .each(
            "ferroid",
            IN_TICK,
            || millis.advance(),
            move || ferroid.next_id(|_| unreachable!("a millisecond has room")),
        )
}
