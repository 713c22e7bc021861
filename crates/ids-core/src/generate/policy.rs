//! How far ahead of its clock a generator may run.

use core::time::Duration;

use crate::format::Ticks;

/// How far ahead of its clock a generator may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Not at all: when a tick is spent or the clock has stepped back, the generator returns
    /// [`GenerateError::Wait`](crate::GenerateError::Wait). No identifier has a later time than the clock.
    #[default]
    Wait,
    /// Up to this number of whole ticks. Bursts and small steps back of the clock do not wait, and an
    /// identifier's time may be that far ahead. Beyond it, as `Wait`.
    Borrow {
        /// The longest time ahead. Less than a tick is the same as `Wait`.
        max_ahead: Duration,
    },
}

impl Policy {
    /// How many whole ticks ahead of the clock it allows.
    #[inline]
    pub const fn ahead(self, ticks: Ticks) -> u64 {
        match self {
            Self::Wait => 0,
            Self::Borrow { max_ahead } => ticks.count(max_ahead),
        }
    }
}
