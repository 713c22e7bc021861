//! Evidence, counted in bits.

use core::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Sub},
};

/// An amount of evidence in bits, to 1/256 of one: each bit doubles the odds. 3 bits for a candidate
/// are odds of 8 to 1; -3 bits are 1 to 8. Independent evidence adds up.
///
/// Its text is the nearest whole number, with its sign.
///
/// ```
/// use ids_formats::Evidence;
/// let fixed = Evidence::new(6);
/// let among_ten = Evidence::log2(10);
/// assert_eq!((fixed + among_ten).round(), 9);
/// assert_eq!((Evidence::ZERO - among_ten).to_string(), "-3");
/// assert!(Evidence::log2(8) == Evidence::new(3) && among_ten > Evidence::new(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Evidence(i32);

/// The lowest 64 bits of a number.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
pub(crate) const fn low(number: u128) -> u64 {
    number as u64
}

/// Places behind the binary point.
const FRACTION: u32 = 8;

impl Evidence {
    /// No evidence.
    pub const ZERO: Self = Self(0);

    /// This number of whole bits.
    #[inline]
    pub const fn new(whole: i32) -> Self {
        Self(whole.saturating_mul(1 << FRACTION))
    }

    /// The bits that one of `count` equally likely things is worth, rounded down; none for 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below 2^16")]
    pub const fn log2(count: u64) -> Self {
        if count == 0 {
            return Self::ZERO;
        }
        let mut bits = count.ilog2();
        // In [1, 2), with 63 places behind the binary point. Squared, it says the next place.
        let mut rest = count << count.leading_zeros();
        let mut place = 0;
        while place < FRACTION {
            let square = (rest as u128 * rest as u128) >> 63;
            let above = (square >> 64) as u32;
            rest = (square >> above) as u64;
            bits = bits << 1 | above;
            place += 1;
        }
        Self(bits as i32)
    }

    /// `count` times as much.
    #[inline]
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        // Texts are shorter than this by far.
        const MOST: usize = 1 << 16;
        #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small")]
        let count = if count < MOST { count as i32 } else { MOST as i32 };
        Self(self.0.saturating_mul(count))
    }

    /// The mean of `count` values, of which this is the sum.
    pub(crate) fn shared(self, count: i32) -> Self {
        Self(self.0.checked_div(count).unwrap_or_default())
    }

    /// The nearest whole number.
    #[inline]
    pub const fn round(self) -> i32 {
        (self.0 + (1 << (FRACTION - 1))) >> FRACTION
    }
}

impl Add for Evidence {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Evidence {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Evidence {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Evidence {
    #[inline]
    fn sum<I: Iterator<Item = Self>>(bits: I) -> Self {
        bits.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Display for Evidence {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.round())
    }
}
