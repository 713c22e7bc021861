//! `ids conform`: holds a program, in any language, against the vectors and the reference.

mod excerpt;
mod group;
mod process;
mod program;
mod report;
mod run;
mod self_test;
mod suite;
mod tested;

use std::{ffi::OsString, iter, sync::Arc, time::Duration};

use clap::Args;
use ids_conform::{Ask, Fresh, Unknown, Verdict};

use self::{
    program::{Program, line},
    report::{Report, Style},
    run::Run,
    suite::Outcome,
    tested::Tested,
};
use crate::{
    instant,
    show::output::Output,
    status::{Failure, Status},
};
pub(crate) use self_test::SelfTest;

/// Arguments of `ids conform`.
#[derive(Args, Debug)]
pub(crate) struct Conform {
    #[command(flatten)]
    tested: Tested,
    /// Add N random cases for each format, answered by the reference
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: u64,
    /// The seed of the random cases. The same seed makes the same cases
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How long the program may take for one response, and to end
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = instant::parse_duration)]
    timeout: Duration,
    /// The form of the report
    #[arg(long, value_name = "KIND", default_value = "human")]
    report: Style,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Conform {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut program = Program::new(&self.command, self.timeout);
        let about = program.start().map_err(Failure::Refused)?;
        let files = self.tested.files(&about.formats)?;
        let (files, of_formats): (Vec<_>, Vec<_>) = files.into_iter().unzip();
        let mut unknown = Unknown::of_protocol();
        unknown.extend(of_formats.into_iter().flatten());
        let mut report = Report::begin(self.report, &about.title(), out)?;
        for file in files {
            let file = Arc::new(file);
            let fresh = Fresh::new(Arc::clone(&file), self.seed);
            let fresh = fresh.take(usize::try_from(self.random).unwrap_or(usize::MAX));
            report.begin_format(&file.format);
            let run = Run { file: &file, seed: self.seed };
            run.run(fresh, &mut program, &mut report, out)?;
            report.end_format(out)?;
        }
        report.begin_format(report::PROTOCOL);
        for unknown in &unknown {
            program.ask_unknown(unknown);
        }
        for unknown in &unknown {
            let verdict = match program.answer() {
                Ok(answer) => unknown.judge(&answer),
                Err(why) => Verdict::Fail(why),
            };
            let asked = iter::once_with(|| unknown.line(1).1);
            report.add(Outcome::new(&unknown.row, "unknown", asked, verdict), out)?;
        }
        let stop = iter::once_with(|| line(1, &Ask::Stop {}));
        report.add(Outcome::new("stop", "stop", stop, program.stop()), out)?;
        report.end_format(out)?;
        report.end(out)
    }
}
