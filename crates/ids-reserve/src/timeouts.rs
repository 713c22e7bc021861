//! How long a call may take.

use core::time::Duration;

/// How long a store across a network may take, before it counts as
/// [unavailable](crate::StoreError::Unavailable).
///
/// A call that took too long may have been carried out. Make it again with the same arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timeouts {
    /// To connect to one host: 5 s by default.
    pub connect: Duration,
    /// For one call, waiting for other processes included: 5 s by default. A process that stops in the
    /// middle of a call keeps others from the same resource for at most this long.
    pub call: Duration,
}

impl Default for Timeouts {
    #[inline]
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), call: Duration::from_secs(5) }
    }
}
