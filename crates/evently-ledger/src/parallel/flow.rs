//! Chunks on their way through the threads, and what they have shown.

use core::{mem, ops::ControlFlow};
use std::sync::mpsc::{self, TrySendError};

use super::{
    Report, Tell, Verification, first,
    worker::{Job, Ordered, Outcome, Worker},
};
use crate::{Failure, chunks::Chunk};

/// Takes chunks in their order, and tells what they have shown in that order.
pub(super) struct Flow<'f> {
    verification: Verification,
    report: &'f mut Report,
    tell: Tell<'f>,
    /// Whether the caller wants no more.
    is_stopped: bool,
    /// Where the other threads take chunks from, if there are any.
    queue: Option<mpsc::SyncSender<Job>>,
    outcomes: Ordered,
    /// Verifies here what the queue has no room for.
    worker: Option<Worker>,
    /// How many chunks there were.
    sent: u64,
    buffers: Vec<Vec<u8>>,
}

impl<'f> Flow<'f> {
    pub(super) const fn new(
        verification: Verification,
        report: &'f mut Report,
        tell: Tell<'f>,
        queue: Option<mpsc::SyncSender<Job>>,
        outcomes: mpsc::Receiver<(u64, Outcome)>,
    ) -> Self {
        Self {
            verification,
            report,
            tell,
            is_stopped: false,
            queue,
            outcomes: Ordered::new(outcomes),
            worker: None,
            sent: 0,
            buffers: Vec::new(),
        }
    }

    /// Takes the next chunk. A buffer for the one after it, or that nothing more is wanted.
    pub(super) fn push(&mut self, mut chunk: Chunk) -> ControlFlow<(), Vec<u8>> {
        let Verification { after, limits, keep_going, .. } = self.verification;
        if self.sent == 0 {
            // The profile is known from here on.
            self.verification.profile = Some(first::verify(after, limits, &mut chunk, self.report));
            if let Some(failed) = self.report.first {
                self.tell(&[failed])?;
            }
        }
        // What follows a failure is not waited for.
        let is_last = chunk.too_long && !keep_going;
        let job = (self.sent, self.verification, chunk);
        self.sent += 1;
        let job = match &self.queue {
            Some(queue) => match queue.try_send(job) {
                Ok(()) => None,
                Err(TrySendError::Full(job) | TrySendError::Disconnected(job)) => Some(job),
            },
            None => Some(job),
        };
        if let Some((number, verification, chunk)) = job {
            let worker = self.worker.get_or_insert_with(|| Worker::new(verification));
            self.outcomes.put(number, worker.check(chunk));
        }
        if is_last {
            return ControlFlow::Break(());
        }
        self.take(false)?;
        ControlFlow::Continue(self.buffers.pop().unwrap_or_default())
    }

    /// Waits for what the threads still have, unless a failure has ended it. If all was read and there was
    /// nothing, that is a failure.
    pub(super) fn end(mut self, all: bool) -> ControlFlow<()> {
        self.goes_on()?;
        self.take(true)?;
        if all && self.report.records == 0 && self.report.head.is_none() {
            self.report.add(Failure::EMPTY);
            self.tell(&[Failure::EMPTY])?;
        }
        ControlFlow::Continue(())
    }

    /// Adds what the threads have shown: all, or as much as is there and as leaves room for a chunk.
    fn take(&mut self, all: bool) -> ControlFlow<()> {
        // Each thread has a chunk in work and one in wait; the others are done before their turn.
        let limit = 3 * self.verification.threads as u64;
        loop {
            let open = self.sent - self.outcomes.taken;
            let Some(mut outcome) = self.outcomes.next(open > 0 && (all || open >= limit)) else {
                return ControlFlow::Continue(());
            };
            self.buffers.push(mem::take(&mut outcome.buffer));
            let failures = fold(outcome, self.report);
            self.tell(&failures)?;
        }
    }

    /// Tells what has been found, and says whether to go on.
    fn tell(&mut self, failures: &[Failure]) -> ControlFlow<()> {
        self.is_stopped |= (self.tell)(self.report, failures).is_break();
        self.goes_on()
    }

    /// Breaks after a failure that ends it, and where the caller wants no more.
    const fn goes_on(&self) -> ControlFlow<()> {
        if self.is_stopped || self.report.first.is_some() && !self.verification.keep_going {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Adds what a chunk has shown, those before it having been added; its failures.
fn fold(outcome: Outcome, report: &mut Report) -> Vec<Failure> {
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
