//! What is asked for a row of the vectors or a fresh case, and what the answers are worth.

use std::collections::BTreeMap;

use ids_core::format::Layout;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Answer, Ask, Document, Done, File, Number, Output, Reason, Spelling, Where,
    compare::{Verified, only, steps},
    vectors::{Input, Op, Row, Splice},
};

/// What an implementation's answers are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are right.
    Pass,
    /// They are not, for this reason.
    Fail(String),
    /// The implementation does not have what is asked, for this reason.
    Skip(String),
}

impl Verdict {
    /// What the answers to some cases, in their order, are worth.
    pub fn of(cases: &[Case], answers: &[Answer]) -> Self {
        if answers.len() != cases.len() {
            return Self::Fail(format!("{} answers", answers.len()));
        }
        // What is answered has to be right, also if something else is skipped.
        let (mut before, mut skipped) = (None, None);
        for (case, answer) in cases.iter().zip(answers) {
            if let Answer::Skipped(reason) = answer {
                skipped.get_or_insert(reason);
            } else if let Err(why) = case.holds(answer, before.replace(answer)) {
                return Self::Fail(why);
            }
        }
        skipped.map_or(Self::Pass, |reason| Self::Skip(reason.clone()))
    }
}

/// A request, and what its answer has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is asked.
    pub ask: Ask,
    /// What has to be answered.
    pub expected: Expected,
    /// Whether it may have several faults, and be refused for any of them.
    pub several: bool,
}

/// What an answer has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This one, in any of the ways to say it.
    Answer(Answer),
    /// A text, but not this one.
    OtherThan(String),
    /// An identifier greater than that of the answer before.
    Greater,
}

impl Case {
    const fn new(ask: Ask, expected: Expected) -> Self {
        Self { ask, expected, several: false }
    }

    const fn result(ask: Ask, result: Value) -> Self {
        Self::new(ask, Expected::Answer(Answer::Result(result)))
    }

    /// Whether an answer is right, after that to the case before. Where there may be several faults, it need not be the
    /// same one that is named.
    ///
    /// # Errors
    /// What is answered, and what has to be.
    pub fn holds(&self, found: &Answer, before: Option<&Answer>) -> Result<(), String> {
        let is = match (&self.expected, found) {
            (Expected::Answer(Answer::Error(expected)), Answer::Error(found)) => {
                self.several || found.is(expected)
            }
            (Expected::Answer(Answer::Result(expected)), Answer::Result(found)) => match self.ask {
                Ask::Generate { .. } => return steps(found, expected),
                Ask::Verify { .. } => {
                    Verified::read(found)?.is(&Verified::read(expected)?, self.several)
                }
                _ => found == expected,
            },
            (Expected::Answer(expected), found) => found == expected,
            (Expected::OtherThan(text), Answer::Result(found)) => {
                only(found, "text")?.as_str().is_some_and(|written| written != text)
            }
            (Expected::Greater, found) => {
                let bits = number(found)?;
                before.is_none_or(|before| number(before).is_ok_and(|before| before < bits))
            }
            _ => false,
        };
        let wanted = match &self.expected {
            Expected::Answer(answer) => json!(answer).to_string(),
            Expected::OtherThan(text) => format!("another text than the alias {text:?}"),
            Expected::Greater => "a greater identifier".to_owned(),
        };
        if is { Ok(()) } else { Err(format!("{}, not {wanted}", json!(found))) }
    }
}

/// The identifier that is answered.
fn number(answer: &Answer) -> Result<Number, String> {
    match answer {
        Answer::Result(result) => {
            Number::deserialize(only(result, "bits")?).map_err(|error| error.to_string())
        }
        other => Err(format!("{}, not an identifier", json!(other))),
    }
}

