//! Bounded waiting, without saying how to sleep.

use core::time::Duration;

use crate::{Clock, GenerateError};

/// How long a caller is willing to wait in all.
///
/// The waiting helpers of the generators sleep until the instant that
/// [`GenerateError::Wait`] names, by the clock that stamps the identifiers, and ask again. Each
/// pause is charged against the limit, so they give up even if that clock stands still; a wait
/// that cannot succeed within the limit is refused before it begins.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{GenerateError, Patience};
/// let mut patience = Patience::new(Duration::from_secs(1));
/// let clock = Duration::from_millis(10_000);
/// let until = Duration::from_millis(10_600);
/// assert_eq!(patience.pause(&clock, until), Ok(Duration::from_millis(600)));
/// // Only 400 ms are left.
/// assert_eq!(patience.pause(&clock, until), Err(GenerateError::TimedOut { until }));
/// ```
#[derive(Clone, Debug)]
pub struct Patience {
    left: Duration,
}

/// No pause is shorter: a clock that stands just before the instant would be asked too often.
const SHORTEST: Duration = Duration::from_micros(50);

impl Patience {
    /// Pauses of `limit` in all.
    #[inline]
    pub const fn new(limit: Duration) -> Self {
        Self { left: limit }
    }

    /// How long to sleep, by this clock, to reach `until`.
    ///
    /// # Errors
    /// [`GenerateError::TimedOut`] if that is longer than what is left;
    /// [`GenerateError::Time`] if the clock fails.
    #[inline]
    pub fn pause<C: Clock>(
        &mut self,
        clock: &C,
        until: Duration,
    ) -> Result<Duration, GenerateError> {
        let pause = until.saturating_sub(clock.now()?).max(SHORTEST);
        match self.left.checked_sub(pause) {
            Some(left) => {
                self.left = left;
                Ok(pause)
            }
            None => Err(GenerateError::TimedOut { until }),
        }
    }
}
