//! Where keys come from, each issued once: a block reserved elsewhere, or a counter.

use core::ops::Range;

#[cfg(target_has_atomic = "64")]
use ids_core::format::{AtomicU64, Kept};

use ids_core::{
    GenerateError, RangeError,
    format::{Counter, or_return},
};

use crate::{Key, Luuid};

/// The keys that are left of a block, lowest first. Each is issued once.
///
/// Reserve a block elsewhere, durably, for example by one statement in a database. Nothing here
/// does I/O. After a restart take a new block; the rest of the old one stays unused. A counter in
/// memory is the block of all keys. It is for one process that lives as long as its data, or that
/// knows its last key and calls [`rebase`](Self::rebase).
///
/// Key 0 is never issued ([LUUID-12](crate::rules#luuid-12)). Not `Clone`: a copy would issue every
/// key a second time, and so does `fork()`. Take a block for each process. `with_fork_guard` shows
/// where you forgot it.
///
/// ```
/// use luuid::{GenerateError, Keys};
/// let mut keys = Keys::block(1001..1003)?;
/// assert_eq!((keys.take()?.to_bits(), keys.left()), (1001, 1));
/// assert_eq!(keys.take()?.to_bits(), 1002);
/// assert_eq!(keys.take(), Err(GenerateError::Exhausted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A [`SharedKeys`] is the same for any number of threads.
#[derive(Debug)]
#[must_use = "keys that are dropped are never issued"]
pub struct Keys<H = u64> {
    first: u64,
    last: u64,
    counter: H,
    #[cfg(feature = "rng")]
    guard: Option<ids_core::clock::ForkGuard>,
}

/// [`Keys`] for any number of threads, to keep in a `static` or an `Arc`.
///
/// Each thread makes a generator of its own, with a random source of its own, over a
/// [`handle`](Keys::handle). Lock-free: one compare-and-swap for each key. Every key is issued
/// once, and the keys of each thread increase. Which thread gets which key is not determined. On
/// targets without 64-bit atomics the type does not exist.
///
/// ```
/// use luuid::{Generator, Group, Keys, SharedKeys};
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// static KEYS: SharedKeys = Keys::counter().shared();
/// let rng = ChaCha8Rng::seed_from_u64(1);
/// let mut generator = Generator::new(KEYS.handle(), rng, Group::from_name("person"));
/// assert_eq!(generator.generate()?.key().to_bits(), 1);
/// assert_eq!(KEYS.handle().take()?.to_bits(), 2);
/// # Ok::<(), luuid::GenerateError>(())
/// ```
#[cfg(target_has_atomic = "64")]
pub type SharedKeys = Keys<AtomicU64>;

impl Keys {
    /// All keys, 1 to 2^48 - 1.
    #[inline]
    pub const fn counter() -> Self {
        Self::with_counter(0)
    }

    /// The keys of a block that was reserved elsewhere: `start` included, `end` not.
    ///
    /// # Errors
    /// [`RangeError`] if the last key is wider than 48 bits.
    #[inline]
    pub const fn block(keys: Range<u64>) -> Result<Self, RangeError> {
        let last = keys.end.saturating_sub(1);
        or_return!(Key::new(last));
        // A block without a key above 0 is spent: its first key is past its last.
        Ok(Self::new(0, if keys.start == 0 { 1 } else { keys.start }, last))
    }

    /// The keys that are left, for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(self) -> SharedKeys {
        self.over(self.at(self.counter), AtomicU64::new(0))
    }

    /// How many keys are left.
    #[inline]
    pub const fn left(&self) -> u64 {
        self.left_from(self.counter)
    }
}

impl<H> Keys<H> {
    /// All keys, 1 to 2^48 - 1, counted by a counter of your own, such as one that ends at a limit
    /// that a database extends. Its positions are keys.
    ///
    /// ```
    /// use luuid::Keys;
    /// let mut keys = Keys::with_counter(1001);
    /// assert_eq!(keys.take()?.to_bits(), 1001);
    /// # Ok::<(), luuid::GenerateError>(())
    /// ```
    #[inline]
    pub const fn with_counter(counter: H) -> Self {
        Self::new(counter, 1, Luuid::KEY.max())
    }

    #[inline]
    const fn new(counter: H, first: u64, last: u64) -> Self {
        Self {
            first,
            last,
            counter,
            #[cfg(feature = "rng")]
            guard: None,
        }
    }

    /// The keys from this one on, over another counter.
    #[cfg(target_has_atomic = "64")]
    #[inline]
    const fn over<T>(&self, first: u64, counter: T) -> Keys<T> {
        Keys {
            first,
            last: self.last,
            counter,
            #[cfg(feature = "rng")]
            guard: self.guard,
        }
    }

