//! Bounded waiting, without saying how to sleep.

use core::{future::Future, time::Duration};

use crate::{Clock, GenerateError};

/// How long a caller is willing to wait in all: for authors of formats, whose generators wait by it.
///
/// The waiting helpers of the generators sleep until the instant that
/// [`GenerateError::Wait`] names, by the clock that stamps the identifiers, and ask again. Each
/// pause is charged against the limit, so they give up even if that clock stands still; a wait
/// that cannot succeed within the limit is refused before it begins.
///
/// What is charged are the pauses as they were asked for, not the time that passes: a system that
/// sleeps longer than asked to makes the call last longer than its limit. That keeps a second
/// clock out of it.
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

    /// Asks the generator until it answers anything but [`GenerateError::Wait`], sleeping in
    /// between.
    ///
    /// # Errors
    /// As [`pause`](Self::pause), or the generator's.
    #[cfg(feature = "std")]
    #[inline]
    pub fn blocking<G, C: Clock, T>(
        &mut self,
        generator: &mut G,
        clock: impl Fn(&G) -> &C,
        mut ask: impl FnMut(&mut G) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        match ask(generator) {
            Err(GenerateError::Wait { until }) => self.sleeping(until, generator, clock, ask),
            answer => answer,
        }
    }

    /// As [`blocking`](Self::blocking), once there is something to wait for.
    #[cfg(feature = "std")]
    #[cold]
    #[inline(never)]
    fn sleeping<G, C: Clock, T>(
        &mut self,
        mut until: Duration,
        generator: &mut G,
        clock: impl Fn(&G) -> &C,
        mut ask: impl FnMut(&mut G) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        loop {
            std::thread::sleep(self.pause(clock(generator), until)?);
            match ask(generator) {
                Err(GenerateError::Wait { until: later }) => until = later,
                answer => return answer,
            }
        }
    }

    /// As [`blocking`](Self::blocking), until all of `ids` is filled. Once something is, the
    /// answer is how much.
    ///
    /// # Errors
    /// As [`blocking`](Self::blocking), if nothing could be filled.
    #[cfg(feature = "std")]
    #[inline]
    pub fn fill_blocking<G, C: Clock, I>(
        &mut self,
        generator: &mut G,
        clock: impl Fn(&G) -> &C,
        mut fill: impl FnMut(&mut G, &mut [I]) -> Result<usize, GenerateError>,
        ids: &mut [I],
    ) -> Result<usize, GenerateError> {
        let mut filled = 0;
        while filled < ids.len() {
            match self.blocking(generator, &clock, |generator| fill(generator, &mut ids[filled..]))
            {
                Ok(count) => filled += count,
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// As [`blocking`](Self::blocking), awaiting the caller's `sleep` instead.
    ///
    /// # Errors
    /// As [`blocking`](Self::blocking).
    #[inline]
    pub async fn awaiting<G, C: Clock, T, F: Future<Output = ()>>(
        &mut self,
        generator: &mut G,
        clock: impl Fn(&G) -> &C,
        mut ask: impl FnMut(&mut G) -> Result<T, GenerateError>,
        mut sleep: impl FnMut(Duration) -> F,
    ) -> Result<T, GenerateError> {
        loop {
            match ask(generator) {
                Err(GenerateError::Wait { until }) => {
                    let pause = self.pause(clock(generator), until)?;
                    sleep(pause).await;
                }
                answer => return answer,
            }
        }
    }
}

/// What `ask` answers, again and again; the iterator ends after the first error. For authors of
/// formats, whose `iter_blocking` it is.
#[inline]
pub fn until_error<T, E>(
    mut ask: impl FnMut() -> Result<T, E>,
) -> impl Iterator<Item = Result<T, E>> {
    let mut failed = false;
    core::iter::from_fn(move || {
        let next = (!failed).then(&mut ask)?;
        failed = next.is_err();
        Some(next)
    })
}
