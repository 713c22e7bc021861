//! A part of many things, in their order: stretches of neighbours.

use alloc::vec::Vec;

/// All of the first things; of more, one stretch in two, four and so on.
#[derive(Clone, Debug)]
pub(super) struct Sample<T> {
    kept: Vec<T>,
    seen: u64,
    /// One stretch in `step` is kept.
    step: u64,
    /// Neighbours that are kept together.
    stretch: u64,
    /// Things that are kept.
    most: usize,
}

impl<T> Sample<T> {
    pub(super) const fn new(stretch: u64, most: usize) -> Self {
        Self { kept: Vec::new(), seen: 0, step: 1, stretch, most }
    }

    /// Keeps what is made if its turn has come.
    pub(super) fn add(&mut self, make: impl FnOnce() -> T) {
        let stretch = self.seen / self.stretch;
        self.seen += 1;
        if stretch % self.step != 0 {
            return;
        }
        if self.kept.len() == self.most {
            let mut places = 0_u64..;
            let one_in_two = |place| place / self.stretch % 2 == 0;
            self.kept.retain(|_| places.next().is_some_and(one_in_two));
            self.step *= 2;
            if stretch % self.step != 0 {
                return;
            }
        }
        self.kept.push(make());
    }

    pub(super) fn kept(&self) -> &[T] {
        &self.kept
    }

    pub(super) fn kept_mut(&mut self) -> &mut [T] {
        &mut self.kept
    }
}
