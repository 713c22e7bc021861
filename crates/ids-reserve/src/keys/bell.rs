//! The signal that wakes a keeper.

use core::{
    sync::atomic::{
        AtomicBool,
        Ordering::{AcqRel, Relaxed},
    },
    time::Duration,
};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Rung by takers, heard by the keeper. It stays rung until the keeper clears it.
#[derive(Debug, Default)]
pub(super) struct Bell {
    rung: AtomicBool,
    sleeping: Mutex<()>,
    changed: Condvar,
}

impl Bell {
    /// Rings, without a step that other takers wait for. It may miss a keeper that clears at this
    /// moment; the next taker does not.
    #[inline]
    pub(super) fn nudge(&self) {
        if !self.rung.load(Relaxed) {
            self.ring();
        }
    }

    /// Rings. The keeper sees all that came before.
    #[cold]
    #[inline(never)]
    pub(super) fn ring(&self) {
        if !self.rung.swap(true, AcqRel) {
            // The keeper has the lock from its look at `rung` to its sleep, so it does not miss this.
            drop(self.lock());
            self.changed.notify_all();
        }
    }

    /// From here on it can be rung again. What came before it was rung is seen.
    pub(super) fn clear(&self) {
        self.rung.swap(false, AcqRel);
    }

    /// Sleeps until it is rung.
    pub(super) fn wait(&self) {
        let quiet = |(): &mut ()| !self.rung.load(Relaxed);
        drop(self.changed.wait_while(self.lock(), quiet).unwrap_or_else(PoisonError::into_inner));
    }

    /// Sleeps for `pause`, or until it is rung when `done`.
    pub(super) fn sleep(&self, pause: Duration, done: impl Fn() -> bool) {
        let on = |(): &mut ()| !done();
        let slept = self.changed.wait_timeout_while(self.lock(), pause, on);
        drop(slept.unwrap_or_else(PoisonError::into_inner));
    }

    /// It guards no data.
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.sleeping.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
