//! Why there is no key now.

use core::{error::Error, fmt};

use ids_core::GenerateError;

/// Why no key was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyError {
    /// The blocks are spent before the keeper fetched the next one. Try again: it is at work.
    Spent,
    /// The blocks are spent, and the store does not answer. The keeper asks it again and again.
    Away,
    /// The blocks are spent, and the keeper has ended. Its error says why.
    Ended,
    /// No key below the limit is left. A later call may find one, if another holder gives some back.
    Exhausted,
    /// No block has that many consecutive keys.
    TooMany {
        /// The size of the largest block.
        max: u64,
    },
    /// This process is a copy, by `fork()`, of the one that the keys belong to. Make a keeper in
    /// this process.
    Forked,
}

impl KeyError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Spent => "spent",
            Self::Away => "away",
            Self::Ended => "ended",
            Self::Exhausted => "exhausted",
            Self::TooMany { .. } => "too_many",
            Self::Forked => "forked",
        }
    }
}

impl fmt::Display for KeyError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spent => f.write_str("the blocks of keys are spent: the next one is on its way"),
            Self::Away => f.write_str("the blocks of keys are spent, and the store is away"),
            Self::Ended => f.write_str(
                "the blocks of keys are spent, and their keeper has ended: see its error",
            ),
            Self::Exhausted => f.write_str("no key is left"),
            Self::TooMany { max } => write!(f, "a block has at most {max} consecutive keys"),
            Self::Forked => f.write_str(
                "the keys belong to the process that forked: make a keeper in this process",
            ),
        }
    }
}

impl Error for KeyError {}

impl From<KeyError> for GenerateError {
    #[inline]
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Spent | KeyError::Away | KeyError::Ended => Self::Spent,
            KeyError::Exhausted => Self::Exhausted,
            KeyError::TooMany { max } => Self::TooMany { max },
            KeyError::Forked => Self::Forked,
        }
    }
}
