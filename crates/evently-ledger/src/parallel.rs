//! Records verified by several threads, in constant memory, with the verdict of one thread.
//!
//! What a record is held against is the id that the record before it carries. So chunks of
//! records are independent, and the first failure in the order of the chunks is the first failure.

mod first;
mod json;
mod report;
mod worker;

use core::mem;
use std::{
    io::{self, Read},
    sync::{Mutex, mpsc},
    thread,
};

pub use report::{Failed, Report, Why};

use crate::{Chunks, Digest, EventId, Limits, Profile};
use worker::{Ordered, Outcome, Task, Worker, work};

/// How the records of a reader, one on a line, are verified.
///
/// ```
/// use evently_ledger::parallel::Verification;
/// let record = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"0005cd7556b05092aecc815daa77f99c"}"#;
/// let lines = format!("{record}\n{record}\n");
/// let (report, read) = Verification::new().threads(2).run(lines.as_bytes());
/// read?;
/// // The same event cannot follow itself.
/// let failed = report.first.expect("a failure");
/// assert_eq!((report.events, failed.index, failed.why.kind()), (1, 1, "mismatch"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Verification {
    profile: Option<Profile>,
    after: Option<EventId>,
    limits: Limits,
    keep_going: bool,
    digest: bool,
    threads: usize,
}

/// Takes what has been found.
type Tell<'t, E> = dyn FnMut(&Report, &[Failed]) -> Result<(), Stopped<E>> + 't;

/// Why a verification did not come to its end.
#[derive(Debug)]
pub enum Stopped<E> {
    /// The records cannot be read any further.
    Read(io::Error),
    /// The caller that watches it ended it, with this.
    Told(E),
}

impl Verification {
    /// From the first event of a ledger to the first failure, by one thread. The first event says
    /// how the ledger was written.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// The ledger was written like this.
    #[inline]
    pub const fn profile(self, profile: Profile) -> Self {
        Self { profile: Some(profile), ..self }
    }

    /// The records follow this event, which is trusted.
    #[inline]
    pub const fn after(self, trusted: EventId) -> Self {
        Self { after: Some(trusted), ..self }
    }

    /// Other limits than those of rule [EVENTLY-14](evently_id::rules#evently-14).
    #[inline]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Whether to go on after a failure: each record is then held against the one before it.
    #[inline]
    pub const fn keep_going(self, keep_going: bool) -> Self {
        Self { keep_going, ..self }
    }

    /// Whether to compute the digest of the ledger (rule
    /// [EVENTLY-32](evently_id::rules#evently-32)).
    #[inline]
    pub const fn digest(self, digest: bool) -> Self {
        Self { digest, ..self }
    }

    /// By how many threads; 0 is 1, and then no thread is started.
    #[inline]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Verifies all that is there: what has been found, and whether it could be read to its end, or
    /// to the first failure.
    #[inline]
    pub fn run<R: Read>(&self, reader: R) -> (Report, io::Result<()>) {
        let (report, ended) = self.watch(reader, |_, _| Ok::<_, core::convert::Infallible>(()));
        let ended = ended.map_err(|stopped| match stopped {
            Stopped::Read(error) => error,
            Stopped::Told(never) => match never {},
        });
        (report, ended)
    }

    /// As [`run`](Self::run); tells what has been found, with the newest failures, after the first
    /// record and after each chunk of records, in their order.
    #[inline]
    pub fn watch<R: Read, E>(
        &self,
        reader: R,
        mut tell: impl FnMut(&Report, &[Failed]) -> Result<(), E>,
    ) -> (Report, Result<(), Stopped<E>>) {
        let mut report = Report {
            profile: self.profile,
            head: self.after,
            digest: self.digest.then_some(Digest::EMPTY),
            ..Report::default()
        };
        let mut chunks = Chunks::new(reader);
        let ended = self.chunks(&mut chunks, &mut report, &mut |report, failed| {
            tell(report, failed).map_err(Stopped::Told)
        });
        (report, ended)
    }

    fn chunks<R: Read, E>(
        &self,
        chunks: &mut Chunks<R>,
        report: &mut Report,
        tell: &mut Tell<'_, E>,
    ) -> Result<(), Stopped<E>> {
        // Nothing is there to be wrong: a ledger that was cut at its start cannot be told.
        let Some(mut first) = chunks.next(Vec::new()).map_err(Stopped::Read)? else {
            return Ok(());
        };
        let profile = first::verify(self.after, self.limits, &mut first, report);
        let Self { limits, keep_going, digest, .. } = *self;
        let task = Task { profile, limits, keep_going, digest };
        if let Some(failed) = report.first {
            tell(report, &[failed])?;
            if !keep_going {
                return Ok(());
            }
        }
        let mut take = |outcome: Outcome, report: &mut Report| {
            let failures = fold(outcome, report);
            tell(report, &failures)
        };
        if self.threads <= 1 {
            let (mut worker, mut next) = (Worker::new(task), Some(first));
            while let Some(chunk) = next {
                let mut outcome = worker.check(chunk);
                let buffer = mem::take(&mut outcome.buffer);
                take(outcome, report)?;
                if report.first.is_some() && !keep_going {
                    break;
                }
                next = chunks.next(buffer).map_err(Stopped::Read)?;
            }
            return Ok(());
        }
        // Each thread has a chunk in work and one in wait; the others are done before their turn.
        let limit = 3 * self.threads as u64;
        let (queue, jobs) = mpsc::sync_channel(self.threads);
        let jobs = Mutex::new(jobs);
        let (done, outcomes) = mpsc::channel();
        let mut ordered = Ordered::new(outcomes);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (jobs, done) = (&jobs, done.clone());
                scope.spawn(move || work(task, jobs, &done));
            }
            let (mut sent, mut next, mut buffers) = (0, Some(first), Vec::new());
            let mut read = Ok(());
            while let Some(chunk) = next {
                // What follows a failure is not waited for.
                let last = chunk.too_long && !keep_going;
                if queue.send((sent, chunk)).is_err() {
                    break;
                }
                sent += 1;
                if last {
                    break;
                }
                while let Some(mut outcome) = ordered.next(sent - ordered.taken >= limit) {
                    buffers.push(mem::take(&mut outcome.buffer));
                    take(outcome, report)?;
                    if report.first.is_some() && !keep_going {
                        return Ok(());
                    }
                }
                // What has been sent comes before what cannot be read.
                next = chunks.next(buffers.pop().unwrap_or_default()).unwrap_or_else(|error| {
                    read = Err(Stopped::Read(error));
                    None
                });
            }
            while ordered.taken < sent {
                let Some(outcome) = ordered.next(true) else { break };
                take(outcome, report)?;
                if report.first.is_some() && !keep_going {
                    return Ok(());
                }
            }
            // The threads end when there is nowhere to take from.
            drop(queue);
            read
        })
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
