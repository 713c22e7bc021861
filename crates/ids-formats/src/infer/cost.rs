//! How many bits it takes to write numbers down under an assumption about them.
//!
//! An assumption that saves bits fits better. One that saves `b` bits against what random numbers
//! would take is true of random numbers once in 2^b: no code is shorter than the one that has the
//! true probabilities, but for so few.

use alloc::{vec, vec::Vec};

/// A length in bits.
pub(super) type Length = f64;

/// A number of things.
pub(super) fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The bits that choose one of `0..=last`.
pub(super) fn choice(last: u64) -> Length {
    let [high, low] = [last >> 32, last & 0xffff_ffff].map(|half| {
        // Each half has 32 bits.
        f64::from(u32::try_from(half).unwrap_or(u32::MAX))
    });
    libm::log2(high * 4_294_967_296.0 + low + 1.0)
}

/// `count` times the entropy of a bit that is set `ones` times of them.
pub(super) fn entropy(ones: usize, count: usize) -> Length {
    let part = |part: usize| match part {
        0 => 0.0,
        part => real(part) * libm::log2(real(count) / real(part)),
    };
    part(ones) + part(count - ones)
}

/// What speaks against chance where `some` of `count` things are so that are so once in 2^`bits` by chance.
pub(crate) fn excess(some: u64, count: u64, bits: u32) -> Length {
    let [some, count] = [some, count].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let few = choice((1 << bits.min(63)) - 2);
    let by_chance = real(some) * f64::from(bits) + real(count - some) * (f64::from(bits) - few);
    let expected = some.checked_shl(bits).is_some_and(|most| most > count) || bits > 31;
    if expected { (by_chance - entropy(some, count)).max(0.0) } else { 0.0 }
}

/// What the fields of some numbers cost, for each field that there might be.
pub(super) struct Costs {
    count: usize,
    top: usize,
    /// For each lowest bit and each end the cost of a table; infinite where one is too large.
    tables: Vec<Length>,
    /// For each end the cost of the bits below, each by itself.
    bits: Vec<Length>,
}

impl Costs {
    /// Of the bits below `top` of these numbers.
    pub(super) fn new(numbers: &[u64], top: u32) -> Self {
        let (count, top) = (numbers.len(), top as usize);
        let logs: Vec<_> = (0..=count).map(|c| libm::log2(real(c.max(1))) * real(c)).collect();
        let naming = libm::log2(real(count.max(1)));
        let mut tables = vec![Length::INFINITY; top * (top + 1)];
        let (mut classes, mut next, mut sizes) = (vec![0; count], Vec::new(), Vec::new());
        for low in 0..top {
            classes.fill(0);
            let mut distinct = 1;
            for end in low + 1..=top {
                // Each class of numbers with equal bits parts in two by the next bit.
                next.clear();
                next.resize(2 * distinct, usize::MAX);
                sizes.clear();
                for (class, number) in classes.iter_mut().zip(numbers) {
                    let bit = usize::from(number >> (end - 1) & 1 == 1);
                    let place = &mut next[2 * *class + bit];
                    if *place == usize::MAX {
                        *place = sizes.len();
                        sizes.push(0);
                    }
                    *class = *place;
                    sizes[*class] += 1;
                }
                distinct = sizes.len();
                if 2 * distinct > count {
                    break;
                }
                let same: Length = sizes.iter().map(|&size: &usize| logs[size]).sum();
                let list = real(distinct) * (real(end - low) + naming) + naming;
                tables[low * (top + 1) + end] = list + logs[count] - same;
            }
        }
        let mut bits = vec![0.0];
        for bit in 0..top {
            let ones = numbers.iter().filter(|&number| number >> bit & 1 == 1).count();
            bits.push(bits[bit] + entropy(ones, count) + choice(count as u64));
        }
        Self { count, top, tables, bits }
    }

    /// The least cost of the bits from `low` to below `end`: a list of the values that occur and
    /// then which one it is, each bit by itself and as often set as it is, or the bits as they are.
    pub(super) fn field(&self, low: u32, end: u32) -> Length {
        let (low, end) = (low as usize, end as usize);
        if low == end {
            return 0.0;
        }
        let table = self.tables[low * (self.top + 1) + end];
        let bits = self.bits[end] - self.bits[low];
        // Which of the three it is.
        2.0 + table.min(bits).min(real(self.count) * real(end - low))
    }
}
