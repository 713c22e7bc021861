//! Threads that work for each other: the one that came first does what all wait for.

use core::mem;
use std::{collections::VecDeque, sync::PoisonError};

#[cfg(loom)]
use loom::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread::yield_now,
};
#[cfg(not(loom))]
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread::yield_now,
};

use super::YIELDS;

/// Items of many threads, which are worked on in the order in which they came, several at a time.
pub(super) struct Turns<T, A> {
    queue: Mutex<Queue<T, A>>,
}

struct Queue<T, A> {
    /// The first one leads, or will be told to.
    waiting: VecDeque<Arc<Place<T, A>>>,
    is_led: bool,
    /// How many are likely to wait soon: those of the last leader, if they come again, and those that waited then.
    likely: usize,
}

/// Where a thread waits.
struct Place<T, A> {
    state: Mutex<State<T, A>>,
    changed: Condvar,
}

enum State<T, A> {
    Waits(T),
    Leads(T),
    /// A leader works on it.
    Taken,
    Done(A),
    /// The leader has panicked.
    Lost,
}

impl<T, A> Turns<T, A> {
    #[cfg_attr(
        not(loom),
        expect(clippy::missing_const_for_fn, reason = "the mutex of loom is not")
    )]
    pub(super) fn new() -> Self {
        Self { queue: Mutex::new(Queue { waiting: VecDeque::new(), is_led: false, likely: 0 }) }
    }

    pub(super) fn waiting(&self) -> usize {
        lock(&self.queue).waiting.len()
    }

    /// Waits until a thread has worked on this item, and returns its answer.
    ///
    /// The thread whose item is the first to wait takes it and those behind it, as long as they fit, and does the work,
    /// which has an answer for each. Then the next one leads.
    ///
    /// # Panics
    /// The thread that worked on this item has panicked.
    pub(super) fn take(
        &self,
        item: T,
        fits: impl FnMut(&T) -> bool,
        work: impl FnOnce(Vec<T>) -> Vec<A>,
    ) -> A {
        let own =
            Arc::new(Place { state: Mutex::new(State::Waits(item)), changed: Condvar::new() });
        let leads = {
            let mut queue = lock(&self.queue);
            queue.waiting.push_back(Arc::clone(&own));
            !mem::replace(&mut queue.is_led, true)
        };
        if !leads {
            if let Some(answer) = own.wait() {
                return answer;
            }
        }
        let mut lead = Lead { turns: self, taken: Vec::new() };
        let items = lead.take(fits);
        let answers = work(items);
        {
            let mut queue = lock(&self.queue);
            queue.likely = queue.waiting.len() + answers.len();
        }
        for (place, answer) in lead.taken.drain(..).zip(answers) {
            place.put(State::Done(answer));
        }
        drop(lead);
        own.wait().expect("an answer for each item")
    }
}

impl<T, A> Place<T, A> {
    fn put(&self, state: State<T, A>) {
        *lock(&self.state) = state;
        self.changed.notify_one();
    }

    /// Waits for the answer; `None` if this thread leads first.
    fn wait(&self) -> Option<A> {
        let mut state = lock(&self.state);
        loop {
            match mem::replace(&mut *state, State::Taken) {
                State::Done(answer) => return Some(answer),
                State::Lost => {
                    panic!("the thread that stored these events with its own has panicked")
                }
                leads @ State::Leads(_) => {
                    *state = leads;
                    return None;
                }
                waits => *state = waits,
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The turn of a thread, which ends with it.
struct Lead<'t, T, A> {
    turns: &'t Turns<T, A>,
    taken: Vec<Arc<Place<T, A>>>,
}

impl<T, A> Lead<'_, T, A> {
    /// Takes the first item, and those behind it that fit.
    fn take(&mut self, mut fits: impl FnMut(&T) -> bool) -> Vec<T> {
        let (mut queue, mut items) = (lock(&self.turns.queue), Vec::new());
        for _ in 0..YIELDS {
            if queue.waiting.len() >= queue.likely {
                break;
            }
            drop(queue);
            yield_now();
            queue = lock(&self.turns.queue);
        }
        while let Some(place) = queue.waiting.front() {
            let mut state = lock(&place.state);
            match mem::replace(&mut *state, State::Taken) {
                State::Waits(item) | State::Leads(item) if items.is_empty() || fits(&item) => {
                    items.push(item);
                }
                other => {
                    *state = other;
                    break;
                }
            }
            drop(state);
            self.taken.extend(queue.waiting.pop_front());
        }
        items
    }
}

impl<T, A> Drop for Lead<'_, T, A> {
    fn drop(&mut self) {
        for place in self.taken.drain(..) {
            place.put(State::Lost);
        }
        let mut queue = lock(&self.turns.queue);
        let Some(next) = queue.waiting.front() else {
            queue.is_led = false;
            return;
        };
        let mut state = lock(&next.state);
        if let State::Waits(item) = mem::replace(&mut *state, State::Taken) {
            *state = State::Leads(item);
        }
        next.changed.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
