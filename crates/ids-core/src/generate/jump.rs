//! Jumps of the clock that are right.

use crate::{
    Clock, Generator, RangeError, UnixTime,
    format::{Counter, Scheme},
};

impl<C: Clock, S: Scheme, H: Counter> Generator<C, S, H> {
    /// Continues at `now`, the instant that a [`GenerateError::Jump`](crate::GenerateError::Jump) names. From then on no
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
