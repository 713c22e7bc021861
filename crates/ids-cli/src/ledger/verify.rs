//! `ids ledger verify`: in parallel and in constant memory, with the verdict of a single thread.
//!
//! What a record is held against is the id that the record before it carries. So chunks of
//! records are independent, and the first failure in the order of the chunks is the first failure.

use std::{
    io::{self, Read},
    path::PathBuf,
    sync::{Mutex, atomic::Ordering::Relaxed, mpsc},
    thread,
};

use clap::Args;
use evently_id::{Digest, EventId, Limits, Profile};

use super::{
    chunks::Chunks,
    first,
    report::{Failed, Report},
    source::{self, unreadable},
    worker::{Ordered, Outcome, Task, Worker, work},
};
use crate::{
    output::{BAD, Output},
    progress::Progress,
    status::{Failure, Status},
};

/// Arguments of `ids ledger verify`.
#[derive(Args, Debug)]
pub(super) struct Verify {
    /// The ledger, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the ledger was written: auto, doc5, doc4, pg or v1
    #[arg(long, value_name = "PROFILE", default_value = "auto", value_parser = parse_profile)]
    profile: Choice,
    /// The records follow this event, which is trusted
    #[arg(long, value_name = "ID")]
    after: Option<EventId>,
    /// Report every failure, not only the first
    #[arg(long)]
    keep_going: bool,
    /// Print a SHA-256 of all events, to compare with another party's
    #[arg(long, conflicts_with = "keep_going")]
    digest: bool,
    /// Take events with this many arrays and objects inside one another, up to 1,000; without it up
    /// to 128, as the format's rules have it
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    max_depth: Option<Limits>,
    /// How many threads; by default as many as the machine has, but with --keep-going one for what
    /// is not a file, so that each failure is told before more is waited for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,
    /// One JSON object, after one for each failure with --keep-going
    #[arg(long)]
    json: bool,
}

/// A profile, or that the first event decides.
pub(super) type Choice = Option<Profile>;

fn parse_profile(name: &str) -> Result<Choice, String> {
    match name {
        "auto" => Ok(None),
        _ => name.parse().map(Some).map_err(|_| "auto, doc5, doc4, pg or v1".into()),
    }
}

fn parse_depth(depth: &str) -> Result<Limits, String> {
    let limits = depth.parse().ok().and_then(|depth| Limits::DEFAULT.with_depth(depth));
    limits.ok_or_else(|| format!("a number up to {}", Limits::DEEPEST))
}

