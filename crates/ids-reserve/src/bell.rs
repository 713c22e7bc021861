//! How a keeper sleeps, and the signal that wakes it.

use core::{
    sync::atomic::{
        AtomicBool,
        Ordering::{AcqRel, Relaxed},
    },
    time::Duration,
};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Rung by takers, or to end, and heard by the keeper. It stays rung until the keeper clears it.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    rung: AtomicBool,
    sleeping: Mutex<()>,
    changed: Condvar,
}

impl Bell {
    /// Rings, without a step that other takers wait for. It may miss a keeper that clears at this
    /// moment; the next taker does not.
    #[inline]
    pub(crate) fn nudge(&self) {
        if !self.is_rung() {
            self.ring();
        }
    }

    /// Rings. The keeper sees all that came before.
    #[cold]
    #[inline(never)]
    pub(crate) fn ring(&self) {
        if !self.rung.swap(true, AcqRel) {
            // The keeper has the lock from its look at `rung` to its sleep, so it does not miss this.
            drop(self.lock());
            self.changed.notify_all();
        }
    }

    /// Whether it was rung.
    pub(crate) fn is_rung(&self) -> bool {
        self.rung.load(Relaxed)
    }

    /// From here on it can be rung again. What came before it was rung is seen.
    pub(crate) fn clear(&self) {
        self.rung.swap(false, AcqRel);
    }

    /// Sleeps until it is rung.
    pub(crate) fn wait(&self) {
        let quiet = |(): &mut ()| !self.is_rung();
        drop(self.changed.wait_while(self.lock(), quiet).unwrap_or_else(PoisonError::into_inner));
    }

    /// Sleeps for `pause`, or until it is rung when `done`.
    pub(crate) fn sleep(&self, pause: Duration, done: impl Fn() -> bool) {
        let on = |(): &mut ()| !done();
        let slept = self.changed.wait_timeout_while(self.lock(), pause, on);
        drop(slept.unwrap_or_else(PoisonError::into_inner));
    }

    /// It guards no data.
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.sleeping.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pauses that grow: 10 ms, then twice as long each time, up to a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pauses(Duration);

impl Pauses {
    /// From the shortest one on.
    pub(crate) const NEW: Self = Self(Duration::from_millis(10));

    /// The pause to make now. The next one is longer.
    pub(crate) fn next(&mut self) -> Duration {
        let longer = self.0.saturating_mul(2).min(Duration::from_secs(1));
        core::mem::replace(&mut self.0, longer)
    }
}
