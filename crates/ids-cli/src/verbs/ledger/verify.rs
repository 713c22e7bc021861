//! `ids ledger verify`.

use std::{io, sync::atomic::Ordering::Relaxed, thread};

use clap::Args;
use evently_ledger::{
    EventId, Limits, Profile,
    parallel::{Failed, Report, Stopped, Verification},
};

use super::{
    place::{Place, unreadable},
    report,
    rows::OtherEnd,
    source,
    store::{DatabaseError, is_row},
};
use crate::{
    show::{
        output::{BAD, Output},
        outside::printable,
        progress::Progress,
    },
    status::{Failure, Status},
};

/// Arguments of `ids ledger verify`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub(super) struct Verify {
    /// The ledger: a file, - for standard input, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`, with
    /// ?ledger=NAME where the database has several
    #[arg(value_name = "LEDGER")]
    place: Place,
    /// How the ledger was written: auto, doc5, doc4, pg or v1
    #[arg(long, value_name = "PROFILE", default_value = "auto", value_parser = parse_profile)]
    profile: Choice,
    /// The id of the trusted event before the first record
    #[arg(long, value_name = "ID")]
    after: Option<EventId>,
    /// Report every failure, not only the first
    #[arg(long)]
    keep_going: bool,
    /// Print a SHA-256 of all events, which you can compare with somebody else's
    #[arg(long, conflicts_with = "keep_going")]
    digest: bool,
    /// In a database, also compare the columns by which events are found with the records
    #[arg(long)]
    indexes: bool,
    /// Accept events with up to N nested arrays and objects, at most 1,000. By default the limit is
    /// 128, as in the format's rules
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    max_depth: Option<Limits>,
    /// How many threads. By default one for each processor; with --keep-going and input that is
    /// not a file one, so that each failure is reported at once
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
        if self.indexes && matches!(self.place, Place::File(_)) {
            return Err(Failure::usage("--indexes is for databases: a file has no columns"));
        }
        let (report, ended) = self.answer(out)?;
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
    fn answer(&self, out: &mut Output) -> Result<(Report, Result<(), Failure>), Failure> {
        let source = source::open(&self.place)?;
        let progress = source.progress();
        out.progress(&progress);
        // What is found is said before more is waited for: a thread of its own might still be at it.
        let threads = match self.threads {
            Some(threads) => threads.into(),
            None if self.keep_going && source.size.is_none() => 1,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        // A record of a database has neither a line nor a byte at which it begins.
        let place = source.is_store().then(|| source.label.clone());
        let (read, label) = (source.read, source.label);
        let (report, ended) =
            self.verification(threads).watch(source.reader, |report, failures| {
                let place = place.as_deref();
                failures.iter().try_for_each(|failed| self.tell(failed, place, out))?;
                progress.at(read.load(Relaxed), || format!("{} events", report.records));
                // Nothing is held back while waiting for more.
                out.flush()
            });
        progress.end();
        let ended = match ended {
            Err(Stopped::Read(error)) if row(&error) && report.first.is_none() => {
                self.refuse(&report, &label, &error, out)
            }
            Err(Stopped::Read(error)) => Err(unreadable(&label, &error)),
            Err(Stopped::Told(failure)) => Err(failure),
            Ok(()) if report.failed > 0 => self.verdict(&report, place.as_deref(), out),
            Ok(()) => match self.check_indexes(out)? {
                Some(error) => self.refuse(&report, &label, &error, out),
                None => self.verdict(&report, place.as_deref(), out),
            },
        };
        Ok((report, ended))
    }

    /// Compares the indexes of a ledger whose records are right; what is wrong with them.
    fn check_indexes(&self, out: &mut Output) -> Result<Option<io::Error>, Failure> {
        if !self.indexes {
            return Ok(None);
        }
        let opened = self.place.store()?.open()?;
        let (mut ledger, label) = (opened.ledger, opened.label);
        let progress = Progress::events(opened.events);
        out.progress(&progress);
        let mut compared = 0;
        let checked = ledger.check_indexes(&mut |more| {
            compared += more;
            progress.at(compared.min(opened.events), || format!("{compared} rows"));
        });
        progress.end();
        match checked.map_err(io::Error::other) {
            Err(error) if row(&error) => Ok(Some(error)),
            checked => checked.map(|()| None).map_err(|error| unreadable(&label, &error)),
        }
    }

    /// The verdict on a ledger that has a row which is none.
    fn refuse(
        &self,
        report: &Report,
        label: &str,
        error: &io::Error,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.json {
            report::write_row(report, out.bytes());
            out.bytes().push(b'\n');
        }
        out.end()?;
        let (index, error) = (report.records, printable(error.to_string()));
        Err(Failure::Unverified(format!("{label}: record {index}: {error}")))
    }

    fn verification(&self, threads: usize) -> Verification {
        let verification = Verification::new()
            .limits(self.max_depth.unwrap_or_default())
            .keep_going(self.keep_going)
            .digest(self.digest)
            .threads(threads);
        let verification = match self.profile {
            Some(profile) => verification.profile(profile),
            None => verification,
        };
        match self.after {
            Some(trusted) => verification.after(trusted),
            None => verification,
        }
    }

    fn verdict(
        &self,
        report: &Report,
        place: Option<&str>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if self.json {
            report.write_json(out.bytes());
            out.bytes().push(b'\n');
        } else {
            if let Some(first) = report.first.filter(|_| !self.keep_going) {
                out.page().text(report::place(&first, place));
            }
            report::show(report, out.page());
        }
        out.end()
    }

    /// With --keep-going, a line for each failure as it is found.
    fn tell(&self, failed: &Failed, place: Option<&str>, out: &mut Output) -> Result<(), Failure> {
        if !self.keep_going {
            return Ok(());
        }
        if self.json {
            out.bytes().extend_from_slice(b"{\"failure\":");
            failed.write_json(out.bytes());
            out.bytes().extend_from_slice(b"}\n");
        } else {
            out.page().text(report::place(failed, place));
        }
        out.end()
    }
}

/// Whether the database has a row that is none of a ledger, or lacks one.
fn row(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| {
        error.is::<OtherEnd>() || error.downcast_ref::<DatabaseError>().is_some_and(is_row)
    })
}
