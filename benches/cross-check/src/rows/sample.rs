//! Clocks and nodes, the same each time.

#[path = "../../../src/sources.rs"]
mod sources;

use std::hint::spin_loop;

use ids_core::{
    UnixTime,
    format::{Positions, Scheme, Ticks},
};

pub use sources::*;

pub const SHARD: u8 = 1;

/// As [`WideId`], of ours: none is spent, where a clock is read each time.
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
