//! `ids check`: watches a stream of identifiers from any generator.

mod balance;
mod expectation;
mod report;
mod seen;
mod watch;

use std::{ffi::OsString, num::NonZeroU64, path::Path};

use clap::Args;

use self::{expectation::Expectation, watch::Watch};
use crate::{
    Failure, Output, Status,
    reading::{SelectDomain, SelectFlavour, Source, Table, input},
    show::{Progress, names},
};

/// Check a stream of identifiers: shape, order, duplicates, clock, balance
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids new flax --monotonic -n 1000000 --max-ahead 1h | ids check flax
  ./generator | ids check snowflake --flavour discord --live 5s --every 100000
  ./generators | ids check flax --unordered --independent --every 1000000
  ids check luuid --flavour v8 --unordered --json ids.txt more.txt
  ids check snowflake --flavour discord --column message_id messages.csv

Every line must be an identifier in its canonical form, and greater than the line before. Several
files are one stream, in the order given.

With --unordered the lines may come in any order, and all are searched for duplicates. The search
is exact while their hashes fit into --memory (256 MiB hold 25 million). Beyond that it covers a
part of them, and the report says how large a part.

Each bit of a random part must be one as often as zero, within six standard deviations. This is
measured for the first identifier of each tick; with --independent, for all.

Exit codes: 0 all checks passed; 1 some lines are not identifiers; 4 another check failed, or
there was no line.")]
pub(crate) struct Check {
    /// The format: see `ids info`. With --flavour it may be left out
    format: Option<String>,
    /// The files, one after the other; `-` is standard input, as is no argument. What the format reads is
    /// an identifier
    #[arg(value_name = "FILE|ID")]
    files: Vec<OsString>,
    #[command(flatten)]
    flavour: SelectFlavour,
    #[command(flatten)]
    domain: SelectDomain,
    /// Read this text form instead of the canonical one
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    expectation: Expectation,
    /// Also report after every LINES lines, on everything read so far
    #[arg(long, value_name = "LINES")]
    every: Option<NonZeroU64>,
    /// One JSON object for each report
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(&mut self, out: &mut Output) -> Result<Status, Failure> {
        if self.flavour.names_format(&self.domain) {
            let file = self.format.take_if(|name| !names::is_format(name));
            self.files.splice(0..0, file.map(Into::into));
        }
        let selected = self.flavour.wanted(&self.domain, self.format.as_deref())?;
        let record = selected.only()?;
        let forms = record.facts.forms.iter().map(|form| (form, form.name));
        let form = match &self.form {
            None => record.facts.canonical,
            Some(name) => names::known("form", name, forms)?,
        };
        self.domain.only_handles(form.name)?;
        let times = self.expectation.times(&record, &self.flavour.zoned)?;
        if times.is_all() {
            self.flavour.without_zone()?;
        }
        let mut watch = Watch::new(&self.expectation, times, &record, form);
        let progress = out.progress(Progress::items("lines"));
        let read = self.read(&mut watch, &progress, out);
        progress.end();
        read?;
        if watch.lines == 0 || !self.is_due(watch.lines) {
            watch.report(out, self.json)?;
        }
        Ok(watch.status())
    }

    /// Reads all that there is.
    fn read<'a>(
        &'a self,
        watch: &mut Watch<'a>,
        progress: &Progress,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let sources = self.sources(watch);
        self.table.each(&sources, None, out, None, |out, cell, _| {
            watch.line(out, &cell)?;
            // A look at the clock, which costs more than most lines.
            if watch.lines.is_multiple_of(256) || self.expectation.live.is_some() {
                progress.reached(watch.lines);
            }
            if self.is_due(watch.lines) { watch.report(out, self.json) } else { Ok(()) }
        })
    }

    /// What the arguments stand for: one that cannot be read and looks like the name of a file is a file, which is absent.
    fn sources<'a>(&'a self, watch: &Watch<'a>) -> Vec<Source<'a>> {
        let reads = |text: &[u8]| watch.reads(text);
        let mut sources = input::sources(&self.files, self.table.is_asked(), reads);
        for source in &mut sources {
            if let Source::Text(text) = *source
                && !reads(text.as_encoded_bytes())
                && input::no_file(text.as_encoded_bytes()).is_some()
            {
                *source = Source::File(Path::new(text));
            }
        }
        sources
    }

    /// Whether a report follows after this number of lines.
    fn is_due(&self, lines: u64) -> bool {
        self.every.is_some_and(|every| lines.is_multiple_of(every.get()))
    }
}
