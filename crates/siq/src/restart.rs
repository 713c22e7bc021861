//! Generators that continue where one before them ended, or after a jump of the clock that is right.

use core::time::Duration;

use ids_core::{
    Clock, GenerateError, RangeError,
    format::{Counter, Kept, Scheme},
};

use crate::{Generator, Qualifier, Siq, UnixTime, layout};

impl<C, H> Generator<C, H> {
    /// The same generator, continuing after the last identifier of its qualifier that was issued
    /// before a restart. Call it once for each qualifier in use. Later identifiers are greater even
    /// if the clock has been set back ([SIQ-23](crate::rules#siq-23)). Only upwards: an identifier
    /// below those already issued changes nothing.
    #[inline]
    #[must_use]
    pub fn resume_after(mut self, last: Siq) -> Self
    where
        H: Kept,
    {
        let qualifier = last.qualifier();
        let next = self.node(qualifier).position(last).saturating_add(1);
        let counter = &mut self.counters[qualifier.index()];
        *counter = H::from(next.max(counter.position()));
        self
    }

    /// The same generator, whose first identifiers are later than all that a predecessor can have
    /// issued, of every qualifier. It is for a restart where no identifier was kept for
    /// [`resume_after`](Self::resume_after).
    ///
    /// It reads the clock once and begins in the first tick after `max_ahead`: how far ahead of its
    /// clock the predecessor may have run ([`Limits::max_ahead`](crate::Limits)), zero by default. A
    /// generator that may run as far ahead has its first identifier one tick later, and one that may not
    /// has it up to `max_ahead` after that. Until then `generate` returns [`GenerateError::Wait`]. Without
    /// this call, a restart inside one tick, or within `max_ahead`, repeats identifiers even under a
    /// perfect clock.
    ///
    /// The premise is that the predecessor had the same domain and shard and never ran further ahead,
    /// and that the clock has not been set back since its last identifier.
    ///
    /// A qualifier whose last tick has passed does not stop the others: see [`Node`](crate::Node).
    ///
    /// # Errors
    /// [`GenerateError`] if the clock fails, reads an instant that the format cannot represent, or
    /// is further after an identifier of [`resume_after`](Self::resume_after) than the
    /// [`Limits`](crate::Limits) allow.
    #[inline]
    pub fn resume_after_now(mut self, max_ahead: Duration) -> Result<Self, GenerateError>
    where
        C: Clock,
        H: Kept,
    {
        let now = self.clock.now()?;
        layout::TICKS.at_most(now, layout::LAST_TICK)?;
        for &qualifier in Qualifier::ALL {
            let positions = self.node(qualifier).positions().with_limits_of(self.positions);
            let counter = &mut self.counters[qualifier.index()];
            *counter = H::from(match positions.resume(counter.position(), max_ahead, now) {
                // This qualifier has issued its last, and others have not.
                Err(GenerateError::Range(_)) => u64::MAX,
                next => next?,
            });
        }
        Ok(self)
    }
}

impl<C: Clock, H: Counter> Generator<C, H> {
    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names, with every qualifier.
    /// Only upwards: an instant before a qualifier's last identifier changes nothing in it.
    ///
    /// # Errors
    /// [`RangeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        layout::TICKS.at_most(now, layout::LAST_TICK)?;
        for &qualifier in Qualifier::ALL {
            // After the last tick of a qualifier its own clock error says so.
            let _outside = self.sequence(qualifier).accept_jump(now);
        }
        Ok(())
    }
}
