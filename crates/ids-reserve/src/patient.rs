//! A store that is waited for.

use core::{fmt, time::Duration};
use std::{boxed::Box, thread, time::Instant};

use crate::{StoreError, bell::Pauses};

/// A store whose calls wait while it is out of reach: because it starts, is moved, or is away.
///
/// After [`StoreError::Unavailable`] it sleeps, from 10 ms up to a second, and asks again, as every call may
/// be made again. When the time is over, each call asks once, until the store has answered. A keeper does so by
/// itself: this is for those who call a store, and for a first claim.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::{MemoryStore, Patient, Store, SystemClock};
/// let store = MemoryStore::new(SystemClock);
/// let mut store = Patient::new(store, Duration::from_secs(10), |error| eprintln!("{error}"));
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
pub struct Patient<S> {
    store: S,
    wait: Duration,
    /// When the store began to be out of reach.
    away: Option<Instant>,
    tell: Box<dyn FnMut(&StoreError) + Send>,
}

impl<S> Patient<S> {
    /// Waits for a limited time, in one call or several, until the store answers. `tell` hears each error after
    /// which it asks again.
    #[inline]
    pub fn new(store: S, wait: Duration, tell: impl FnMut(&StoreError) + Send + 'static) -> Self {
        Self { store, wait, away: None, tell: Box::new(tell) }
    }

    /// Does this with the store, again and again while it is out of reach.
    ///
    /// # Errors
    /// As the call says; [`StoreError::Unavailable`] when the time is over.
    #[inline]
    pub fn ask<T>(
        &mut self,
        mut call: impl FnMut(&mut S) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (begun, mut pauses) = (Instant::now(), Pauses::NEW);
        loop {
            let answer = call(&mut self.store);
            let Err(error @ StoreError::Unavailable(_)) = &answer else {
                self.away = None;
                return answer;
            };
            let away = self.away.get_or_insert(begun).elapsed();
            match self.wait.checked_sub(away) {
                None | Some(Duration::ZERO) => return answer,
                Some(left) => {
                    (self.tell)(error);
                    thread::sleep(pauses.next().min(left));
                }
            }
        }
    }

    pub(crate) fn through<T>(
        &mut self,
        _writes: bool,
        call: impl FnMut(&mut S) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.ask(call)
    }
}

impl<S: fmt::Debug> fmt::Debug for Patient<S> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { store, wait, .. } = self;
        f.debug_struct("Patient").field("store", store).field("wait", wait).finish_non_exhaustive()
    }
}
