//! Many identifiers of one source, surveyed together.

use ids_conform::Number;
use ids_formats::{infer::Survey, json};
use serde::Deserialize;

use crate::{Refused, inspect::Known, stream::Taken};

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
pub(crate) struct Inference {
    survey: Survey<'static>,
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
        Ok(Self { survey, line: 0 })
    }
}

impl Taken for Inference {
    fn take(&mut self, lines: &[u8]) {
        for text in lines.split_inclusive(|byte| *byte == b'\n') {
            self.line += 1;
            let text = text.trim_ascii();
            if !text.is_empty() && !self.survey.add(text) {
                self.survey.refuse(self.line, text);
            }
        }
    }

    /// Appends `{"lines":".."}`: how many lines were read.
    fn write(&self, out: &mut Vec<u8>) {
        json::object(out, |out| json::digits(out, "lines", self.line));
    }

    /// Appends what `ids infer --json` prints.
    fn end(self: Box<Self>, out: &mut Vec<u8>) {
        json::object(out, |out| json::findings(out, &self.survey.findings()));
    }
}
