//! A clock, a scheme and a counter: the generator that the time-ordered formats share.

use core::{ops::Range, time::Duration};

#[cfg(target_has_atomic = "64")]
use crate::format::SharedCounter;
use crate::{
    Clock, Generate, GenerateError, Ids, TimeError,
    format::{Counter, OwnedCounter, Positions, Refusal, Ticks, Want},
    generate::positions::Bounds,
};

/// How a format turns positions into identifiers, for one node.
///
/// The value carries what the node contributes, such as its worker number; the rest is the
/// format's. Keep all methods small and `#[inline]`, and let [`ticks`](Self::ticks) and
/// [`positions`](Self::positions) return constants (`const { .. }`), so that the generator compiles
/// to constant shifts.
pub trait Scheme {
    /// What is made.
    type Id: Copy;

    /// The format's unit of time.
    fn ticks(&self) -> Ticks;

    /// How many positions a tick has, and which tick is the last.
    fn positions(&self) -> Positions;

    /// The identifier at a position.
    fn id(&self, position: u64) -> Self::Id;

    /// The position of an identifier, whichever node made it: `position(id(p)) == p`.
    ///
    /// For an identifier of a different sequence, return the last position of its tick, so that
    /// resuming after it skips that tick. Where an identifier does not show its sequence, as with
    /// the drift of KUID's global ones, it is read as one of this scheme, and its time may be
    /// another.
    fn position(&self, id: Self::Id) -> u64;
}

impl<S: Scheme + ?Sized> Scheme for &S {
    type Id = S::Id;
    #[inline]
    fn ticks(&self) -> Ticks {
        (**self).ticks()
    }
    #[inline]
    fn positions(&self) -> Positions {
        (**self).positions()
    }
    #[inline]
    fn id(&self, position: u64) -> S::Id {
        (**self).id(position)
    }
    #[inline]
    fn position(&self, id: S::Id) -> u64 {
        (**self).position(id)
    }
}

/// How far ahead of its clock a generator may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Not at all: when a tick is spent or the clock has stepped back, the generator returns
    /// [`GenerateError::Wait`]. No identifier has a later time than the clock.
    #[default]
    Wait,
    /// Up to so many whole ticks. Bursts and small steps back of the clock do not wait, and an
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
pub struct Generator<C, S, H = OwnedCounter> {
    pub(super) clock: C,
    pub(super) scheme: S,
    pub(super) bounds: Bounds,
    pub(super) counter: H,
}

/// A [`Generator`] for any number of threads, to keep in a `static` or an `Arc`.
///
/// Each thread takes a [`handle`](Generator::handle), which does everything that an owned generator
/// does. The most common methods are also here, behind `&self`.
///
/// ```
/// # use core::time::Duration;
/// # use ids_core::{FixedClock, Generator, format::{Positions, Scheme, Ticks}};
/// # struct Millis;
/// # impl Scheme for Millis {
/// #     type Id = u64;
/// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
/// #     fn positions(&self) -> Positions { Positions::new(12, (1 << 52) - 1) }
/// #     fn id(&self, position: u64) -> u64 { position }
/// #     fn position(&self, id: u64) -> u64 { id }
/// # }
/// // A clock that stands still: the same every time this is run.
/// let shared = Generator::shared(FixedClock::new(Duration::from_millis(1)), Millis);
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
        Self::with_counter(clock, scheme, OwnedCounter::new())
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
        Self { clock, scheme, bounds: Bounds::NONE, counter }
    }
}

