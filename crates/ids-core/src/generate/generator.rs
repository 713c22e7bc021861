//! A clock, a scheme and a counter: the generator that the time-ordered formats share.

use core::{
    iter::Map,
    ops::{Range, RangeInclusive},
};

#[cfg(target_has_atomic = "64")]
use super::counter::AtomicU64;
use super::positions::Bounds;
use crate::{
    Clock, Generate, GenerateError, Limits, UnixTime,
    format::{Counter, Positions, Scheme},
};

/// Issues the identifiers of one node, strictly increasing.
///
/// An owned generator issues them through `&mut self`. A [`SharedGenerator`] is the same for any
/// number of threads. Neither sleeps or blocks, and neither reads anything but its clock. A failed
/// call leaves the state as it was.
///
/// Not `Clone`: a copy would repeat every identifier. The [`Limits`] say what happens when a tick
/// is spent or the clock steps back or ahead. After a restart, call [`resume_after`](Self::resume_after)
/// with the last identifier issued.
#[derive(Debug)]
pub struct Generator<C, S, H = u64> {
    pub(super) clock: C,
    pub(super) scheme: S,
    pub(super) bounds: Bounds,
    pub(super) counter: H,
    /// What the scheme keeps: see [`Scheme::next_id`].
    pub(super) kept: u128,
}

/// A [`Generator`] for any number of threads, to keep in a `static` or an `Arc`.
///
/// Each thread takes a [`handle`](Generator::handle), which does everything that an owned generator
/// does. [`generate`](SharedGenerator::generate) and [`reserve`](SharedGenerator::reserve) are also
/// here, behind `&self`.
///
/// ```
/// # use ids_core::{Generator, UnixTime, format::Ticks};
/// # use ids_testkit::Plain;
/// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 12, last: u64::MAX };
/// // A clock that stands still: the same every time this is run.
/// let shared = Generator::shared(UnixTime::from_millis(1), MILLIS);
/// std::thread::scope(|scope| {
///     for _ in 0..4 {
///         scope.spawn(|| {
///             let mut ids = [0; 100];
///             shared.handle().fill(&mut ids).unwrap();
///             assert!(ids.is_sorted_by(|a, b| a < b));
///         });
///     }
/// });
/// assert_eq!(shared.generate()?, 4096 + 400);
/// # Ok::<(), ids_core::GenerateError>(())
/// ```
///
/// Lock-free: one compare-and-swap for each identifier, or for each run of them. Every identifier
/// is issued once, and the identifiers of each thread increase. Which thread gets which identifier
/// is not determined.
#[cfg(target_has_atomic = "64")]
pub type SharedGenerator<C, S> = Generator<C, S, AtomicU64>;

impl<C, S> Generator<C, S> {
    /// A generator that has issued nothing yet, within the default [`Limits`].
    #[inline]
    pub const fn new(clock: C, scheme: S) -> Self {
        Self::with_counter(clock, scheme, 0)
    }

    /// The same generator for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(clock: C, scheme: S) -> SharedGenerator<C, S> {
        Generator::with_counter(clock, scheme, AtomicU64::new(0))
    }
}

impl<C, S, H> Generator<C, S, H> {
    /// A generator that advances a [`Counter`] kept elsewhere, within the default [`Limits`].
    #[inline]
    pub const fn with_counter(clock: C, scheme: S, counter: H) -> Self {
        Self { clock, scheme, bounds: Bounds::NONE, counter, kept: 0 }
    }
}

impl<C, S: Scheme, H> Generator<C, S, H> {
    /// The same generator within these limits, instead of those that it had.
    #[inline]
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        let positions = self.scheme.positions().with_limits(limits);
        self.with_limits_of(positions)
    }

    /// The same generator within the limits of other positions:
    /// [`Positions::with_limits_of`].
    #[inline]
    #[must_use]
    pub fn with_limits_of(self, others: Positions) -> Self {
        Self { bounds: others.bounds, ..self }
    }

    #[inline]
    pub(super) fn positions(&self) -> Positions {
        Positions { bounds: self.bounds, ..self.scheme.positions() }
    }

    /// What the node contributes.
    #[inline]
    pub const fn scheme(&self) -> &S {
        &self.scheme
    }

    /// The clock.
    #[inline]
    pub const fn clock(&self) -> &C {
        &self.clock
    }
}

