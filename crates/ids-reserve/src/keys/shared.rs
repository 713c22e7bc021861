//! What the handles of keys and their keeper share.

use core::{
    ops::Range,
    sync::atomic::{
        AtomicBool,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};

#[cfg(not(loom))]
use core::sync::atomic::AtomicU64;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use ids_core::GenerateError;

use super::blocks::{Blocks, Lack};
use crate::bell::Bell;

/// The blocks, and what takers and the keeper tell each other about them.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) blocks: Blocks,
    pub(super) bell: Bell,
    /// The most keys that the keeper asks for at once.
    largest: u64,
    /// How many handles there are.
    handles: AtomicU64,
    /// The most consecutive keys that a taker did not find.
    wanted: AtomicU64,
    /// Takers have passed by all keys below this without taking them.
    floor: AtomicU64,
    /// Whether the store had no key left.
    exhausted: AtomicBool,
}

impl Shared {
    pub(super) fn new(first: u64, largest: u64) -> Self {
        Self { blocks: Blocks::new(first), largest, ..Self::default() }
    }

    /// One more handle.
    pub(super) fn opened(&self) {
        self.handles.fetch_add(1, Relaxed);
    }

    /// One handle less. The keeper sees all that it took.
    pub(super) fn closed(&self) {
        if self.handles.fetch_sub(1, AcqRel) == 1 {
            self.bell.ring();
        }
    }

    /// Whether no taker can take a key any more.
    pub(super) fn is_closed(&self) -> bool {
        self.handles.load(Acquire) == 0
    }

    /// Whether there are no more keys, unless others give some back.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Relaxed)
    }

    /// Nothing was found.
    pub(super) fn exhaust(&self) {
        self.exhausted.store(true, Relaxed);
    }

    /// The most consecutive keys that a taker did not find; 0 if all did.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.load(Relaxed)
    }

    /// There is a block of this number of keys.
    pub(super) fn found(&self, count: u64) {
        self.exhausted.store(false, Relaxed);
        let rest = |wanted| (wanted <= count).then_some(0);
        let _unchanged = self.wanted.fetch_update(Relaxed, Relaxed, rest);
    }

    /// Where takers have moved past keys.
    pub(super) fn floor(&self) -> u64 {
        self.floor.load(Relaxed)
    }

    /// The answer to a taker who found no key.
    #[cold]
    pub(super) fn refuse(&self, lack: Lack) -> Result<Range<u64>, GenerateError> {
        match lack {
            Lack::Refused(refusal) => Err(refusal),
            Lack::Raised { next } => {
                self.floor.fetch_max(next, Relaxed);
                self.bell.ring();
                Ok(next..next)
            }
            Lack::Short { count } if count > self.largest => {
                Err(GenerateError::TooMany { max: self.largest })
            }
            Lack::Short { count } => {
                self.wanted.fetch_max(count, Relaxed);
                self.bell.ring();
                Err(if self.is_exhausted() {
                    GenerateError::Exhausted
                } else {
                    GenerateError::Spent
                })
            }
        }
    }
}
