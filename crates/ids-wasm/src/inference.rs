//! Many identifiers of one source, surveyed together.

use ids_conform::Number;
use ids_formats::{infer::Survey, json};
use serde::Deserialize;

use crate::{Refused, inspect::Known, lines::Lines, tally::MAX_LINE};

/// What is known of the identifiers, with the times of some.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    known: Known,
    #[serde(default)]
    at: Vec<At>,
    /// How much later than the identifiers the times may be, in nanoseconds.
    #[serde(default)]
    late: Option<Number>,
}

/// When an identifier was made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    id: String,
    time: Number,
}

/// Surveys identifiers, one on a line; empty lines are left out.
#[derive(Debug)]
pub struct Inference {
    survey: Survey<'static>,
    lines: Lines,
    line: u64,
}

impl Inference {
    pub(crate) fn new(source: &Source) -> Result<Self, Refused> {
        let mut survey = Survey::new(source.known.context());
        if let Some(late) = source.late {
            survey = survey.with_late(late.nanoseconds());
        }
        for At { id, time } in &source.at {
            if !survey.know(id.as_bytes(), time.instant()) {
                return Err(format!("no format reads the identifier of a known time, {id}"));
            }
        }
        Ok(Self { survey, lines: Lines::new(MAX_LINE), line: 0 })
    }

    /// Takes the next bytes, wherever they end.
    pub fn feed(&mut self, bytes: &[u8]) {
        let Self { survey, lines, line } = self;
        lines.feed(bytes, |lines| survey_all(survey, line, lines));
    }

    /// Appends `{"lines":".."}`: how many lines were read.
    pub fn write_progress(&self, out: &mut Vec<u8>) {
        json::object(out, |out| json::digits(out, "lines", self.line));
    }

    /// Takes the last line, if it had no line feed, and appends what `ids infer --json` prints.
    pub fn end(self, out: &mut Vec<u8>) {
        let Self { mut survey, lines, mut line } = self;
        survey_all(&mut survey, &mut line, &lines.end());
        json::object(out, |out| json::findings(out, &survey.findings()));
    }
}

fn survey_all(survey: &mut Survey<'_>, line: &mut u64, lines: &[u8]) {
    for text in lines.split_inclusive(|byte| *byte == b'\n') {
        *line += 1;
        let text = text.trim_ascii();
        if !text.is_empty() && !survey.add(text) {
            survey.refuse(*line, text);
        }
    }
}
