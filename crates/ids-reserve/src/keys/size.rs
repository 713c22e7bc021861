//! How large the next block is.

use core::{
    ops::{Range, RangeInclusive},
    time::Duration,
};

use ids_core::UnixTime;

/// A size between two bounds: twice as large if a block would have lasted too short a time, half as
/// large if too long.
#[derive(Clone, Debug)]
pub(super) struct Size {
    bounds: RangeInclusive<u64>,
    lasting: Range<Duration>,
    current: u64,
    /// When the last block was granted, and how many keys were used by then.
    before: Option<(UnixTime, u64)>,
}

impl Size {
    pub(super) const fn new(bounds: RangeInclusive<u64>, lasting: Range<Duration>) -> Self {
        let current = *bounds.start();
        Self { bounds, lasting, current, before: None }
    }

    /// The size of the block that is requested now, from the number of keys used since the beginning.
    ///
    /// How long a block of the present size lasts follows from the keys used since the last one was
    /// granted: so the first look ahead, after a tenth of a block, tells as much as a whole one.
    pub(super) fn next(&self, now: UnixTime, used: u64) -> u64 {
        let Some((then, before)) = self.before else { return self.current };
        let used = u128::from(used.saturating_sub(before)).max(1);
        let lasts = now.duration_since(then).as_nanos().saturating_mul(u128::from(self.current));
        if lasts < self.lasting.start.as_nanos().saturating_mul(used) {
            self.current.saturating_mul(2).min(*self.bounds.end())
        } else if lasts > self.lasting.end.as_nanos().saturating_mul(used) {
            (self.current / 2).max(*self.bounds.start())
        } else {
            self.current
        }
    }

    /// The block that was asked for then was granted.
    pub(super) fn granted(&mut self, now: UnixTime, used: u64) {
        self.current = self.next(now, used);
        self.before = Some((now, used));
    }
}
