//! A clock, a scheme and the word: the generator that the time-ordered formats share.

use core::{future::Future, ops::Range, time::Duration};

#[cfg(target_has_atomic = "64")]
use crate::SharedSequencer;
use crate::{
    Clock, GenerateError, Holder, Order, Patience, Refusal, Sequencer, Ticks, TimeError, Want,
};

mod current;
mod ids;
#[cfg(target_has_atomic = "64")]
mod shared;

use current::Current;
pub use ids::Ids;

/// How a format turns positions into identifiers, for one node.
///
/// The value carries what the node contributes, such as its worker number; the rest is the
/// format's. All methods are to be small and `#[inline]`, and [`ticks`](Self::ticks) and
/// [`order`](Self::order) to answer with constants (`const { .. }`), so that the generator
/// compiles to constant shifts: computed at run time they make it eight times slower.
pub trait Scheme {
    /// What is made.
    type Id: Copy;

    /// The format's unit of time.
    fn ticks(&self) -> Ticks;

    /// How many positions a tick has, and which tick is the last.
    fn order(&self) -> Order;

    /// The identifier at a position.
    fn id(&self, position: u64) -> Self::Id;

    /// The position of an identifier, whichever node made it: `position(id(p)) == p`.
    ///
    /// An identifier of another sequence, where the type has several, is to get a position past
    /// all of its tick if it shows that it is one. Where it does not show, as with the drift of
    /// KUID's global ones, it is read as one of this scheme, and its time may be another.
    fn position(&self, id: Self::Id) -> u64;
}

impl<P: Scheme + ?Sized> Scheme for &P {
    type Id = P::Id;
    #[inline]
    fn ticks(&self) -> Ticks {
        (**self).ticks()
    }
    #[inline]
    fn order(&self) -> Order {
        (**self).order()
    }
    #[inline]
    fn id(&self, position: u64) -> P::Id {
        (**self).id(position)
    }
    #[inline]
    fn position(&self, id: P::Id) -> u64 {
        (**self).position(id)
    }
}

/// How far ahead of its clock a generator may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Not at all: when a tick is spent or the clock has stepped back, the answer is
    /// [`GenerateError::Wait`]. No identifier says a later time than the clock did.
    #[default]
    Wait,
    /// Up to so many whole ticks: bursts and small steps back of the clock go through, and an
    /// identifier's time may be that far ahead. Beyond it, as `Wait`.
    Borrow {
        /// The longest time ahead; less than a tick is as `Wait`.
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

/// Gives the identifiers of one node, strictly increasing.
///
/// Owned, it gives one at a time through `&mut self`; a [`SharedGenerator`] is the same for any
/// number of threads. Neither sleeps, blocks or reads anything but the clock it was given; the
/// helpers that do are named for it. A failed call leaves the state as it was.
///
/// Not `Clone`: a copy would repeat every identifier. What happens when a tick is spent or the
/// clock steps back is the [`Policy`]; after a restart, [`resume_after`](Self::resume_after) the
/// last identifier given.
#[derive(Debug)]
pub struct Generator<C, P, S = Sequencer> {
    clock: C,
    scheme: P,
    ahead: u64,
    roll: u64,
    jump: u64,
    holder: S,
    current: Current,
}

/// A [`Generator`] for any number of threads, to keep in a `static` or an `Arc`.
///
/// Each thread takes a [`handle`](Generator::handle), which does everything that an owned
/// generator does; what is asked for most is here behind `&self` as well.
///
/// ```
/// # use core::time::Duration;
/// # use ids_core::{Generator, Order, Scheme, Ticks};
/// # struct Millis;
/// # impl Scheme for Millis {
/// #     type Id = u64;
/// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
/// #     fn order(&self) -> Order { Order::new(12, (1 << 52) - 1) }
/// #     fn id(&self, position: u64) -> u64 { position }
/// #     fn position(&self, id: u64) -> u64 { id }
/// # }
/// // A clock that stands still: the same every time this is run.
/// let shared = Generator::shared(Duration::from_millis(1), Millis);
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
/// is given once, and each thread's own increase; which thread gets which is not determined.
#[cfg(target_has_atomic = "64")]
pub type SharedGenerator<C, P> = Generator<C, P, SharedSequencer>;

impl<C, P> Generator<C, P> {
    /// A generator that has given nothing yet, with [`Policy::Wait`].
    #[inline]
    pub const fn new(clock: C, scheme: P) -> Self {
        Self {
            clock,
            scheme,
            ahead: 0,
            roll: 0,
            jump: u64::MAX,
            holder: Sequencer::new(),
            current: Current::NONE,
        }
    }

    /// The same generator for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(clock: C, scheme: P) -> SharedGenerator<C, P> {
        Generator {
            clock,
            scheme,
            ahead: 0,
            roll: 0,
            jump: u64::MAX,
            holder: SharedSequencer::new(),
            current: Current::NONE,
        }
    }
}

