//! What each bit does, and the order of the identifiers.

use alloc::{vec, vec::Vec};

use crate::bits::low;

/// The order of identifiers that are too few to have one.
pub(super) const TOO_FEW: &str = "too_few";

/// Counts over all identifiers.
#[derive(Clone, Debug)]
pub(super) struct Census {
    pub(super) count: u64,
    /// For each bit in how many identifiers it is 1.
    pub(super) ones: Vec<u64>,
    /// For each bit in how many it is another than in the one before.
    pub(super) flips: Vec<u64>,
    last: u128,
    rises: u64,
    falls: u64,
    /// The greatest common divisor of the differences.
    pub(super) divisor: u64,
}

impl Census {
    pub(super) fn new(width: u32) -> Self {
        let none = vec![0; width as usize];
        Self { count: 0, ones: none.clone(), flips: none, last: 0, rises: 0, falls: 0, divisor: 0 }
    }

    pub(super) fn add(&mut self, number: u128) {
        let changed = if self.count == 0 { 0 } else { number ^ self.last };
        for (counts, word) in [(&mut self.ones, number), (&mut self.flips, changed)] {
            for (half, counts) in counts.chunks_mut(64).enumerate() {
                let bits = low(word >> (64 * half));
                for (place, count) in counts.iter_mut().enumerate() {
                    *count += bits >> place & 1;
                }
            }
        }
        if self.count > 0 {
            self.rises += u64::from(number > self.last);
            self.falls += u64::from(number < self.last);
            if self.divisor != 1 {
                self.divisor = common(self.divisor, low(number.abs_diff(self.last)));
            }
        }
        self.count += 1;
        self.last = number;
    }

    /// How the order of the identifiers goes with their size.
    pub(super) const fn order(&self) -> &'static str {
        let moves = self.rises + self.falls;
        // In a random order half of the moves are up, with a variance of a twelfth of their number.
        let far = (2 * self.rises).saturating_sub(moves).pow(2) > 25 * moves / 3;
        match (self.rises, self.falls) {
            _ if moves < 6 => TOO_FEW,
            (_, 0) => "ascending",
            (0, _) => "descending",
            _ if far => "mostly_ascending",
            _ => "none",
        }
    }
}

/// The greatest common divisor.
pub(super) const fn common(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
