//! Runs a generator under a [`SimClock`] and counts, in constant memory.

use core::time::Duration;
use std::rc::Rc;

use ids_core::{GenerateError, RangeError, UnixTime};

use crate::SimClock;

/// What a run found. Strictly increasing identifiers are unique, so `reordered` and `duplicated`
/// prove it without remembering any but the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Report {
    /// Calls.
    pub attempted: u64,
    /// Calls that gave an identifier.
    pub acknowledged: u64,
    /// Calls that gave an error.
    pub refused: u64,
    /// Identifiers equal to the one before.
    pub duplicated: u64,
    /// Identifiers less than the one before.
    pub reordered: u64,
    /// Identifiers whose time is further ahead of the clock than allowed.
    pub ahead: u64,
    /// Waits that ended at the instant the error named, and were refused again.
    pub broken: u64,
    /// Whether the generator says that its range has ended.
    pub exhausted: bool,
}

impl Report {
    /// How many promises were broken.
    pub const fn violations(&self) -> u64 {
        self.duplicated + self.reordered + self.ahead + self.broken
    }
}

/// After this number of refusals in a row a run ends: the generator does not come back.
const PATIENCE: u32 = 100_000;

/// Asks `generate` until it has given `count` identifiers, or refuses for good.
///
/// `generate` reads `clock`. When it says to wait, the simulation mostly sleeps until then: the
/// clock's next reading is that instant, and the call must succeed. Now and then it wakes a
/// nanosecond early or does not wait at all. `time` is the time an identifier says, and at most
/// `max_ahead` after the clock's last reading.
///
/// ```
/// use core::time::Duration;
/// use ids_core::{Generator, UnixTime, format::Ticks};
/// use ids_testkit::{Plain, SimClock, simulate};
///
/// // Four numbers in each millisecond since the Unix epoch.
/// let millis = Ticks::per_second(UnixTime::EPOCH, 1000);
/// let plain = Plain { ticks: millis, bits: 2, last: u64::MAX };
/// let clock = SimClock::new(7, UnixTime::from_secs(1_700_000_000));
/// let mut generator = Generator::new(&clock, plain);
/// let time = |id| UnixTime::from_millis(id >> 2);
/// let report = simulate(&clock, 10_000, || generator.generate(), time, Duration::ZERO);
/// assert_eq!((report.acknowledged, report.violations()), (10_000, 0), "{clock:?} {report:?}");
/// ```
pub fn simulate<I: Copy + Ord>(
    clock: &SimClock,
    count: u64,
    mut generate: impl FnMut() -> Result<I, GenerateError>,
    time: impl Fn(I) -> UnixTime,
    max_ahead: Duration,
) -> Report {
    let mut report = Report::default();
    let (mut last, mut in_a_row, mut promised) = (None, 0, false);
    while report.acknowledged < count && in_a_row < PATIENCE {
        report.attempted += 1;
        match generate() {
            Ok(id) => {
                report.acknowledged += 1;
                if last.is_some_and(|last| id <= last) {
                    if last == Some(id) {
                        report.duplicated += 1;
                    } else {
                        report.reordered += 1;
                    }
                }
                let (said, read) = (time(id), clock.last());
                if said > read && said > read.saturating_add(max_ahead) {
                    report.ahead += 1;
                }
                (last, in_a_row, promised) = (Some(id), 0, false);
            }
            Err(error) => {
                report.refused += 1;
                report.broken += u64::from(promised);
                in_a_row += 1;
                promised = refused(clock, error, &mut report);
            }
        }
    }
    report
}

/// How many identifiers a test makes under a clock that goes wrong: this number, or what `IDS_SIMULATE_COUNT` says.
///
/// # Panics
/// If that is not a number.
pub fn simulated(ordinary: u64) -> u64 {
    asked("IDS_SIMULATE_COUNT").unwrap_or(ordinary)
}

fn asked(variable: &str) -> Option<u64> {
    Some(std::env::var(variable).ok()?.parse().expect("a number"))
}

/// Holds a generator against a clock that goes wrong from `start` on, in a way of its own for each seed: `make` gives it
/// the clock, of which it may run `max_ahead`. `IDS_SIMULATE_SEED` is added to the seed.
///
/// # Panics
/// If it breaks a promise, or gives up.
#[track_caller]
pub fn hold_walk<I: Copy + Ord, F: FnMut() -> Result<I, GenerateError>>(
    seed: u64,
    start: UnixTime,
    max_ahead: Duration,
    time: impl Fn(I) -> UnixTime,
    make: impl FnOnce(Rc<SimClock>) -> F,
) {
    let seed = seed + asked("IDS_SIMULATE_SEED").unwrap_or(0);
    let clock = Rc::new(SimClock::new(seed, start));
    let count = simulated(if cfg!(miri) { 200 } else { 50_000 });
    let generate = make(Rc::clone(&clock));
    let report = simulate(&clock, count, generate, time, max_ahead);
    assert_eq!((report.acknowledged, report.violations()), (count, 0), "{clock:?} {report:?}");
}

/// What the caller does about a refusal; whether the next call must succeed.
#[cold]
fn refused(clock: &SimClock, error: GenerateError, report: &mut Report) -> bool {
    match error {
        GenerateError::Wait { until } => {
            if clock.once_in(16) {
                // Impatient: the walk goes on as it may.
                return false;
            }
            let early = clock.once_in(16);
            clock.sleep_until(until.saturating_sub(Duration::from_nanos(early.into())));
            return !early;
        }
        // Most such readings are slips of the clock. Where the whole walk is outside, it gets in.
        GenerateError::Range(RangeError::BeforeEpoch { epoch }) if clock.once_in(16) => {
            clock.sleep_until(clock.place.get().max(epoch));
        }
        GenerateError::Range(RangeError::AfterEnd { last }) if clock.once_in(16) => {
            clock.sleep_until(clock.place.get().min(last));
        }
        GenerateError::Exhausted => report.exhausted = true,
        _ => {}
    }
    false
}
