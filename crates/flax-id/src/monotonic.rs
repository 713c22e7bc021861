//! Strictly increasing identifiers: the pure transition.

use ids_core::GenerateError;

use crate::{FlaxId, UnixTime};

/// The rules by which [`Generator::monotonic`](crate::Generator::monotonic) goes from one
/// identifier to the next ([FLAX-9](crate::rules#flax-9) to [FLAX-13](crate::rules#flax-13)).
///
/// The state is the last identifier issued. In a new millisecond all 56 bits are random; inside it
/// they grow by a random step of 1 to 2^32, and never carry into the time. One random word of 64
/// bits decides: its top 56 bits are the random part of a new millisecond, its top 32 bits plus one
/// the step. If a step does not fit the millisecond, the step of another word may.
///
/// ```
/// use flax_id::{FlaxId, GenerateError, Monotonic};
/// let (rules, millis) = (Monotonic::new(), |tick| FlaxId::TICKS.start(tick));
/// let first = rules.step(None, millis(7), 0xaaaa_bbbb_cccc_dddd)?;
/// assert_eq!((first.timestamp(), first.random()), (7, 0xaa_aabb_bbcc_ccdd));
/// let second = rules.step(Some(first), millis(7), 0x0000_000f_0000_0000)?;
/// assert_eq!((second.timestamp(), second.random()), (7, first.random() + 16));
/// // The clock steps back: no identifier until it is where it was.
/// let wait = GenerateError::Wait { until: millis(7) };
/// assert_eq!(rules.step(Some(second), millis(3), 0), Err(wait));
/// // Borrowing instead, up to 5 ms ahead.
/// assert_eq!(rules.ahead(5).step(Some(second), millis(3), 0)?.timestamp(), 7);
/// # Ok::<(), GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monotonic {
    ahead: u64,
    jump: u64,
}

impl Monotonic {
    /// The rules under [`Policy::Wait`](crate::Policy::Wait): never ahead of the clock.
    #[inline]
    pub const fn new() -> Self {
        Self { ahead: 0, jump: u64::MAX }
    }

    /// The same rules, with identifiers up to this number of milliseconds ahead of the clock.
    #[inline]
    #[must_use]
    pub const fn ahead(self, ticks: u64) -> Self {
        Self { ahead: ticks, ..self }
    }

    /// How many milliseconds ahead of the clock an identifier may be.
    #[inline]
    pub(crate) const fn most_ahead(&self) -> u64 {
        self.ahead
    }

    /// The same rules, with [`GenerateError::Jump`] if the clock is more than this number of milliseconds
    /// after the last identifier. `u64::MAX`, as in new rules, allows any jump.
    #[inline]
    #[must_use]
    pub const fn max_jump(self, ticks: u64) -> Self {
        Self { jump: ticks, ..self }
    }

    /// The identifier after `last`, while the clock reads `now` and the random source has given
    /// `word`.
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if this word's step does not fit the millisecond or the clock has stepped
    /// back. [`GenerateError::Exhausted`] if it does not fit the last millisecond of the format,
    /// [`GenerateError::Time`] if the clock is past that or before the first one.
    /// [`GenerateError::Jump`] if the clock has jumped further than allowed.
    #[inline]
    pub const fn step(
        &self,
        last: Option<FlaxId>,
        now: UnixTime,
        word: u64,
    ) -> Result<FlaxId, GenerateError> {
        let tick = match FlaxId::TICKS.at_most(now, FlaxId::TIMESTAMP.max()) {
            Ok(tick) => tick,
            Err(error) => return Err(GenerateError::Time(error)),
        };
        let last = match last {
            Some(last) => Some(Fields::of(last)),
            None => None,
        };
        match self.next(last, (tick, now), word) {
            Ok(next) => Ok(next.id()),
            Err(error) => Err(error),
        }
    }

    /// As [`step`](Self::step), in numbers.
    #[inline]
    pub(crate) const fn next(
        &self,
        last: Option<Fields>,
        (tick, now): (u64, UnixTime),
        word: u64,
    ) -> Result<Fields, GenerateError> {
        let last = match last {
            Some(last) if last.timestamp >= tick => last,
            Some(last) if tick - last.timestamp > self.jump => {
                let last = FlaxId::TICKS.start(last.timestamp);
                return Err(GenerateError::Jump { last, now });
            }
            _ => return Fields::independent(tick, word),
        };
        let next = if last.has_room_for(word) {
            last.after(word)
        } else {
            match Fields::independent(last.timestamp + 1, word) {
                Ok(next) => next,
                Err(error) => return Err(error),
            }
        };
        let due = next.timestamp.saturating_sub(self.ahead);
        if due > tick {
            return Err(GenerateError::Wait { until: FlaxId::TICKS.start(due) });
        }
        Ok(next)
    }
}

/// As [`Monotonic::new`].
impl Default for Monotonic {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// An identifier as two numbers: what is kept between two steps, which would take bytes apart and put
/// them together again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fields {
    timestamp: u64,
    random: u64,
}

impl Fields {
    #[inline]
    pub(crate) const fn of(id: FlaxId) -> Self {
        Self { timestamp: id.timestamp(), random: id.random() }
    }

    #[inline]
    pub(crate) const fn id(self) -> FlaxId {
        FlaxId::from_known_fields(self.timestamp, self.random)
    }

    /// The identifier of a millisecond and a random word.
    #[inline]
    const fn independent(timestamp: u64, word: u64) -> Result<Self, GenerateError> {
        if timestamp > FlaxId::TIMESTAMP.max() {
            return Err(GenerateError::Exhausted);
        }
        Ok(Self { timestamp, random: 0 }.anew(word))
    }

    /// An identifier of the same millisecond, of which the top 56 bits of the word are the random part
    /// ([FLAX-8](crate::rules#flax-8)).
    #[inline]
    pub(crate) const fn anew(self, word: u64) -> Self {
        Self { random: word >> 8, ..self }
    }

    /// Whether the step of this word fits the millisecond ([FLAX-11](crate::rules#flax-11)).
    #[inline]
    const fn has_room_for(self, word: u64) -> bool {
        self.random + step(word) <= FlaxId::RANDOM.max()
    }

    /// Whether this number of steps fits the millisecond, even if each is the largest.
    #[inline]
    pub(crate) const fn has_room(self, steps: u64) -> bool {
        self.random + steps * step(u64::MAX) <= FlaxId::RANDOM.max()
    }

    /// The next identifier of the millisecond, which has room for it ([FLAX-10](crate::rules#flax-10)).
    #[inline]
    pub(crate) const fn after(self, word: u64) -> Self {
        Self { random: self.random + step(word), ..self }
    }

    /// The last identifier of a millisecond.
    #[inline]
    pub(crate) const fn last_of(timestamp: u64) -> Self {
        Self::of(FlaxId::last_of(timestamp))
    }
}

/// By how much an identifier is greater than the one before, in one millisecond.
#[inline]
const fn step(word: u64) -> u64 {
    (word >> 32) + 1
}
