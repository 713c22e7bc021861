//! The keeper of keys: what asks the store.

use core::ops::Range;
use std::{sync::Arc, vec::Vec};

use ids_core::{Clock, clock::ForkGuard};
use rand_core::TryRng;

use super::{KeyBlocks, blocks::Blocks, size::Size};
use crate::{
    Amount, Fingerprint, Holder, KeyOptions, Resource, Span, Store, StoreError, asker::Asker,
    bell::Pauses,
};

/// Fetches blocks of keys ahead of need, and gives back what is left at the end.
///
/// It has the store, and a clock that only decides how large blocks are: any clock, even one that
/// steps. Run it on a thread, or in `tokio::task::spawn_blocking`: the keeper starts none.
///
/// ```
/// use ids_reserve::{KeyOptions, MemoryStore, SysRng, SystemClock};
/// let store = MemoryStore::new(SystemClock);
/// let (mut keeper, mut keys) = KeyOptions::new("person")?.keys(store, SystemClock, SysRng)?;
/// // The first block before the first taker: a store that is away shows here.
/// keeper.extend()?;
/// let keeper = std::thread::spawn(move || keeper.run(|error| eprintln!("{error}")));
/// assert_eq!(keys.take()?, 1);
/// // The last handle is gone: the keeper gives back the other keys, and ends.
/// drop(keys);
/// assert!(keeper.join().is_ok_and(|ended| ended.is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct KeyKeeper<S, C, R> {
    store: S,
    clock: C,
    asker: Asker<R>,
    blocks: Arc<Blocks>,
    limit: u64,
    prefetch: u8,
    size: Size,
    granted: u64,
    /// The end was raised to here after takers passed by keys.
    raised: u64,
}

impl KeyOptions {
    /// A keeper, and the keys that it fetches. It asks nothing of the store yet.
    ///
    /// `rng` names the requests: take [`SysRng`](crate::SysRng), because the state of any other one is
    /// copied with a virtual machine.
    ///
    /// # Errors
    /// [`StoreError::Entropy`] if the random source fails; [`StoreError::Invalid`] if the options
    /// do not fit together.
    #[inline]
    pub fn keys<S: Store, C: Clock, R: TryRng>(
        &self,
        store: S,
        clock: C,
        mut rng: R,
    ) -> Result<(KeyKeeper<S, C, R>, KeyBlocks), StoreError> {
        self.check()?;
        let fingerprint = Fingerprint::of_keys(self.keys.clone()).with_group(self.group);
        let fingerprint = fingerprint.with_separate(self.separate);
        let holder = Holder::random(&mut rng, &self.label)?;
        let resource = Resource { namespace: self.namespace.clone(), number: 0 };
        let blocks = Arc::new(Blocks::new(self.keys.start, *self.blocks.end()));
        let handle = KeyBlocks::new(&blocks, ForkGuard::new());
        let keeper = KeyKeeper {
            store,
            clock,
            asker: Asker::new(rng, holder, resource, fingerprint, 0),
            blocks,
            limit: self.keys.end,
            prefetch: self.prefetch,
            size: Size::new(self.blocks.clone(), self.lasting.clone()),
            granted: 0,
            raised: self.keys.start,
        };
        Ok((keeper, handle))
    }
}

impl<S: Store, C: Clock, R: TryRng> KeyKeeper<S, C, R> {
    /// Does what is due: it fetches the blocks that are wanted, raises the end after a rebase, and
    /// gives back what is left after the last handle was dropped. Then there is nothing more to do,
    /// and it returns `false`.
    ///
    /// After an error, call it again if the error [is transient](StoreError::is_transient): it asks
    /// with the same request, so that a lost reply wastes nothing.
    ///
    /// # Errors
    /// Those of the store. After [`StoreError::Lost`], because a copy of this process has fetched a
    /// block, and after [`StoreError::Restored`], [`StoreError::Layout`], [`StoreError::Schema`] and
    /// [`StoreError::Broken`] the keys that are left are neither issued nor given back, because the
    /// store may grant them to another. [`StoreError::Forked`] in a child.
    #[inline]
    pub fn extend(&mut self) -> Result<bool, StoreError> {
        self.asker.check_fork()?;
        self.blocks.bell.clear();
        self.work().inspect_err(|error| {
            if error.ends_grants() {
                self.blocks.close();
            }
        })
    }