impl<C, P, S> Generator<C, P, S> {
    /// A generator that advances a word kept elsewhere, with [`Policy::Wait`]: for formats that
    /// keep several words over one clock.
    #[inline]
    pub const fn with_holder(clock: C, scheme: P, holder: S) -> Self {
        Self { clock, scheme, ahead: 0, roll: 0, jump: u64::MAX, holder, current: Current::NONE }
    }
}

impl<C, P: Scheme, S> Generator<C, P, S> {
    /// The same generator under another policy.
    #[inline]
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let ahead = policy.ahead(self.scheme.ticks());
        Self { ahead, current: Current::NONE, ..self }
    }

    /// The same generator whose numbers inside a tick start where the last tick's ended, modulo
    /// `2^bits`, instead of at 0: where identifiers are rare, their lowest bits then differ.
    ///
    /// Costs each tick up to `2^bits - 1` of its identifiers. More bits than the format's number
    /// has are as many as it has.
    #[inline]
    #[must_use]
    pub fn with_rolling_start(self, bits: u32) -> Self {
        let order = self.scheme.order();
        let roll = order.rolling(bits.min(order.bits())).roll();
        Self { roll, current: Current::NONE, ..self }
    }

    /// The same generator, continuing after the last identifier that this node has given before a
    /// restart. Later identifiers are greater than it even if the clock has been set back.
    ///
    /// Only upwards: an identifier below those already given changes nothing. `last` is to be of
    /// this node and made with the same configuration: what the generator goes on after is its
    /// [`position`](Scheme::position), and later identifiers of one node need not be greater than
    /// those of another.
    #[inline]
    #[must_use]
    pub fn resume_after(self, last: P::Id) -> Self
    where
        S: From<u64> + Into<u64>,
    {
        let next = self.scheme.position(last).saturating_add(1);
        let holder = S::from(next.max(self.holder.into()));
        Self { holder, current: Current::NONE, ..self }
    }

    /// The same generator, refusing a clock that jumps ahead: [`GenerateError::Jump`] where the
    /// clock reads an instant more than `max_jump` after the last identifier's time.
    ///
    /// Without it, one reading of the year 2300 is enough to stop an ordered generator until then:
    /// it issues an identifier of that time, and no later one may be smaller. With it the error
    /// names both instants, the state is as before, and [`accept_jump`](Self::accept_jump) goes on
    /// at the new time if it is the right one.
    ///
    /// There is no bound unless one is given here, because a generator that was idle looks the same
    /// as a clock that jumped. Choose a bound that is longer than the longest time without an
    /// identifier: an hour where many are made all the time, a few days else. The last identifier
    /// may be one to [`resume_after`](Self::resume_after), so that the bound then also covers the
    /// time between two runs. The first identifier of a new generator is free of it.
    ///
    /// It counts in whole ticks.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, ManualClock, Order, Scheme, Ticks};
    /// # struct Millis;
    /// # impl Scheme for Millis {
    /// #     type Id = u64;
    /// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
    /// #     fn order(&self) -> Order { Order::new(12, (1 << 52) - 1) }
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
        let jump = self.scheme.ticks().count(max_jump);
        Self { jump, ..self }
    }

    /// The same generator, whose first identifier is later than all that a predecessor can have
    /// issued: for a restart where no identifier is kept to [`resume_after`](Self::resume_after).
    ///
    /// It reads the clock once and begins in the tick after that; under [`Policy::Borrow`] in the
    /// tick after the furthest one that may be borrowed from, which is what a predecessor can have
    /// used up. So the first identifier is available one tick later, and until then the answer is
    /// [`GenerateError::Wait`]. Without this a restart inside one tick, or within `max_ahead`,
    /// repeats identifiers under a perfect clock.
    ///
    /// The premise: the predecessor had the same configuration, and the clock has not been set back
    /// since its last identifier. Where the clock may be set back, keep the last identifier.
    /// Call this after [`with_policy`](Self::with_policy), which it goes by.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, ManualClock, Order, Scheme, Ticks};
    /// # struct Millis;
    /// # impl Scheme for Millis {
    /// #     type Id = u64;
    /// #     fn ticks(&self) -> Ticks { Ticks::per_second(Duration::ZERO, 1000) }
    /// #     fn order(&self) -> Order { Order::new(12, (1 << 52) - 1) }
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
    /// [`GenerateError`] if the clock fails, or reads an instant that the format cannot represent.
    #[inline]
    pub fn resume_after_now(self) -> Result<Self, GenerateError>
    where
        C: Clock,
        S: From<u64> + Into<u64>,
    {
        let order = self.order();
        let tick = self.scheme.ticks().at_most(self.clock.now()?, order.last())?;
        let holder = S::from(order.end(tick).max(self.holder.into()));
        Ok(Self { holder, current: Current::NONE, ..self })
    }

    #[inline]
    fn order(&self) -> Order {
        self.scheme.order().ahead(self.ahead).rolling_by(self.roll).max_jump(self.jump)
    }

    /// What the node contributes.
    #[inline]
    pub const fn scheme(&self) -> &P {
        &self.scheme
    }

    /// The clock.
    #[inline]
    pub const fn clock(&self) -> &C {
        &self.clock
    }
}

