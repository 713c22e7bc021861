//! `ids conform`: holds a program, in any language, against the vectors and the reference.

mod excerpt;
mod group;
mod process;
mod program;
mod report;

use std::{
    collections::VecDeque, ffi::OsString, fs, iter, path::PathBuf, sync::Arc, time::Duration,
};

use clap::{Args, builder::PossibleValuesParser};
use ids_conform::{
    Answer, Ask, Case, FORMATS, File, Fresh, Unknown, Verdict, answer, embedded, vectors::Row,
};

use self::{
    program::{Program, line},
    report::{Outcome, Report, Style},
};
use crate::{
    Failure, Output, Status, instant,
    show::{Progress, outside, printable},
};

/// Test another implementation, in any language, against the test vectors
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids conform -- ids respond
  ids conform --format siq --random 10000 --seed 7 -- node my-siq/respond.js
  ids conform --report junit -- ./respond > conform.xml

The program reads requests from its standard input and writes responses to its standard output,
one JSON object per line: see docs/protocol.md. If it ends, hangs or writes something else, the
current row fails. The program is then started again, and the run continues.

Exit codes: 0 no row failed and at least one passed; 4 a row failed; 1 the program cannot be
started, or the vectors cannot be read.")]
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
            report.begin_format(&file.format);
            self.ask(&Arc::new(file), &mut program, &mut report, out)?;
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

    /// Asks for the rows of a format and for fresh cases, some questions ahead of the answers, and reports what comes of
    /// each.
    fn ask(
        &self,
        file: &Arc<File>,
        program: &mut Program<'_>,
        report: &mut Report,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let progress = out.progress(Progress::items(&file.format));
        let count = usize::try_from(self.random).unwrap_or(usize::MAX);
        let fresh = Fresh::new(Arc::clone(file), self.seed).take(count).enumerate();
        let fresh = fresh.map(|(index, case)| {
            let row = format!("fresh-{}-{index}", self.seed);
            Ok(Question { row, rule: "fresh cases".to_owned(), cases: vec![case] })
        });
        let mut questions = file.rows.iter().map(|row| Question::of_row(file, row)).chain(fresh);
        let mut waiting = VecDeque::new();
        loop {
            while program.missing() < AHEAD
                && let Some(question) = questions.next().transpose()?
            {
                for case in &question.cases {
                    program.ask(&case.ask);
                }
                waiting.push_back(question);
            }
            let Some(question) = waiting.pop_front() else { break };
            let answers: Vec<_> = question.cases.iter().map(|_| program.answer()).collect();
            report.add(question.outcome(answers.into_iter().collect()), out)?;
            progress.advance();
        }
        progress.end();
        Ok(())
    }
}

/// Hold this command against the test vectors that it carries
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids self-test
  ids self-test --format siq --report markdown

The vectors are those of `ids conform`: cases with the answers that the formats prescribe. It takes
less than a second, and reads and writes nothing else.

Exit codes: 0 no row failed; 4 a row failed.")]
pub(crate) struct SelfTest {
    #[command(flatten)]
    tested: Tested,
    /// The form of the report
    #[arg(long, value_name = "KIND", default_value = "brief")]
    report: Style,
}

impl SelfTest {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let all: Vec<_> = FORMATS.iter().copied().map(str::to_owned).collect();
        let files = self.tested.files(&all)?;
        let mut report =
            Report::begin(self.report, concat!("ids ", env!("CARGO_PKG_VERSION")), out)?;
        for (file, _) in &files {
            report.begin_format(&file.format);
            for row in &file.rows {
                let question = Question::of_row(file, row)?;
                let answers = question.cases.iter().map(|case| answer(&case.ask)).collect();
                report.add(question.outcome(Ok(answers)), out)?;
            }
            report.end_format(out)?;
        }
        report.end(out)
    }
}

/// The arguments that choose vectors.
#[derive(Args, Debug)]
struct Tested {
    /// The formats to test. Without it, all formats that there are
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS))]
    format: Vec<String>,
    /// Read the vectors from this folder instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

impl Tested {
    /// The vectors of the formats that are chosen, or else of those named here, and what is asked beside them.
    ///
    /// All are read first: a report that has begun is not cut off by a file.
    fn files(&self, named: &[String]) -> Result<Vec<(File, Vec<Unknown>)>, Failure> {
        let formats = if self.format.is_empty() { named } else { &self.format };
        let asked = FORMATS.iter().filter(|format| formats.iter().any(|name| name == *format));
        asked.map(|format| self.file(format)).collect()
    }

    /// A format's vectors, every row of which makes sense, and what is asked beside them.
    fn file(&self, format: &str) -> Result<(File, Vec<Unknown>), Failure> {
        let (place, text) = match &self.vectors {
            None => ("the command".to_owned(), embedded(format).unwrap_or_default().to_owned()),
            Some(folder) => {
                let path = folder.join(format!("{format}.json"));
                let text = fs::read_to_string(&path);
                let shown = outside::path(&path);
                (shown.clone(), text.map_err(|e| Failure::Refused(format!("{shown}: {e}")))?)
            }
        };
        let wrong = |why: String| Failure::Refused(format!("vectors of {place}: {why}"));
        let file: File =
            text.parse().map_err(|error: serde_json::Error| wrong(printable(error.to_string())))?;
        if file.format != format {
            return Err(wrong(format!("they are of {:?}", file.format)));
        }
        let unknown = Unknown::of_format(&file).map_err(wrong)?;
        Ok((file, unknown))
    }
}

/// Questions that are asked before the first of them is answered.
const AHEAD: usize = 64;

/// What is asked for a row or a fresh case.
struct Question {
    row: String,
    rule: String,
    cases: Vec<Case>,
}

impl Question {
    fn of_row(file: &File, row: &Row) -> Result<Self, Failure> {
        let cases = file.cases(row).map_err(Failure::Refused)?;
        Ok(Self { row: row.id.clone(), rule: row.rule.clone(), cases })
    }

    /// What comes of it, if the program has not broken.
    fn outcome(&self, answers: Result<Vec<Answer>, String>) -> Outcome {
        let verdict =
            answers.map_or_else(Verdict::Fail, |answers| Verdict::of(&self.cases, &answers));
        let asked = self.cases.iter().zip(1..).map(|(case, seq)| line(seq, &case.ask));
        Outcome::new(&self.row, &self.rule, asked, verdict)
    }
}