    /// Extends whenever it is due, and sleeps in between, until every handle was dropped. While the
    /// store is away it asks again, after 10 ms at first and up to a second later. `tell` hears each error after which
    /// it does, for a log: why keys may be [spent](ids_core::GenerateError::Spent) soon. It asks again, too, while no key
    /// is left, and takers ask for one: others may give some back.
    ///
    /// # Errors
    /// Those of the store that asking again does not mend. After the last handle was dropped, any:
    /// then it asks only once, and what it could not give back is never issued.
    #[inline]
    pub fn run(&mut self, mut tell: impl FnMut(&StoreError)) -> Result<(), StoreError> {
        let mut pauses = Pauses::NEW;
        loop {
            match self.extend() {
                Ok(false) => return Ok(()),
                Ok(true) => {
                    if self.blocks.is_exhausted() {
                        // Takers that find nothing ask for what others give back: not too often.
                        self.blocks.bell.sleep(pauses.next(), || self.blocks.is_closed());
                    } else {
                        pauses = Pauses::NEW;
                    }
                    self.blocks.bell.wait();
                }
                Err(error) if error.is_transient() && !self.blocks.is_closed() => {
                    tell(&error);
                    self.blocks.bell.sleep(pauses.next(), || self.blocks.is_closed());
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The keys of which it fetches blocks, as [`Store::raise`] and [`Store::spans`] name them.
    #[inline]
    pub const fn resource(&self) -> &Resource {
        &self.asker.resource
    }

    fn work(&mut self) -> Result<bool, StoreError> {
        if self.blocks.is_closed() {
            return self.give_back();
        }
        while self.blocks.is_due() {
            match self.fetch() {
                // Unless others give some back: it asks again when a taker finds none.
                Err(StoreError::Exhausted { .. }) => {
                    self.blocks.exhaust();
                    break;
                }
                Err(error) => return Err(error),
                Ok(keys) => {
                    let used = (keys.end - keys.start).saturating_mul(self.prefetch.into());
                    let due = keys.start.saturating_add(used.div_ceil(100).max(1));
                    self.blocks.put(&keys, due);
                }
            }
        }
        let floor = self.blocks.floor();
        if floor > self.raised && self.asker.holds {
            self.store.raise(&self.asker.resource, floor.min(self.limit))?;
            self.raised = floor;
        }
        Ok(true)
    }

    /// The next block.
    fn fetch(&mut self) -> Result<Range<u64>, StoreError> {
        let blocks = &self.blocks;
        let used = self.granted.saturating_sub(blocks.left());
        // Without a time the size grows, as after a step backwards.
        let now = self.clock.now().unwrap_or_default();
        let count = self.size.next(now, used).max(self.blocks.wanted());
        // Of returned keys only those above all that it had: so its own keys increase.
        let at_least = blocks.next().max(blocks.end());
        let amount = Amount::Keys { count, at_least, limit: self.limit };
        let Span { range, .. } = self.asker.ask(&mut self.store, amount)?;
        self.size.granted(now, used);
        self.granted = self.granted.saturating_add(range.end - range.start);
        Ok(range)
    }

    /// Returns what is left, once.
    fn give_back(&mut self) -> Result<bool, StoreError> {
        let mut unused: Vec<_> = self.blocks.rest().into();
        if self.asker.waits() {
            // The block of a request whose reply was lost. If it was not granted, it is now.
            match self.fetch() {
                Ok(keys) => unused.push(keys.start.max(self.blocks.next())..keys.end),
                Err(StoreError::Exhausted { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        unused.retain(|keys| !keys.is_empty());
        if self.asker.holds {
            self.asker.release(&mut self.store, &unused)?;
        }
        self.blocks.close();
        Ok(false)
    }
}
