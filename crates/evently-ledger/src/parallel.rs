//! Records verified by several threads, in constant memory, with the verdict of one thread.
//!
//! A record is checked against the id that the record before it carries. So chunks of records are
//! independent, and the first failure in the order of the chunks is the first failure.

mod flow;
mod json;
mod rows;
mod worker;

use core::{mem, ops::ControlFlow};
use std::{
    io::{self, Read},
    sync::{Mutex, mpsc},
    thread,
};

use crate::{Chunks, Digest, EventId, Failure, LedgerError, Limits, Profile, Store};
use flow::Flow;
use rows::Rows;
use worker::work;

/// How a ledger is verified: the records of a reader, one on a line, or those of a store. By default all of them, from the
/// first event of the ledger to the first failure, by one thread.
///
/// ```
/// use evently_ledger::parallel::Verification;
/// let record = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"0005cd7556b05092aecc815daa77f99c"}"#;
/// let lines = format!("{record}\n{record}\n");
/// let verification = Verification { threads: 2, ..Verification::default() };
/// let (report, read) = verification.run(lines.as_bytes());
/// read?;
/// // The same event cannot follow itself.
/// let failed = report.first.expect("a failure");
/// assert_eq!((report.events, failed.index, failed.fault.kind()), (1, 1, "mismatch"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Verification {
    /// How the ledger was written. Without it the first event says so.
    pub profile: Option<Profile>,
    /// The event that the records follow, which is trusted.
    pub after: Option<EventId>,
    /// Other limits than those of rule [EVENTLY-14](evently_id::rules#evently-14).
    pub limits: Limits,
    /// Whether to go on after a failure: each record is then held against the one before it.
    pub keep_going: bool,
    /// Whether to compute the digest of the ledger (rule [EVENTLY-32](evently_id::rules#evently-32)).
    pub digest: bool,
    /// By how many threads, of which one is the caller's; 0 is 1, and then no thread is started.
    pub threads: usize,
}

/// What a verification has found so far, in the order of the records.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// How the ledger was written; `None` before that is known.
    pub profile: Option<Profile>,
    /// The last event that was verified, or the trusted one.
    pub head: Option<EventId>,
    /// Records seen.
    pub records: u64,
    /// How many of them were verified.
    pub events: u64,
    /// How many of them only say where to go on after a failure.
    pub unchecked: u64,
    /// How many of them are wrong; 1 if the ledger has no records.
    pub failed: u64,
    /// The first that is wrong, or [`Fault::Empty`](crate::Fault::Empty).
    pub first: Option<Failure>,
    /// The digest of the events verified, if it was asked for.
    pub digest: Option<Digest>,
}

/// Takes what has been found, and says whether to go on.
type Tell<'t> = &'t mut dyn FnMut(&Report, &[Failure]) -> ControlFlow<()>;

impl Verification {
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

    /// Verifies a ledger in a store: the events after the one of [`after`](Self::after), or all.
    ///
    /// Places are counted in these records, as if each had a line feed. A record has to carry the id of
    /// its row, and what the store says is its last event has to be the last.
    ///
    /// # Errors
    /// [`LedgerError::Store`], [`LedgerError::Forgotten`] or [`LedgerError::OtherEnd`]. What is wrong with a record stands in
    /// the report.
    ///
    /// ```
    /// use core::convert::Infallible;
    /// use evently_ledger::{Appender, MemoryStore, NewEvent, UnixTime, parallel::Verification};
    /// let clock = UnixTime::from_secs(1_735_689_600);
    /// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
    /// let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(event))?;
    /// ledger.append(&clock, NewEvent::new(event))?;
    ///
    /// let (report, ended) = Verification::default().run_store(ledger.store_mut());
    /// ended?;
    /// assert_eq!((report.events, report.first), (2, None));
    /// # Ok::<(), evently_ledger::LedgerError<Infallible>>(())
    /// ```
    #[inline]
    pub fn run_store<S: Store + ?Sized>(
        &self,
        store: &mut S,
    ) -> (Report, Result<(), LedgerError<S::Error>>) {
        self.watch_store(store, |_, _| ControlFlow::Continue(()))
    }

    /// As [`run_store`](Self::run_store), and tells what has been found as [`watch`](Self::watch) does. It reads by this
    /// thread.
    ///
    /// # Errors
    /// As [`run_store`](Self::run_store).
    #[inline]
    pub fn watch_store<S: Store + ?Sized>(
        &self,
        store: &mut S,
        mut tell: impl FnMut(&Report, &[Failure]) -> ControlFlow<()>,
    ) -> (Report, Result<(), LedgerError<S::Error>>) {
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
        let jobs = Mutex::new(jobs);
        let ended = thread::scope(|scope| {
            for _ in 0..others {
                scope.spawn(|| work(&jobs));
            }
            // The threads end when there is nowhere to take from.
            let queue = (others > 0).then_some(queue);
            let mut flow = Flow::new(*self, &mut report, tell, queue);
            let read = feed(&mut flow);
            // What was fed comes before what cannot be read, and what follows a failure is not wanted.
            if flow.end(read.is_ok()).is_break() { Ok(()) } else { read }
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
