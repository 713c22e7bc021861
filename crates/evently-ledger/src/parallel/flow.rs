//! Chunks on their way through the threads, and what they have shown.

use core::{mem, ops::ControlFlow};
use std::sync::mpsc;

use super::{
    Failed, Report, Tell, Verification, first,
    worker::{Job, Ordered, Outcome, Task, Worker},
};
use crate::Chunk;

/// Takes chunks in their order, and tells what they have shown in that order.
pub(super) struct Flow<'f, E> {
    verification: Verification,
    report: &'f mut Report,
    tell: Tell<'f, E>,
    hands: Hands,
    /// The task; the first record decides which.
    task: Option<Task>,
}

/// Who verifies.
pub(super) enum Hands {
    /// This thread.
    Own(Option<Worker>),
    /// Others.
    Threads(Threads),
}

/// Threads that verify, until there is nowhere to take from.
pub(super) struct Threads {
    queue: mpsc::SyncSender<Job>,
    outcomes: Ordered,
    /// How many chunks they were given.
    sent: u64,
    /// How many of them may be open at once.
    limit: u64,
    buffers: Vec<Vec<u8>>,
}

impl Threads {
    /// So many, which take from the queue. Each has a chunk in work and one in wait; the others are done
    /// before their turn.
    pub(super) const fn new(
        count: usize,
        queue: mpsc::SyncSender<Job>,
        outcomes: mpsc::Receiver<(u64, Outcome)>,
    ) -> Self {
        let limit = 3 * count as u64;
        Self { queue, outcomes: Ordered::new(outcomes), sent: 0, limit, buffers: Vec::new() }
    }
}

impl<'f, E> Flow<'f, E> {
    pub(super) const fn new(
        verification: Verification,
        report: &'f mut Report,
        tell: Tell<'f, E>,
        hands: Hands,
    ) -> Self {
        Self { verification, report, tell, hands, task: None }
    }

    /// Takes the next chunk. A buffer for the one after it, or that nothing more is wanted.
    pub(super) fn push(&mut self, mut chunk: Chunk) -> Result<ControlFlow<(), Vec<u8>>, E> {
        let Verification { after, limits, keep_going, digest, .. } = self.verification;
        let task = if let Some(task) = self.task {
            task
        } else {
            let profile = first::verify(after, limits, &mut chunk, self.report);
            let task = *self.task.insert(Task { profile, limits, keep_going, digest });
            if let Some(failed) = self.report.first {
                (self.tell)(self.report, &[failed])?;
                if !keep_going {
                    return Ok(ControlFlow::Break(()));
                }
            }
            task
        };
        // What follows a failure is not waited for.
        let is_last = chunk.too_long && !keep_going;
        let (buffer, state) = match &mut self.hands {
            Hands::Threads(threads) => {
                let buffer = threads.buffers.pop().unwrap_or_default();
                if threads.queue.send((threads.sent, task, chunk)).is_err() {
                    return Ok(ControlFlow::Break(()));
                }
                threads.sent += 1;
                (buffer, if is_last { ControlFlow::Break(()) } else { self.take(false)? })
            }
            Hands::Own(worker) => {
                let mut outcome = worker.get_or_insert_with(|| Worker::new(task)).check(chunk);
                (mem::take(&mut outcome.buffer), self.add(outcome)?)
            }
        };
        Ok(match state {
            ControlFlow::Continue(()) => ControlFlow::Continue(buffer),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        })
    }

    /// Waits for what the threads still have, unless a failure has ended it.
    pub(super) fn end(mut self) -> Result<ControlFlow<()>, E> {
        if self.has_ended() { Ok(ControlFlow::Break(())) } else { self.take(true) }
    }

    /// Adds what the threads have shown: all, or as much as is there and as leaves room for a chunk.
    fn take(&mut self, all: bool) -> Result<ControlFlow<()>, E> {
        while let Hands::Threads(threads) = &mut self.hands {
            let open = threads.sent - threads.outcomes.taken;
            if open == 0 {
                break;
            }
            let Some(mut outcome) = threads.outcomes.next(all || open >= threads.limit) else {
                break;
            };
            threads.buffers.push(mem::take(&mut outcome.buffer));
            if self.add(outcome)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds what a chunk has shown, those before it having been added.
    fn add(&mut self, outcome: Outcome) -> Result<ControlFlow<()>, E> {
        let failures = fold(outcome, self.report);
        (self.tell)(self.report, &failures)?;
        Ok(if self.has_ended() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    const fn has_ended(&self) -> bool {
        self.report.first.is_some() && !self.verification.keep_going
    }
}

/// Adds what a chunk has shown, those before it having been added; its failures.
fn fold(outcome: Outcome, report: &mut Report) -> Vec<Failed> {
    let mut failures = outcome.failures;
    for failed in &mut failures {
        failed.index += report.records;
        failed.offset += outcome.offset;
        report.add(*failed);
    }
    report.records += outcome.records;
    report.events += outcome.events;
    report.unchecked += outcome.unchecked;
    report.head = outcome.head.or(report.head);
    if let Some(digest) = &mut report.digest {
        outcome.digests.into_iter().for_each(|event| digest.add(event));
    }
    failures
}
