//! What is the same for candidates of many texts.

use alloc::vec::Vec;

use crate::{Candidate, Evidence};

/// More are not kept. Texts of one source have few shapes.
const MOST: usize = 256;

/// What the reasons of a candidate follow from: its format or kind, its score, its doubt.
pub(super) type Alike = (usize, Evidence, Option<&'static str>);

/// What was made of the reasons of candidates of one inspector, for the next ones that have the same.
#[derive(Clone, Debug, Default)]
pub struct Kept<T> {
    all: Vec<(Alike, T)>,
    /// Behind the last one that was found: the candidates of the next text have mostly the same order.
    next: usize,
    /// Of the last candidate that is not like others.
    other: Option<T>,
}

impl<T> Kept<T> {
    /// Nothing yet.
    #[inline]
    pub const fn new() -> Self {
        Self { all: Vec::new(), next: 0, other: None }
    }

    /// What was made of a candidate's reasons, or is made now.
    #[inline]
    pub fn get(&mut self, candidate: &Candidate<'_>, make: impl FnOnce() -> T) -> &T {
        let Some(alike) = candidate.alike() else { return self.other.insert(make()) };
        let mut places = (self.next..self.all.len()).chain(0..self.next);
        let place = places.find(|place| self.all[*place].0 == alike).unwrap_or_else(|| {
            self.all.truncate(MOST - 1);
            self.all.push((alike, make()));
            self.all.len() - 1
        });
        self.next = place + 1;
        &self.all[place].1
    }
}