impl<C: Clock, P: Scheme, S: Holder> Generator<C, P, S> {
    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if the tick is spent or the clock has stepped back,
    /// [`GenerateError::Time`] if the format cannot represent what the clock reads,
    /// [`GenerateError::Exhausted`] after the last one.
    #[inline]
    pub fn generate(&mut self) -> Result<P::Id, GenerateError> {
        let now = self.clock.now()?;
        // Only positions are handed about: an identifier would come by way of memory.
        let position = match self.count(now) {
            Some(position) => position,
            None => self.position_at(now)?,
        };
        Ok(self.scheme.id(position))
    }

    /// The next position, if it is but the next in the clock's tick: most are.
    #[inline]
    fn count(&mut self, now: Duration) -> Option<u64> {
        if !S::SHARED {
            if let Some(positions) = self.current.positions(now) {
                return self.holder.count(positions);
            }
            if !self.current.is_none() {
                return None;
            }
        }
        let tick = self.scheme.ticks().holding(now)?;
        self.holder.count(&self.order().allowed(tick))
    }

    #[inline(never)]
    fn position_at(&mut self, now: Duration) -> Result<u64, GenerateError> {
        let run = self.take_at(now, Want::Exactly(1))?;
        if !S::SHARED {
            self.current = self.current.next(self.scheme.ticks(), &self.order(), now);
        }
        Ok(run.start)
    }

    /// The next `count` identifiers, consecutive, taken in one step: for blocks handed to others,
    /// or to make many at a fraction of the cost of each. For none the clock is not read.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); [`GenerateError::TooMany`] if the policy never gives so
    /// many at once.
    #[inline]
    pub fn reserve(&mut self, count: u64) -> Result<Ids<&P>, GenerateError> {
        Ok(Ids::new(self.take(Want::Exactly(count))?, &self.scheme))
    }

    /// Fills as much of `ids` as the tick and the policy allow now, in one step, and says how
    /// much: at least one, unless `ids` is empty; then the clock is not read.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); nothing is written then.
    #[inline]
    pub fn fill(&mut self, ids: &mut [P::Id]) -> Result<usize, GenerateError> {
        let run = self.take(Want::UpTo(ids.len() as u64))?;
        let mut count = 0;
        for (id, position) in ids.iter_mut().zip(run) {
            *id = self.scheme.id(position);
            count += 1;
        }
        Ok(count)
    }

