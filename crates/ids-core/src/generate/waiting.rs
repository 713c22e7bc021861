//! Bounded waiting: sleeping, or awaiting the caller's sleep.

use core::{future::Future, time::Duration};

use crate::{Clock, Generate, GenerateError};

/// A generator that waits until an identifier is available: it sleeps, or awaits the caller's sleep.
///
/// [`Generate::blocking`] makes one that sleeps, and [`Generate::awaiting`] one that awaits. Each
/// pause ends at the instant that [`GenerateError::Wait`] names, by the generator's own clock, so that
/// a caller at the format's full rate sleeps most of the time. The pauses of one call last at most
/// `limit` in all. If a wait cannot succeed within it, or the clock stands still, the call returns an
/// error.
///
/// After [`GenerateError::Spent`] it asks again every millisecond, because a store may extend the
/// grant at any time.
///
/// The limit counts the pauses as requested. If the system sleeps longer, the call lasts longer.
///
/// As an iterator, one that sleeps ends after the first error. A future of `generate` that is dropped
/// has taken no identifier. One of `fill` may have taken some: they are in the slice, which does not
/// say how many.
///
/// ```
/// # use core::time::Duration;
/// # use ids_core::{Generator, SystemClock, UnixTime, format::Ticks};
/// # use ids_testkit::Plain;
/// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 2, last: u64::MAX };
/// use ids_core::Generate;
/// let mut generator = Generator::new(SystemClock, MILLIS);
/// let mut blocking = generator.blocking(Duration::from_secs(1));
/// // Four in a millisecond: this takes at least two of them.
/// let mut ids = [0; 10];
/// assert_eq!(blocking.fill(&mut ids), Ok(10));
/// assert!(blocking.generate()? > ids[9]);
/// let more = blocking.take(5).collect::<Result<Vec<_>, _>>()?;
/// assert!(more.is_sorted_by(|a, b| a < b));
/// # Ok::<(), ids_core::GenerateError>(())
/// ```
///
/// ```
/// # use core::{future::{Future, ready}, pin::pin, task::{Context, Poll, Waker}, time::Duration};
/// # use ids_core::{Generator, ManualClock, UnixTime, format::Ticks};
/// # use ids_testkit::Plain;
/// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 0, last: u64::MAX };
/// use ids_core::Generate;
/// # let run = async {
/// let clock = ManualClock::new(UnixTime::from_millis(7));
/// let mut generator = Generator::new(&clock, MILLIS);
/// // `tokio::time::sleep` in a program; here the sleep moves the clock.
/// let sleep = |pause| {
///     clock.advance(pause);
///     ready(())
/// };
/// let mut awaiting = generator.awaiting(Duration::from_secs(1), sleep);
/// assert_eq!(awaiting.generate().await, Ok(7));
/// assert_eq!(awaiting.generate().await, Ok(8));
/// # };
/// # assert!(pin!(run).poll(&mut Context::from_waker(Waker::noop())).is_ready());
/// ```
#[derive(Debug)]
pub struct Waiting<G, S = ()> {
    generator: G,
    limit: Duration,
    sleep: S,
    #[cfg_attr(
        not(feature = "std"),
        expect(dead_code, reason = "without it, no generator sleeps")
    )]
    failed: bool,
}

impl<G, S> Waiting<G, S> {
    /// The generator, awaiting `sleep` at most `limit` for each call.
    #[inline]
    pub const fn awaiting(generator: G, limit: Duration, sleep: S) -> Self {
        Self { generator, limit, sleep, failed: false }
    }
}

