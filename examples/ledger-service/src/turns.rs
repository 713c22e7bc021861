//! Requests that append to one ledger share commits: the one whose turn it is takes all that wait. Waiting requests
//! have no thread, and their number is limited. So a ledger that another process has locked takes one thread, and
//! the others go on.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use evently_ledger::EventId;
use tokio::{
    sync::{Mutex as Turn, OwnedSemaphorePermit, Semaphore, oneshot},
    task::spawn_blocking,
};

use crate::{problem::Problem, requests::Append};

/// How many ledgers are remembered, besides those with a request at work.
const KNOWN: usize = 64;

/// The ids of a request's events, or why none of them is appended.
pub type Answer = Result<Vec<EventId>, Problem>;

/// Those who append, for each ledger.
pub struct Queues {
    appends: usize,
    queues: Mutex<HashMap<String, Arc<Queue>>>,
}

struct Queue {
    places: Arc<Semaphore>,
    waiting: Mutex<Vec<Waiting>>,
    turn: Arc<Turn<()>>,
}

struct Waiting {
    request: Append,
    answer: oneshot::Sender<Answer>,
    place: OwnedSemaphorePermit,
}

impl Queues {
    /// For each ledger at most `appends` requests at once.
    pub fn new(appends: usize) -> Self {
        Self { appends, queues: Mutex::default() }
    }

    /// Appends the events of a request, together with those of the others that wait, by what `store` does without a
    /// turn in between. It has an answer for each.
    ///
    /// A client that goes away before its turn has stored nothing; later its events are stored all the same.
    ///
    /// # Errors
    /// [`Problem`]; also if too many wait already.
    pub async fn append(
        &self,
        ledger: &str,
        request: Append,
        store: impl FnOnce(&[Append]) -> Vec<Answer> + Send + 'static,
    ) -> Answer {
        let queue = self.queue(ledger);
        let place = Arc::clone(&queue.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::busy("too many clients append to this ledger"))?;
        // Dropped after the receiver: then a request without a receiver is not in the way of other requests.
        let _leaves = Leaves(&queue);
        let (answer, mut answered) = oneshot::channel();
        locked(&queue.waiting).push(Waiting { request, answer, place });
        let turn = Arc::clone(&queue.turn).lock_owned().await;
        if let Ok(answer) = answered.try_recv() {
            return answer;
        }
        let all = mem::take(&mut *locked(&queue.waiting));
        let work = move || {
            // Taken along: it ends with the work, whether or not the client has waited for it.
            let _turn = turn;
            let all = all.into_iter().filter(|waiting| !waiting.answer.is_closed());
            let (requests, waiting): (Vec<_>, Vec<_>) =
                all.map(|waiting| (waiting.request, (waiting.answer, waiting.place))).unzip();
            for ((waiting, place), answer) in waiting.into_iter().zip(store(&requests)) {
                drop(place);
                // Who has gone away does not want it.
                let _ = waiting.send(answer);
            }
        };
        spawn_blocking(work).await.map_err(|error| Problem::failed(&error))?;
        answered.try_recv().map_err(|error| Problem::failed(&error))?
    }

    fn queue(&self, ledger: &str) -> Arc<Queue> {
        let mut queues = locked(&self.queues);
        if queues.len() >= KNOWN {
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let new = || {
            let places = Arc::new(Semaphore::new(self.appends));
            Arc::new(Queue { places, waiting: Mutex::default(), turn: Arc::default() })
        };
        Arc::clone(queues.entry(ledger.to_owned()).or_insert_with(new))
    }
}

/// Takes requests without a receiver out of the queue.
struct Leaves<'q>(&'q Queue);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        locked(&self.0.waiting).retain(|waiting| !waiting.answer.is_closed());
    }
}

/// What a thread that panicked has left is whole: a store recovers by itself.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