impl File {
    /// What is asked for a row, in the order in which to ask.
    ///
    /// # Errors
    /// The row is wrong in itself.
    pub fn cases(&self, row: &Row) -> Result<Vec<Case>, String> {
        let at = || self.at(row);
        // A form goes with texts, bytes and JSON alone.
        let parse = |from| {
            let at = if matches!(from, Spelling::Fields(_)) { at().formless() } else { at() };
            Ask::Parse { at, from }
        };
        let format = |bits, r#as| {
            let has_form = matches!(r#as, Output::Text | Output::Bytes);
            Ask::Format { at: if has_form { at() } else { at().formless() }, bits, r#as }
        };
        let canonical =
            |of| Ask::Canonical { at: at(), profile: String::new(), previous: None, of };
        let range = |time| Ask::Range { at: at(), time };
        let verify = |after, lines, verdict| {
            vec![Case::result(Ask::Verify { at: at(), after, lines }, verdict)]
        };
        let text = |text: &String| Spelling::Text(text.clone());
        let read = |from, bits: &Number| Case::result(parse(from), json!({ "bits": bits }));
        Ok(match &row.op {
            Op::Format { bits, text: written } => vec![
                Case::result(format(*bits, Output::Text), json!({ "text": written })),
                read(text(written), bits),
            ],
            Op::Parse { text: alias, bits } => vec![
                read(text(alias), bits),
                Case::new(format(*bits, Output::Text), Expected::OtherThan(alias.clone())),
            ],
            Op::Fields { bits, bytes, fields, time } => {
                let write = |r#as, result| Case::result(format(*bits, r#as), result);
                let mut cases = vec![
                    write(Output::Bytes, json!({ "bytes": bytes })),
                    read(Spelling::Bytes(bytes.clone()), bits),
                    write(Output::Fields, json!({ "fields": fields })),
                    read(Spelling::Fields(self.open(row, fields)?), bits),
                ];
                cases.extend(time.map(|time| write(Output::Time, json!({ "time": time }))));
                cases
            }
            Op::Range { time, first, last } => {
                vec![Case::result(range(*time), json!({ "first": first, "last": last }))]
            }
            Op::Reject { input, error } => {
                let asks = match input {
                    Input::From(from) => vec![parse(from.clone())],
                    Input::Of(of) => vec![canonical(of.clone())],
                    Input::Bits { bits } => {
                        let mut outputs = vec![Output::Text, Output::Bytes, Output::Fields];
                        outputs.extend(self.has_time(row).then_some(Output::Time));
                        outputs.into_iter().map(|r#as| format(*bits, r#as)).collect()
                    }
                    Input::Time { time } => vec![range(*time)],
                };
                let error = || Expected::Answer(Answer::Error(error.clone()));
                asks.into_iter().map(|ask| Case::new(ask, error())).collect()
            }
            Op::Order { texts, as_text } => {
                let ascending = texts.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes());
                if ascending != *as_text || texts.len() < 2 {
                    return Err(format!("row {}: the texts ascend is {ascending}", row.id));
                }
                texts.iter().map(|one| Case::new(parse(text(one)), Expected::Greater)).collect()
            }
            Op::Generate { config, rng, steps } => {
                let (config, rng) = (config.clone(), rng.clone());
                let (calls, done): (_, Vec<&Done>) =
                    steps.iter().map(|step| (step.call.clone(), &step.done)).unzip();
                let ask = Ask::Generate { at: at(), config, rng, steps: calls };
                vec![Case::result(ask, json!({ "steps": done }))]
            }
            Op::Canonical { json, canonical: form } => [json, form]
                .map(|json| {
                    let ask = canonical(Document::Json(json.clone()));
                    Case::result(ask, json!({ "canonical": form }))
                })
                .into(),
            Op::Timestamp { text, micros, written } => {
                let ask = canonical(Document::Timestamp(text.clone()));
                vec![Case::result(ask, json!({ "micros": micros, "written": written }))]
            }
            Op::Event { json, profile, previous, body, event_id } => {
                let ask = Ask::Canonical {
                    at: at(),
                    profile: profile.clone(),
                    previous: previous.clone(),
                    of: Document::Event(json.clone()),
                };
                vec![Case::result(ask, json!({ "body": body, "event_id": event_id }))]
            }
            Op::Ledger { lines, profile, head } => {
                let events = Number(lines.len() as u128);
                let verdict =
                    json!({ "valid": true, "events": events, "profile": profile, "head": head });
                verify(None, lines.clone(), verdict)
            }
            Op::Corrupt { base, after, splices, events, failure } => {
                let failure = failure.as_deref().map(Reason::new);
                let verdict =
                    json!({ "valid": failure.is_none(), "events": events, "failure": failure });
                verify(after.clone(), self.corrupted(base, splices)?, verdict)
            }
        })
    }

    /// What a row is about.
    pub(crate) fn at(&self, row: &Row) -> Where {
        Where {
            format: self.format.clone(),
            layout: row.layout.clone(),
            form: row.form.clone(),
            args: row.args.clone(),
        }
    }

    /// Whether identifiers of a row's layout say a time, as far as the file shows.
    pub(crate) fn has_time(&self, row: &Row) -> bool {
        self.rows.iter().any(|other| {
            other.layout == row.layout && matches!(other.op, Op::Fields { time: Some(_), .. })
        })
    }

    /// The fields whose values the file's table does not fix.
    fn open(
        &self,
        row: &Row,
        fields: &BTreeMap<String, Number>,
    ) -> Result<BTreeMap<String, Number>, String> {
        let table = match &self.layouts[..] {
            [only] if row.layout.is_empty() => Some(only),
            all => all.iter().find(|table| table.name == row.layout),
        };
        let table = table.ok_or_else(|| format!("row {}: no layout {:?}", row.id, row.layout))?;
        let fixed = |name: &str| {
            table.fields.iter().any(|column| column.name == name && column.fixed.is_some())
        };
        Ok(fields.iter().filter(|(name, _)| !fixed(name)).map(|(n, v)| (n.clone(), *v)).collect())
    }

    /// The records of a ledger of this file, changed.
    fn corrupted(&self, base: &str, splices: &[Splice]) -> Result<Vec<String>, String> {
        let found = self.rows.iter().find(|other| other.id == base).map(|other| &other.op);
        let Some(Op::Ledger { lines, .. }) = found else {
            return Err(format!("no ledger {base:?}"));
        };
        let mut lines = lines.clone();
        for splice in splices {
            let index = |number: Number| usize::try_from(number.0).unwrap_or(usize::MAX);
            let (at, delete) = (index(splice.at), index(splice.delete));
            let end = at.checked_add(delete).filter(|end| *end <= lines.len());
            let end = end.ok_or_else(|| format!("no lines {at} to {at} + {delete}"))?;
            lines.splice(at..end, splice.insert.iter().cloned());
        }
        Ok(lines)
    }

    /// Whether the file's tables are those of the code.
    ///
    /// # Errors
    /// The tables of both, where they differ.
    pub fn same_layouts(&self, layouts: &[Layout]) -> Result<(), String> {
        let ours = layouts.iter().map(|layout| {
            let fields = layout.fields().iter().map(|field| {
                let numbers = [field.high().into(), field.low().into()];
                (field.name(), numbers, field.fixed().map(u128::from))
            });
            (layout.name(), layout.bits().into(), fields.collect::<Vec<_>>())
        });
        let theirs = self.layouts.iter().map(|table| {
            let fields = table.fields.iter().map(|column| {
                let numbers = [column.high.0, column.low.0];
                (column.name.as_str(), numbers, column.fixed.map(|fixed| fixed.0))
            });
            (table.name.as_str(), table.bits.0, fields.collect::<Vec<_>>())
        });
        let (theirs, ours) = (theirs.collect::<Vec<_>>(), ours.collect::<Vec<_>>());
        if theirs == ours { Ok(()) } else { Err(format!("the tables: {theirs:?}, not {ours:?}")) }
    }
}