#[cfg(feature = "std")]
impl<G: Generate> Waiting<G> {
    /// The generator, sleeping at most `limit` for each call.
    #[inline]
    pub const fn blocking(generator: G, limit: Duration) -> Self {
        Self::awaiting(generator, limit, ())
    }

    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::TimedOut`] or [`GenerateError::Spent`] if the limit is not enough; others as
    /// the generator's.
    #[inline]
    pub fn generate(&mut self) -> Result<G::Id, GenerateError> {
        match self.generator.generate() {
            Ok(id) => Ok(id),
            Err(refusal) => {
                let mut left = self.limit;
                sleeping(&mut left, refusal, &mut self.generator, G::generate)
            }
        }
    }

    /// Fills all of `ids`.
    ///
    /// # Errors
    /// As [`generate`](Self::generate), if nothing was written; else it returns how much was.
    #[inline]
    pub fn fill(&mut self, ids: &mut [G::Id]) -> Result<usize, GenerateError> {
        let (mut left, mut filled) = (self.limit, 0);
        while filled < ids.len() {
            let rest = &mut ids[filled..];
            let answer = match self.generator.fill(rest) {
                Ok(more) => Ok(more),
                Err(refusal) => sleeping(&mut left, refusal, &mut self.generator, |generator| {
                    generator.fill(rest)
                }),
            };
            match answer {
                Ok(more) => filled += more,
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}

#[cfg(feature = "std")]
impl<G: Generate> Iterator for Waiting<G> {
    type Item = Result<G::Id, GenerateError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let answer = self.generate();
        self.failed = answer.is_err();
        Some(answer)
    }
}

#[cfg(feature = "std")]
impl<G: Generate> core::iter::FusedIterator for Waiting<G> {}

impl<G: Generate, S: Future<Output = ()>, F: FnMut(Duration) -> S> Waiting<G, F> {
    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::TimedOut`] or [`GenerateError::Spent`] if the limit is not enough; others as
    /// the generator's.
    #[inline]
    pub async fn generate(&mut self) -> Result<G::Id, GenerateError> {
        let mut left = self.limit;
        loop {
            match self.generator.generate() {
                Ok(id) => return Ok(id),
                Err(refusal) => self.wait(&mut left, refusal).await?,
            }
        }
    }

    /// Fills all of `ids`.
    ///
    /// # Errors
    /// As [`generate`](Self::generate), if nothing was written; else it returns how much was.
    #[inline]
    pub async fn fill(&mut self, ids: &mut [G::Id]) -> Result<usize, GenerateError> {
        let (mut left, mut filled) = (self.limit, 0);
        while filled < ids.len() {
            let answer = match self.generator.fill(&mut ids[filled..]) {
                Ok(more) => Ok(more),
                Err(refusal) => self.wait(&mut left, refusal).await.map(|()| 0),
            };
            match answer {
                Ok(more) => filled += more,
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    async fn wait(
        &mut self,
        left: &mut Duration,
        refusal: GenerateError,
    ) -> Result<(), GenerateError> {
        let pause = refusal.pause(self.generator.clock(), left)?;
        (self.sleep)(pause).await;
        Ok(())
    }
}

/// No pause is shorter: a clock that stands just before the instant would be asked too often.
const SHORTEST: Duration = Duration::from_micros(50);

/// How often a spent grant is asked again: when a store extends it is unknown.
const POLL: Duration = Duration::from_millis(1);

impl GenerateError {
    /// How long to sleep, by this clock, before the generator that refused is asked again. It is taken off what is
    /// `left` of the caller's limit. [`Waiting`] sleeps so; this is for a caller that waits without it.
    ///
    /// # Errors
    /// [`TimedOut`](Self::TimedOut) or [`Spent`](Self::Spent) if too little is left; a refusal that no waiting ends.
    #[inline]
    pub fn pause(
        self,
        clock: Option<&dyn Clock>,
        left: &mut Duration,
    ) -> Result<Duration, GenerateError> {
        let (pause, too_long) = match (self, clock) {
            (Self::Wait { until }, Some(clock)) => {
                (until.duration_since(clock.now()?).max(SHORTEST), Self::TimedOut { until })
            }
            (Self::Spent, _) => (POLL, self),
            (other, _) => return Err(other),
        };
        *left = left.checked_sub(pause).ok_or(too_long)?;
        Ok(pause)
    }
}

/// Sleeps and asks the generator until it answers, or refuses what no waiting ends.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
fn sleeping<G: Generate, T>(
    left: &mut Duration,
    mut refusal: GenerateError,
    generator: &mut G,
    mut ask: impl FnMut(&mut G) -> Result<T, GenerateError>,
) -> Result<T, GenerateError> {
    loop {
        std::thread::sleep(refusal.pause(generator.clock(), left)?);
        match ask(generator) {
            Ok(answer) => return Ok(answer),
            Err(again) => refusal = again,
        }
    }
}
