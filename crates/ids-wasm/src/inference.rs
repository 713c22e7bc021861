//! Many identifiers of one source, surveyed together.

use ids_conform::Number;
use ids_formats::infer::Survey;
use serde::Deserialize;

use crate::{Refused, inspect::Known};

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

impl Source {
    /// A survey that knows all of it.
    pub(crate) fn survey(&self) -> Result<Survey<'static>, Refused> {
        let mut survey = Survey::new(self.known.context());
        if let Some(late) = self.late {
            survey = survey.with_late(late.instant().since_epoch());
        }
        for At { id, time } in &self.at {
            if !survey.know(id.as_bytes(), time.instant()) {
                return Err(format!("no format reads the identifier of a known time, {id}"));
            }
        }
        Ok(survey)
    }
}