    /// The same keys, for this process only. A copy of it, by `fork()`, gets
    /// [`GenerateError::Forked`]. The copy has to take another block.
    ///
    /// ```
    /// use luuid::Keys;
    /// let mut keys = Keys::block(1001..2001)?.with_fork_guard();
    /// assert_eq!(keys.take()?.to_bits(), 1001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rng")]
    #[inline]
    pub fn with_fork_guard(self) -> Self {
        Self { guard: Some(ids_core::clock::ForkGuard::new()), ..self }
    }

    /// The next key, if the counter is this.
    #[inline]
    const fn at(&self, counter: u64) -> u64 {
        if counter > self.first { counter } else { self.first }
    }

    #[inline]
    const fn left_from(&self, counter: u64) -> u64 {
        (self.last + 1).saturating_sub(self.at(counter))
    }
}

impl<H: Counter> Keys<H> {
    /// The next key.
    ///
    /// # Errors
    /// [`GenerateError::Exhausted`] once the last key was issued. [`GenerateError::Spent`] if a
    /// counter of your own has issued all that it was granted. [`GenerateError::Forked`] if the keys
    /// or their counter have a guard and this process is a copy of the one that made it.
    #[inline]
    pub fn take(&mut self) -> Result<Key, GenerateError> {
        let run = self.reserve(1)?;
        Ok(Key::from_field(u128::from(run.start) << Luuid::KEY.low()))
    }

    /// The next `count` keys, consecutive, taken in one step: a block to hand to others.
    ///
    /// ```
    /// use luuid::{GenerateError, Keys};
    /// let mut keys = Keys::block(1..1001)?;
    /// let mut block = Keys::block(keys.reserve(100)?)?;
    /// assert_eq!(block.take()?.to_bits(), 1);
    /// assert_eq!(keys.take()?.to_bits(), 101);
    /// assert_eq!(keys.reserve(1000), Err(GenerateError::Exhausted));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError::Exhausted`] if fewer are left, or if a counter of your own never issues that
    /// many at once; no key is taken then. Others as [`take`](Self::take).
    #[inline]
    #[must_use = "keys that are reserved and dropped are never issued"]
    pub fn reserve(&mut self, count: u64) -> Result<Range<u64>, GenerateError> {
        #[cfg(feature = "rng")]
        if self.guard.is_some_and(|guard| guard.forked()) {
            return Err(GenerateError::Forked);
        }
        // Keys are the ticks of the counter.
        let taken = self.counter.advance(|counter, granted| {
            let start = self.first.max(counter).max(granted.start);
            match start.checked_add(count) {
                Some(end) if end <= granted.end.min(self.last + 1) => Ok(start..end),
                Some(end) if end <= self.last + 1 => Err(GenerateError::Spent),
                _ => Err(GenerateError::Exhausted),
            }
        });
        taken.map_err(|error| match error {
            GenerateError::Spent | GenerateError::Forked => error,
            _ => GenerateError::Exhausted,
        })
    }

    /// Issues only keys above `last` from now on, for example after an import or a replay. Where
    /// several handles share a counter, all of them do.
    ///
    /// Only upwards: a key below those already issued changes nothing
    /// ([LUUID-14](crate::rules#luuid-14)).
    ///
    /// ```
    /// use luuid::{Key, Keys};
    /// let mut keys = Keys::counter();
    /// keys.rebase(Key::new(41)?);
    /// assert_eq!(keys.take()?.to_bits(), 42);
    /// keys.rebase(Key::new(7)?);
    /// assert_eq!(keys.take()?.to_bits(), 43);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn rebase(&mut self, last: Key) {
        let next = last.to_bits() + 1;
        // Moves the counter to `next`, unless it is past it. A counter whose grant does not reach `next`
        // yet refuses. It begins there once it does.
        let moved = self.counter.advance(|counter, granted| match counter.max(next) {
            next if next <= granted.end => Ok(next..next),
            _ => Err(GenerateError::Spent),
        });
        if moved.is_err() {
            self.first = self.at(next);
        }
    }
}

#[cfg(target_has_atomic = "64")]
impl SharedKeys {
    /// This thread's access to the keys.
    #[inline]
    pub const fn handle(&self) -> Keys<&AtomicU64> {
        self.over(self.first, &self.counter)
    }

    /// How many keys are left at this moment.
    #[inline]
    pub fn left(&self) -> u64 {
        self.left_from(self.counter.position())
    }
}
