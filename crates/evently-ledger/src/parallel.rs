//! Records verified by several threads, in constant memory, with the verdict of one thread.
//!
//! A record is checked against the id that the record before it carries. So chunks of records are
//! independent, and the first failure in the order of the chunks is the first failure.

mod first;
mod flow;
mod json;
mod report;
mod rows;
mod worker;

use core::{mem, ops::ControlFlow};
use std::{
    io::{self, Read},
    sync::{Mutex, mpsc},
    thread,
};

pub use report::Report;

use crate::{Chunks, Digest, EventId, Failure, Limits, Profile, Store, VerifyError};
use flow::Flow;
use rows::Rows;
use worker::work;

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
/// assert_eq!((report.events, failed.index, failed.fault.kind()), (1, 1, "mismatch"));
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

/// Takes what has been found, and says whether to go on.
type Tell<'t> = &'t mut dyn FnMut(&Report, &[Failure]) -> ControlFlow<()>;

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

    /// By how many threads, of which one is the caller's; 0 is 1, and then no thread is started.
    #[inline]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Verifies all that is there: what has been found, and whether it could be read to its end, or
    /// to the first failure.
    ///
    /// No records are no valid ledger: the failure is [`Fault::Empty`](crate::Fault::Empty), unless they follow the event of
    /// [`after`](Self::after).
    #[inline]
    pub fn run<R: Read>(&self, reader: R) -> (Report, io::Result<()>) {
        self.watch(reader, |_, _| ControlFlow::Continue(()))
    }

    /// As [`run`](Self::run); tells what has been found, with the newest failures, after the first
    /// record and after each chunk of records, in their order, until `tell` breaks.
    #[inline]
    pub fn watch<R: Read>(
        &self,
        reader: R,
        mut tell: impl FnMut(&Report, &[Failure]) -> ControlFlow<()>,
    ) -> (Report, io::Result<()>) {
        self.feed(&mut tell, |flow| feed_lines(reader, flow))
    }

    /// Verifies a ledger in a store: the events after the one of [`after`](Self::after), or all. It reads
    /// by this thread, and tells what has been found as [`watch`](Self::watch) does.
    ///
    /// Places are counted in these records, as if each had a line feed. A record has to carry the id of
    /// its row, and what the store says is its last event has to be the last.
    ///
    /// # Errors
    /// [`VerifyError`], of which `Invalid` does not occur: what is wrong with a record stands in the report.
    ///
    /// ```
    /// use core::{convert::Infallible, ops::ControlFlow};
    /// use evently_ledger::{Appender, MemoryStore, NewEvent, UnixTime, parallel::Verification};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
    /// ledger.append(&clock, NewEvent::new(event))?;
    ///
    /// let verification = Verification::new().threads(2);
    /// let (report, ended) =
    ///     verification.watch_store(ledger.store_mut(), |_, _| ControlFlow::Continue(()));
    /// assert!(ended.is_ok());
    /// assert_eq!((report.events, report.first), (2, None));
    /// # Ok::<(), evently_ledger::LedgerError<Infallible>>(())
    /// ```
    #[inline]
    pub fn watch_store<S: Store + ?Sized>(
        &self,
        store: &mut S,
        mut tell: impl FnMut(&Report, &[Failure]) -> ControlFlow<()>,
    ) -> (Report, Result<(), VerifyError<S::Error>>) {
        self.feed(&mut tell, |flow| Rows::new(self.after).feed(store, flow))
    }

    /// Verifies the chunks that this feeds.
    fn feed<R>(
        &self,
        tell: Tell<'_>,
        feed: impl FnOnce(&mut Flow<'_>) -> Result<(), R>,
    ) -> (Report, Result<(), R>) {
        let mut report = Report {
            profile: self.profile,
            head: self.after,
            digest: self.digest.then_some(Digest::EMPTY),
            ..Report::default()
        };
        // This thread is one of them: it verifies what the others have no time for.
        let others = self.threads.saturating_sub(1);
        let (queue, jobs) = mpsc::sync_channel(self.threads);
        let (done, outcomes) = mpsc::channel();
        let run = || {
            let queue = (others > 0).then_some(queue);
            let mut flow = Flow::new(*self, &mut report, tell, queue, outcomes);
            let read = feed(&mut flow);
            // What was fed comes before what cannot be read, and what follows a failure is not wanted.
            if flow.end(read.is_ok()).is_break() { Ok(()) } else { read }
        };
        let jobs = Mutex::new(jobs);
        let ended = thread::scope(|scope| {
            for _ in 0..others {
                let (jobs, done) = (&jobs, done.clone());
                scope.spawn(move || work(jobs, &done));
            }
            drop(done);
            // The threads end when there is nowhere to take from.
            run()
        });
        (report, ended)
    }
}

/// Feeds the chunks of a reader.
fn feed_lines<R: Read>(reader: R, flow: &mut Flow<'_>) -> io::Result<()> {
    let mut chunks = Chunks::new(reader);
    while chunks.next_chunk()?.is_some() {
        match flow.push(mem::take(&mut chunks.chunk)) {
            ControlFlow::Continue(emptied) => chunks.chunk.bytes = emptied,
            ControlFlow::Break(()) => break,
        }
    }
    Ok(())
}