impl Verify {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut report = Report {
            profile: self.profile,
            head: self.after,
            digest: self.digest.then_some(Digest::EMPTY),
            ..Report::default()
        };
        let ended = self.answer(&mut report, out);
        if report.failed == 0 {
            return ended.map(|()| Status::Done);
        }
        // What has been found weighs more than that the rest cannot be read, or not be told.
        if let Some(message) = ended.err().and_then(|failure| failure.message()) {
            out.complain(|page| {
                page.styled(BAD, "error");
                page.text(format!(": {message}\n"));
            })?;
        }
        Ok(Status::Unverified)
    }

    /// Verifies all that is there, and gives the verdict.
    fn answer(&self, report: &mut Report, out: &mut Output) -> Result<(), Failure> {
        let source = source::open(&self.file)?;
        let progress = Progress::bytes(source.size);
        out.progress(&progress);
        let read = source.read;
        // What is found is said before more is waited for: a thread of its own might still be at it.
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None if self.keep_going && source.size.is_none() => 1,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        let mut chunks = Chunks::new(source.reader);
        let result = self.verify(&mut chunks, threads, report, out, |report| {
            progress.at(read.load(Relaxed), || format!("{} events", report.records));
        });
        progress.end();
        result?;
        if self.json {
            report.write(out.bytes());
            out.bytes().push(b'\n');
        } else {
            if let Some(first) = report.first.filter(|_| !self.keep_going) {
                out.page().text(format!("{first}\n"));
            }
            report.show(out.page());
        }
        out.end()
    }

    fn verify<R: Read>(
        &self,
        chunks: &mut Chunks<R>,
        threads: usize,
        report: &mut Report,
        out: &mut Output,
        mut progress: impl FnMut(&Report),
    ) -> Result<(), Failure> {
        let failed = |error: io::Error| unreadable(&self.file, &error);
        // Nothing is there to be wrong: a ledger that was cut at its start cannot be told.
        let Some(mut first) = chunks.next(Vec::new()).map_err(failed)? else { return Ok(()) };
        let limits = self.max_depth.unwrap_or_default();
        let profile = first::verify(self.after, limits, &mut first, report);
        let task = Task { profile, limits, keep_going: self.keep_going, digest: self.digest };
        if let Some(failed) = report.first {
            self.tell(&failed, out)?;
            out.flush()?;
            if !self.keep_going {
                return Ok(());
            }
        }
        let mut take = |outcome: Outcome, report: &mut Report| {
            self.fold(outcome, report, out)?;
            progress(report);
            Ok::<_, Failure>(())
        };
        if threads == 1 {
            let (mut worker, mut next) = (Worker::new(task), Some(first));
            while let Some(chunk) = next {
                let mut outcome = worker.check(chunk);
                let buffer = std::mem::take(&mut outcome.buffer);
                take(outcome, report)?;
                if report.first.is_some() && !self.keep_going {
                    break;
                }
                next = chunks.next(buffer).map_err(failed)?;
            }
            return Ok(());
        }
        // Each thread has a chunk in work and one in wait; the others are done before their turn.
        let limit = 3 * threads as u64;
        let (queue, jobs) = mpsc::sync_channel(threads);
        let jobs = Mutex::new(jobs);
        let (done, outcomes) = mpsc::channel();
        let mut ordered = Ordered::new(outcomes);
        thread::scope(|scope| {
            for _ in 0..threads {
                let (jobs, done) = (&jobs, done.clone());
                scope.spawn(move || work(task, jobs, &done));
            }
            let (mut sent, mut next, mut buffers) = (0, Some(first), Vec::new());
            let mut read = Ok(());
            while let Some(chunk) = next {
                // What follows a failure is not waited for.
                let last = chunk.too_long && !self.keep_going;
                if queue.send((sent, chunk)).is_err() {
                    break;
                }
                sent += 1;
                if last {
                    break;
                }
                while let Some(mut outcome) = ordered.next(sent - ordered.taken >= limit) {
                    buffers.push(std::mem::take(&mut outcome.buffer));
                    take(outcome, report)?;
                    if report.first.is_some() && !self.keep_going {
                        return Ok(());
                    }
                }
                // What has been sent comes before what cannot be read.
                next = chunks.next(buffers.pop().unwrap_or_default()).unwrap_or_else(|error| {
                    read = Err(failed(error));
                    None
                });
            }
            while ordered.taken < sent {
                let Some(outcome) = ordered.next(true) else { break };
                take(outcome, report)?;
                if report.first.is_some() && !self.keep_going {
                    return Ok(());
                }
            }
            // The threads end when there is nowhere to take from.
            drop(queue);
            read
        })
    }

    /// Adds what a chunk has shown, those before it having been added.
    fn fold(&self, outcome: Outcome, report: &mut Report, out: &mut Output) -> Result<(), Failure> {
        for failed in outcome.failures {
            let index = report.records + failed.index;
            let failed = Failed { index, offset: outcome.offset + failed.offset, ..failed };
            report.add(failed);
            self.tell(&failed, out)?;
        }
        report.records += outcome.records;
        report.events += outcome.events;
        report.unchecked += outcome.unchecked;
        report.head = outcome.head.or(report.head);
        if let Some(digest) = &mut report.digest {
            outcome.digests.into_iter().for_each(|event| digest.add(event));
        }
        // Nothing is held back while waiting for more.
        out.flush()
    }

    /// With --keep-going, a line for each failure as it is found.
    fn tell(&self, failed: &Failed, out: &mut Output) -> Result<(), Failure> {
        if !self.keep_going {
            return Ok(());
        }
        if self.json {
            out.bytes().extend_from_slice(b"{\"failure\":");
            failed.write(out.bytes());
            out.bytes().extend_from_slice(b"}\n");
        } else {
            out.page().text(format!("{failed}\n"));
        }
        out.end()
    }
}
