//! Clocks that have no time.

use core::error::Error;

use crate::format::errors;

errors! {
    /// Why a clock returns no time.
    #[non_exhaustive]
    pub enum ClockError {
        /// The clock reads an instant before 1970-01-01T00:00:00Z.
        BeforeUnixEpoch => "before_epoch", "the clock reads an instant before the Unix epoch";
        /// This process is a copy of the one that made the clock, by `fork()`.
        Forked => "forked", "the clock was made before a fork of this process";
    }
}

impl Error for ClockError {}
