//! How long a keeper waits before it asks again.

use core::time::Duration;

/// Pauses that grow: 10 ms, then twice as long each time, up to a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pauses(Duration);

impl Pauses {
    /// From the shortest one on.
    pub(crate) const NEW: Self = Self(Duration::from_millis(10));

    /// The pause to make now. The next one is longer.
    pub(crate) fn next(&mut self) -> Duration {
        let longer = self.0.saturating_mul(2).min(Duration::from_secs(1));
        core::mem::replace(&mut self.0, longer)
    }
}
