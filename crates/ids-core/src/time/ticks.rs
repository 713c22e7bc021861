//! Instants as whole numbers of ticks, by integer arithmetic only.

use core::time::Duration;

use crate::{RangeError, UnixTime};

/// A time unit counted from an epoch.
///
/// [`at`](Self::at) rounds down, and `at(start(tick)) == tick` for every tick whose start a
/// [`UnixTime`] can express. A tick lasts at least a nanosecond; nothing is computed in floating
/// point.
///
/// ```
/// use ids_core::{UnixTime, format::Ticks};
/// const DISCORD: Ticks = Ticks::per_second(UnixTime::from_secs(1_420_070_400), 1000);
/// let time = UnixTime::from_millis(1_462_015_105_796);
/// assert_eq!(DISCORD.at(time), Ok(41_944_705_796));
/// assert_eq!(DISCORD.start(41_944_705_796), time);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticks {
    epoch: UnixTime,
    /// Small ticks in each second. Small ticks start anew with every second.
    per_second: u32,
    /// A small tick lasts `nanos / parts` nanoseconds, in lowest terms.
    parts: u32,
    nanos: u32,
    /// Small ticks in one tick: more than one for units that do not divide the second.
    group: u64,
    short: Short,
}

/// The short way to a tick: what every identifier needs, computed once. It is valid for a number of
/// seconds from the first whole second after the epoch on. Elsewhere the long way answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Short {
    /// The first whole second that is not before the epoch, and how long the epoch is before it.
    second: u64,
    lead: u32,
    seconds: u64,
    /// `2^64 * parts / nanos`, rounded up: with fewer than `2^31` nanoseconds and `nanos` below
    /// `2^30` the rounding never reaches the next tick.
    scale: u64,
}

const NANOS: u32 = 1_000_000_000;

impl Ticks {
    /// `per_second` ticks of equal length in each second, counted from `epoch`, an instant after
    /// the Unix epoch.
    ///
    /// # Panics
    /// If `per_second` is zero or more than 10^9.
    #[inline]
    #[track_caller]
    pub const fn per_second(epoch: UnixTime, per_second: u32) -> Self {
        assert!(per_second > 0 && per_second <= NANOS, "a tick lasts 1 ns to 1 s");
        let common = common_divisor(per_second as u64, NANOS as u64);
        let (parts, nanos) = (narrow(per_second as u64 / common), narrow(NANOS as u64 / common));
        Self::from_parts(epoch, per_second, parts, nanos, 1)
    }

    /// Ticks of any length, counted from `epoch`, an instant after the Unix epoch.
    ///
    /// # Panics
    /// If `unit` is zero or more than 584 years.
    #[inline]
    #[track_caller]
    #[expect(clippy::cast_possible_truncation, reason = "the assertion bounds it")]
    pub const fn every(epoch: UnixTime, unit: Duration) -> Self {
        assert!(!unit.is_zero(), "a tick lasts at least a nanosecond");
        assert!(unit.as_nanos() <= u64::MAX as u128, "a tick lasts at most 584 years");
        let unit = unit.as_nanos() as u64;
        let common = common_divisor(unit, NANOS as u64);
        let ticks = Self::per_second(epoch, narrow(NANOS as u64 / common));
        Self::from_parts(epoch, ticks.per_second, ticks.parts, ticks.nanos, unit / common)
    }

    /// Ticks of `nanos` nanoseconds that start anew with every second, so that the last of a
    /// second is shorter unless they divide it.
    ///
    /// # Panics
    /// If `nanos` is zero or more than 10^9.
    #[inline]
    #[track_caller]
    pub const fn within_second(epoch: UnixTime, nanos: u32) -> Self {
        assert!(nanos > 0 && nanos <= NANOS, "a tick lasts 1 ns to 1 s");
        Self::from_parts(epoch, NANOS.div_ceil(nanos), 1, nanos, 1)
    }

    #[expect(clippy::cast_possible_truncation, reason = "below 2^64 where it is used")]
    const fn from_parts(
        epoch: UnixTime,
        per_second: u32,
        parts: u32,
        nanos: u32,
        group: u64,
    ) -> Self {
        let whole = epoch.subsec_nanos() == 0;
        // Ticks that start anew with every second of the epoch's do not with every second of 1970's.
        let even = per_second as u64 * nanos as u64 == NANOS as u64 * parts as u64;
        // Ticks of a nanosecond have no such scale.
        let short = (whole || even) && parts < nanos;
        let second = epoch.as_secs().saturating_add(!whole as u64);
        // Up to the last tick of 64 bits and the last second of all.
        let (ticks, time) = (u64::MAX / per_second as u64 - 2, u64::MAX - second);
        let seconds = if !short {
            0
        } else if ticks < time {
            ticks
        } else {
            time
        };
        let short = Short {
            second,
            lead: if whole { 0 } else { NANOS - epoch.subsec_nanos() },
            seconds,
            scale: ((parts as u128) << 64).div_ceil(nanos as u128) as u64,
        };
        Self { epoch, per_second, parts, nanos, group, short }
    }

