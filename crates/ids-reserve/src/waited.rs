//! A store that is waited for.

use core::time::Duration;
use std::{
    boxed::Box,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Instant,
};

use crate::{StoreError, bell::Pauses};

/// What hears of a wait.
type Tell = Box<dyn FnMut(Option<&StoreError>) + Send>;

/// A store that is waited for while it is out of reach, because it starts, is moved, or is away: for those who call a
/// store, and for a first claim. A keeper asks again by itself.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::{MemoryStore, Store, SystemClock, Waited};
/// let store = MemoryStore::new(SystemClock);
/// let mut store = Waited::new(store, Duration::from_secs(10), |error| match error {
///     Some(error) => eprintln!("waiting: {error}"),
///     None => eprintln!("waiting for an answer"),
/// });
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[expect(missing_debug_implementations, reason = "what is told has no text")]
pub struct Waited<S> {
    store: S,
    wait: Duration,
    tell: Tell,
    /// When the store began to be out of reach.
    away: Option<Instant>,
}

impl<S> Waited<S> {
    /// After [`StoreError::Unavailable`] a call sleeps, from 10 ms up to a second, and asks again, for `wait` in all, in
    /// one call or several. When the time is over, each call asks once, until the store has answered. `tell` hears each
    /// error after which it asks again, and `None` where an answer takes longer than a second: each call has a thread for
    /// that.
    #[inline]
    pub fn new(
        store: S,
        wait: Duration,
        tell: impl FnMut(Option<&StoreError>) + Send + 'static,
    ) -> Self {
        Self { store, wait, tell: Box::new(tell), away: None }
    }

    /// Makes a call of the store, perhaps again and again.
    ///
    /// # Errors
    /// Those of the call; the last one if the time is over.
    #[inline]
    pub fn ask<T>(
        &mut self,
        mut call: impl FnMut(&mut S) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let Self { store, wait, tell, away } = self;
        let (begun, mut pauses) = (Instant::now(), Pauses::NEW);
        loop {
            let ((done, ended), told) = (channel::<()>(), &mut *tell);
            let answer = thread::scope(|scope| {
                // Without a thread nothing is said before the answer.
                let _speaks = thread::Builder::new().spawn_scoped(scope, move || {
                    if ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout)
                    {
                        told(None);
                    }
                });
                let answer = call(store);
                drop(done);
                answer
            });
            let Err(error @ StoreError::Unavailable(_)) = &answer else {
                *away = None;
                return answer;
            };
            match wait.checked_sub(away.get_or_insert(begun).elapsed()) {
                None | Some(Duration::ZERO) => return answer,
                Some(left) => {
                    tell(Some(error));
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
