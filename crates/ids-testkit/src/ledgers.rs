//! Rows about events and ledgers: canonical JSON, ids that are computed from events, verdicts.

use serde::Deserialize;

use crate::{
    Fault,
    run::same,
    vectors::{File, Number, Op, Row},
};

/// An event and the id that it has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    /// The event, JSON as text.
    pub json: String,
    /// How it is read; empty for the profile that the format writes.
    #[serde(default)]
    pub profile: String,
    /// The text of the id before it; left out of the first event of a ledger.
    pub previous: Option<String>,
    /// The bytes that every hash of the event begins with, which are UTF-8.
    pub body: String,
    /// The text of its id.
    pub event_id: String,
}

/// A ledger that is valid.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRow {
    /// The records.
    pub lines: Vec<String>,
    /// The profile that is found.
    pub profile: String,
    /// The text of the last id.
    pub head: String,
}

/// A ledger of another row, changed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorruptRow {
    /// The row's id.
    pub base: String,
    /// The text of a trusted id that the records follow, if they do not begin with the first.
    pub after: Option<String>,
    /// What is done to the records, in this order.
    pub splices: Vec<Splice>,
    /// How many records are valid before the first failure.
    pub events: Number,
    /// The first failure's kind; left out of a ledger that is still valid.
    pub failure: Option<String>,
}

/// Lines taken out of a ledger, and others put in their place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splice {
    /// The index of the first line.
    pub at: Number,
    /// How many are taken out.
    pub delete: Number,
    /// What is put there.
    pub insert: Vec<String>,
}

/// What a verification says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many records are valid before the first failure.
    pub events: u64,
    /// The first failure's kind.
    pub failure: Option<String>,
    /// The profile that was found.
    pub profile: Option<String>,
    /// The text of the last valid id.
    pub head: Option<String>,
}

/// The part of a [`Subject`](crate::Subject) that has ledgers.
pub trait Ledgers {
    /// The canonical form of JSON; `form` names another than the format's own.
    ///
    /// # Errors
    /// The format's own.
    fn canonical(&self, form: &str, json: &str) -> Result<String, Fault>;

    /// The microseconds since 1970 that an event's timestamp says, and how they are written.
    ///
    /// # Errors
    /// The format's own.
    fn timestamp(&self, text: &str) -> Result<(u64, String), Fault>;

    /// An event's body and its id.
    ///
    /// # Errors
    /// The format's own.
    fn event(
        &self,
        profile: &str,
        json: &str,
        previous: Option<&str>,
    ) -> Result<(String, String), Fault>;

    /// Verifies records, one on a line.
    fn verify(&self, after: Option<&str>, lines: &str) -> Verdict;
}

impl Row {
    /// Runs a row about events or ledgers.
    pub(crate) fn run_ledgers(&self, ledgers: &dyn Ledgers, file: &File) -> Result<(), String> {
        match &self.op {
            Op::Canonical { json, canonical } => {
                for json in [json, canonical] {
                    let found = ledgers.canonical(&self.form, json);
                    same("canonical form", &found, &Ok(canonical.clone()))?;
                }
                Ok(())
            }
            Op::Timestamp { text, micros, written } => {
                let found = ledgers.timestamp(text);
                let found = found.map(|(micros, written)| (u128::from(micros), written));
                same("timestamp", &found, &Ok((micros.0, written.clone())))
            }
            Op::Event(EventRow { json, profile, previous, body, event_id }) => {
                let found = ledgers.event(profile, json, previous.as_deref());
                same("body and id", &found, &Ok((body.clone(), event_id.clone())))
            }
            Op::Ledger(LedgerRow { lines, profile, head }) => {
                let (profile, head) = (Some(profile.clone()), Some(head.clone()));
                let valid = Verdict { events: lines.len() as u64, failure: None, profile, head };
                same("verdict", &ledgers.verify(None, &lines.join("\n")), &valid)
            }
            Op::Corrupt(row) => {
                let found = ledgers.verify(row.after.as_deref(), &row.lines(file)?);
                let found = (u128::from(found.events), found.failure);
                same("verdict", &found, &(row.events.0, row.failure.clone()))
            }
            _ => Err("this row is about no ledger".into()),
        }
    }
}

impl CorruptRow {
    /// The records as changed.
    pub(crate) fn lines(&self, file: &File) -> Result<String, String> {
        let base = file.rows.iter().find(|row| row.id == self.base).map(|row| &row.op);
        let Some(Op::Ledger(base)) = base else {
            return Err(format!("no ledger {:?}", self.base));
        };
        let mut lines = base.lines.clone();
        for splice in &self.splices {
            let index = |number: Number| usize::try_from(number.0).unwrap_or(usize::MAX);
            let (at, delete) = (index(splice.at), index(splice.delete));
            let end = at.checked_add(delete).filter(|end| *end <= lines.len());
            let end = end.ok_or_else(|| format!("no lines {at} to {at} + {delete}"))?;
            lines.splice(at..end, splice.insert.iter().cloned());
        }
        Ok(lines.join("\n"))
    }
}
