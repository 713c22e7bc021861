//! Generators that continue where one before them ended, or after a jump of the clock that is right.

use core::time::Duration;

use crate::{
    Clock, GenerateError, Generator, RangeError, UnixTime,
    format::{Counter, Kept, Scheme},
};

impl<C, S: Scheme, H> Generator<C, S, H> {
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
        H: Kept,
    {
        let next = self.scheme.position(last).saturating_add(1);
        let counter = H::from(next.max(self.counter.position()));
        Self { counter, ..self }
    }

    /// The same generator, whose first identifier is later than all that a predecessor can have
    /// issued. It is for a restart where no identifier was kept for
    /// [`resume_after`](Self::resume_after).
    ///
    /// It reads the clock once and begins in the first tick after `max_ahead`: how far ahead of its
    /// clock the predecessor may have run ([`Limits::max_ahead`](crate::Limits)), zero by default. A
    /// generator that may run as far ahead has its first identifier one tick later, and one that may not
    /// has it up to `max_ahead` after that. Until then `generate` returns [`GenerateError::Wait`]. Without
    /// this call, a restart inside one tick, or within `max_ahead`, repeats identifiers even under a
    /// perfect clock.
    ///
    /// The premise is that the predecessor had the same node and never ran further ahead, and that the
    /// clock has not been set back since its last identifier. If the clock can be set back, keep the
    /// last identifier.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, ManualClock, UnixTime, format::Ticks};
    /// # use ids_testkit::Plain;
    /// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 12, last: u64::MAX };
    /// let clock = ManualClock::new(UnixTime::from_millis(7));
    /// let mut generator = Generator::new(&clock, MILLIS).resume_after_now(Duration::ZERO)?;
    /// let until = UnixTime::from_millis(8);
    /// assert_eq!(generator.generate(), Err(GenerateError::Wait { until }));
    /// clock.set(until);
    /// assert_eq!(generator.generate(), Ok(8 << 12));
    /// # Ok::<(), GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError`] if the clock fails, reads an instant that the format cannot represent, or
    /// is further after the identifier of [`resume_after`](Self::resume_after) than the
    /// [`Limits`](crate::Limits) allow.
    #[inline]
    pub fn resume_after_now(self, max_ahead: Duration) -> Result<Self, GenerateError>
    where
        C: Clock,
        H: Kept,
    {
        let now = self.clock.now()?;
        let counter = H::from(self.positions().resume(self.counter.position(), max_ahead, now)?);
        Ok(Self { counter, ..self })
    }
}

impl<C: Clock, S: Scheme, H: Counter> Generator<C, S, H> {
    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names. From then on no
    /// identifier has an earlier time, and the bound counts from there.
    ///
    /// Only upwards: an instant before the last identifier's time changes nothing.
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ids_core::{GenerateError, Generator, Limits, ManualClock, UnixTime, format::Ticks};
    /// # use ids_testkit::Plain;
    /// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 12, last: u64::MAX };
    /// let today = UnixTime::from_secs(1_795_132_800);
    /// let clock = ManualClock::new(today);
    /// let hour = Duration::from_secs(3600);
    /// let limits = Limits { max_jump: hour, ..Limits::default() };
    /// let mut generator = Generator::new(&clock, MILLIS).with_limits(limits);
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
    ///
    /// # Errors
    /// [`RangeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        let positions = self.positions().any_jump();
        positions.ticks().at_most(now, positions.last())?;
        // Moves the counter to the tick unless it is past it: a step that takes nothing is refused
        // only where the tick is not granted.
        let step = |counter, granted| positions.step(counter, granted, now, 0..=0);
        let _moved = self.counter.advance(step);
        Ok(())
    }
}
