//! A position is a tick and a number inside it: the pure transition from one to the next.

use core::{
    ops::{Range, RangeInclusive},
    time::Duration,
};

use crate::{GenerateError, Limits, UnixTime, format::Ticks};

/// Why there is no position now: an error of the generator, in ticks.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    /// The first tick at which the same step succeeds.
    Wait(u64),
    /// The last position has been issued, or the clock is past the last tick.
    Exhausted,
    /// The most that one step issues, whichever number its first tick begins with.
    TooMany(u64),
    /// The tick of the last position.
    Jump(u64),
    /// The granted ticks hold no more, or do not reach the clock's.
    Spent,
}

/// The rules that turn a clock into positions: `position = tick << bits | number`.
///
/// The state is one counter, the first position not yet issued, 0 at first. The next position is
/// `max(tick << bits, counter)`: strictly increasing whatever the clock does, a number inside the
/// tick that starts again at 0 with each new one. A position's tick is at most as far ahead of the
/// clock as the [`Limits`] allow, and never after the last tick.
///
/// [`step`](Self::step) is pure. The counter lives in a `u64`, in an `AtomicU64`, or in any other
/// [`Counter`](crate::format::Counter).
///
/// ```
/// # use core::time::Duration;
/// use ids_core::{GenerateError, Limits, UnixTime, format::{Positions, Ticks}};
/// let positions = Positions::new(Ticks::per_second(UnixTime::EPOCH, 1), 2, 1000);
/// let (all, second) = (|| 0..u64::MAX, UnixTime::from_secs);
/// // Two in tick 5, then as many as tick 5 still has.
/// assert_eq!(positions.step(0, all(), second(5), 2..=2), Ok(20..22));
/// assert_eq!(positions.step(22, all(), second(5), 1..=100), Ok(22..24));
/// let wait = |tick| Err(GenerateError::Wait { until: second(tick) });
/// assert_eq!(positions.step(24, all(), second(5), 1..=1), wait(6));
/// // The clock steps back: no position until it is where it was.
/// assert_eq!(positions.step(22, all(), second(3), 1..=1), wait(5));
/// // Up to three ticks ahead instead.
/// let ahead = positions.with_limits(Limits::ahead(Duration::from_secs(3)));
/// assert_eq!(ahead.step(24, all(), second(5), 1..=1), Ok(24..25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Positions {
    pub(super) ticks: Ticks,
    pub(super) bits: u32,
    pub(super) last: u64,
    pub(super) bounds: Bounds,
}

/// What a format leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bounds {
    /// Ticks ahead of the clock.
    ahead: u64,
    /// The mask of the rolling start.
    roll: u64,
    /// Ticks from the last position's to the clock's.
    jump: u64,
    /// All ones where neither of the last two is chosen, else 0: a mask of the common case.
    plain: u64,
}

impl Bounds {
    pub(super) const NONE: Self = Self::new(0, 0, u64::MAX);

    const fn new(ahead: u64, roll: u64, jump: u64) -> Self {
        let plain = if roll == 0 && jump == u64::MAX { u64::MAX } else { 0 };
        Self { ahead, roll, jump, plain }
    }
}

impl Positions {
    /// `bits` bits of number inside each of these ticks, 0 to `last`.
    ///
    /// Positions have 64 bits: where a tick and its number need more, the range ends with them. The
    /// very last position, 2^64 - 1, is never issued.
    ///
    /// # Panics
    /// If `bits` is more than 63.
    #[inline]
    #[track_caller]
    pub const fn new(ticks: Ticks, bits: u32, last: u64) -> Self {
        assert!(bits < 64, "a tick has at most 2^63 positions");
        let widest = u64::MAX >> bits;
        let last = if last < widest { last } else { widest };
        Self { ticks, bits, last, bounds: Bounds::NONE }
    }

    /// The same rules within these limits.
    #[inline]
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> Self {
        let rolling = limits.rolling_start;
        let bits = if rolling < self.bits { rolling } else { self.bits };
        let ahead = self.ticks.count(limits.max_ahead);
        let bounds = Bounds::new(ahead, !(u64::MAX << bits), limits.jump(self.ticks));
        Self { bounds, ..self }
    }

    /// The same rules within the limits of other rules, in ticks and bits, however many numbers a tick of
    /// each has.
    #[inline]
    #[must_use]
    pub const fn with_limits_of(self, others: Self) -> Self {
        Self { bounds: others.bounds, ..self }
    }

    /// The same rules, which allow any jump of the clock.
    #[inline]
    pub(super) const fn any_jump(self) -> Self {
        Self { bounds: Bounds::new(self.bounds.ahead, self.bounds.roll, u64::MAX), ..self }
    }

    /// The unit of time.
    #[inline]
    pub const fn ticks(self) -> Ticks {
        self.ticks
    }

    /// Bits of the number inside a tick.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The last tick that has positions.
    #[inline]
    pub const fn last(self) -> u64 {
        self.last
    }

    /// The tick of a position.
    #[inline]
    pub const fn tick(self, position: u64) -> u64 {
        position >> self.bits
    }

