//! A clock, a random source and the last identifier: the generator.

use core::time::Duration;

use ids_core::{Clock, Generate, GenerateError, Limits, RangeError};
use rand_core::TryRng;

use crate::{
    FlaxId, UnixTime,
    monotonic::{Fields, Rules},
};

/// Issues identifiers: independent of each other, or strictly increasing.
///
/// The random source is any [`TryRng`]: one kept in memory, such as `IdRng` of the feature `rng`,
/// or the operating system's own, `SysRng` of the crate `getrandom`. For each identifier the
/// generator reads the clock and the source at most once, and nothing else. It does not sleep. A
/// failed call leaves the last identifier as it was, and drops the random word that it may have
/// drawn.
///
/// Not `Clone`: a copy would repeat every identifier of a source kept in memory.
///
/// ```compile_fail,E0599
/// use ids_core::UnixTime;
/// // Clock and source can be copied, the generator cannot.
/// let generator = flax_id::Generator::new(UnixTime::EPOCH, ());
/// let copy = generator.clone();
/// ```
///
/// ```
/// # #[cfg(feature = "rng")] {
/// use flax_id::{Generator, IdRng, SystemClock};
/// let mut generator = Generator::new(SystemClock, IdRng::from_os()?);
/// assert_ne!(generator.generate()?, generator.generate()?);
/// # }
/// # Ok::<(), flax_id::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct Generator<C, R> {
    clock: C,
    rng: R,
    rules: Rules,
    monotonic: bool,
    /// The last identifier issued, if the next one depends on it.
    last: Option<Fields>,
}

/// Identifiers whose random words are drawn at once.
const BLOCK: usize = 64;

impl<C, R> Generator<C, R> {
    /// A generator of independent identifiers: 56 random bits each, in no order inside a
    /// millisecond ([FLAX-8](crate::rules#flax-8)). It never has to wait.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    /// use flax_id::{Generator, UnixTime};
    /// // A clock that stands still and a known seed: the same every time this is run.
    /// let clock = UnixTime::from_millis(1_444_939_825_807);
    /// let mut generator = Generator::new(clock, ChaCha8Rng::seed_from_u64(7));
    /// assert_eq!(generator.generate()?.to_string(), "0RdKJcwcOKBo7xS2");
    /// # Ok::<(), flax_id::GenerateError>(())
    /// ```
    #[inline]
    pub const fn new(clock: C, rng: R) -> Self {
        Self { clock, rng, rules: Rules::NEW, monotonic: false, last: None }
    }

    /// A generator of strictly increasing identifiers ([FLAX-9](crate::rules#flax-9) to
    /// [FLAX-13](crate::rules#flax-13)). It has issued nothing yet, within the default [`Limits`].
    ///
    /// In a new millisecond all 56 bits are random; inside it they grow by a random step of 1 to 2^32, and never
    /// carry into the time. One random word of 64 bits decides: its top 56 bits are the random part of a new
    /// millisecond, its top 32 bits plus one the step. If a step does not fit the millisecond, the step of another
    /// word may.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    /// use flax_id::{Generator, UnixTime};
    /// let clock = UnixTime::from_millis(1_444_939_825_807);
    /// let mut generator = Generator::monotonic(clock, ChaCha8Rng::seed_from_u64(7));
    /// assert_eq!(generator.generate()?.to_string(), "0RdKJcwcOKBo7xS2");
    /// assert_eq!(generator.generate()?.to_string(), "0RdKJcwcOKCU8I3M");
    /// # Ok::<(), flax_id::GenerateError>(())
    /// ```
    #[inline]
    pub const fn monotonic(clock: C, rng: R) -> Self {
        Self { clock, rng, rules: Rules::NEW, monotonic: true, last: None }
    }

