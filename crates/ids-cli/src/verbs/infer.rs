//! `ids infer`: what many identifiers of one source are.

use std::{path::PathBuf, str, time::Duration};

use clap::Args;
use ids_core::{Clock, SystemClock};
use ids_formats::{Answer, Context, infer::Survey, json};

use crate::{
    Failure, Output, Status, instant,
    reading::{ColumnName, Moment, Source, Table, Zoned, table},
    show::{Progress, findings, printable},
};

/// Find out what many identifiers of one source are: format, or layout of their bits
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids infer ids.txt
  ids infer ids.txt --at 175928847299117063=2016-04-30T11:18:25.796Z
  ids infer - --json < ids.txt
  ids infer messages.csv --column id --times created_at --late 5s
  stat -c '%n,%.3Ys' * | ids infer --column 1 --times 2 --late 1m

The lines are identifiers of one source, best in the order in which they were made. The answer is
the format that all of them have. For 64-bit numbers it is also a picture of what each bit does, and
the fields: timestamp, node, sequence, random bits, each with what shows it.

Unit and epoch of an unknown layout need two or more identifiers whose times are known, far apart:
--at. They need not be in the file. Times of rows and of files are known times, too: --times names
their column, and --late says how much later than the identifiers they may be. The answer is then
a layout for --layout of other verbs.

Nothing is claimed that random numbers would also give, but for one file in 2^30. docs/inspect.md
says how this is measured.

Exit codes: 0 the format or the whole layout was found; 3 several fit, or only a part is known: the
output says what decides; 1 nothing was found, or some lines are not identifiers.")]
pub(crate) struct Infer {
    /// The file with one identifier per line; `-`, or none, is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    #[command(flatten)]
    table: Table,
    /// The column with the time of each identifier, where it is known: its number, or its name. An
    /// empty one is not known
    #[arg(long, value_name = "COLUMN", value_parser = table::column, requires = "column",
          conflicts_with = "field")]
    times: Option<ColumnName>,
    /// The time at which an identifier of this source was made. Can be given several times
    #[arg(long, value_name = "ID=TIME", value_parser = known, allow_hyphen_values = true)]
    at: Vec<(String, Moment)>,
    /// Known times may be later than the identifiers by this much, as those of files and rows are
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration, default_value = "0s",
          hide_default_value = true)]
    late: Duration,
    /// Judge what is plausible at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    now: Option<Moment>,
    #[command(flatten)]
    zoned: Zoned,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Reads `ID=TIME`.
fn known(text: &str) -> Result<(String, Moment), String> {
    let (id, time) = text.rsplit_once('=').ok_or("write ID=TIME")?;
    Ok((id.to_owned(), Moment::parse(time)?))
}

impl Infer {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let are_known = self.times.is_some() || !self.at.is_empty();
        if !self.late.is_zero() && !are_known {
            return Err(Failure::usage("--late is for known times: give --times or --at"));
        }
        if self.now.is_none() && !are_known {
            self.zoned.without_times()?;
        }
        // A clock before the Unix epoch makes every identifier one from the future.
        let now = self.zoned.given("--now", self.now)?;
        let now = now.unwrap_or_else(|| SystemClock.now().unwrap_or_default());
        let mut survey = Survey::new(Context::at(now)).with_late(self.late);
        for (id, time) in &self.at {
            let time = self.zoned.shown(*time).map_err(|failure| failure.of("--at"))?;
            if !survey.know(id.as_bytes(), time) {
                let id = printable(id);
                return Err(Failure::Usage(format!("--at: no format reads '{id}'")));
            }
        }
        let progress = out.progress(Progress::items("lines"));
        // Why there is no text on some of the lines that are not read, which are shown.
        let mut absent = Vec::new();
        let source = [Source::File(&self.file)];
        let read = self.table.each(&source, self.times.as_ref(), out, None, |_, cell, _| {
            let line = cell.place.map_or(0, |place| place.line);
            if line.is_multiple_of(1 << 10) {
                progress.reached(line);
            }
            if cell.absent.is_none() && survey.add(cell.text) {
                return self.timed(line, cell.text, cell.beside, &mut survey);
            }
            if survey.refuse(line, cell.text) {
                absent.extend(cell.absent.map(|why| (line, why)));
            }
            Ok(())
        });
        progress.end();
        read?;
        if let Some((id, _)) = self.at.iter().find(|(id, _)| !survey.is_alike(id.as_bytes())) {
            let id = printable(id);
            return Err(Failure::Usage(format!("--at: '{id}' has not the format of the others")));
        }
        let found = survey.findings();
        let mut status = match found.answer {
            Answer::One | Answer::Layout => Status::Done,
            Answer::Nothing | Answer::Rounded => Status::Invalid,
            _ => Status::Ambiguous,
        };
        if found.strays > 0 {
            status.raise(Status::Ambiguous);
        }
        if found.unread > 0 {
            status.raise(Status::Invalid);
        }
        if self.json {
            json::line(out.bytes(), |out| json::findings(out, &found));
        } else {
            findings::show(out.page(), &found, self.zoned.is_given());
            let records = self.table.is_asked() && !self.table.is_json();
            findings::complain(&found, &absent, records, out)?;
        }
        out.end().map(|()| status)
    }

    /// Takes the time that stands beside an identifier, if one does.
    fn timed(
        &self,
        record: u64,
        text: &[u8],
        time: &[u8],
        survey: &mut Survey<'_>,
    ) -> Result<(), Failure> {
        if time.is_empty() {
            return Ok(());
        }
        let instant = str::from_utf8(time).map_err(|_| "this is no text".to_owned());
        let refused = |why| {
            Failure::Refused(format!("record {record}: the time '{}': {why}", printable(time)))
        };
        let instant = instant.and_then(Moment::parse).map_err(refused)?;
        let instant = match self.zoned.shown(instant) {
            // A zone has some times twice, and some not at all.
            Err(_) if self.zoned.is_given() => return Ok(()),
            instant => instant.map_err(|failure| match failure.message() {
                Some(why) => refused(why),
                None => failure,
            })?,
        };
        survey.know(text, instant);
        Ok(())
    }
}