impl<C: Clock, S: Scheme, H: Counter> Generator<C, S, H> {
    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if the tick is spent or the clock has stepped back.
    /// [`GenerateError::Range`] if the format cannot represent what the clock reads.
    /// [`GenerateError::Exhausted`] after the last one. [`GenerateError::Jump`] if the
    /// [`Limits`] have a bound for jumps.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&mut self) -> Result<S::Id, GenerateError> {
        let now = self.clock.now()?;
        // The calls pass positions on: an identifier would pass through memory.
        let position = match next(self.scheme.positions(), &self.bounds, &mut self.counter, now) {
            Some(position) => position,
            None => self.later(now)?,
        };
        Ok(self.scheme.next_id(&mut self.kept, position))
    }

    /// The next position once more, where there is more to it: an error, mostly.
    #[cold]
    #[inline(never)]
    fn later(&mut self, now: UnixTime) -> Result<u64, GenerateError> {
        Ok(self.take_at(now, 1..=1)?.start)
    }

    /// The next `count` identifiers, consecutive, taken in one step: for blocks that you hand to
    /// others, or to make many at once. Those that you do not use are never issued again. A clone of the iterator
    /// repeats them. A `count` of 0 does not read the clock.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); [`GenerateError::TooMany`] if the limits never allow that
    /// many at once.
    #[inline]
    #[expect(
        clippy::type_complexity,
        reason = "by its type nothing is dropped: the borrow ends with the last use"
    )]
    pub fn reserve(
        &mut self,
        count: u64,
    ) -> Result<Map<Range<u64>, impl Fn(u64) -> S::Id + Copy>, GenerateError> {
        let run = self.take(count..=count)?;
        let scheme = &self.scheme;
        let id = move |position| scheme.id(position);
        Ok(run.map(id))
    }

    /// Fills as much of `ids` as the tick and the limits allow now, in one step, and returns how
    /// much. That is at least one, unless `ids` is empty, in which case the clock is not read.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); nothing is written then.
    #[inline]
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<usize, GenerateError> {
        let most = ids.len() as u64;
        let run = self.take(most.min(1)..=most)?;
        let length = run.end.saturating_sub(run.start);
        let filled = usize::try_from(length).map_or(ids.len(), |length| length.min(ids.len()));
        self.scheme.fill(run.start, ids.split_at_mut(filled).0);
        Ok(filled)
    }

    #[inline]
    fn take(&mut self, want: RangeInclusive<u64>) -> Result<Range<u64>, GenerateError> {
        // A step that takes nothing moves the counter to the clock's tick all the same.
        if *want.end() == 0 {
            return Ok(0..0);
        }
        let now = self.clock.now()?;
        self.take_at(now, want)
    }

    #[inline]
    fn take_at(
        &mut self,
        now: UnixTime,
        want: RangeInclusive<u64>,
    ) -> Result<Range<u64>, GenerateError> {
        let positions = self.positions();
        let mut take = |now| {
            let step = |counter, granted| positions.step(counter, granted, now, want.clone());
            self.counter.advance(step)
        };
        match take(now) {
            // Another thread may have moved the counter past a tick that this one read before it.
            Err(GenerateError::Wait { .. }) if H::SHARED => take(self.clock.now()?),
            taken => taken,
        }
    }
}

#[cfg(target_has_atomic = "64")]
impl<C: Clock, S: Scheme> SharedGenerator<C, S> {
    /// This thread's access to everything a [`Generator`] does, through references.
    #[inline]
    pub const fn handle(&self) -> Generator<&C, &S, &AtomicU64> {
        Generator {
            clock: &self.clock,
            scheme: &self.scheme,
            bounds: self.bounds,
            counter: &self.counter,
            kept: 0,
        }
    }

    /// The next identifier; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&self) -> Result<S::Id, GenerateError> {
        // Without a handle: the rare case would keep it in memory on every call.
        let now = self.clock.now()?;
        let position = match next(self.scheme.positions(), &self.bounds, &mut &self.counter, now) {
            Some(position) => position,
            None => self.handle().later(now)?,
        };
        Ok(self.scheme.id(position))
    }

    /// The next `count` identifiers in one step; as the owner's method of this name. They borrow the generator,
    /// and no handle.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    #[expect(
        clippy::type_complexity,
        reason = "by its type nothing is dropped: the borrow ends with the last use"
    )]
    pub fn reserve(
        &self,
        count: u64,
    ) -> Result<Map<Range<u64>, impl Fn(u64) -> S::Id + Copy>, GenerateError> {
        let run = self.handle().take(count..=count)?;
        let scheme = &self.scheme;
        let id = move |position| scheme.id(position);
        Ok(run.map(id))
    }
}

impl<C: Clock, S: Scheme, H: Counter> Generate for Generator<C, S, H> {
    type Id = S::Id;

    #[inline]
    fn generate(&mut self) -> Result<S::Id, GenerateError> {
        Self::generate(self)
    }

    #[inline]
    fn fill(&mut self, ids: &mut [S::Id]) -> Result<usize, GenerateError> {
        Self::fill(self, ids)
    }

    #[inline]
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.clock)
    }
}

/// The next position, if there is one now.
#[inline(always)]
#[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
fn next<H: Counter>(
    positions: Positions,
    bounds: &Bounds,
    counter: &mut H,
    now: UnixTime,
) -> Option<u64> {
    let tick = positions.ticks.holding(now)?;
    // Which error it is costs something, and `later` says it.
    let taken = counter.advance(|counter, granted| {
        positions
            .step_in(bounds, tick, counter, granted, 1, 1)
            .map_err(|_| GenerateError::Exhausted)
    });
    taken.ok().map(|run| run.start)
}
