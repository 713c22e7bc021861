//! The capability of formats with a time inside.

use core::{ops::Range, time::Duration};

use ids_core::{RangeError, format::Ticks};

use crate::{Format, UnixTime};

/// A format whose identifiers say a time.
///
/// ```
/// use core::time::Duration;
/// use ids_formats::{UnixTime, formats::flax};
/// let format = flax::FORMAT;
/// let timed = format.timed().expect("Flax has a time inside");
/// let id = format.parse("0RdKJcxqVBiAiQr0").unwrap();
/// let second = UnixTime::from_secs(1_444_939_825);
/// assert_eq!(timed.time(id), second + Duration::from_millis(807));
/// let ids = timed.range(second..second + Duration::from_secs(1))?;
/// assert!(ids.contains(&id));
/// # Ok::<(), ids_formats::RangeError>(())
/// ```
pub trait Timed: Format {
    /// The unit and the epoch of the time inside.
    fn ticks(&self) -> Ticks;

    /// The start of an identifier's tick, since the Unix epoch.
    fn time(&self, bits: u128) -> UnixTime;

    /// The first identifier of the tick, or of the [`span`](Self::span), that holds this instant.
    ///
    /// # Errors
    /// [`RangeError`] if the format cannot represent the instant.
    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError>;

    /// The last identifier of the tick, or of the [`span`](Self::span), that holds this instant.
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at).
    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError>;

    /// The span of time by which identifiers sort, if it is longer than a tick: inside a span they
    /// sort by something else first.
    #[inline]
    fn span(&self) -> Option<Duration> {
        None
    }

    /// The lower bound of a range of times: the first identifier whose time is not before `time`,
    /// or that sorts with such.
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at).
    #[inline]
    fn lower_bound(&self, time: UnixTime) -> Result<u128, RangeError> {
        if self.span().is_some() { self.first_at(time) } else { self.upper_bound(time) }
    }

    /// The exclusive upper bound of a range of times: the first identifier after all those whose
    /// time is before `time`.
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at); [`RangeError::AfterEnd`] if no identifier is after them.
    #[inline]
    fn upper_bound(&self, time: UnixTime) -> Result<u128, RangeError> {
        let first = self.first_at(time)?;
        if self.time(first) == time {
            return Ok(first);
        }
        // The instant is inside a tick; the next one begins after the last identifier of this.
        let last = self.last_at(time)?;
        if last == self.facts().largest() {
            return Err(RangeError::AfterEnd { last: self.time(last) });
        }
        Ok(last + 1)
    }

    /// The identifiers of a range of times. Where they sort by a [`span`](Self::span), some from
    /// outside the times are among them.
    ///
    /// # Errors
    /// As [`upper_bound`](Self::upper_bound), for either end.
    #[inline]
    fn range(&self, times: Range<UnixTime>) -> Result<Range<u128>, RangeError> {
        Ok(self.lower_bound(times.start)?..self.upper_bound(times.end)?)
    }
}
