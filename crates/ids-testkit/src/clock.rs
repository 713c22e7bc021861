//! A clock that goes wrong in all the ways clocks do, the same way for the same seed.

use core::{
    cell::{Cell, RefCell},
    fmt,
    time::Duration,
};

use chacha20::ChaCha8Rng;
use ids_core::{Clock, ClockError, UnixTime};
use rand_core::{Rng, SeedableRng};

/// A simulated clock, different at each reading.
///
/// Time is a walk of stretches. In each the clock advances by the same amount at every reading,
/// from nothing to some milliseconds; before each it may misbehave:
///
/// | shape | what happens |
/// |---|---|
/// | linear | another pace only |
/// | stopped | the clock stands still |
/// | periodic | the clock drifts backwards for a while |
/// | jitter | each reading is off by up to 2 ms, in either direction |
/// | step | up to 2 s forwards or back |
/// | bump | 4 ms to 262 s forwards or back, each power of two as often as the next |
/// | outside | one reading before the Unix epoch, just after it, or at the end of all time |
///
/// It is deterministic: the same seed and the same calls give the same readings. Debug output,
/// and so every failed test that shows the clock, has the seed.
pub struct SimClock {
    seed: u64,
    rng: RefCell<ChaCha8Rng>,
    /// Where the walk is, whatever single readings said.
    pub(crate) place: Cell<UnixTime>,
    /// What a reading moves the walk by, and whether that is forwards.
    pace: Cell<Duration>,
    forwards: Cell<bool>,
    /// Whether each reading is off.
    noisy: Cell<bool>,
    /// Readings left in this stretch.
    left: Cell<u32>,
    /// The next reading, if it was set; the walk does not change it.
    next: Cell<Option<UnixTime>>,
    /// The last reading, since the Unix epoch.
    read: Cell<UnixTime>,
}

impl SimClock {
    /// A clock that starts at `start` since the Unix epoch.
    pub fn new(seed: u64, start: UnixTime) -> Self {
        Self {
            seed,
            rng: RefCell::new(ChaCha8Rng::seed_from_u64(seed)),
            place: Cell::new(start),
            pace: Cell::new(Duration::ZERO),
            forwards: Cell::new(true),
            noisy: Cell::new(false),
            left: Cell::new(0),
            next: Cell::new(None),
            read: Cell::new(start),
        }
    }

    /// The last reading, since the Unix epoch.
    pub fn last(&self) -> UnixTime {
        self.read.get()
    }

    /// Makes the next reading this one, as a sleep until then would.
    pub fn sleep_until(&self, time: UnixTime) {
        self.left.set(0);
        self.next.set(Some(time));
    }

    /// True once in `times`, on average: for a simulation's own choices.
    pub fn once_in(&self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A number below `bound`.
    fn below(&self, bound: u64) -> u64 {
        self.rng.borrow_mut().next_u64() % bound
    }

    #[inline]
    fn reading(&self) -> UnixTime {
        let place = self.place.get();
        let reading = if self.noisy.get() { self.noise(place) } else { place };
        self.read.set(reading);
        reading
    }

    #[cold]
    fn noise(&self, place: UnixTime) -> UnixTime {
        let noise = Duration::from_nanos(self.below(2_000_000));
        moved(place, noise, self.once_in(2))
    }

    /// The first reading of the next stretch.
    #[cold]
    fn turn(&self) -> Result<UnixTime, ClockError> {
        if let Some(time) = self.next.take() {
            self.place.set(time);
            self.read.set(time);
            return Ok(time);
        }
        let shape = self.below(16);
        let length = 1 << self.below(12);
        self.left.set(u32::try_from(length + self.below(length)).unwrap_or(u32::MAX));
        let pace = Duration::from_nanos(self.below(2 << self.below(23)));
        self.pace.set(if shape == 3 { Duration::ZERO } else { pace });
        self.forwards.set(shape != 4);
        self.noisy.set(shape == 5);
        let forwards = self.below(2) == 0;
        let jump = match shape {
            0..=5 => Duration::ZERO,
            6..=9 => Duration::from_nanos(self.below(2_000_000_000)),
            10..=14 => Duration::from_millis(4 << self.below(17)),
            _ => {
                self.left.set(0);
                let reading = match self.below(3) {
                    0 => return Err(ClockError::BeforeUnixEpoch),
                    1 => UnixTime::from_nanos(self.below(2_000_000_000)),
                    _ => UnixTime::MAX,
                };
                self.read.set(reading);
                return Ok(reading);
            }
        };
        self.place.set(moved(self.place.get(), jump, forwards));
        Ok(self.reading())
    }
}

#[inline]
const fn moved(time: UnixTime, by: Duration, forwards: bool) -> UnixTime {
    if forwards { time.saturating_add(by) } else { time.saturating_sub(by) }
}

impl Clock for SimClock {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        let Some(left) = self.left.get().checked_sub(1) else { return self.turn() };
        self.left.set(left);
        self.place.set(moved(self.place.get(), self.pace.get(), self.forwards.get()));
        Ok(self.reading())
    }
}

impl fmt::Debug for SimClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimClock")
            .field("seed", &self.seed)
            .field("last", &self.last())
            .finish_non_exhaustive()
    }
}
