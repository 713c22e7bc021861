//! A part of many numbers, in their order: stretches of neighbours.

use alloc::vec::Vec;

/// Neighbours that are kept together.
const STRETCH: u64 = 64;
/// Numbers that are kept.
const KEPT: usize = 1 << 14;

/// All of the first numbers; of more, one stretch of 64 in two, four and so on.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    numbers: Vec<u64>,
    seen: u64,
    /// One stretch in `step` is kept.
    step: u64,
}

impl Sample {
    pub(super) const fn new() -> Self {
        Self { numbers: Vec::new(), seen: 0, step: 1 }
    }

    pub(super) fn add(&mut self, number: u64) {
        let stretch = self.seen / STRETCH;
        self.seen += 1;
        if stretch % self.step != 0 {
            return;
        }
        if self.numbers.len() == KEPT {
            let mut place = 0_u64;
            self.numbers.retain(|_| {
                place += 1;
                ((place - 1) / STRETCH) % 2 == 0
            });
            self.step *= 2;
            if stretch % self.step != 0 {
                return;
            }
        }
        self.numbers.push(number);
    }

    /// Those kept, from the least to the largest, each once.
    pub(super) fn sorted(&self) -> Vec<u64> {
        let mut sorted = self.numbers.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted
    }
}
