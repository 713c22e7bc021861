//! A clock, a scheme and a counter: the generator that the time-ordered formats share.

use core::ops::Range;

use super::positions::Bounds;
#[cfg(target_has_atomic = "64")]
use crate::format::SharedCounter;
use crate::{
    Clock, Generate, GenerateError, Ids, Policy, UnixTime,
    format::{Counter, Positions, Refusal, Scheme, Ticks, Want},
};

/// Issues the identifiers of one node, strictly increasing.
///
/// An owned generator issues them through `&mut self`. A [`SharedGenerator`] is the same for any
/// number of threads. Neither sleeps or blocks, and neither reads anything but its clock. A failed
/// call leaves the state as it was.
///
/// Not `Clone`: a copy would repeat every identifier. The [`Policy`] says what happens when a tick
/// is spent or the clock steps back. After a restart, call [`resume_after`](Self::resume_after)
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
/// does. The most common methods are also here, behind `&self`.
///
/// ```
/// # use ids_core::{Generator, UnixTime, format::{Positions, Scheme, Ticks}};
/// # struct Millis;
/// # impl Scheme for Millis {
/// #     type Id = u64;
/// #     fn ticks(&self) -> Ticks { Ticks::per_second(UnixTime::EPOCH, 1000) }
/// #     fn positions(&self) -> Positions { Positions::new(12, (1 << 52) - 1) }
/// #     fn id(&self, position: u64) -> u64 { position }
/// #     fn position(&self, id: u64) -> u64 { id }
/// # }
/// // A clock that stands still: the same every time this is run.
/// let shared = Generator::shared(UnixTime::from_millis(1), Millis);
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
pub type SharedGenerator<C, S> = Generator<C, S, SharedCounter>;

impl<C, S> Generator<C, S> {
    /// A generator that has issued nothing yet, with [`Policy::Wait`].
    #[inline]
    pub const fn new(clock: C, scheme: S) -> Self {
        Self::with_counter(clock, scheme, 0)
    }

    /// The same generator for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(clock: C, scheme: S) -> SharedGenerator<C, S> {
        Generator::with_counter(clock, scheme, SharedCounter::new())
    }
}

impl<C, S, H> Generator<C, S, H> {
    /// A generator that advances a [`Counter`] kept elsewhere, with [`Policy::Wait`].
    #[inline]
    pub const fn with_counter(clock: C, scheme: S, counter: H) -> Self {
        Self { clock, scheme, bounds: Bounds::NONE, counter, kept: 0 }
    }
}

impl<C, S: Scheme, H> Generator<C, S, H> {
    /// The same generator under another policy.
    #[inline]
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let positions = self.positions().ahead(policy.ahead(self.scheme.ticks()));
        self.within(positions)
    }

    /// The same generator whose numbers inside a tick start where the last tick's ended, modulo
    /// `2^bits`, instead of at 0: where identifiers are rare, their lowest bits then differ.
    ///
    /// A tick then has up to `2^bits - 1` identifiers less. More bits than the number inside a tick
    /// has count as all of them.
    #[inline]
    #[must_use]
    pub fn with_rolling_start(self, bits: u32) -> Self {
        let positions = self.positions();
        self.within(positions.rolling(bits.min(positions.bits())))
    }

    /// The same generator with what was chosen for other positions, all at once:
    /// [`Positions::within`].
    #[inline]
    #[must_use]
    pub fn within(self, others: Positions) -> Self {
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
    /// [`GenerateError::Time`] if the format cannot represent what the clock reads.
    /// [`GenerateError::Exhausted`] after the last one. [`GenerateError::Jump`] if a bound was set
    /// by [`with_max_jump`](Self::with_max_jump).
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&mut self) -> Result<S::Id, GenerateError> {
        let now = self.clock.now()?;
        let positions = self.positions();
        // The calls pass positions on: an identifier would pass through memory.
        let position = match next(self.scheme.ticks(), positions, &mut self.counter, now) {
            Some(position) => position,
            None => self.later(now)?,
        };
        Ok(self.scheme.next_id(&mut self.kept, position))
    }

    /// The next position once more, where there is more to it: an error, mostly.
    #[cold]
    #[inline(never)]
    pub(super) fn later(&mut self, now: UnixTime) -> Result<u64, GenerateError> {
        Ok(self.take_at(now, Want::Exactly(1))?.start)
    }

    /// The next `count` identifiers, consecutive, taken in one step: for blocks that you hand to
    /// others, or to make many at once. A `count` of 0 does not read the clock.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); [`GenerateError::TooMany`] if the policy never allows that
    /// many at once.
    #[inline]
    pub fn reserve(&mut self, count: u64) -> Result<Ids<&S>, GenerateError> {
        Ok(Ids::new(self.take(Want::Exactly(count))?, &self.scheme))
    }

    /// Fills as much of `ids` as the tick and the policy allow now, in one step, and returns how
    /// much. That is at least one, unless `ids` is empty, in which case the clock is not read.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); nothing is written then.
    #[inline]
    pub fn fill(&mut self, ids: &mut [S::Id]) -> Result<usize, GenerateError> {
        let run = self.take(Want::UpTo(ids.len() as u64))?;
        let length = run.end.saturating_sub(run.start);
        let filled = usize::try_from(length).map_or(ids.len(), |length| length.min(ids.len()));
        self.scheme.fill(run.start, ids.split_at_mut(filled).0);
        Ok(filled)
    }

    #[inline]
    pub(super) fn take(&mut self, want: Want) -> Result<Range<u64>, GenerateError> {
        // A step that takes nothing moves the counter to the clock's tick all the same.
        if matches!(want, Want::Exactly(0) | Want::UpTo(0)) {
            return Ok(0..0);
        }
        let now = self.clock.now()?;
        self.take_at(now, want)
    }

    #[inline]
    fn take_at(&mut self, now: UnixTime, want: Want) -> Result<Range<u64>, GenerateError> {
        let (ticks, positions) = (self.scheme.ticks(), self.positions());
        let tick = ticks.at_most(now, positions.last())?;
        let refusal = match self.counter.take(positions, tick, want) {
            Ok(run) => return Ok(run),
            Err(refusal) => refusal,
        };
        // Another thread may have moved the counter past a tick that this one read before it.
        if H::SHARED && matches!(refusal, Refusal::Wait { .. }) {
            let now = self.clock.now()?;
            let again = ticks.at_most(now, positions.last())?;
            let taken = self.counter.take(positions, again, want);
            return taken.map_err(|refusal| refusal.at(ticks, now));
        }
        Err(refusal.at(ticks, now))
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
pub(super) fn next<H: Counter>(
    ticks: Ticks,
    positions: Positions,
    counter: &mut H,
    now: UnixTime,
) -> Option<u64> {
    let tick = ticks.holding(now)?;
    match counter.take(positions, tick, Want::Exactly(1)) {
        Ok(run) => Some(run.start),
        Err(_) => None,
    }
}