impl<C, S: Scheme, H> Generator<C, S, H> {
    /// The same generator under another policy.
    #[inline]
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let ahead = policy.ahead(self.scheme.ticks());
        Self { bounds: self.positions().ahead(ahead).bounds(), ..self }
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
        Self { bounds: positions.rolling(bits.min(positions.bits())).bounds(), ..self }
    }

    /// The same generator, continuing after the last identifier that this node issued before a
    /// restart. Later identifiers are greater than it even if the clock has been set back.
    ///
    /// Only upwards: an identifier below those already issued changes nothing. `last` has to be of
    /// this node, made with the same configuration. The generator continues after the
    /// [`position`](Scheme::position) of `last`. Its identifiers need not be greater than those of
    /// other nodes.
    #[inline]
    #[must_use]
    pub fn resume_after(self, last: S::Id) -> Self
    where
        H: From<u64> + Into<u64>,
    {
        let next = self.scheme.position(last).saturating_add(1);
        let counter = H::from(next.max(self.counter.into()));
        Self { counter, ..self }
    }

    /// The same generator with a bound for jumps of the clock. It returns [`GenerateError::Jump`]
    /// if the clock reads an instant more than `max_jump` after the last identifier's time.
    ///
    /// Without a bound, one reading of the year 2300 stops an ordered generator until then: it
    /// issues an identifier of that time, and no later one may be smaller. With a bound, the error
    /// names both instants and the state stays as it was. [`accept_jump`](Self::accept_jump)
    /// continues at the new time if that is right.
    ///
    /// There is no bound by default, because a generator that was idle looks the same as a clock
    /// that jumped. Choose a bound that is longer than the longest time without an identifier: for
    /// example an hour for a busy service, a few days for others. The last identifier may be one to
    /// [`resume_after`](Self::resume_after), so that the bound then also covers the time between
    /// two runs. It does not apply to the first identifier of a new generator.
    ///
    /// It counts in whole ticks.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, ManualClock, format::{Positions, Scheme, Ticks}};
    /// # struct Millis;
    /// # impl Scheme for Millis {
    /// #     type Id = u64;
    /// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
    /// #     fn positions(&self) -> Positions { Positions::new(12, (1 << 52) - 1) }
    /// #     fn id(&self, position: u64) -> u64 { position }
    /// #     fn position(&self, id: u64) -> u64 { id }
    /// # }
    /// let today = Duration::from_secs(1_795_132_800);
    /// let clock = ManualClock::new(today);
    /// let hour = Duration::from_secs(3600);
    /// let mut generator = Generator::new(&clock, Millis).with_max_jump(hour);
    /// generator.generate()?;
    /// let later = today + 2 * hour;
    /// clock.set(later);
    /// let jump = GenerateError::Jump { last: today, now: later };
    /// assert_eq!(generator.generate(), Err(jump));
    /// // The clock was wrong: it goes on as if nothing had been. Or it is right now:
    /// generator.accept_jump(later)?;
    /// assert_eq!(generator.generate()? >> 12, 1_795_140_000_000);
    /// # Ok::<(), GenerateError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn with_max_jump(self, max_jump: Duration) -> Self {
        let ticks = self.scheme.ticks().count(max_jump);
        Self { bounds: self.positions().max_jump(ticks).bounds(), ..self }
    }

    /// The same generator, whose first identifier is later than all that a predecessor can have
    /// issued. It is for a restart where no identifier was kept for
    /// [`resume_after`](Self::resume_after).
    ///
    /// It reads the clock once and begins in the next tick. Under [`Policy::Borrow`] it begins
    /// after the furthest tick that a predecessor can have borrowed from. So the first identifier
    /// is available one tick later, and until then `generate` returns [`GenerateError::Wait`].
    /// Without this call, a restart inside one tick, or within `max_ahead`, repeats identifiers
    /// even under a perfect clock.
    ///
    /// The premise is that the predecessor had the same configuration, and that the clock has not
    /// been set back since its last identifier. If the clock can be set back, keep the last
    /// identifier. Call it after [`with_policy`](Self::with_policy), since it depends on the
    /// policy.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, ManualClock, format::{Positions, Scheme, Ticks}};
    /// # struct Millis;
    /// # impl Scheme for Millis {
    /// #     type Id = u64;
    /// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
    /// #     fn positions(&self) -> Positions { Positions::new(12, (1 << 52) - 1) }
    /// #     fn id(&self, position: u64) -> u64 { position }
    /// #     fn position(&self, id: u64) -> u64 { id }
    /// # }
    /// let clock = ManualClock::new(Duration::from_millis(7));
    /// let mut generator = Generator::new(&clock, Millis).resume_after_now()?;
    /// let until = Duration::from_millis(8);
    /// assert_eq!(generator.generate(), Err(GenerateError::Wait { until }));
    /// clock.set(until);
    /// assert_eq!(generator.generate(), Ok(8 << 12));
    /// # Ok::<(), GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError`] if the clock fails, reads an instant that the format cannot represent, or
    /// is further after the identifier of [`resume_after`](Self::resume_after) than
    /// [`with_max_jump`](Self::with_max_jump) allows.
    #[inline]
    pub fn resume_after_now(self) -> Result<Self, GenerateError>
    where
        C: Clock,
        H: From<u64> + Into<u64>,
    {
        let (ticks, positions, now) = (self.scheme.ticks(), self.positions(), self.clock.now()?);
        let tick = ticks.at_most(now, positions.last())?;
        let counter = positions.resume(self.counter.into(), tick);
        let counter = H::from(counter.map_err(|refusal| refusal.at(ticks, now))?);
        Ok(Self { counter, ..self })
    }

    #[inline]
    pub(super) fn positions(&self) -> Positions {
        self.scheme.positions().within(self.bounds)
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
    /// [`GenerateError::Wait`] if the tick is spent or the clock has stepped back,
    /// [`GenerateError::Time`] if the format cannot represent what the clock reads,
    /// [`GenerateError::Exhausted`] after the last one, [`GenerateError::Jump`] if a bound was set
    /// by [`with_max_jump`](Self::with_max_jump).
    #[inline]
    pub fn generate(&mut self) -> Result<S::Id, GenerateError> {
        let now = self.clock.now()?;
        let positions = self.positions();
        // Only positions are handed about: an identifier would come by way of memory.
        let position = match next(self.scheme.ticks(), positions, &mut self.counter, now) {
            Some(position) => position,
            None => self.later(now)?,
        };
        Ok(self.scheme.id(position))
    }

    /// The next position once more, where there is more to it: an error, mostly.
    #[cold]
    #[inline(never)]
    pub(super) fn later(&mut self, now: Duration) -> Result<u64, GenerateError> {
        Ok(self.take_at(now, Want::Exactly(1))?.start)
    }

    /// The next `count` identifiers, consecutive, taken in one step: for blocks that you hand to
    /// others, or to make many at once. A `count` of 0 does not read the clock.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); [`GenerateError::TooMany`] if the policy never allows so
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
        let mut filled = 0;
        for (id, position) in ids.iter_mut().zip(run) {
            *id = self.scheme.id(position);
            filled += 1;
        }
        Ok(filled)
    }

    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names. From then on no
    /// identifier has an earlier time, and the bound counts from there.
    ///
    /// Only upwards: an instant before the last identifier's time changes nothing.
    ///
    /// # Errors
    /// [`TimeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: Duration) -> Result<(), TimeError> {
        let positions = self.positions().max_jump(u64::MAX);
        let tick = self.scheme.ticks().at_most(now, positions.last())?;
        // Moves the counter to the tick unless it is past it: a step that takes nothing is refused
        // only after the last tick.
        let _moved = self.counter.take(positions, tick, Want::Exactly(0));
        Ok(())
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
    fn take_at(&mut self, now: Duration, want: Want) -> Result<Range<u64>, GenerateError> {
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
    fn clock(&self) -> &dyn Clock {
        &self.clock
    }
}

/// The next position, if there is one now.
#[inline]
pub(super) fn next<H: Counter>(
    ticks: Ticks,
    positions: Positions,
    counter: &mut H,
    now: Duration,
) -> Option<u64> {
    let tick = ticks.holding(now)?;
    match counter.take(positions, tick, Want::Exactly(1)) {
        Ok(run) => Some(run.start),
        Err(_) => None,
    }
}
