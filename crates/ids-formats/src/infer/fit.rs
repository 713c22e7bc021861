//! The formats that read the identifiers of a source.

use crate::{Candidate, Evidence, UnixTime, inspect::Life};

/// Identifiers that say the score.
const SCORED: i32 = 1000;

/// A format, in one of its forms, that reads identifiers of the source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit<'a> {
    /// The first that it read.
    pub first: Candidate<'a>,
    /// How many it reads.
    pub read: u64,
    /// How many of them have a time that is plausible, or have none.
    pub plausible: u64,
    /// The earliest and the latest time, if it has one.
    pub times: Option<(UnixTime, UnixTime)>,
    /// How many times are not before the one of the identifier before.
    pub grows: u64,
    /// How many of the [known times](super::Survey::know) it has, to the minute.
    pub met: usize,
    /// Why it is out of the question although it reads some, as a sentence's part.
    pub refused: Option<&'static str>,
    pub(super) life: Life,
    score: Evidence,
    scored: i32,
    last: Option<UnixTime>,
}

impl<'a> Fit<'a> {
    pub(super) const fn new(first: Candidate<'a>, life: Life) -> Self {
        Self {
            first,
            life,
            read: 0,
            plausible: 0,
            times: None,
            grows: 0,
            met: 0,
            refused: None,
            score: Evidence::ZERO,
            scored: 0,
            last: None,
        }
    }

    /// Counts one of the first, which say the score: the sum of all would be too large.
    pub(super) fn add_first(&mut self, found: &Candidate<'_>) {
        self.add(found.time, found.is_plausible());
        if self.scored < SCORED {
            self.score += found.score;
            self.scored += 1;
        }
    }

    /// Counts one more of this time.
    pub(super) fn add(&mut self, time: Option<UnixTime>, plausible: bool) {
        self.read += 1;
        self.plausible += u64::from(plausible);
        let Some(time) = time else { return };
        let (from, until) = self.times.unwrap_or((time, time));
        self.times = Some((from.min(time), until.max(time)));
        self.grows += u64::from(self.last.is_some_and(|last| last <= time));
        self.last = Some(time);
    }

    /// How much speaks for the format: the mean of what speaks for each of the first identifiers.
    #[inline]
    pub fn score(&self) -> Evidence {
        self.score.shared(self.scored)
    }
}
