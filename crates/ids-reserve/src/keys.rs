//! Blocks of keys: the side of the program that takes them.

mod blocks;
mod keeper;
mod size;

pub use keeper::KeyKeeper;

use core::ops::Range;
use std::sync::Arc;

use ids_core::{GenerateError, clock::ForkGuard, format::Counter};

use blocks::Blocks;

/// Keys of blocks that a store granted, lowest first. Each is issued once.
///
/// A [`KeyKeeper`] fetches the next block before this one is spent. Taking a key asks no store and
/// waits for nothing. The keys of one holder increase. They have gaps: the blocks of other holders
/// are between its own, and a crash loses the rest of a block. When the last handle is dropped, the
/// keeper gives back what is left.
///
/// It is a [`Counter`], so that a generator can issue from it: `luuid::Keys::with_counter(keys)`.
///
/// Not `Clone`: one owner needs no atomic step. [`shared`](Self::shared) is for many threads, each with a clone:
/// lock-free, one compare-and-swap for a key. Every key is issued once, and the keys of each thread increase. Which
/// thread gets which key is not determined. After `fork()` the child gets [`GenerateError::Forked`] before its first key.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use ids_core::SystemClock;
/// use ids_reserve::{GenerateError, KeyOptions, MemoryStore};
/// // A known seed for the example; `IdRng` in a program.
/// let rng = ChaCha8Rng::seed_from_u64(1);
/// let options = KeyOptions { blocks: 100..=10_000, ..KeyOptions::new("person")? };
/// let store = MemoryStore::new(SystemClock);
/// let (mut keeper, mut keys) = options.keys(store, SystemClock, rng)?;
/// assert_eq!(keys.take(), Err(GenerateError::Spent), "nothing was fetched yet");
/// keeper.extend()?;
/// assert_eq!(keys.take(), Ok(1));
/// assert_eq!(keys.take_many(500), Ok(2..101), "what the block has left");
/// // In a program: `std::thread::spawn(move || keeper.run(|error| eprintln!("{error}")))`.
/// keeper.extend()?;
/// assert_eq!(keys.take(), Ok(101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "keys that are dropped are given back"]
pub struct KeyBlocks<const SHARED: bool = false> {
    blocks: Arc<Blocks>,
    guard: ForkGuard,
}

impl KeyBlocks {
    /// The same keys, for any number of threads.
    #[inline]
    pub fn shared(self) -> KeyBlocks<true> {
        KeyBlocks::new(&self.blocks, self.guard)
    }
}

impl Clone for KeyBlocks<true> {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(&self.blocks, self.guard)
    }
}

impl<const SHARED: bool> KeyBlocks<SHARED> {
    fn new(blocks: &Arc<Blocks>, guard: ForkGuard) -> Self {
        blocks.opened();
        Self { blocks: Arc::clone(blocks), guard }
    }

    /// The next key.
    ///
    /// # Errors
    /// [`GenerateError::Spent`] until the keeper has fetched a block: it is at work, or the store is away, or the keeper
    /// has ended, and [`KeyKeeper::run`] says which. A loop that waits needs a limit: after the keeper has ended no
    /// block comes. [`GenerateError::Exhausted`] if no key below the limit is left, also while the store is away: a later
    /// call may find one that another holder gives back. [`GenerateError::Forked`]. No key is taken.
    #[inline]
    pub fn take(&mut self) -> Result<u64, GenerateError> {
        Ok(self.advance(|next, granted| run(next, granted, 1, 1))?.start)
    }

    /// The next keys, consecutive: at most `count`, and at least one unless `count` is 0.
    ///
    /// It ends where the block ends. Call it again for the rest, from the next block: so no key is
    /// lost. For exactly `count` consecutive keys call `luuid::Keys::reserve`. That skips the rest of a block that is
    /// too short.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    #[inline]
    pub fn take_many(&mut self, count: u64) -> Result<Range<u64>, GenerateError> {
        self.advance(|next, granted| run(next, granted, count.min(1), count))
    }

    /// Issues only keys above `last` from now on, for example after keys were inserted by hand.
    ///
    /// Only upwards: a key below those already issued changes nothing. The keeper also raises the
    /// end in the store, which then grants no keys up to `last`. Every other holder whose blocks
    /// may contain such keys has to rebase as well.
    ///
    /// # Errors
    /// [`GenerateError::Forked`].
    #[inline]
    pub fn rebase(&mut self, last: u64) -> Result<(), GenerateError> {
        let past = last.saturating_add(1);
        self.advance(|next, _| Ok(next.max(past)..next.max(past))).map(drop)
    }

    /// How many keys are left of the blocks that were fetched, at this moment.
    #[inline]
    pub fn left(&self) -> u64 {
        self.blocks.left()
    }
}

/// At least and at most this number of keys from this one on, of those that are granted.
#[inline]
fn run(next: u64, granted: Range<u64>, least: u64, most: u64) -> Result<Range<u64>, GenerateError> {
    match next..next.saturating_add(most).min(granted.end) {
        _ if next == u64::MAX => Err(GenerateError::Exhausted),
        keys if most == 0 || next.saturating_add(least) <= keys.end => Ok(next..keys.end.max(next)),
        _ => Err(GenerateError::Spent),
    }
}

impl<const SHARED: bool> Drop for KeyBlocks<SHARED> {
    #[inline]
    fn drop(&mut self) {
        // The child's copy is not one of the parent's handles, and a lock that another thread held
        // during the fork stays locked.
        if !self.guard.forked() {
            self.blocks.closed();
        }
    }
}

/// Positions are keys, and so are ticks.
impl<const SHARED: bool> Counter for KeyBlocks<SHARED> {
    const SHARED: bool = SHARED;

    /// Takes consecutive keys of one block. The rest of a block that is too short is skipped: those
    /// keys are never issued.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the rules pass through memory")]
    fn advance(
        &mut self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
        if self.guard.forked() {
            return Err(GenerateError::Forked);
        }
        self.blocks.advance::<SHARED>(step)
    }
}
