//! A store across a network that says when an answer takes its time.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use ids_reserve::Store;

use super::told::Told;

/// How long an answer may take before it is said that it is waited for.
const SECOND: Duration = Duration::from_secs(1);

/// A store whose calls say after a second that they wait.
#[derive(Debug)]
pub(super) struct Watched<S> {
    store: S,
    told: Told,
}

impl<S> Watched<S> {
    pub(super) fn new(store: S) -> Self {
        Self { store, told: Told::default() }
    }

    pub(super) fn told(&self) -> Told {
        self.told.clone()
    }
}

impl<S: Send> Watched<S> {
    /// Makes a call. Another thread speaks, since this one waits.
    pub(super) fn watch<T>(&mut self, call: impl FnOnce(&mut S) -> T) -> T {
        const WAITING: &str =
            "waiting: the store has not answered: it is locked by another process, or slow";
        let Self { store, told } = self;
        let (begun, (done, ended)) = (Instant::now(), channel::<()>());
        thread::scope(|scope| {
            let speaker = told.clone();
            // Without a thread nothing is said before the answer.
            let _speaks = thread::Builder::new().spawn_scoped(scope, move || {
                if ended.recv_timeout(SECOND) == Err(RecvTimeoutError::Timeout) {
                    speaker.say(WAITING);
                }
            });
            let answer = call(store);
            // On a busy machine the other thread may come to it too late.
            if begun.elapsed() >= SECOND {
                told.say(WAITING);
            }
            drop(done);
            answer
        })
    }

    fn through<T>(&mut self, _writes: bool, call: impl FnOnce(&mut S) -> T) -> T {
        self.watch(call)
    }
}

ids_reserve::through!([S: Store + Send] Watched<S>);
