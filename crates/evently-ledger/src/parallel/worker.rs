//! Chunks of records, verified apart from each other.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError, mpsc},
};

use super::report::{Failed, Why};
use crate::{
    Chunk, Digest, EventId, EventReader, Fault, JsonError, Limits, Profile, Verifier, records,
};

/// What is the same for all chunks.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) profile: Profile,
    pub(super) limits: Limits,
    pub(super) keep_going: bool,
    pub(super) digest: bool,
}

/// What a chunk has shown.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) records: u64,
    pub(super) events: u64,
    pub(super) unchecked: u64,
    pub(super) failures: Vec<Failed>,
    pub(super) head: Option<EventId>,
    pub(super) offset: u64,
    pub(super) digests: Vec<[u8; 32]>,
    /// To be used again.
    pub(super) buffer: Vec<u8>,
}

impl Outcome {
    /// Adds a record that begins at this byte of the chunk.
    fn fail(&mut self, index: u64, start: usize, fault: Fault) {
        let offset = (start + fault.offset()) as u64;
        self.failures.push(Failed { index, offset, why: Why::Fault(fault) });
    }
}

/// One thread's buffers.
pub(super) struct Worker {
    task: Task,
    verifier: Option<Verifier>,
    reader: EventReader,
}

impl Worker {
    pub(super) fn new(task: Task) -> Self {
        let reader = EventReader::new(task.profile).with_limits(task.limits);
        Self { task, verifier: None, reader }
    }

    /// The id that a record carries, if it is one.
    fn carried(&mut self, record: &[u8]) -> Result<Option<EventId>, JsonError> {
        let event = self.reader.read(record)?;
        Ok(event.recorded().and_then(|id| EventId::decode(id.as_bytes()).ok()))
    }

    /// Holds each record of a chunk against the one before it.
    pub(super) fn check(&mut self, chunk: Chunk) -> Outcome {
        let mut outcome = Outcome { offset: chunk.offset, ..Outcome::default() };
        if chunk.too_long {
            let failed = Failed { index: 0, offset: 0, why: Why::TooLong };
            outcome.failures.push(failed);
            outcome.records = 1;
            outcome.buffer = chunk.bytes;
            return outcome;
        }
        // What is wrong with the line before has been said with its own chunk.
        let mut previous =
            chunk.before.as_deref().and_then(|before| self.carried(before).ok().flatten());
        for (offset, record) in records(&chunk.bytes) {
            let index = outcome.records;
            outcome.records += 1;
            let Some(trusted) = previous else {
                match self.carried(record) {
                    Ok(id) => {
                        previous = id;
                        outcome.unchecked += 1;
                    }
                    Err(error) => outcome.fail(index, offset, error.into()),
                }
                continue;
            };
            let Task { profile, limits, .. } = self.task;
            let verifier = self
                .verifier
                .get_or_insert_with(|| Verifier::after(trusted, Some(profile)).with_limits(limits));
            verifier.trust(trusted);
            let (wanted, digests) = (self.task.digest, &mut outcome.digests);
            let result = verifier.verify_with(record, |event| {
                if wanted {
                    digests.push(Digest::of_event(event));
                }
            });
            match result {
                Ok(id) => {
                    previous = Some(id);
                    outcome.head = previous;
                    outcome.events += 1;
                }
                Err(fault) => {
                    outcome.fail(index, offset, fault);
                    if !self.task.keep_going {
                        break;
                    }
                    previous = self.carried(record).ok().flatten();
                }
            }
        }
        outcome.buffer = chunk.bytes;
        outcome
    }
}

/// A chunk with its number.
pub(super) type Job = (u64, Chunk);

/// What a thread does: takes chunks as they come, until there are no more.
pub(super) fn work(
    task: Task,
    jobs: &Mutex<mpsc::Receiver<Job>>,
    done: &mpsc::Sender<(u64, Outcome)>,
) {
    let mut worker = Worker::new(task);
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, chunk)) = job else { break };
        if done.send((number, worker.check(chunk))).is_err() {
            break;
        }
    }
}

/// Outcomes in the order of their chunks.
pub(super) struct Ordered {
    outcomes: mpsc::Receiver<(u64, Outcome)>,
    /// Those whose turn has not come.
    early: BTreeMap<u64, Outcome>,
    /// How many have been returned.
    pub(super) taken: u64,
}

impl Ordered {
    pub(super) const fn new(outcomes: mpsc::Receiver<(u64, Outcome)>) -> Self {
        Self { outcomes, early: BTreeMap::new(), taken: 0 }
    }

    /// The next outcome in order. Waits for it if `wait` is true; else `None` if it is not there
    /// yet.
    pub(super) fn next(&mut self, wait: bool) -> Option<Outcome> {
        self.early.extend(self.outcomes.try_iter());
        while wait && !self.early.contains_key(&self.taken) {
            let (number, outcome) = self.outcomes.recv().ok()?;
            self.early.insert(number, outcome);
        }
        let outcome = self.early.remove(&self.taken)?;
        self.taken += 1;
        Some(outcome)
    }
}
