//! Chunks of records, verified apart from each other.

use std::sync::{Mutex, PoisonError, mpsc};

use super::Verification;
use crate::{
    Digest, EventId, Failure, Fault, JsonError, JsonErrorKind, Profile, Verifier,
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
    fn fail(&mut self, line: &Line<'_>, fault: Fault) {
        let (index, offset) = (self.records - 1, (line.start + fault.offset()) as u64);
        self.failures.push(Failure { index, offset, row: line.row, fault });
    }
}

/// What one thread verifies by.
pub(super) struct Worker {
    verification: Verification,
    verifier: Verifier,
}

impl Worker {
    pub(super) fn new(verification: Verification) -> Self {
        let Verification { profile, after, limits, .. } = verification;
        let verifier = Verifier::after(after, profile).with_limits(limits);
        Self { verification, verifier }
    }

    /// The profile that was passed or found.
    pub(super) const fn profile(&self) -> Option<Profile> {
        self.verifier.profile()
    }

    /// Goes on after a record, if it carries an id.
    fn trust(&mut self, record: &[u8]) -> bool {
        self.verifier.trust(record).is_ok_and(|id| id.is_some())
    }

    /// Holds each record of a chunk against the one before it: the first one of all, without one before it, against what it
    /// has to follow.
    pub(super) fn check(&mut self, before: Option<&[u8]>, chunk: Chunk) -> Outcome {
        let Verification { keep_going, digest, .. } = self.verification;
        let mut outcome = Outcome { offset: chunk.offset, ..Outcome::default() };
        // What is wrong with the line before has been said with its own chunk.
        let mut is_known = before.is_none_or(|before| self.trust(before));
        for line in chunk.lines() {
            outcome.records += 1;
            let fault = if chunk.too_long {
                Fault::TooLong
            } else if is_known {
                match verify(&mut self.verifier, &line, digest) {
                    Ok((id, digest)) => {
                        outcome.head = Some(id);
                        outcome.events += 1;
                        outcome.digests.extend(digest);
                        continue;
                    }
                    Err(fault) => fault,
                }
            } else {
                match self.verifier.trust(line.record) {
                    Ok(Some(found)) if line.is_of_other(found) => Fault::OtherId { found },
                    Ok(id) => {
                        is_known = id.is_some();
                        outcome.unchecked += 1;
                        continue;
                    }
                    Err(error) => error.into(),
                }
            };
            outcome.fail(&line, fault);
            if is_known {
                if !keep_going {
                    break;
                }
                is_known = self.trust(line.record);
            }
        }
        outcome.buffer = chunk.bytes;
        outcome
    }
}

/// Verifies the next record; its id, which has to be that of its row, too, and its digest if that is wanted.
fn verify(
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

/// How a chunk is verified, the line before it, and where what it has shown goes.
pub(super) type Job = (Verification, Vec<u8>, Chunk, mpsc::Sender<Outcome>);

/// What a thread does: takes chunks as they come, until there are no more.
pub(super) fn work(jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut worker = None;
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((verification, before, chunk, done)) = job else { break };
        let worker = worker.get_or_insert_with(|| Worker::new(verification));
        if done.send(worker.check(Some(&before), chunk)).is_err() {
            break;
        }
    }
}
