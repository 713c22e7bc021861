//! Strictly increasing identifiers: the pure transition.

use core::time::Duration;

use ids_core::{GenerateError, Limits, format::or_return};

use crate::{FlaxId, UnixTime};

/// The rules from one identifier to the next ([FLAX-9](crate::rules#flax-9) to
/// [FLAX-13](crate::rules#flax-13)), in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// How far ahead of the clock an identifier may be.
    pub(crate) ahead: u64,
    /// How far after the last identifier the clock may be.
    pub(crate) jump: u64,
}

impl Rules {
    /// Those of a new generator.
    pub(crate) const NEW: Self = Self::within(Limits::ahead(Duration::ZERO));

    /// Those within these limits. A random part has no start to roll.
    #[inline]
    pub(crate) const fn within(limits: Limits) -> Self {
        let ticks = FlaxId::TICKS;
        Self { ahead: ticks.count(limits.max_ahead), jump: limits.jump(ticks) }
    }

    /// The identifier after `last`, while the clock reads `now`, which is in `tick`, and the random source has given
    /// `word`.
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
            or_return!(Fields::independent(last.timestamp + 1, word))
        };
        let due = next.timestamp.saturating_sub(self.ahead);
        if due > tick {
            return Err(GenerateError::Wait { until: FlaxId::TICKS.start(due) });
        }
        Ok(next)
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
