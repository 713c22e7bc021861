//! What the handles of keys and their keeper share.

use core::{
    ops::Range,
    sync::atomic::{
        AtomicU8,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};

#[cfg(not(loom))]
use core::sync::atomic::AtomicU64;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use ids_core::GenerateError;

use super::{
    KeyError,
    blocks::{Blocks, Lack},
};
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
    state: AtomicU8,
}

/// How the keeper is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It fetches, or has fetched.
    Well,
    /// The store did not answer.
    Away,
    /// There are no more keys, unless others give some back.
    Exhausted,
    /// It has ended.
    Ended,
}

impl State {
    const ALL: [Self; 4] = [Self::Well, Self::Away, Self::Exhausted, Self::Ended];
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

    pub(super) fn state(&self) -> State {
        State::ALL[usize::from(self.state.load(Relaxed) & 3)]
    }

    pub(super) fn set(&self, state: State) {
        self.state.store(state as u8, Relaxed);
    }

    /// The most consecutive keys that a taker did not find; 0 if all did.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.load(Relaxed)
    }

    /// There is a block of this number of keys.
    pub(super) fn found(&self, count: u64) {
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
                let is_last = self.state() == State::Exhausted;
                Err(if is_last { GenerateError::Exhausted } else { GenerateError::Spent })
            }
        }
    }

    /// The same refusal, with what the keeper knows.
    #[cold]
    pub(super) fn why(&self, refusal: GenerateError) -> KeyError {
        match refusal {
            GenerateError::Forked => KeyError::Forked,
            GenerateError::Exhausted => KeyError::Exhausted,
            GenerateError::TooMany { max } => KeyError::TooMany { max },
            _ => match self.state() {
                State::Away => KeyError::Away,
                State::Ended => KeyError::Ended,
                State::Well | State::Exhausted => KeyError::Spent,
            },
        }
    }
}
