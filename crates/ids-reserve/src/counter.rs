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
    start: AtomicU64,
    /// One past the last tick.
    end: AtomicU64,
}

impl Window {
    /// Adds the ticks of a later grant.
    ///
    /// A grant that begins at the window's end makes it longer. One that begins later replaces it.
    /// One without a tick changes nothing.
    pub(crate) fn extend(&self, ticks: Range<u64>) {
        if ticks.is_empty() {
            return;
        }
        let (start, end) = (self.start.load(Relaxed), self.end.load(Relaxed));
        self.replace(&(if ticks.start == end { start } else { ticks.start }..ticks.end));
    }

    /// Puts a range in the place of the one that there is.
    pub(crate) fn replace(&self, range: &Range<u64>) {
        // A counter reads the end first. If it reads the new one, it sees the new start too. If
        // it reads the old end with the new start, it finds the window empty. The other order
        // would show it what is between the two grants, which may be another holder's.
        self.start.store(range.start, Relaxed);
        self.end.store(range.end, Release);
    }

    /// Takes all ticks out: what is left of the grant is not used.
    pub(crate) fn close(&self) {
        self.end.store(0, Release);
    }

    /// The first tick, and one past the last. Empty if there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    pub(crate) fn ticks(&self) -> Range<u64> {
        // In this order: see `replace`.
        let end = self.end.load(Acquire);
        self.start.load(Relaxed)..end
    }
}

/// The ticks of a range of time, in microseconds since the Unix epoch: each tick that begins in it.
///
/// Ranges that touch have ticks that touch, and ranges that are disjoint have disjoint ticks,
/// because both ends are rounded in the same way.
pub(crate) fn ticks_in(ticks: Ticks, last: u64, micros: Range<u64>) -> Range<u64> {
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
/// use core::convert::Infallible;
/// use ids_core::{Generator, UnixTime};
/// use ids_reserve::{GenerateError, ManualClock, MemoryStore, Options, SysRng};
/// let clock = ManualClock::new(UnixTime::from_secs(1));
/// let node = |_| Ok::<_, Infallible>(kuid::LocalNode);
/// let (mut keeper, lease) =
///     Options::new("kuid-local")?.claim(MemoryStore::new(&clock), &clock, SysRng, 1, node)?;
/// let (own, node, counter) = lease.into_parts();
/// let mut generator = Generator::with_counter(own, node, counter);
/// assert_eq!(generator.generate()?.time(), UnixTime::from_secs(1));
/// clock.set(UnixTime::from_secs(11));
/// assert_eq!(generator.generate(), Err(GenerateError::Spent));
/// keeper.extend()?;
/// generator.generate()?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrantedCounter<H = u64, W = Arc<Window>> {
    counter: H,
    window: W,
}

impl<H, W> GrantedCounter<H, W> {
    /// The counter inside the window. `window` is a reference, or an `Arc`.
    pub(crate) const fn new(counter: H, window: W) -> Self {
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
