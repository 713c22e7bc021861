//! Threads that work for each other: the one that came first does what all wait for.

use core::mem;
use std::{
    collections::VecDeque,
    sync::{PoisonError, mpsc::RecvError},
};

#[cfg(loom)]
use loom::{
    sync::{
        Mutex, MutexGuard,
        mpsc::{Sender, channel},
    },
    thread::yield_now,
};
#[cfg(not(loom))]
use std::{
    sync::{
        Mutex, MutexGuard,
        mpsc::{Sender, channel},
    },
    thread::yield_now,
};

use super::YIELDS;

/// Items of many threads, which are worked on in the order in which they came, several at a time.
pub(super) struct Turns<T, A> {
    queue: Mutex<Queue<T, A>>,
}

struct Queue<T, A> {
    /// The first one leads, or will be told to.
    waiting: VecDeque<Waiting<T, A>>,
    is_led: bool,
    /// How many are likely to wait soon: those of the last leader, if they come again, and those that waited then.
    likely: usize,
}

/// An item, and what tells its thread.
type Waiting<T, A> = (T, Sender<Told<A>>);

/// What a thread that waits is told. A leader that has panicked tells nothing.
enum Told<A> {
    Lead,
    Done(A),
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
        self.lock().waiting.len()
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
        let (teller, told) = channel();
        let is_led = {
            let mut queue = self.lock();
            queue.waiting.push_back((item, teller));
            mem::replace(&mut queue.is_led, true)
        };
        if is_led {
            match told.recv() {
                Ok(Told::Done(answer)) => return answer,
                Ok(Told::Lead) => {}
                Err(RecvError) => {
                    panic!("the thread that stored these events with its own has panicked")
                }
            }
        }
        let turn = Turn(self);
        let (items, tellers): (Vec<_>, Vec<_>) = self.first(fits).into_iter().unzip();
        let mut answers = work(items).into_iter();
        {
            let mut queue = self.lock();
            queue.likely = queue.waiting.len() + answers.len();
        }
        let own = answers.next().expect("an answer for each item");
        for (teller, answer) in tellers.iter().skip(1).zip(answers) {
            // It waits.
            let _told = teller.send(Told::Done(answer));
        }
        drop(turn);
        own
    }

    /// Takes the first item, and those behind it that fit.
    fn first(&self, mut fits: impl FnMut(&T) -> bool) -> Vec<Waiting<T, A>> {
        let (mut queue, mut taken) = (self.lock(), Vec::new());
        for _ in 0..YIELDS {
            if queue.waiting.len() >= queue.likely {
                break;
            }
            drop(queue);
            yield_now();
            queue = self.lock();
        }
        while queue.waiting.front().is_some_and(|(item, _)| taken.is_empty() || fits(item)) {
            taken.extend(queue.waiting.pop_front());
        }
        taken
    }

    fn lock(&self) -> MutexGuard<'_, Queue<T, A>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of a thread. When it ends, the next one leads.
struct Turn<'t, T, A>(&'t Turns<T, A>);

impl<T, A> Drop for Turn<'_, T, A> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        match queue.waiting.front() {
            // It waits.
            Some((_, teller)) => drop(teller.send(Told::Lead)),
            None => queue.is_led = false,
        }
    }
}
