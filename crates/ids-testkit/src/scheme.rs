//! A format without fields, and a counter with a limit that its owner raises.

use core::{cell::Cell, ops::Range};

use ids_core::{
    GenerateError,
    format::{Counter, Positions, Scheme, Ticks},
};

/// A format whose identifier is its position: no field but the tick and the number inside it.
///
/// ```
/// use ids_core::{Generator, UnixTime, format::Ticks};
/// use ids_testkit::Plain;
///
/// // Four numbers in each millisecond.
/// let millis = Ticks::per_second(UnixTime::EPOCH, 1000);
/// let plain = Plain { ticks: millis, bits: 2, last: u64::MAX };
/// let mut generator = Generator::new(UnixTime::from_millis(7), plain);
/// assert_eq!([generator.generate(), generator.generate()], [Ok(28), Ok(29)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// The ticks.
    pub ticks: Ticks,
    /// The bits of the number inside a tick.
    pub bits: u32,
    /// The last tick.
    pub last: u64,
}

impl Scheme for Plain {
    type Id = u64;

    #[inline]
    fn positions(&self) -> Positions {
        Positions::new(self.ticks, self.bits, self.last)
    }

    #[inline]
    fn id(&self, position: u64) -> u64 {
        position
    }

    #[inline]
    fn position(&self, id: u64) -> u64 {
        id
    }
}

/// A counter that issues nothing from `limit` on, until its owner raises that.
#[derive(Debug)]
pub struct Granted<'a> {
    /// The next number.
    pub counter: u64,
    /// The first number that is not granted.
    pub limit: &'a Cell<u64>,
}

impl Counter for Granted<'_> {
    const SHARED: bool = false;

    fn advance(
        &mut self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
        let limit = self.limit.get();
        self.counter.advance(|counter, granted| match step(counter, granted)? {
            range if range.end <= limit => Ok(range),
            _ => Err(GenerateError::Spent),
        })
    }
}
