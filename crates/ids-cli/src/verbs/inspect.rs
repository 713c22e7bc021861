//! `ids inspect`: what an identifier says.

use std::{ffi::OsString, time::Duration};

use clap::Args;
use ids_core::{Clock, SystemClock};
use ids_formats::{Candidate, Context, Format, Inspector, read};

use crate::{
    instant,
    reading::{
        complaint,
        input::{self, Line},
        select::Select,
        table::Table,
    },
    show::{
        candidates::Candidates,
        explanation, foreign, json,
        output::{BOLD, DIM, Output, Page},
        outside::printable,
        record::Record,
    },
    status::{Failure, Status},
};

/// Arguments of `ids inspect`.
#[derive(Args, Debug)]
pub(crate) struct Inspect {
    /// The identifiers. Without any, they are read from standard input, one per line
    ids: Vec<OsString>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    table: Table,
    /// Treat text that can be read in several ways as ambiguous, even if one way is likelier: exit
    /// code 3
    #[arg(long)]
    strict: bool,
    /// List implausible candidates, too
    #[arg(long)]
    all: bool,
    /// Judge what is plausible at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    now: Option<Duration>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let selected = self.select.formats()?;
        if self.json {
            self.select.only_handles("the canonical one, which --json has")?;
        }
        let (formats, records) = (selected.formats(), selected.records());
        if selected.told() {
            self.explain(&formats, &records, out)
        } else {
            self.detect(formats, &records, out)
        }
    }

    /// Gives each identifier to `answer`. A record without the column is no identifier.
    fn each(
        &self,
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, Line<'_>) -> Result<(), Failure>,
    ) -> Result<Status, Failure> {
        let mut status = Status::Done;
        if !self.table.is_asked() {
            return input::each(&self.ids, out, answer).map(|()| status);
        }
        let read = self.table.each(&self.ids, out, false, |out, cell| match cell.text {
            Ok(line) => answer(out, line).map(|()| None),
            Err(columns) => {
                status.raise(Status::Invalid);
                complaint::short(out, self.json, cell.record, columns).map(|()| None)
            }
        });
        read.map(|()| status)
    }

    /// The format is known, and so is the flavour, by an option or by the text.
    fn explain(
        &self,
        formats: &[&dyn Format],
        records: &[Record<'_>],
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let form = self.select.form.as_deref();
        let mut status = Status::Done;
        let answered = self.each(out, |out, line| {
            let Line::Text(text) = line else {
                status.raise(Status::Invalid);
                return complaint::too_long(out, self.json, line);
            };
            match read(formats, form, self.strict, text) {
                Ok(reading) if self.json => {
                    let record = &records[reading.format];
                    json::open(out.bytes(), text);
                    out.bytes().push(b',');
                    record.write_name(out.bytes());
                    record.write(out.bytes(), reading.bits);
                    out.bytes().extend_from_slice(b"}\n");
                    out.end()
                }
                Ok(reading) => {
                    explanation::write(out.page(), &records[reading.format], reading.bits);
                    out.end()
                }
                Err(unread) => {
                    status.raise(complaint::status(&unread, self.strict));
                    complaint::unread(out, self.json, text, &unread)
                }
            }
        });
        let answered = answered.map(|reached| status.raise(reached));
        status.after(answered)
    }

    /// Ranks the formats that the text may be of.
    fn detect(
        &self,
        formats: Vec<&dyn Format>,
        records: &[Record<'_>],
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let now = match self.now {
            Some(now) => now,
            // A clock before the Unix epoch makes every identifier one from the future.
            None => SystemClock.now().unwrap_or_default(),
        };
        let context = Context::at(now)
            .with_formats(formats)
            .with_form(self.select.form.as_deref())
            .with_all(self.all);
        let mut inspector = Inspector::new(context);
        let mut candidates = Candidates::new(records);
        let mut status = Status::Done;
        let mut found = Vec::new();
        let answered = self.each(out, |out, line| {
            let Line::Text(text) = line else {
                status.raise(Status::Invalid);
                return complaint::too_long(out, self.json, line);
            };
            found.clear();
            found.extend_from_slice(inspector.inspect(text));
            match found.len() {
                0 => {
                    status.raise(Status::Invalid);
                    return complaint::unknown(out, self.json, text, inspector.nearest());
                }
                1 => {}
                _ if self.strict => status.raise(Status::Ambiguous),
                _ => {}
            }
            if self.json {
                json::open(out.bytes(), text);
                out.bytes().extend_from_slice(b",\"candidates\":");
                candidates.write(out.bytes(), &inspector, &found);
                out.bytes().extend_from_slice(b"}\n");
            } else {
                rank(out.page(), &candidates, text, &found, self.all);
            }
            out.end()
        });
        let answered = answered.map(|reached| status.raise(reached));
        status.after(answered)
    }
}

/// Lists the candidates; the first is explained if it is likelier than all others. Implausible ones
/// are only counted, unless `all`.
fn rank(
    page: &mut Page,
    candidates: &Candidates<'_>,
    text: &[u8],
    found: &[Candidate<'_>],
    all: bool,
) {
    if !all && !found.iter().any(Candidate::is_plausible) {
        return count(page, text, found.len());
    }
    let rest = match found {
        [first, rest @ ..] if rest.iter().all(|other| other.score < first.score) => {
            explanation::write(page, candidates.record(first), first.bits);
            why(page, first);
            rest
        }
        _ => {
            page.styled(BOLD, printable(text));
            page.text("\n  may be any of these; --format and --flavour say which\n");
            found
        }
    };
    for candidate in rest {
        let record = candidates.record(candidate);
        let bits = candidate.bits;
        page.text("  ");
        page.styled(BOLD, format!("{:<24}", record.title()));
        if let Some(time) = record.time(bits) {
            page.text(record.show(time));
        }
        page.text("\n");
        let fields = record.values(bits).map(|(field, value)| format!("{} {value}", field.name()));
        page.text(format!("    {}\n", fields.collect::<Vec<_>>().join(", ")));
        why(page, candidate);
    }
    page.text("\n");
}

/// Says how many candidates there are, none of them plausible.
fn count(page: &mut Page, text: &[u8], ways: usize) {
    page.styled(BOLD, printable(text));
    page.text("\n");
    if let Some(what) = foreign::uuid(text) {
        page.text(format!("  is {what}\n"));
    }
    let (ways, them) =
        if ways == 1 { ("1 way".into(), "it") } else { (format!("{ways} ways"), "them") };
    page.text(format!(
        "  can be read in {ways}, none with a plausible time; --all lists {them}\n\n"
    ));
}

fn why(page: &mut Page, candidate: &Candidate<'_>) {
    let why: Vec<_> = candidate.reasons().map(|reason| reason.to_string()).collect();
    page.styled(DIM, format!("    score {}: {}\n", candidate.score, why.join("; ")));
}