    /// The same generator within these limits, instead of those that it had. They matter to monotonic
    /// identifiers only ([FLAX-12](crate::rules#flax-12)): independent ones are never ahead of the
    /// clock, and follow each jump. A rolling start changes nothing, since there is no number to start.
    #[inline]
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { rules: Rules::within(limits), ..self }
    }

    /// The same generator, all of whose identifiers are greater than `last`, the last one issued
    /// before a restart, even if the clock has been set back. It is monotonic from now on
    /// ([FLAX-13](crate::rules#flax-13)).
    ///
    /// Only upwards: an identifier below the last one it issued changes nothing.
    #[inline]
    #[must_use]
    pub fn resume_after(self, last: FlaxId) -> Self {
        Self { monotonic: true, last: self.last.max(Some(Fields::of(last))), ..self }
    }

    /// The same generator, all of whose identifiers are greater than those that a predecessor can
    /// have issued. It is for a restart where no identifier was kept for
    /// [`resume_after`](Self::resume_after). It is monotonic from now on.
    ///
    /// It reads the clock once. The first identifier is of the first millisecond after `max_ahead`: how
    /// far ahead of its clock the predecessor may have run ([`Limits::max_ahead`]), zero by default. The
    /// premise is that it never ran further ahead, and that the clock has not been set back since. It
    /// keeps the order; without it, duplicates are as unlikely.
    ///
    /// # Errors
    /// [`GenerateError`] if the clock fails, reads an instant outside 2015 to 2049, or is further
    /// after the identifier of [`resume_after`](Self::resume_after) than the [`Limits`] allow.
    #[inline]
    pub fn resume_after_now(self, max_ahead: Duration) -> Result<Self, GenerateError>
    where
        C: Clock,
    {
        let now = self.clock.now()?;
        let tick = FlaxId::TICKS.at_most(now, FlaxId::TIMESTAMP.max())?;
        if let Err(jump @ GenerateError::Jump { .. }) = self.rules.next(self.last, (tick, now), 0) {
            return Err(jump);
        }
        let last = FlaxId::last_of(tick.saturating_add(FlaxId::TICKS.count(max_ahead)));
        Ok(self.resume_after(last))
    }

    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names. From then on no
    /// identifier has an earlier time.
    ///
    /// Only upwards: an instant before the last identifier's time changes nothing. In a generator
    /// of independent identifiers it changes nothing either.
    ///
    /// # Errors
    /// [`RangeError`] if the instant is outside 2015 to 2049.
    #[inline]
    pub fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        let tick = FlaxId::TICKS.at_most(now, FlaxId::TIMESTAMP.max())?;
        if let Some(last) = self.last {
            // After the millisecond before, so that all 56 bits of the next one are random.
            self.last = tick.checked_sub(1).map(Fields::last_of).max(Some(last));
        }
        Ok(())
    }

    /// The clock.
    #[inline]
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The random source, for instance to seed it anew after a virtual machine was resumed.
    ///
    /// ```
    /// # #[cfg(feature = "rng")] {
    /// use flax_id::{Generator, IdRng, SystemClock};
    /// let mut generator = Generator::new(SystemClock, IdRng::from_os()?);
    /// generator.rng_mut().reseed()?;
    /// # }
    /// # Ok::<(), flax_id::GenerateError>(())
    /// ```
    #[inline]
    pub const fn rng_mut(&mut self) -> &mut R {
        &mut self.rng
    }
}

impl<C: Clock, R: TryRng> Generator<C, R> {
    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::Range`] if the clock reads an instant before 2015 or after
    /// 2049-11-03T19:53:47.775Z. [`GenerateError::Entropy`] if the random source fails. A monotonic
    /// generator also returns [`GenerateError::Wait`] if the step does not fit the millisecond or
    /// the clock has stepped back, and [`GenerateError::Exhausted`] if the step does not fit the
    /// last millisecond. The next call draws another step, which may fit
    /// ([FLAX-11](crate::rules#flax-11)). [`GenerateError::Jump`] as
    /// [`Limits::max_jump`] says.
    #[inline]
    pub fn generate(&mut self) -> Result<FlaxId, GenerateError> {
        let tick = self.tick()?;
        let next = step(&mut self.rng, self.rules, self.last, tick)?;
        if self.monotonic {
            self.last = Some(next);
        }
        Ok(next.id())
    }

    /// Fills as much of `ids` as is available at one reading of the clock, and returns how much: at
    /// least one, unless `ids` is empty. A generator of independent identifiers fills all of it.
    ///
    /// # Errors
    /// As [`generate`](Self::generate), if not even the first is available.
    #[inline]
    pub fn fill(&mut self, ids: &mut [FlaxId]) -> Result<usize, GenerateError> {
        if ids.is_empty() {
            return Ok(0);
        }
        let tick = self.tick()?;
        // In a register: the source may be code of its own, before which memory is written.
        let mut last = self.last;
        // Independent ones need only the millisecond, which is any identifier's of it.
        let mut filled =
            if self.monotonic { 0 } else { self.fill_blocks(&mut Fields::last_of(tick.0), ids) };
        while filled < ids.len() {
            let mut next = match step(&mut self.rng, self.rules, last, tick) {
                Ok(next) => next,
                Err(error) if filled == 0 => return Err(error),
                Err(_) => break,
            };
            ids[filled] = next.id();
            filled += 1;
            if self.monotonic {
                filled += self.fill_blocks(&mut next, &mut ids[filled..]);
                last = Some(next);
            }
        }
        self.last = last;
        Ok(filled)
    }

    /// Fills all of `ids`, or issues nothing.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); [`GenerateError::TooMany`] says how many fitted, where these
    /// are fewer; steps are random, and those of another call may be longer. The state is as before,
    /// but for the random source. [`GenerateError::Entropy`] if that fails.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    /// use flax_id::{FlaxId, Generator, UnixTime};
    /// let clock = UnixTime::from_millis(1_444_939_825_807);
    /// let mut generator = Generator::monotonic(clock, ChaCha8Rng::seed_from_u64(7));
    /// let mut ids = [FlaxId::MIN; 100];
    /// generator.fill_all(&mut ids)?;
    /// assert!(ids.is_sorted());
    /// # Ok::<(), flax_id::GenerateError>(())
    /// ```
    #[inline]
    pub fn fill_all(&mut self, ids: &mut [FlaxId]) -> Result<(), GenerateError> {
        let last = self.last;
        let filled = self.fill(ids)?;
        if filled == ids.len() {
            return Ok(());
        }
        // What came after the ones that were filled says why there are no more.
        let next = self.generate();
        self.last = last;
        Err(match next {
            Err(GenerateError::Entropy) => GenerateError::Entropy,
            _ => GenerateError::TooMany { max: filled as u64 },
        })
    }

