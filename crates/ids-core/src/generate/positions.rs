//! A position is a tick and a number inside it: the pure transition from one to the next.

use core::{error::Error, fmt, ops::Range};

use crate::{GenerateError, UnixTime, error::count::Count, format::Ticks};

/// How many positions one step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// Exactly this number, or none.
    Exactly(u64),
    /// As many as the tick and the policy allow, but at least one and at most this number.
    UpTo(u64),
}

/// Why there is no position now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Try again when the clock has reached this tick.
    Wait {
        /// The first tick at which the same step succeeds.
        tick: u64,
    },
    /// The clock is past the last tick, or the last position has been issued.
    Exhausted,
    /// The count is larger than the policy ever allows in one step.
    TooMany {
        /// The most that one step issues, whichever number its first tick begins with.
        max: u64,
    },
    /// The clock's tick is further after the last position's than [`Positions::max_jump`] allows.
    Jump {
        /// The tick of the last position.
        last: u64,
    },
    /// The range that was granted is spent, or it does not reach the clock's tick. A later grant may
    /// hold more. [`Positions`] never says this; a [`Counter`](crate::format::Counter) with a limit
    /// of its own does.
    Spent,
    /// This process is a copy, by `fork()`, of the one that the positions belong to. [`Positions`]
    /// never says this; a [`Counter`](crate::format::Counter) with a guard of its own does.
    Forked,
}

impl Refusal {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Wait { .. } => "wait",
            Self::Exhausted => "exhausted",
            Self::TooMany { .. } => "too_many",
            Self::Jump { .. } => "jump",
            Self::Spent => "spent",
            Self::Forked => "forked",
        }
    }

    /// The error of a generator with these ticks, whose clock reads `now`.
    #[cold]
    #[inline]
    pub const fn at(self, ticks: Ticks, now: UnixTime) -> GenerateError {
        match self {
            Self::Wait { tick } => GenerateError::Wait { until: ticks.start(tick) },
            Self::Exhausted => GenerateError::Exhausted,
            Self::TooMany { max } => GenerateError::TooMany { max },
            Self::Jump { last } => GenerateError::Jump { last: ticks.start(last), now },
            Self::Spent => GenerateError::Spent,
            Self::Forked => GenerateError::Forked,
        }
    }
}

impl fmt::Display for Refusal {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait { tick } => write!(f, "no position before tick {tick}"),
            Self::Exhausted => f.write_str("no position is left"),
            Self::TooMany { max } => {
                write!(f, "one step issues at most {}", Count(*max, "position"))
            }
            Self::Jump { last } => write!(f, "the clock jumped ahead of tick {last}"),
            Self::Spent => f.write_str("the granted range is spent"),
            Self::Forked => f.write_str("the positions belong to the process that forked"),
        }
    }
}

impl Error for Refusal {}

/// The rules that turn a clock into positions: `position = tick << bits | number`.
///
/// The state is one counter, the first position not yet issued, 0 at first. The next position is
/// `max(tick << bits, counter)`: strictly increasing whatever the clock does, a number inside the
/// tick that starts again at 0 with each new one. A position's tick is at most [`ahead`](Self::ahead)
/// ticks ahead of the clock, and never after the last tick.
///
/// [`step`](Self::step) is pure. The counter lives in a `u64`, a
/// [`SharedCounter`](crate::format::SharedCounter), or any other [`Counter`](crate::format::Counter).
///
/// ```
/// use ids_core::format::{Positions, Refusal, Want};
/// let positions = Positions::new(2, 1000);
/// // Two in tick 5, then as many as tick 5 still has.
/// assert_eq!(positions.step(0, 5, Want::Exactly(2)), Ok(20..22));
/// assert_eq!(positions.step(22, 5, Want::UpTo(100)), Ok(22..24));
/// assert_eq!(positions.step(24, 5, Want::Exactly(1)), Err(Refusal::Wait { tick: 6 }));
/// // The clock steps back: no position until it is where it was.
/// assert_eq!(positions.step(22, 3, Want::Exactly(1)), Err(Refusal::Wait { tick: 5 }));
/// // Borrowing instead, up to three ticks ahead.
/// assert_eq!(positions.ahead(3).step(24, 5, Want::Exactly(1)), Ok(24..25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Positions {
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
    pub(super) const NONE: Self = Self { ahead: 0, roll: 0, jump: u64::MAX, plain: u64::MAX };
}

