//! A clock that goes wrong in all the ways clocks do, the same way for the same seed.

use core::{
    cell::{Cell, RefCell},
    fmt,
    time::Duration,
};

use chacha20::ChaCha8Rng;
use ids_core::{Clock, ClockError, UnixTime};
use rand_core::{Rng, SeedableRng};

const SECOND: i64 = 1_000_000_000;

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
    outside: bool,
    /// The walk's place: whole seconds, and nanoseconds below a second.
    seconds: Cell<u64>,
    nanos: Cell<i64>,
    /// Nanoseconds that a reading advances the walk by.
    pace: Cell<i64>,
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
            outside: true,
            seconds: Cell::new(start.as_secs()),
            nanos: Cell::new(start.subsec_nanos().into()),
            pace: Cell::new(0),
            noisy: Cell::new(false),
            left: Cell::new(0),
            next: Cell::new(None),
            read: Cell::new(start),
        }
    }

    /// The same clock without readings outside of what formats can represent, for peers that do
    /// not refuse them.
    #[must_use]
    pub fn within_reason(self) -> Self {
        Self { outside: false, ..self }
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

    /// Moves the walk by less than a second.
    #[inline]
    fn step(&self, by: i64) {
        let mut nanos = self.nanos.get() + by;
        if nanos >= SECOND {
            nanos -= SECOND;
            self.seconds.set(self.seconds.get().saturating_add(1));
        } else if nanos < 0 {
            match self.seconds.get().checked_sub(1) {
                Some(seconds) => {
                    nanos += SECOND;
                    self.seconds.set(seconds);
                }
                None => nanos = 0,
            }
        }
        self.nanos.set(nanos);
    }

    /// Where the walk is, whatever single readings said.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10^9 - 1")]
    #[inline]
    pub(crate) fn place(&self) -> UnixTime {
        UnixTime::new(self.seconds.get(), self.nanos.get() as u32)
    }

    #[inline]
    fn reading(&self) -> UnixTime {
        let place = self.place();
        let reading = if self.noisy.get() { self.noise(place) } else { place };
        self.read.set(reading);
        reading
    }

    #[cold]
    fn noise(&self, place: UnixTime) -> UnixTime {
        let noise = Duration::from_nanos(self.below(2_000_000));
        if self.once_in(2) { place.saturating_add(noise) } else { place.saturating_sub(noise) }
    }

    /// The first reading of the next stretch.
    #[cold]
    fn turn(&self) -> Result<UnixTime, ClockError> {
        if let Some(time) = self.next.take() {
            self.go(time);
            self.read.set(time);
            return Ok(time);
        }
        let shape = self.below(if self.outside { 16 } else { 15 });
        let length = 1 << self.below(12);
        self.left.set(u32::try_from(length + self.below(length)).unwrap_or(u32::MAX));
        self.pace.set(i64::try_from(self.below(2 << self.below(23))).unwrap_or(0));
        self.noisy.set(shape == 5);
        let forwards = self.below(2) == 0;
        let jump = match shape {
            0..=2 | 5 => Duration::ZERO,
            3 => {
                self.pace.set(0);
                Duration::ZERO
            }
            4 => {
                self.pace.set(-self.pace.get());
                Duration::ZERO
            }
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
        let place = self.place();
        self.go(if forwards { place.saturating_add(jump) } else { place.saturating_sub(jump) });
        Ok(self.reading())
    }

    fn go(&self, place: UnixTime) {
        self.seconds.set(place.as_secs());
        self.nanos.set(place.subsec_nanos().into());
    }
}

impl Clock for SimClock {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        let Some(left) = self.left.get().checked_sub(1) else { return self.turn() };
        self.left.set(left);
        self.step(self.pace.get());
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
