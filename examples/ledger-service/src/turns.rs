//! Whose turn it is to append to a ledger: those who wait have no thread, and are not too many. So a ledger
//! that somebody has locked takes one thread, and the others go on.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{Mutex as Turns, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// Ledgers that are remembered, but for those that somebody appends to.
const KNOWN: usize = 64;

/// Those who append, for each ledger.
pub struct Queues {
    appends: usize,
    queues: Mutex<HashMap<String, Arc<Queue>>>,
}

struct Queue {
    places: Arc<Semaphore>,
    turns: Arc<Turns<()>>,
}

/// The turn to append, until it is dropped.
pub struct Turn {
    _guard: OwnedMutexGuard<()>,
    _place: OwnedSemaphorePermit,
    /// It is in use.
    _queue: Arc<Queue>,
}

impl Queues {
    /// For each ledger so many at once.
    pub fn new(appends: usize) -> Self {
        Self { appends, queues: Mutex::default() }
    }

    /// Waits for the turn to append to a ledger.
    ///
    /// # Errors
    /// [`Problem`] if too many wait already.
    pub async fn turn(&self, ledger: &str) -> Result<Turn, Problem> {
        let queue = self.queue(ledger);
        let place = Arc::clone(&queue.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::busy("too many clients append to this ledger"))?;
        let guard = Arc::clone(&queue.turns).lock_owned().await;
        Ok(Turn { _guard: guard, _place: place, _queue: queue })
    }

    fn queue(&self, ledger: &str) -> Arc<Queue> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if queues.len() >= KNOWN {
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let new = || {
            let (places, turns) = (Arc::new(Semaphore::new(self.appends)), Arc::default());
            Arc::new(Queue { places, turns })
        };
        Arc::clone(queues.entry(ledger.to_owned()).or_insert_with(new))
    }
}
