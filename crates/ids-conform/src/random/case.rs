//! A fresh case, and what an answer to it is worth.

use serde::Deserialize;
use serde_json::json;

use crate::{
    Answer, Ask, Done,
    compare::{Verified, only, steps},
};

/// A question, and what the reference answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is asked.
    pub ask: Ask,
    /// What the reference answers.
    pub expected: Answer,
    /// Whether it may have several faults, and be refused for any of them.
    pub several: bool,
}

impl Case {
    /// Whether an answer is the reference's. Where there may be several faults, it need not be
    /// the same one that is named.
    ///
    /// # Errors
    /// What is answered, and what the reference answers.
    pub fn holds(&self, found: &Answer) -> Result<(), String> {
        let same = match (&self.expected, found) {
            (Answer::Error(expected), Answer::Error(found)) => self.several || found.is(expected),
            (Answer::Result(expected), Answer::Result(found)) => match &self.ask {
                Ask::Generate { .. } => {
                    let expected = Vec::<Done>::deserialize(only(expected, "steps")?);
                    return steps(found, &expected.map_err(|error| error.to_string())?);
                }
                Ask::Verify { .. } => {
                    Verified::read(found)?.is(&Verified::read(expected)?, self.several)
                }
                _ => found == expected,
            },
            (expected, found) => expected == found,
        };
        if same { Ok(()) } else { Err(format!("{}, not {}", json!(found), json!(self.expected))) }
    }
}
