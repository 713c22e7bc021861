//! `ids infer`: what many identifiers of one source are.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use ids_core::{Clock, SystemClock};
use ids_formats::{
    Context,
    infer::{Answer, Survey},
};

use crate::{
    instant,
    reading::input::{self, Line, MAX_LINE},
    show::{
        findings::{self, Unread},
        output::Output,
        outside::printable,
        progress::Progress,
    },
    status::{Failure, Status},
};

/// Lines that are no identifiers, of which the text is shown.
const EXAMPLES: usize = 5;

/// Arguments of `ids infer`.
#[derive(Args, Debug)]
pub(crate) struct Infer {
    /// The file with one identifier per line; `-`, or none, is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    /// The time at which an identifier of this source was made. Can be given several times
    #[arg(long, value_name = "ID=TIME", value_parser = known, allow_hyphen_values = true)]
    at: Vec<(String, Duration)>,
    /// Judge what is plausible at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    now: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Reads `ID=TIME`.
fn known(text: &str) -> Result<(String, Duration), String> {
    let (id, time) = text.rsplit_once('=').ok_or("write ID=TIME")?;
    Ok((id.to_owned(), instant::parse(time)?))
}

impl Infer {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        // A clock before the Unix epoch makes every identifier one from the future.
        let now = self.now.unwrap_or_else(|| SystemClock.now().unwrap_or_default());
        let mut survey = Survey::new(Context::at(now));
        for (id, time) in &self.at {
            if !survey.know(id.as_bytes(), *time) {
                let id = printable(id);
                return Err(Failure::Usage(format!("--at: no format reads '{id}'")));
            }
        }
        let progress = Progress::items("lines");
        out.progress(&progress);
        let (mut line, mut unread) = (0_u64, Unread::default());
        let read = input::file(&self.file, out, |_, text| {
            line += 1;
            if line.is_multiple_of(1 << 10) {
                progress.reached(line);
            }
            let (text, fits) = match text {
                Line::Text(text) => (text, survey.add(text)),
                Line::TooLong(text) => (&text[..text.len().min(MAX_LINE)], false),
            };
            if !fits {
                unread.count += 1;
                if unread.examples.len() < EXAMPLES {
                    unread.examples.push((line, text[..text.len().min(64)].to_vec()));
                }
            }
            Ok(())
        });
        progress.end();
        read?;
        let found = survey.findings();
        let mut status = match found.answer {
            Answer::One | Answer::Layout => Status::Done,
            Answer::Nothing => Status::Invalid,
            _ => Status::Ambiguous,
        };
        if found.strays > 0 {
            status.raise(Status::Ambiguous);
        }
        if unread.count > 0 {
            status.raise(Status::Invalid);
        }
        if self.json {
            findings::write(out.bytes(), &found, &unread);
        } else {
            findings::show(out.page(), &found);
            unread.complain(out)?;
        }
        out.end().map(|()| status)
    }
}
