//! Chunks of records, verified apart from each other.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError, mpsc},
};

use super::Verification;
use crate::{
    Digest, EventId, EventReader, Failure, Fault, JsonError, JsonErrorKind, Verifier,
    chunks::{Chunk, Line},
};

/// What a chunk has shown.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) records: u64,
    pub(super) events: u64,
    pub(super) unchecked: u64,
    pub(super) failures: Vec<Failure>,
    pub(super) head: Option<EventId>,
    pub(super) offset: u64,
    pub(super) digests: Vec<[u8; 32]>,
    /// To be used again.
    pub(super) buffer: Vec<u8>,
}

impl Outcome {
    /// Adds a record that is wrong.
    fn fail(&mut self, index: u64, line: &Line<'_>, fault: Fault) {
        let offset = (line.start + fault.offset()) as u64;
        self.failures.push(Failure { index, offset, row: line.row, fault });
    }
}

/// One thread's buffers.
pub(super) struct Worker {
    verification: Verification,
    verifier: Option<Verifier>,
    reader: EventReader,
}

impl Worker {
    /// The profile is known by now.
    pub(super) fn new(verification: Verification) -> Self {
        let Verification { profile, limits, .. } = verification;
        let reader = EventReader::new(profile.unwrap_or_default()).with_limits(limits);
        Self { verification, verifier: None, reader }
    }

    /// The id that a record carries, if it is one.
    fn carried(&mut self, record: &[u8]) -> Result<Option<EventId>, JsonError> {
        Ok(self.reader.read(record)?.recorded_id())
    }

    /// Holds each record of a chunk against the one before it.
    pub(super) fn check(&mut self, chunk: Chunk) -> Outcome {
        let mut outcome = Outcome { offset: chunk.offset, ..Outcome::default() };
        if chunk.too_long {
            let row = chunk.rows.first().and_then(|row| row.id);
            outcome.failures.push(Failure { index: 0, offset: 0, row, fault: Fault::TooLong });
            outcome.records = 1;
            outcome.buffer = chunk.bytes;
            return outcome;
        }
        // What is wrong with the line before has been said with its own chunk.
        let mut previous =
            chunk.before.as_deref().and_then(|before| self.carried(before).ok().flatten());
        for line in chunk.lines() {
            let index = outcome.records;
            outcome.records += 1;
            let Some(trusted) = previous else {
                match self.carried(line.record) {
                    Ok(Some(found)) if line.is_of_other(found) => {
                        outcome.fail(index, &line, Fault::OtherId { found });
                    }
                    Ok(id) => {
                        previous = id;
                        outcome.unchecked += 1;
                    }
                    Err(error) => outcome.fail(index, &line, error.into()),
                }
                continue;
            };
            let Verification { profile, limits, .. } = self.verification;
            let verifier = self
                .verifier
                .get_or_insert_with(|| Verifier::after(trusted, profile).with_limits(limits));
            verifier.trust(trusted);
            match verify(verifier, &line, self.verification.digest) {
                Ok((id, digest)) => {
                    previous = Some(id);
                    outcome.head = previous;
                    outcome.events += 1;
                    outcome.digests.extend(digest);
                }
                Err(fault) => {
                    outcome.fail(index, &line, fault);
                    if !self.verification.keep_going {
                        break;
                    }
                    previous = self.carried(line.record).ok().flatten();
                }
            }
        }
        outcome.buffer = chunk.bytes;
        outcome
    }
}

/// Verifies the next record; its id, which has to be that of its row, too, and its digest if that is wanted.
pub(super) fn verify(
    verifier: &mut Verifier,
    line: &Line<'_>,
    wants_digest: bool,
) -> Result<(EventId, Option<[u8; 32]>), Fault> {
    // White space in JSON, but of two records where they stand one on a line.
    if let Some(offset) = memchr::memchr(b'\n', line.record) {
        return Err(JsonError { kind: JsonErrorKind::Syntax, offset }.into());
    }
    let mut digest = None;
    let id = verifier.verify_with(line.record, |event| {
        digest = wants_digest.then(|| Digest::of_event(event));
    })?;
    if line.is_of_other(id) { Err(Fault::OtherId { found: id }) } else { Ok((id, digest)) }
}

/// A chunk with its number, and how it is verified.
pub(super) type Job = (u64, Verification, Chunk);

/// What a thread does: takes chunks as they come, until there are no more.
pub(super) fn work(jobs: &Mutex<mpsc::Receiver<Job>>, done: &mpsc::Sender<(u64, Outcome)>) {
    let mut worker = None;
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, verification, chunk)) = job else { break };
        let worker = worker.get_or_insert_with(|| Worker::new(verification));
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

    /// One that did not come by the channel.
    pub(super) fn put(&mut self, number: u64, outcome: Outcome) {
        self.early.insert(number, outcome);
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