    /// Goes on at `now`, the instant that a [`GenerateError::Jump`] names: from then on no
    /// identifier has an earlier time, and the bound counts from there.
    ///
    /// Only upwards: an instant before the last identifier's time changes nothing.
    ///
    /// # Errors
    /// [`TimeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: Duration) -> Result<(), TimeError> {
        let order = self.order().max_jump(u64::MAX);
        let tick = self.scheme.ticks().at_most(now, order.last())?;
        // Moves the word to the tick unless it is past it: a step that takes nothing is refused
        // only after the last tick.
        let _moved = self.holder.take(&order, tick, Want::Exactly(0));
        self.current = Current::NONE;
        Ok(())
    }

    /// The next identifier, sleeping until it can be had.
    ///
    /// Each pause ends at the edge of the tick, by the generator's own clock, so that a caller at
    /// the format's full rate sleeps most of the time. They last at most `limit` in all.
    ///
    /// # Errors
    /// [`GenerateError::TimedOut`] if that is not enough, as when the clock stands still or has
    /// stepped back further; others as [`generate`](Self::generate).
    #[cfg(feature = "std")]
    #[inline]
    pub fn generate_blocking(&mut self, limit: Duration) -> Result<P::Id, GenerateError> {
        Patience::new(limit).blocking(self, Self::clock, Self::generate)
    }

    /// As [`fill`](Self::fill), sleeping until all of `ids` is written. The pauses last at most
    /// `limit` in all.
    ///
    /// # Errors
    /// As [`generate_blocking`](Self::generate_blocking), if nothing could be written; once some
    /// is, the answer is how much.
    #[cfg(feature = "std")]
    #[inline]
    pub fn fill_blocking(
        &mut self,
        ids: &mut [P::Id],
        limit: Duration,
    ) -> Result<usize, GenerateError> {
        Patience::new(limit).fill_blocking(self, Self::clock, Self::fill, ids)
    }

    /// Identifiers without end, each as [`generate_blocking`](Self::generate_blocking) with the
    /// same limit. The iterator ends after the first error.
    #[cfg(feature = "std")]
    #[inline]
    pub fn iter_blocking(
        &mut self,
        limit: Duration,
    ) -> impl Iterator<Item = Result<P::Id, GenerateError>> {
        crate::until_error(move || self.generate_blocking(limit))
    }

    /// The next identifier, awaiting the caller's `sleep` until it can be had: `tokio::time::sleep`
    /// or that of any other runtime. The pauses last at most `limit` in all.
    ///
    /// # Errors
    /// As [`generate_blocking`](Self::generate_blocking).
    #[inline]
    pub async fn generate_async<F: Future<Output = ()>>(
        &mut self,
        limit: Duration,
        sleep: impl FnMut(Duration) -> F,
    ) -> Result<P::Id, GenerateError> {
        Patience::new(limit).awaiting(self, Self::clock, Self::generate, sleep).await
    }

    #[inline]
    fn take(&mut self, want: Want) -> Result<Range<u64>, GenerateError> {
        // A step that takes nothing moves the word to the clock's tick all the same.
        if matches!(want, Want::Exactly(0) | Want::UpTo(0)) {
            return Ok(0..0);
        }
        let now = self.clock.now()?;
        self.take_at(now, want)
    }

    #[inline]
    fn take_at(&mut self, now: Duration, want: Want) -> Result<Range<u64>, GenerateError> {
        let (ticks, order) = (self.scheme.ticks(), self.order());
        let tick = ticks.at_most(now, order.last())?;
        let refusal = match self.holder.take(&order, tick, want) {
            Ok(run) => return Ok(run),
            Err(refusal) => refusal,
        };
        // Another thread may have moved the word past a tick that this one read before it.
        if S::SHARED && matches!(refusal, Refusal::Wait { .. }) {
            let now = self.clock.now()?;
            let again = ticks.at_most(now, order.last())?;
            let taken = self.holder.take(&order, again, want);
            return taken.map_err(|refusal| error(refusal, ticks, now));
        }
        Err(error(refusal, ticks, now))
    }
}

#[cold]
const fn error(refusal: Refusal, ticks: Ticks, now: Duration) -> GenerateError {
    match refusal {
        Refusal::Wait { tick } => GenerateError::Wait { until: ticks.start(tick) },
        Refusal::Exhausted => GenerateError::Exhausted,
        Refusal::TooMany { max } => GenerateError::TooMany { max },
        Refusal::Jump { last } => GenerateError::Jump { last: ticks.start(last), now },
    }
}
