//! `ids self-test`: holds this command against the vectors that it carries.

use clap::Args;
use ids_conform::{FORMATS, answer};

use super::{
    program::line,
    report::{Report, Style},
    suite::Outcome,
    tested::Tested,
};
use crate::{
    show::output::Output,
    status::{Failure, Status},
};

/// Arguments of `ids self-test`.
#[derive(Args, Debug)]
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
                let asked = file.requests(row).map_err(Failure::Refused)?;
                let answers: Vec<_> = asked.iter().map(answer).collect();
                let verdict = file.judge(row, &answers).map_err(Failure::Refused)?;
                let asked = asked.iter().zip(1..).map(|(ask, seq)| line(seq, ask));
                report.add(Outcome::new(&row.id, &row.rule, asked, verdict), out)?;
            }
            report.end_format(out)?;
        }
        report.end(out)
    }
}
