//! What follows from the candidates for a text.

use crate::{Candidate, Evidence};

/// What can be said of a text after all candidates are known, or of the identifiers of a source
/// ([`infer`](crate::infer)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Answer {
    /// There is nothing that random texts would not have: nothing reads the text, or a random text of the same shape is
    /// likelier than the first candidate, or something speaks against each likely one, as a time in the future does.
    #[default]
    Nothing,
    /// The first candidate fits, as many random texts do.
    Weak,
    /// Several candidates are too close to be told apart, or a source fits several formats.
    Several {
        /// How many.
        count: usize,
        /// Whether a known time would decide: the candidates for a text say different times, or no time of a source is
        /// known yet.
        times: bool,
    },
    /// The first candidate is much likelier than a random text, and than the next candidate.
    One,
    /// Of a source: no format is claimed, and nothing speaks against one. More identifiers or known times would decide.
    Undecided,
    /// Of a source: they have a layout that no known format has, with its unit and epoch.
    Layout,
    /// Of a source: they have a layout that no known format has. Known times would say its unit and epoch.
    Bits,
    /// Of a source: a program that keeps numbers as binary64 has changed their last digits.
    Rounded,
}

impl Answer {
    /// The answer of candidates in the order of their scores.
    ///
    /// ```
    /// use ids_formats::{Answer, Context, UnixTime, inspect};
    /// let answer = |text: &str| {
    ///     let now = Context::at(UnixTime::from_secs(1_800_000_000));
    ///     Answer::of(&inspect(text, &now))
    /// };
    /// assert_eq!(answer("018f2c5e-7b1a-7c3d-9e2f-0123456789ab"), Answer::One);
    /// assert!(matches!(answer("175928847299117063"), Answer::Several { times: true, .. }));
    /// assert_eq!(answer("V1StGXR8_Z5jdHi6B-myT"), Answer::Weak);
    /// assert_eq!(answer("hello, world"), Answer::Nothing);
    /// ```
    #[inline]
    pub fn of(candidates: &[Candidate<'_>]) -> Self {
        let first = match candidates {
            [first, ..] if first.is_plausible() && first.score >= Evidence::ZERO => first,
            _ => return Self::Nothing,
        };
        // The implausible come last.
        let beaten = |other: &Candidate<'_>| other.score >= first.score + Candidate::LEAD;
        if candidates.iter().rev().take_while(|other| !other.is_plausible()).any(beaten) {
            return Self::Nothing;
        }
        let close = |other: &&Candidate<'_>| {
            other.is_plausible() && first.score - other.score < Candidate::LEAD
        };
        let count = candidates.iter().take_while(close).count();
        if count > 1 {
            let times = candidates[..count].iter().any(|other| other.time != first.time);
            return Self::Several { count, times };
        }
        if first.score < Candidate::CLAIMED { Self::Weak } else { Self::One }
    }

    /// The name in lower case, for machine-readable output.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Weak => "weak",
            Self::Several { .. } => "several",
            Self::One => "one",
            Self::Undecided => "undecided",
            Self::Layout => "layout",
            Self::Bits => "bits",
            Self::Rounded => "rounded",
        }
    }
}
