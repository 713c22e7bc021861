//! Clocks and nodes, the same each time.

use std::{cell::Cell, hint::spin_loop, time::Duration};

use ferroid::define_snowflake_id;
use ids_core::{
    ManualClock, UnixTime,
    format::{Positions, Scheme, Ticks},
};
use snowflake::{Node, Twitter};

/// 2025-01-01.
pub const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
/// A millisecond and a little: another tick of KUID each time.
pub const STEP: Duration = Duration::from_micros(1_100);
/// Datacenter 3 and worker 5 as one number.
pub const MACHINE: u64 = 3 << 5 | 5;
pub const SHARD: u8 = 1;
pub const DOMAIN: u32 = 0x86ce_1947;

/// A clock for as long as the program runs, which a row moves.
pub fn clock() -> &'static ManualClock {
    Box::leak(Box::new(ManualClock::new(NOW)))
}

pub fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).expect("both fit")
}

define_snowflake_id!(
    /// As [`Wide`], in ferroid.
    WideId, u64,
    reserved: 0,
    timestamp: 41,
    machine_id: 1,
    sequence: 22
);

/// Milliseconds of four million identifiers: none is spent, where a clock is read each time.
pub struct Wide;

impl Scheme for Wide {
    type Id = u64;

    #[inline]
    fn positions(&self) -> Positions {
        const { Positions::new(Ticks::per_second(UnixTime::EPOCH, 1000), 22, (1 << 41) - 1) }
    }

    #[inline]
    fn id(&self, position: u64) -> u64 {
        position >> 22 << 23 | position & 0x3f_ffff
    }

    #[inline]
    fn position(&self, id: u64) -> u64 {
        id >> 23 << 22 | id & 0x3f_ffff
    }
}

/// Asks again until there is an identifier. In line, as what ferroid calls to wait is.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call takes longer than what differs between the ways")]
pub fn wait<T, E>(mut next: impl FnMut() -> Result<T, E>) -> T {
    loop {
        match next() {
            Ok(id) => break id,
            Err(_) => spin_loop(),
        }
    }
}

/// A row's clock as ferroid has it: whole milliseconds since its epoch.
pub struct Millis(Cell<u64>);

impl Millis {
    pub fn leaked() -> &'static Self {
        Box::leak(Box::new(Self(Cell::new(446_854_625_343))))
    }

    pub fn advance(&self) {
        self.0.set(self.0.get() + 1);
    }
}

impl ferroid::time::TimeSource<u64> for &Millis {
    fn current_millis(&self) -> u64 {
        self.0.get()
    }
}

impl ferroid::time::TimeSource<u128> for &Millis {
    fn current_millis(&self) -> u128 {
        self.0.get().into()
    }
}
