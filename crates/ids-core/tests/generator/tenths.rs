//! A format for tests: ten ticks a second, four numbers in each.
#![allow(dead_code, reason = "each file of tests uses a part")]

use core::{cell::Cell, time::Duration};

use ids_core::{Clock, ClockError, Generate, GenerateError, Limits, UnixTime, format::Ticks};
use ids_testkit::Plain;

pub(crate) const EPOCH: UnixTime = UnixTime::from_secs(1000);
pub(crate) const LAST: u64 = 9_999;

/// Ten ticks a second, four numbers in each; the identifier is the position.
pub(crate) const TENTHS: Plain = Plain { ticks: Ticks::per_second(EPOCH, 10), bits: 2, last: LAST };

pub(crate) const fn at(tick: u64) -> UnixTime {
    EPOCH.saturating_add(Duration::from_millis(100 * tick))
}

pub(crate) const fn wait<T>(tick: u64) -> Result<T, GenerateError> {
    Err(GenerateError::Wait { until: at(tick) })
}

pub(crate) const AHEAD: Limits = Limits::ahead(Duration::from_millis(250));

/// A clock that is one tick further whenever it is asked, and counts how often.
#[derive(Default)]
pub(crate) struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let tick = self.0.get();
        self.0.set(tick + 1);
        Ok(at(tick))
    }
}

/// Always says to wait until the same instant.
pub(crate) struct Waiting<'a> {
    pub(crate) clock: &'a dyn Clock,
    pub(crate) until: UnixTime,
}

impl Generate for Waiting<'_> {
    type Id = u64;
    fn generate(&mut self) -> Result<u64, GenerateError> {
        Err(GenerateError::Wait { until: self.until })
    }
    fn fill(&mut self, _: &mut [u64]) -> Result<usize, GenerateError> {
        self.generate().map(|_| 0)
    }
    fn clock(&self) -> Option<&dyn Clock> {
        Some(self.clock)
    }
}
