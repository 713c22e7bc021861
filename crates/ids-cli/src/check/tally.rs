//! Lines that are wrong in one way: how many, and the first of them.

/// Lines that are kept as examples of what is wrong.
pub(super) const EXAMPLES: usize = 5;

/// A count and its first examples.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) examples: Vec<Example>,
}

/// A line that is wrong.
#[derive(Debug)]
pub(super) struct Example {
    /// Counted from 1.
    pub(super) line: u64,
    pub(super) text: Vec<u8>,
}

impl Tally {
    pub(super) fn add(&mut self, line: u64, text: &[u8]) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(Example { line, text: text.to_vec() });
        }
    }
}