impl Positions {
    /// `bits` bits of number inside each tick, ticks 0 to `last`.
    ///
    /// Positions have 64 bits: where a tick and its number need more, the range ends with them. The
    /// very last position, 2^64 - 1, is never issued.
    ///
    /// # Panics
    /// If `bits` is more than 63.
    #[inline]
    #[track_caller]
    pub const fn new(bits: u32, last: u64) -> Self {
        assert!(bits < 64, "a tick has at most 2^63 positions");
        let widest = u64::MAX >> bits;
        Self { bits, last: if last < widest { last } else { widest }, bounds: Bounds::NONE }
    }

    /// The same rules with positions up to `ticks` ahead of the clock: 0 waits, more borrows.
    #[inline]
    #[must_use]
    pub const fn ahead(self, ticks: u64) -> Self {
        Self { bounds: Bounds { ahead: ticks, ..self.bounds }, ..self }
    }

    /// The same rules with a rolling start: a new tick's numbers begin at the counter's own lowest
    /// `bits` bits instead of 0, so that the first numbers of successive ticks differ even if each
    /// tick issues one identifier. A tick then has up to `2^bits - 1` positions less.
    ///
    /// # Panics
    /// If `bits` is more than the tick's own.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn rolling(self, bits: u32) -> Self {
        assert!(bits <= self.bits, "a start inside the tick");
        self.choose(!(u64::MAX << bits), self.bounds.jump)
    }

    /// The same rules, refusing a clock that is in a tick more than `ticks` after the last
    /// position's: [`Refusal::Jump`]. It does not apply to the very first position. `u64::MAX`, as
    /// in new rules, allows any jump.
    ///
    /// ```
    /// use ids_core::format::{Positions, Refusal, Want};
    /// let positions = Positions::new(2, 1000).max_jump(10);
    /// assert_eq!(positions.step(0, 500, Want::Exactly(1)), Ok(2000..2001));
    /// assert_eq!(positions.step(2001, 510, Want::Exactly(1)), Ok(2040..2041));
    /// assert_eq!(positions.step(2041, 521, Want::Exactly(1)), Err(Refusal::Jump { last: 510 }));
    /// ```
    #[inline]
    #[must_use]
    pub const fn max_jump(self, ticks: u64) -> Self {
        self.choose(self.bounds.roll, ticks)
    }

    /// The same rules with what was chosen for others: how far ahead, where a tick's numbers start,
    /// and which jumps. It counts in ticks and bits, however many numbers a tick of each has.
    ///
    /// ```
    /// use ids_core::format::{Positions, Want};
    /// let (narrow, wide) = (Positions::new(2, 1000).ahead(3), Positions::new(4, 1000));
    /// assert_eq!(narrow.step(0, 5, Want::UpTo(100)), Ok(20..36));
    /// assert_eq!(wide.within(narrow).step(0, 5, Want::UpTo(100)), Ok(80..144));
    /// ```
    #[inline]
    #[must_use]
    pub const fn within(self, others: Self) -> Self {
        Self { bounds: others.bounds, ..self }
    }

    #[inline]
    const fn choose(self, roll: u64, jump: u64) -> Self {
        let plain = if roll == 0 && jump == u64::MAX { u64::MAX } else { 0 };
        Self { bounds: Bounds { roll, jump, plain, ..self.bounds }, ..self }
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

    /// The positions that one step takes, given the counter and the clock's tick. The counter then
    /// becomes the end of the range.
    ///
    /// The range is empty only if `want` asks for none. It then ends where the clock's tick begins,
    /// so the counter moves there.
    ///
    /// # Errors
    /// [`Refusal`]; the counter stays as it is.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub const fn step(self, counter: u64, tick: u64, want: Want) -> Result<Range<u64>, Refusal> {
        let (Want::Exactly(wanted) | Want::UpTo(wanted)) = want;
        let mut start = tick << self.bits;
        let mut first = if start > counter { start } else { counter };
        // Most steps end before the last position of the clock's own tick, and neither a start nor a
        // jump is chosen: for one position, one comparison says both.
        let last = (start | !(u64::MAX << self.bits)) & self.bounds.plain;
        if tick <= self.last && wanted > 0 && wanted <= last.saturating_sub(first) {
            return Ok(first..first + wanted);
        }
        if tick > self.last {
            return Err(Refusal::Exhausted);
        }
        if self.bounds.plain == 0 {
            let ticks = self.tick(start.saturating_sub(counter));
            if ticks >= self.bounds.jump && 0 < counter && counter <= start {
                return Err(Refusal::Jump { last: self.tick(counter - 1) });
            }
            start |= counter & self.roll();
            first = if start > counter { start } else { counter };
        }
        let room = self.end(tick).saturating_sub(first);
        let taken = match want {
            Want::UpTo(count) if room > 0 && room < count => room,
            Want::UpTo(count) if room == 0 && count > 0 => 1,
            Want::Exactly(count) | Want::UpTo(count) => count,
        };
        if taken > room {
            return Err(self.refuse(first, taken));
        }
        Ok(first..first + taken)
    }

    /// The counter to go on from after a restart, while the clock is in `tick`: past everything that
    /// a predecessor under this clock and these rules can have issued, and not before `counter`.
    ///
    /// ```
    /// use ids_core::format::{Positions, Refusal};
    /// let positions = Positions::new(2, 1000);
    /// assert_eq!(positions.resume(0, 5), Ok(24));
    /// assert_eq!(positions.ahead(3).resume(0, 5), Ok(36));
    /// assert_eq!(positions.max_jump(10).resume(4, 20), Err(Refusal::Jump { last: 0 }));
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Jump`] if the tick is too far after the position before `counter`;
    /// [`Refusal::Exhausted`] if it is after the last one.
    #[inline]
    pub const fn resume(self, counter: u64, tick: u64) -> Result<u64, Refusal> {
        if let Err(refusal) = self.step(counter, tick, Want::Exactly(0)) {
            return Err(refusal);
        }
        let end = self.end(tick);
        Ok(if end > counter { end } else { counter })
    }

    /// The bits of the counter that a new tick's numbers begin with.
    #[inline]
    const fn roll(self) -> u64 {
        self.bounds.roll & !(u64::MAX << self.bits)
    }

    /// One past the last position that is available while the clock is in `tick`.
    #[inline]
    const fn end(self, tick: u64) -> u64 {
        let ahead = tick.saturating_add(self.bounds.ahead);
        if ahead < self.last { (ahead + 1) << self.bits } else { self.limit() }
    }

    /// One past the last position of all.
    #[inline]
    const fn limit(self) -> u64 {
        (self.last << self.bits | !(u64::MAX << self.bits)).saturating_add(1)
    }

    #[cold]
    const fn refuse(self, first: u64, taken: u64) -> Refusal {
        let whole = self.end(0) - self.roll();
        if taken > whole {
            return Refusal::TooMany { max: whole };
        }
        match first.checked_add(taken) {
            Some(end) if self.tick(end - 1) <= self.last => {
                Refusal::Wait { tick: self.tick(end - 1).saturating_sub(self.bounds.ahead) }
            }
            _ => Refusal::Exhausted,
        }
    }
}
