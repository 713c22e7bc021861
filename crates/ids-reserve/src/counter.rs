//! A counter that stays inside what was granted.

use core::{
    ops::{Deref, Range},
    sync::atomic::Ordering::{Acquire, Relaxed, Release},
};

use std::sync::Arc;

use ids_core::{
    GenerateError, RangeError, UnixTime,
    format::{AtomicU64, Counter, Ticks},
};

/// The ticks or keys that are granted at this moment: a keeper extends it, and counters stay inside.
///
/// It begins with none. Share it by an `Arc`. Only one keeper may [`extend`](Self::extend) it.
#[derive(Debug, Default)]
pub struct Window {
    /// The first tick.
    from: AtomicU64,
    /// One past the last tick.
    limit: AtomicU64,
}

impl Window {
    /// Adds the ticks of a later grant.
    ///
    /// A grant that begins at the window's end makes it longer. One that begins later replaces it.
    /// One without a tick changes nothing.
    #[inline]
    pub fn extend(&self, ticks: Range<u64>) {
        if ticks.is_empty() {
            return;
        }
        let (from, limit) = (self.from.load(Relaxed), self.limit.load(Relaxed));
        self.replace(&(if ticks.start == limit { from } else { ticks.start }..ticks.end));
    }

    /// Puts a range in the place of the one that there is.
    #[inline]
    pub(crate) fn replace(&self, range: &Range<u64>) {
        // A counter reads the limit first. If it reads the new one, it sees the new start too. If
        // it reads the old limit with the new start, it finds the window empty. The other order
        // would show it what is between the two grants, which may be another holder's.
        self.from.store(range.start, Relaxed);
        self.limit.store(range.end, Release);
    }

    /// Takes all ticks out: what is left of the grant is not used.
    #[inline]
    pub fn close(&self) {
        self.limit.store(0, Release);
    }

    /// The first tick, and one past the last. Empty if there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub fn ticks(&self) -> Range<u64> {
        // In this order: see `replace`.
        let limit = self.limit.load(Acquire);
        self.from.load(Relaxed)..limit
    }
}

/// The ticks of a range of time, in microseconds since the Unix epoch: each tick that begins in it.
///
/// Ranges that touch have ticks that touch, and ranges that are disjoint have disjoint ticks,
/// because both ends are rounded in the same way.
///
/// ```
/// use ids_core::{UnixTime, format::Ticks};
/// use ids_reserve::ticks_in;
/// let millis = Ticks::per_second(UnixTime::EPOCH, 1000);
/// assert_eq!(ticks_in(millis, u64::MAX, 1_500..4_200), 2..5);
/// assert_eq!(ticks_in(millis, u64::MAX, 4_200..5_000), 5..5);
/// ```
#[inline]
pub fn ticks_in(ticks: Ticks, last: u64, micros: Range<u64>) -> Range<u64> {
    let first_from = |micros| {
        let instant = UnixTime::from_micros(micros);
        let tick = match ticks.at(instant) {
            Ok(tick) if ticks.start(tick) < instant => tick.saturating_add(1),
            Ok(tick) => tick,
            Err(RangeError::BeforeEpoch { .. }) => 0,
            Err(_) => u64::MAX,
        };
        tick.min(last.saturating_add(1))
    };
    first_from(micros.start)..first_from(micros.end)
}

/// A counter that issues only positions of ticks that were granted, of
/// [`Lease::into_parts`](crate::Lease::into_parts).
///
/// It counts as at least the start of the grant, and a step past its end is [`GenerateError::Spent`]. A
/// generator over it never asks a store. Several counters may share one grant, if each has a sequence
/// of its own: those of the qualifiers of a SIQ generator, for example. Two counters of one sequence
/// would repeat each other.
///
/// ```
/// use std::sync::Arc;
/// use ids_core::{GenerateError, Generator, ManualClock, UnixTime, format::Scheme};
/// use ids_reserve::{GrantedCounter, Window};
/// let node = kuid::LocalNode;
/// let clock = ManualClock::new(UnixTime::from_secs(1));
/// let (window, tick) = (Arc::new(Window::default()), node.positions().ticks().at(UnixTime::from_secs(1)));
/// let counter = GrantedCounter::new(0, Arc::clone(&window));
/// let mut generator = Generator::with_counter(&clock, node, counter);
/// assert_eq!(generator.generate(), Err(GenerateError::Spent));
/// window.extend(tick?..tick? + 1);
/// assert_eq!(generator.generate()?.time(), UnixTime::from_secs(1));
/// clock.set(UnixTime::from_secs(2));
/// assert_eq!(generator.generate(), Err(GenerateError::Spent));
/// # Ok::<(), GenerateError>(())
/// ```
#[derive(Debug)]
pub struct GrantedCounter<H = u64, W = Arc<Window>> {
    counter: H,
    window: W,
}

impl<H, W> GrantedCounter<H, W> {
    /// The counter inside the window. `window` is a reference, or an `Arc`.
    #[inline]
    #[doc(hidden)]
    pub const fn new(counter: H, window: W) -> Self {
        Self { counter, window }
    }
}

impl<H: Default, W: Clone> GrantedCounter<H, W> {
    /// Another counter inside the same grant, for another sequence of the same node: it has issued
    /// nothing yet.
    #[inline]
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self { counter: H::default(), window: self.window.clone() }
    }
}

impl<H: Counter, W: Deref<Target = Window>> Counter for GrantedCounter<H, W> {
    const SHARED: bool = H::SHARED;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn advance(
        &mut self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
        let window = &*self.window;
        let granted = window.ticks();
        match self.counter.advance(|counter, _| step(counter, granted.clone())) {
            // Twice, because the window may be between two grants.
            Err(GenerateError::Spent) => {
                let granted = window.ticks();
                self.counter.advance(|counter, _| step(counter, granted.clone()))
            }
            answer => answer,
        }
    }
}
