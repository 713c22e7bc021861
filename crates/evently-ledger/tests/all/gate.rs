//! A store that several appenders share, as a database, and that fails as a test wants.

use core::{
    error::Error,
    fmt, mem,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use std::sync::{Arc, Barrier, Mutex, PoisonError};

use evently_ledger::{
    Appender, EventId, Failure, MemoryStore, Profile, Record, Store, parallel::Verification,
};

use crate::{NOW, new};

/// What the store does next, once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Next {
    #[default]
    Work,
    /// Another writer is faster.
    Race,
    /// The records are not stored.
    Fail,
    /// They are stored, but the answer is lost.
    Lose,
    /// They are refused without a reason, and so is what follows.
    Refuse,
}

/// The event of the writer that is faster, which has the key "raced".
pub(crate) const RACED: &str = r#"{"event":"e","entities":{},"meta":{},"data":99}"#;

/// What a store has done, and what it does.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) kept: Mutex<MemoryStore>,
    pub(crate) next: Mutex<Next>,
    pub(crate) appends: AtomicUsize,
    pub(crate) opened: AtomicUsize,
    /// The append whose answer is lost.
    pub(crate) fails: AtomicUsize,
}

/// A store that is opened several times; it begins its first append when the test lets it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gate {
    pub(crate) log: Arc<Log>,
    pub(crate) gate: Option<Arc<Barrier>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// Whether anything is stored is not known.
    Lost,
    /// A record has the word "poison".
    Poison,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Error for Broken {}

impl Gate {
    pub(crate) fn kept<T>(&self, work: impl FnOnce(&mut MemoryStore) -> T) -> T {
        work(&mut self.log.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn next(&self, next: Next) -> Next {
        mem::replace(&mut self.log.next.lock().unwrap(), next)
    }

    pub(crate) fn verified(&self) -> Result<u64, Failure> {
        let (report, ended) = Verification::default().run_store(&mut self.clone());
        ended.unwrap();
        report.first.map_or(Ok(report.events), Err)
    }
}

impl Store for Gate {
    type Error = Broken;

    fn head(&mut self) -> Result<Option<(EventId, Profile)>, Broken> {
        Ok(self.kept(|kept| kept.head().unwrap()))
    }

    fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool, Broken> {
        if let Some(gate) = self.gate.take() {
            // It has begun; it goes on.
            gate.wait();
            gate.wait();
        }
        let has = |word: &[u8]| {
            records.iter().any(|record| record.json.windows(6).any(|own| own == word))
        };
        if has(b"poison") {
            return Err(Broken::Poison);
        }
        if has(b"behind") {
            return Ok(false);
        }
        let next = self.next(Next::Work);
        match next {
            Next::Fail => return Err(Broken::Lost),
            Next::Refuse => {
                // It goes on refusing.
                self.next(next);
                return Ok(false);
            }
            Next::Race => {
                let mut other = Appender::open(self.clone()).unwrap();
                other.append(&NOW, new(RACED).with_key("raced")).unwrap();
            }
            Next::Work | Next::Lose => {}
        }
        let count = self.log.appends.fetch_add(1, Relaxed) + 1;
        let stored = self.kept(|kept| kept.append(after, records).unwrap());
        let is_lost = next == Next::Lose || self.log.fails.load(Relaxed) == count;
        if is_lost { Err(Broken::Lost) } else { Ok(stored) }
    }

    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Broken> {
        Ok(self.kept(|kept| kept.find_key(key).unwrap()))
    }

    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Broken> {
        Ok(self.kept(|kept| kept.read(after, visit).unwrap()))
    }

    fn is_refusal(&self, error: &Broken) -> bool {
        *error == Broken::Poison
    }
}
