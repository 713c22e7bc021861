//! How far a generator may part from its clock.

use core::time::Duration;

use crate::format::Ticks;

/// How far a generator may part from its clock, and where the numbers of a tick start.
///
/// Durations count in whole ticks of the format.
///
/// ```
/// use core::time::Duration;
/// use ids_core::Limits;
/// let seconds = Duration::from_secs;
/// // Ten seconds ahead; everything else as in a new generator.
/// let ahead = Limits::ahead(seconds(10));
/// // And no jump of more than an hour.
/// let limits = Limits { max_jump: seconds(3600), ..ahead };
/// assert_eq!(limits.max_ahead, ahead.max_ahead);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// How far ahead of its clock the generator may run.
    ///
    /// Zero, as in a new generator, is not at all: when a tick is spent or the clock has stepped back,
    /// the generator returns [`GenerateError::Wait`](crate::GenerateError::Wait), and no identifier has
    /// a later time than the clock. With more, bursts and small steps back of the clock do not wait,
    /// and an identifier's time may be that far ahead. Less than a tick is the same as zero.
    pub max_ahead: Duration,
    /// The bits of a rolling start: the numbers inside a tick start where the last tick's ended,
    /// modulo 2 to the power of this, instead of at 0. Where identifiers are rare, their lowest bits
    /// then differ.
    ///
    /// A tick then has up to `2^rolling_start - 1` identifiers less. More bits than the number inside a
    /// tick has count as all of them.
    pub rolling_start: u32,
    /// The longest jump of the clock. The generator returns
    /// [`GenerateError::Jump`](crate::GenerateError::Jump) if the clock reads an instant that is further
    /// after the last identifier's time, or after the start of a later grant.
    ///
    /// [`Duration::MAX`], as in a new generator, allows any jump, because a generator that was idle
    /// looks the same as a clock that jumped. Then one reading of the year 2300 stops an ordered
    /// generator until that year: it issues an identifier of that time, and no later one may be smaller.
    /// With a bound, the error names both instants, the state stays as it was, and `accept_jump`
    /// continues at the new time if that is right. Less than a tick is the same as one: the next tick is
    /// no jump.
    ///
    /// Choose a bound that is longer than the longest time without an identifier: for example an hour
    /// for a busy service, a few days for others. The last identifier may be one that the generator
    /// resumed after, so that the bound then also covers the time between two runs. It does not apply to
    /// the first identifier of a new generator.
    pub max_jump: Duration,
}

impl Limits {
    /// Those of a new generator, with identifiers up to this far ahead of the clock.
    #[inline]
    pub const fn ahead(max_ahead: Duration) -> Self {
        Self { max_ahead, rolling_start: 0, max_jump: Duration::MAX }
    }

    /// The longest jump in whole ticks: [`u64::MAX`] where any is allowed, and else at least one.
    ///
    /// After `accept_jump` a generator stands before the first identifier of the new tick. If that tick
    /// were a jump, it would be one again.
    #[inline]
    pub const fn jump(&self, ticks: Ticks) -> u64 {
        // Ticks that are longer than a second have no count for any jump.
        if self.max_jump.as_secs() == u64::MAX {
            return u64::MAX;
        }
        match ticks.count(self.max_jump) {
            0 => 1,
            jump => jump,
        }
    }
}

/// Those of a new generator: never ahead of the clock, no rolling start, any jump.
impl Default for Limits {
    #[inline]
    fn default() -> Self {
        Self::ahead(Duration::ZERO)
    }
}