    /// The same ticks counted from another instant after the Unix epoch.
    #[inline]
    #[must_use]
    pub const fn with_epoch(self, epoch: UnixTime) -> Self {
        Self::from_parts(epoch, self.per_second, self.parts, self.nanos, self.group)
    }

    /// Where the count begins, after the Unix epoch.
    #[inline]
    pub const fn epoch(&self) -> UnixTime {
        self.epoch
    }

    /// The tick that holds this instant.
    ///
    /// # Errors
    /// [`RangeError::BeforeEpoch`]; [`RangeError::AfterEnd`] if 64 bits do not hold the tick. It does
    /// not check the width of a format's field.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "constant ticks then divide by a constant: 4x faster")]
    pub const fn at(&self, time: UnixTime) -> Result<u64, RangeError> {
        self.at_most(time, u64::MAX)
    }

    /// The tick that holds this instant, the short way: none near the epoch and the end of 64 bits.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "constant ticks then need no memory")]
    pub(crate) const fn holding(&self, time: UnixTime) -> Option<u64> {
        let seconds = time.as_secs().wrapping_sub(self.short.second);
        if seconds >= self.short.seconds {
            return None;
        }
        let nanos = time.subsec_nanos() + self.short.lead;
        let part = ((nanos as u128 * self.short.scale as u128) >> 64) as u64;
        let small = seconds * self.per_second as u64 + part;
        Some(if self.group == 1 { small } else { small / self.group })
    }

    /// The small ticks in a time.
    #[inline]
    const fn small(&self, time: Duration) -> u128 {
        let part = time.subsec_nanos() as u64 * self.parts as u64 / self.nanos as u64;
        time.as_secs() as u128 * self.per_second as u128 + part as u128
    }

    /// How long a tick is.
    #[inline]
    pub const fn unit(&self) -> Duration {
        self.start(1).duration_since(self.start(0))
    }

    /// The first instant of a tick, after the Unix epoch; [`UnixTime::MAX`] if none is so
    /// late.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is below 2^32")]
    pub const fn start(&self, tick: u64) -> UnixTime {
        let (seconds, part) = if self.group == 1 {
            (tick / self.per_second as u64, tick % self.per_second as u64)
        } else {
            let small = tick as u128 * self.group as u128;
            let seconds = small / self.per_second as u128;
            if seconds > u64::MAX as u128 {
                return UnixTime::MAX;
            }
            (seconds as u64, (small % self.per_second as u128) as u64)
        };
        let nanos = (part * self.nanos as u64).div_ceil(self.parts as u64);
        self.epoch.saturating_add(Duration::new(seconds, nanos as u32))
    }

    /// How many whole ticks pass in `duration`; [`u64::MAX`] if more than that.
    #[inline]
    pub const fn count(&self, duration: Duration) -> u64 {
        match self.with_epoch(UnixTime::EPOCH).at(UnixTime::after_epoch(duration)) {
            Ok(ticks) => ticks,
            Err(_) => u64::MAX,
        }
    }

    /// The tick that holds this instant, if it is not after `last`.
    ///
    /// # Errors
    /// [`RangeError`] names the first or the last instant that fits.
    #[inline]
    pub const fn at_most(&self, time: UnixTime, last: u64) -> Result<u64, RangeError> {
        match self.holding(time) {
            Some(tick) if tick <= last => Ok(tick),
            _ => self.at_most_the_long_way(time, last),
        }
    }

    /// As [`at_most`](Self::at_most), where the short way has no answer. The ticks are handed over as
    /// a value, so that they are written to memory only for this.
    #[cold]
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    const fn at_most_the_long_way(self, time: UnixTime, last: u64) -> Result<u64, RangeError> {
        let Some(elapsed) = time.checked_duration_since(self.epoch) else {
            return Err(RangeError::BeforeEpoch { epoch: self.epoch });
        };
        let tick = self.small(elapsed) / self.group as u128;
        if tick <= last as u128 {
            Ok(tick as u64)
        } else {
            Err(RangeError::AfterEnd { last: self.start(last) })
        }
    }
}

const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[expect(clippy::cast_possible_truncation, reason = "called with divisors of 10^9")]
const fn narrow(value: u64) -> u32 {
    value as u32
}
