//! Random test data: the same for the same seed, on every machine.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, TryRng};

/// `SplitMix64`. It passes no test of secrecy, and test data needs none.
///
/// ```
/// use ids_testkit::SplitMix;
///
/// let mut random = SplitMix::new(7);
/// let first = random.next_u64();
/// assert_eq!(SplitMix::new(7).next_u64(), first);
/// assert!(random.below(6) < 6);
/// assert!([1, 2, 3].contains(&random.pick(&[1, 2, 3])));
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A source with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `limit - 1`.
    ///
    /// # Panics
    ///
    /// If `limit` is 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        self.next_u64() % limit
    }

    /// One of the choices.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        let place = self.below(choices.len() as u64);
        choices[usize::try_from(place).expect("a place in a slice")]
    }
}

/// A random source that gives these words. It fails where there is none.
#[derive(Debug)]
pub struct Words<F>(pub F);

impl<F: FnMut() -> Option<u64>> TryRng for Words<F> {
    type Error = core::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("identifiers take words of 64 bits")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        (self.0)().ok_or(core::fmt::Error)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("identifiers take words of 64 bits")
    }
}

/// A random source that fails once in 64 words, on average.
pub fn failing(mut rng: ChaCha8Rng) -> Words<impl FnMut() -> Option<u64>> {
    Words(move || Some(rng.next_u64()).filter(|word| word % 64 != 0))
}

/// Holds the lowest `width` bits of `count` words against chance: each bit is set about half of the times.
///
/// The bound is five standard deviations of half the count's root each. The words are of a source that is seeded,
/// so that it does not flicker.
///
/// # Panics
/// If a bit is set more or less often.
#[track_caller]
pub fn assert_fair(width: u32, count: u32, mut next: impl FnMut() -> u64) {
    let mut ones = vec![0_u32; width as usize];
    for _ in 0..count {
        let word = next();
        for (bit, ones) in ones.iter_mut().enumerate() {
            *ones += u32::from(word >> bit & 1 == 1);
        }
    }
    let bound = 5 * count.isqrt() / 2;
    assert!(ones.iter().all(|ones| ones.abs_diff(count / 2) < bound), "{ones:?}");
}
