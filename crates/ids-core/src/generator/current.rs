//! The tick that the clock is in, for the next identifier's sake.

use core::{ops::Range, time::Duration};

use crate::{Order, Ticks};

/// A tick of the clock and the positions that may be given in it: as long as the clock stays
/// there, an owner need not divide its time, which would take half of all.
#[derive(Debug)]
pub(super) struct Current {
    second: u64,
    /// The tick's first nanosecond in the second, and how many follow it.
    start: u32,
    length: u32,
    positions: Range<u64>,
}

impl Current {
    /// No tick.
    pub(super) const NONE: Self = Self { second: 0, start: 0, length: 0, positions: 0..0 };

    /// Whether no identifier has asked for its tick yet.
    #[inline]
    pub(super) const fn is_none(&self) -> bool {
        self.second == 0 && self.length == 0
    }

    /// The tick of this instant; none where ticks go from one second into the next, or where it is
    /// the first identifier of a second: a generator that gives no other is not worth it.
    #[inline]
    pub(super) const fn next(&self, ticks: Ticks, order: &Order, now: Duration) -> Self {
        if now.as_secs() != self.second {
            return Self { second: now.as_secs(), ..Self::NONE };
        }
        match (ticks.within_its_second(now), ticks.holding(now)) {
            (Some((start, length)), Some(tick)) => {
                Self { second: now.as_secs(), start, length, positions: order.allowed(tick) }
            }
            _ => Self::NONE,
        }
    }

    /// The positions, if the clock still is in the tick.
    #[inline]
    pub(super) const fn positions(&self, now: Duration) -> Option<&Range<u64>> {
        let same = now.as_secs() == self.second
            && now.subsec_nanos().wrapping_sub(self.start) < self.length;
        if same { Some(&self.positions) } else { None }
    }
}
