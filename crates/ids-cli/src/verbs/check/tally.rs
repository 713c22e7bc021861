//! Lines that are wrong in one way: how many, and the first of them.

use crate::reading::input::Position;

/// Lines that are kept as examples of what is wrong.
pub(super) const EXAMPLES: usize = 5;

/// A count and its first examples.
#[derive(Debug, Default)]
pub(super) struct Tally<'a> {
    pub(super) count: u64,
    pub(super) examples: Vec<Example<'a>>,
}

/// A line that is wrong.
#[derive(Debug)]
pub(super) struct Example<'a> {
    pub(super) place: Position<'a>,
    pub(super) text: Vec<u8>,
}

impl<'a> Tally<'a> {
    pub(super) fn add(&mut self, place: Position<'a>, text: &[u8]) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(Example { place, text: text.to_vec() });
        }
    }
}
