//! Where the part that counts ends, and what stands below it.

use alloc::vec::Vec;

use super::{
    census::common,
    cost::{Costs, Length, choice, entropy, real},
};

/// Numbers that are looked at. More make no difference.
const MOST: usize = 1024;

/// The share of the numbers by which they may miss the ends of a range that they are spread over
/// evenly: random numbers miss by more once in a billion.
const MISSED: f64 = 20.0;

/// Numbers of which can be said that they are spread evenly.
const SPREAD: usize = 40;

/// Numbers of which can be said that their differences are multiples: those of fewer may be by chance,
/// and that of two always is.
const STEPPED: usize = 16;

/// Values that the part that counts has at least: fewer may be the nodes of a single tick.
const VALUES: usize = 16;

/// Of lowest bits that fit as well as this, in bits, the lowest is right: what is above counts too.
const ALIKE: Length = 8.0;

/// What is found of numbers in the order of their size.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// The lowest bit of the part that counts.
    pub(super) low: u32,
    /// Where the part below is parted in two.
    pub(super) middle: u32,
    /// The bits that this saves, in all, against random numbers.
    pub(super) saved: Length,
    /// For each lowest bit, what it costs more than the best one.
    pub(super) behind: Vec<Length>,
    /// The number of which nearly all their steps are multiples, if there is one that is not a power of two: then the
    /// lowest bits of a timestamp are as seldom another as those of a node.
    pub(super) regular: Option<u64>,
}

/// The bit above the highest one that is not the same in all numbers.
pub(super) fn top(numbers: &[u64]) -> u32 {
    let first = numbers.first().copied().unwrap_or_default();
    64 - numbers.iter().fold(0, |all, number| all | number ^ first).leading_zeros()
}

/// The ends of the range, which bit it is, and where the rest is parted: what saying so costs once.
const SAYING: Length = 140.0;

/// With at least this count of numbers, it can be said how many more would save enough.
const TRUSTED: usize = 512;

/// About how many numbers like these would say which bits are time, if they save `bits`; `None` if these are as many as are
/// looked at, and do not, or if far more would not: below the highest bits they are as random ones.
pub(super) fn wanted(split: Option<&Cut>, count: usize, bits: Length) -> Option<u64> {
    // What saying costs is paid once: many that save little each save enough.
    let each = split.map_or(0.0, |split| (split.saved + SAYING) / real(count));
    let enough = (bits + SAYING) / each.max(Length::MIN_POSITIVE);
    let never = count >= TRUSTED && enough > 4.0 * real(MOST);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is at most MOST"
    )]
    let enough = enough.max(1.25 * real(count)).min(real(MOST)) as u64;
    (count < MOST && !never).then_some(enough)
}

/// The best split of numbers that are sorted; `None` if there are too few different ones.
pub(super) fn split(sorted: &[u64]) -> Option<Cut> {
    let step = sorted.len().div_ceil(MOST).max(1);
    // One of each `step`, but not at regular distances, which may be those of ticks.
    let one = |(place, some): (usize, &[u64])| {
        let mixed = place.wrapping_mul(0x9e37_79b9) >> 8;
        some[mixed % some.len()]
    };
    let numbers: Vec<u64> = sorted.chunks(step).enumerate().map(one).collect();
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    let (count, top) = (real(numbers.len()), top(&numbers));
    if top < 2 {
        return None;
    }
    let costs = Costs::new(&numbers, top);
    let total = |low: u32| {
        let below = (0..=low).map(|at| (costs.field(at, low) + costs.field(0, at), at));
        let (best, middle) = below.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0));
        let above = count * choice((last >> low) - (first >> low));
        (best + above + SAYING, middle)
    };
    let all: Vec<_> = (0..top).map(total).collect();
    let lowest = all.iter().map(|other| other.0).min_by(Length::total_cmp)?;
    let (low, best) = all.iter().enumerate().find(|(_, other)| other.0 - lowest <= ALIKE)?;
    let mut values: Vec<u64> = numbers.iter().map(|number| number >> low).collect();
    values.dedup();
    if values.len() < VALUES.min(numbers.len()) {
        return None;
    }
    let range = count * choice(last - first);
    let bits: Length = (0..top)
        .map(|bit| {
            let ones = numbers.iter().filter(|&number| number >> bit & 1 == 1).count();
            entropy(ones, numbers.len())
        })
        .sum();
    Some(Cut {
        low: u32::try_from(low).unwrap_or_default(),
        middle: best.1,
        saved: range.min(bits) - best.0,
        behind: all.iter().map(|other| other.0 - lowest).collect(),
        regular: regular(&values).map(|step| step << low),
    })
}

/// The divisor of most steps between values in their order, if it is no power of two.
fn regular(values: &[u64]) -> Option<u64> {
    let mut steps: Vec<u64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.sort_unstable();
    let often = steps.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
    let divisor = often.fold(0, |divisor, same| common(divisor, same[0]));
    let odd = divisor.checked_shr(divisor.trailing_zeros()).filter(|odd| *odd > 1)?;
    let multiples = steps.iter().filter(|step| *step % odd == 0).count();
    (steps.len() >= STEPPED && 4 * multiples >= 3 * steps.len()).then_some(divisor)
}

/// The divisor of all differences of this number of numbers, if it is not a power of two.
pub(super) fn step(count: usize, divisor: u64) -> Option<u64> {
    let odd = divisor.checked_shr(divisor.trailing_zeros()).is_some_and(|odd| odd > 1);
    (odd && count >= STEPPED).then_some(divisor)
}

/// Whether sorted numbers are spread as counters and random numbers are.
pub(super) fn plain(sorted: &[u64]) -> Option<&'static str> {
    let (&first, &last) = (sorted.first()?, sorted.last()?);
    let count = sorted.len() as u64;
    if count < 2 {
        return None;
    }
    if (last - first) / count < 32 {
        return Some("dense");
    }
    let common = top(sorted);
    let block = if common == 64 { 0 } else { first >> common << common };
    let ends =
        [block | u64::MAX >> (64 - common), power_of_ten(last), u64::MAX >> last.leading_zeros()];
    let begins = [block, 0, power_of_ten(first) / 10, i64::MAX.unsigned_abs() + 1];
    let near = |distance: u64, begin: u64, end: u64| {
        let share = choice(distance) - choice(end - begin);
        share < libm::log2(MISSED / real(sorted.len()))
    };
    let even = begins.iter().any(|&begin| {
        ends.iter().any(|&end| {
            begin <= first
                && last <= end
                && near(first - begin, begin, end)
                && near(end - last, begin, end)
        })
    });
    // Of this number of random ones each of the low bits is another once.
    let low = (1 << (common / 2)) - 1;
    let vary = sorted.iter().fold(0, |all, number| all | number ^ first) & low == low;
    (even && vary && sorted.len() >= SPREAD).then_some("even")
}

/// The least power of ten above `number`, or the largest number.
fn power_of_ten(number: u64) -> u64 {
    number.checked_ilog10().and_then(|digits| 10_u64.checked_pow(digits + 1)).unwrap_or(u64::MAX)
}
