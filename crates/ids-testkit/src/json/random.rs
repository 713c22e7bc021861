//! Random JSON.

use std::collections::BTreeSet;

use super::{Json, Number};
use crate::SplitMix;

/// Makes random JSON: any character but U+0000, numbers with exponents and scales, distinct keys. What is inside gives
/// a number from 0 to `limit - 1`.
///
/// ```
/// use ids_testkit::json::RandomJson;
/// let mut random = RandomJson::seeded(7);
/// let value = random.value(4);
/// let mut text = String::new();
/// value.print(&mut |limit| random.choice(limit), &mut text);
/// assert!(!text.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct RandomJson<F>(pub F);

impl RandomJson<()> {
    /// A maker with this seed.
    pub fn seeded(seed: u64) -> RandomJson<impl FnMut(u64) -> u64> {
        let mut random = SplitMix::new(seed);
        RandomJson(move |limit| random.below(limit))
    }
}

impl<F: FnMut(u64) -> u64> RandomJson<F> {
    /// A number from 0 to `limit - 1`.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        (self.0)(limit)
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        let place = self.below(choices.len() as u64);
        choices[usize::try_from(place).expect("a place in a slice")]
    }

    /// As [`below`](Self::below): what [`Json::print`] asks for.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn choice(&mut self, limit: u32) -> u32 {
        u32::try_from(self.below(limit.into())).expect("less than the limit")
    }

    /// A string of up to 9 characters.
    pub fn string(&mut self) -> String {
        let characters = (0..self.below(10)).map(|_| match self.below(4) {
            0 => self.pick(&[
                '"', '\\', '/', '\n', '\t', '\u{1}', '\u{7f}', 'é', '～', '🌲', '\u{e000}',
            ]),
            1 => char::from_u32(1 + self.choice(0x10_ffff)).unwrap_or('\u{fffd}'),
            _ => self.pick(&['a', 'b', 'B', '1', '9', '_']),
        });
        characters.collect()
    }

    /// A number.
    pub fn number(&mut self) -> Number {
        let largest = 1 << self.below(64);
        let mut digits = self.below(largest).to_string();
        let point = digits.len();
        (0..self.below(3) * self.below(8))
            .for_each(|_| digits.push(self.pick(&['0', '0', '5', '9'])));
        let exponent =
            (self.below(3) == 0).then(|| self.pick(&[-300, -20, -3, -1, 0, 1, 2, 21, 300]));
        Number { negative: self.below(2) == 0, digits, point, exponent }
    }

    /// A value with at most `depth` arrays and objects inside one another.
    pub fn value(&mut self, depth: u32) -> Json {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Json::Word(self.pick(&["true", "false", "null"])),
            1 | 2 => Json::Number(self.number()),
            3 | 4 => Json::String(self.string()),
            5 => Json::Array((0..self.below(5)).map(|_| self.value(depth - 1)).collect()),
            _ => self.object(depth),
        }
    }

    /// An object of this depth, which is at least 1.
    pub fn object(&mut self, depth: u32) -> Json {
        let mut seen = BTreeSet::new();
        let members = (0..self.below(6)).map(|_| (self.string(), self.value(depth - 1)));
        Json::Object(members.filter(|(key, _)| seen.insert(key.clone())).collect())
    }
}
