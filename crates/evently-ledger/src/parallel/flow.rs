//! Chunks on their way through the threads, and what they have shown.

use core::{mem, ops::ControlFlow};
use std::{
    collections::VecDeque,
    sync::mpsc::{self, Receiver, SyncSender, TrySendError},
};

use super::{
    Report, Tell, Verification,
    worker::{Job, Outcome, Worker},
};
use crate::{EventReader, Failure, Profile, chunks::Chunk};

/// Takes chunks in their order, and tells what they have shown in that order.
pub(super) struct Flow<'f> {
    verification: Verification,
    report: &'f mut Report,
    tell: Tell<'f>,
    /// Whether the caller wants no more.
    is_stopped: bool,
    /// The last line of the chunk before.
    before: Option<Vec<u8>>,
    /// Where the other threads take chunks from, if there are any.
    queue: Option<SyncSender<Job>>,
    /// What each chunk shows that has not been told, in their order.
    outcomes: VecDeque<Receiver<Outcome>>,
    /// Verifies here what the queue has no room for.
    worker: Option<Worker>,
    buffers: Vec<Vec<u8>>,
}

impl<'f> Flow<'f> {
    pub(super) const fn new(
        verification: Verification,
        report: &'f mut Report,
        tell: Tell<'f>,
        queue: Option<SyncSender<Job>>,
    ) -> Self {
        Self {
            verification,
            report,
            tell,
            is_stopped: false,
            before: None,
            queue,
            outcomes: VecDeque::new(),
            worker: None,
            buffers: Vec::new(),
        }
    }

    /// Takes the next chunk. A buffer for the one after it, or that nothing more is wanted.
    pub(super) fn push(&mut self, mut chunk: Chunk) -> ControlFlow<(), Vec<u8>> {
        // After one that is too long what follows has nothing to be held against.
        let before = match self.before.replace(chunk.last().to_vec()) {
            Some(before) => before,
            None => self.begin(&mut chunk)?,
        };
        // What follows a failure is not waited for.
        let is_last = chunk.too_long && !self.verification.keep_going;
        let (done, outcome) = mpsc::channel();
        self.outcomes.push_back(outcome);
        let job = (self.verification, before, chunk, done);
        let left = match &self.queue {
            Some(queue) => queue.try_send(job).err(),
            None => Some(TrySendError::Disconnected(job)),
        };
        if let Some(TrySendError::Full(job) | TrySendError::Disconnected(job)) = left {
            let (verification, before, chunk, done) = job;
            let worker = self.worker.get_or_insert_with(|| Worker::new(verification));
            // It is waited for here.
            let _sent = done.send(worker.check(Some(&before), chunk));
        }
        if is_last {
            return ControlFlow::Break(());
        }
        self.take(false)?;
        ControlFlow::Continue(self.buffers.pop().unwrap_or_default())
    }

    /// Verifies the first record, which decides the profile, and takes it off its chunk.
    fn begin(&mut self, chunk: &mut Chunk) -> ControlFlow<(), Vec<u8>> {
        let (first, mut worker) = (chunk.split_first(), Worker::new(self.verification));
        let line = first.last().to_vec();
        let failures = fold(worker.check(None, first), self.report);
        self.report.profile = worker.profile();
        // Where it does not decide, what the others are held against is as good as its fields.
        let fields = || {
            EventReader::default().read_any(&line).map_or(Profile::Doc5, |event| event.profile())
        };
        self.verification.profile = Some(self.report.profile.unwrap_or_else(fields));
        if !failures.is_empty() {
            self.tell(&failures)?;
        }
        ControlFlow::Continue(line)
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
        let limit = 3 * self.verification.threads;
        while let Some(next) = self.outcomes.front() {
            let is_waited_for = all || self.outcomes.len() >= limit;
            let shown = if is_waited_for { next.recv().ok() } else { next.try_recv().ok() };
            let Some(mut outcome) = shown else { break };
            self.outcomes.pop_front();
            self.buffers.push(mem::take(&mut outcome.buffer));
            let failures = fold(outcome, self.report);
            self.tell(&failures)?;
        }
        ControlFlow::Continue(())
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

impl Report {
    fn add(&mut self, failed: Failure) {
        self.failed += 1;
        self.first.get_or_insert(failed);
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