    /// The positions that one step takes, given the counter, the ticks that are granted, what the
    /// clock reads, and the fewest and the most that are wanted. The counter then becomes the end of
    /// the range. `0..u64::MAX` grants all ticks.
    ///
    /// The range is empty only if the fewest is 0. It then ends where the clock's tick begins, or at the
    /// counter if that is later, so the counter moves there.
    ///
    /// # Errors
    /// [`GenerateError`]; the counter stays as it is.
    #[inline]
    pub const fn step(
        self,
        counter: u64,
        granted: Range<u64>,
        now: UnixTime,
        want: RangeInclusive<u64>,
    ) -> Result<Range<u64>, GenerateError> {
        let tick = match self.ticks.at_most(now, self.last) {
            Ok(tick) => tick,
            Err(error) => return Err(GenerateError::Range(error)),
        };
        match self.step_in(&self.bounds, tick, counter, granted, *want.start(), *want.end()) {
            Ok(run) => Ok(run),
            Err(refusal) => Err(self.error(refusal, now)),
        }
    }

    /// The same where the clock's tick is known.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub(super) const fn step_in(
        self,
        bounds: &Bounds,
        tick: u64,
        counter: u64,
        granted: Range<u64>,
        least: u64,
        most: u64,
    ) -> Result<Range<u64>, Refusal> {
        let mut start = tick << self.bits;
        let first = if start > counter { start } else { counter };
        // Most steps end before the last position of the clock's own tick, which is granted, and
        // neither a start nor a jump is chosen: for one position, one comparison says all but the grant.
        let own = (start | !(u64::MAX << self.bits)) & bounds.plain;
        let is_granted = granted.start <= tick && tick < granted.end;
        if tick <= self.last && most > 0 && most <= own.saturating_sub(first) && is_granted {
            return Ok(first..first + most);
        }
        if tick > self.last {
            return Err(Refusal::Exhausted);
        }
        // What was issued says whether there is a last position, and where a tick's numbers start: the
        // start of the grant does not.
        let (issued, from) = (counter, self.position(granted.start));
        let counter = if from > issued { from } else { issued };
        if bounds.plain == 0 {
            let ticks = self.tick(start.saturating_sub(counter));
            if ticks >= bounds.jump && 0 < issued && counter <= start {
                return Err(Refusal::Jump(self.tick(issued - 1)));
            }
            start |= issued & self.roll(bounds);
        }
        let first = if start > counter { start } else { counter };
        let room = self.end(bounds.ahead, tick).saturating_sub(first);
        let taken = if least <= room && room < most { room } else { most };
        if taken > room {
            return Err(self.refuse(bounds, first, least));
        }
        let (end, limit) = (first + taken, self.position(granted.end));
        if end <= limit {
            Ok(first..end)
        } else if first < limit && least <= limit - first {
            Ok(first..limit)
        } else {
            Err(Refusal::Spent)
        }
    }

    /// The error that a refusal is while the clock reads `now`.
    #[cold]
    const fn error(self, refusal: Refusal, now: UnixTime) -> GenerateError {
        match refusal {
            Refusal::Wait(tick) => GenerateError::Wait { until: self.ticks.start(tick) },
            Refusal::Exhausted => GenerateError::Exhausted,
            Refusal::TooMany(max) => GenerateError::TooMany { max },
            Refusal::Jump(last) => GenerateError::Jump { last: self.ticks.start(last), now },
            Refusal::Spent => GenerateError::Spent,
        }
    }

    /// The counter to go on from after a restart, while the clock reads `now`: past everything that a
    /// predecessor at most `max_ahead` ahead of this clock can have issued, and not before `counter`.
    ///
    /// # Errors
    /// [`GenerateError::Jump`] if the clock is too far after the position before `counter`;
    /// [`GenerateError::Range`] if the format cannot represent what it reads.
    #[inline]
    pub const fn resume(
        self,
        counter: u64,
        max_ahead: Duration,
        now: UnixTime,
    ) -> Result<u64, GenerateError> {
        let tick = match self.ticks.at_most(now, self.last) {
            Ok(tick) => tick,
            Err(error) => return Err(GenerateError::Range(error)),
        };
        if let Err(refusal) = self.step_in(&self.bounds, tick, counter, 0..u64::MAX, 0, 0) {
            return Err(self.error(refusal, now));
        }
        let end = self.end(self.ticks.count(max_ahead), tick);
        Ok(if end > counter { end } else { counter })
    }

    /// The first position of a tick: the end of all for one that has none.
    #[inline]
    const fn position(self, tick: u64) -> u64 {
        if tick <= self.last { tick << self.bits } else { u64::MAX }
    }

    /// The bits of the counter that a new tick's numbers begin with.
    #[inline]
    const fn roll(self, bounds: &Bounds) -> u64 {
        bounds.roll & !(u64::MAX << self.bits)
    }

    /// One past the last position that is available while the clock is in `tick`, this many ticks ahead of it.
    #[inline]
    const fn end(self, ahead: u64, tick: u64) -> u64 {
        let ahead = tick.saturating_add(ahead);
        if ahead < self.last { (ahead + 1) << self.bits } else { self.limit() }
    }

    /// One past the last position of all.
    #[inline]
    const fn limit(self) -> u64 {
        (self.last << self.bits | !(u64::MAX << self.bits)).saturating_add(1)
    }

    #[cold]
    const fn refuse(self, bounds: &Bounds, first: u64, taken: u64) -> Refusal {
        let whole = self.end(bounds.ahead, 0) - self.roll(bounds);
        if taken > whole {
            return Refusal::TooMany(whole);
        }
        match first.checked_add(taken) {
            Some(end) if self.tick(end - 1) <= self.last => {
                Refusal::Wait(self.tick(end - 1).saturating_sub(bounds.ahead))
            }
            _ => Refusal::Exhausted,
        }
    }
}
