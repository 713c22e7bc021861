//! What every part of the report is told, and how it fails.

use std::error;

pub type Error = Box<dyn error::Error>;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A minute or two: shows that all of it works.
    Quick,
    /// About ten minutes.
    Standard,
    /// Under an hour for all that needs no database; hours for those.
    Full,
}

impl Scale {
    /// The one of these that is for this scale.
    pub fn of<T>(self, quick: T, standard: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Standard => standard,
            Self::Full => full,
        }
    }
}
