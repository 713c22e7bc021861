//! A bound for jumps of the clock.

use core::time::Duration;

use crate::{
    Clock, Generator, RangeError, UnixTime,
    format::{Counter, Scheme},
};

impl<C, S: Scheme, H> Generator<C, S, H> {
    /// The same generator with a bound for jumps of the clock. It returns [`GenerateError::Jump`](crate::GenerateError::Jump)
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
    /// # use ids_core::{GenerateError, Generator, ManualClock, UnixTime, format::Ticks};
    /// # use ids_testkit::Plain;
    /// # const MILLIS: Plain = Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 12, last: u64::MAX };
    /// let today = UnixTime::from_secs(1_795_132_800);
    /// let clock = ManualClock::new(today);
    /// let hour = Duration::from_secs(3600);
    /// let mut generator = Generator::new(&clock, MILLIS).with_max_jump(hour);
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
        let positions = self.positions().max_jump(self.scheme.positions().ticks().count(max_jump));
        self.within(positions)
    }
}

impl<C: Clock, S: Scheme, H: Counter> Generator<C, S, H> {
    /// Continues at `now`, the instant that a [`GenerateError::Jump`](crate::GenerateError::Jump) names. From then on no
    /// identifier has an earlier time, and the bound counts from there.
    ///
    /// Only upwards: an instant before the last identifier's time changes nothing.
    ///
    /// # Errors
    /// [`RangeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        let positions = self.positions().max_jump(u64::MAX);
        positions.ticks().at_most(now, positions.last())?;
        // Moves the counter to the tick unless it is past it: a step that takes nothing is refused
        // only where the tick is not granted.
        let step = |counter, granted| positions.step(counter, granted, now, 0..=0);
        let _moved = self.counter.advance(step);
        Ok(())
    }
}
