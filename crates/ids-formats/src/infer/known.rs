//! Identifiers whose times are known.

use alloc::vec::Vec;
use core::time::Duration;

use ids_core::UnixTime;

/// Identifiers that are kept. More say the same.
const KEPT: usize = 1024;

/// All of the first identifiers with their times; of more, one in two, four and so on.
#[derive(Clone, Debug)]
pub(super) struct Known {
    times: Vec<(Vec<u8>, UnixTime)>,
    seen: u64,
    /// One in `step` is kept.
    step: u64,
    /// How much later than the identifier a time may be.
    pub(super) late: Duration,
}

impl Known {
    pub(super) const fn new() -> Self {
        Self { times: Vec::new(), seen: 0, step: 1, late: Duration::ZERO }
    }

    pub(super) fn add(&mut self, text: &[u8], time: UnixTime) {
        let place = self.seen;
        self.seen += 1;
        if place % self.step != 0 {
            return;
        }
        if self.times.len() == KEPT {
            let mut place = 0_u64;
            self.times.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.step *= 2;
            if (self.seen - 1) % self.step != 0 {
                return;
            }
        }
        self.times.push((text.to_vec(), time));
    }

    /// Takes `minutes` from all times.
    pub(super) fn shift(&mut self, minutes: i32) {
        let by = Duration::from_secs(60 * u64::from(minutes.unsigned_abs()));
        for (_, time) in &mut self.times {
            *time = if minutes > 0 { time.saturating_sub(by) } else { time.saturating_add(by) };
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Vec<u8>, UnixTime)> {
        self.times.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }
}