    /// Fills whole blocks with the identifiers after `last` in its millisecond, and returns how many
    /// identifiers that is. It asks the source once for the words of a block, which are the same as one
    /// by one. It ends where a step may not fit.
    #[inline]
    fn fill_blocks(&mut self, last: &mut Fields, ids: &mut [FlaxId]) -> usize {
        if ids.len() < BLOCK {
            return 0;
        }
        let mut words = [[0; 8]; BLOCK];
        let mut filled = 0;
        for block in ids.chunks_exact_mut(BLOCK) {
            if self.monotonic && !last.has_room(BLOCK as u64)
                || self.rng.try_fill_bytes(words.as_flattened_mut()).is_err()
            {
                break;
            }
            for (id, word) in block.iter_mut().zip(&words) {
                let word = u64::from_le_bytes(*word);
                *id = if self.monotonic {
                    *last = last.after(word);
                    last.id()
                } else {
                    last.anew(word).id()
                };
            }
            filled += BLOCK;
        }
        filled
    }

    #[inline]
    fn tick(&self) -> Result<(u64, UnixTime), GenerateError> {
        let now = self.clock.now()?;
        Ok((FlaxId::TICKS.at_most(now, FlaxId::TIMESTAMP.max())?, now))
    }
}

/// The identifier after `last`, of the source's next word.
#[inline(always)]
#[expect(clippy::inline_always, reason = "not inlined, its answer passes through memory")]
fn step(
    rng: &mut impl TryRng,
    rules: Rules,
    last: Option<Fields>,
    tick: (u64, UnixTime),
) -> Result<Fields, GenerateError> {
    let word = rng.try_next_u64().map_err(|_| GenerateError::Entropy)?;
    rules.next(last, tick, word)
}

impl<C: Clock, R: TryRng> Generate for Generator<C, R> {
    type Id = FlaxId;

    #[inline]
    fn generate(&mut self) -> Result<FlaxId, GenerateError> {
        Self::generate(self)
    }

    #[inline]
    fn fill(&mut self, ids: &mut [FlaxId]) -> Result<usize, GenerateError> {
        Self::fill(self, ids)
    }

    #[inline]
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.clock)
    }
}

/// An identifier of this moment: the system's clock, and 56 bits of this thread's random source.
///
/// The source is [`LocalRng`](crate::LocalRng), seeded by the operating system and safe across
/// `fork()`. Identifiers are independent. For increasing ones, or for the operating system's random
/// bits every time, keep a [`Generator`].
///
/// ```
/// let id = flax_id::new()?;
/// assert_eq!(id.to_string().len(), 16);
/// # Ok::<(), flax_id::GenerateError>(())
/// ```
///
/// # Errors
/// [`GenerateError::Entropy`] if the operating system has no random bits, [`GenerateError::Range`]
/// if its clock reads an instant outside 2015 to 2049.
#[cfg(feature = "rng")]
#[inline]
pub fn new() -> Result<FlaxId, GenerateError> {
    Generator::new(ids_core::SystemClock, ids_core::LocalRng).generate()
}
