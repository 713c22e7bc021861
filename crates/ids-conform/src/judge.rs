//! Rows as requests, and what the answers to them are worth.

use core::fmt::Debug;
use std::collections::BTreeMap;

use ids_core::format::Layout;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Answer, Ask, Document, Done, File, Number, Output, Reason, Spelling, Where,
    compare::{Verified, only, steps},
    vectors::{Input, Op, Row, Splice},
};

/// What an implementation's answers to a row are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The row holds.
    Pass,
    /// It does not, for this reason.
    Fail(String),
    /// The implementation does not have what the row is about, for this reason.
    Skip(String),
}

/// A request of a row, and what its answer has to be.
#[derive(Debug)]
struct Exchange {
    ask: Ask,
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    Result(Value),
    /// A text, but not this one.
    OtherThan(String),
    Error(Reason),
    /// What a script gives, step by step.
    Steps(Vec<Done>),
    /// A verdict on a ledger: the number of events, and the kind of the failure.
    Corrupt(Number, Option<String>),
    /// An identifier greater than that of the exchange before.
    Greater,
}

impl File {
    /// The requests of a row, in the order in which to send them.
    ///
    /// # Errors
    /// The row is wrong in itself.
    pub fn requests(&self, row: &Row) -> Result<Vec<Ask>, String> {
        Ok(self.exchanges(row)?.into_iter().map(|exchange| exchange.ask).collect())
    }

    /// What the answers to a row's requests, in their order, are worth.
    ///
    /// # Errors
    /// The row is wrong in itself.
    pub fn judge(&self, row: &Row, answers: &[Answer]) -> Result<Verdict, String> {
        let exchanges = self.exchanges(row)?;
        if answers.len() != exchanges.len() {
            return Ok(Verdict::Fail(format!("{} answers", answers.len())));
        }
        // What is answered has to be right, also if something else is skipped.
        let (mut before, mut skipped) = (None, None);
        for (exchange, answer) in exchanges.iter().zip(answers) {
            if let Answer::Skipped(reason) = answer {
                skipped.get_or_insert(reason);
            } else if let Err(why) = exchange.expected.holds(answer, &mut before) {
                return Ok(Verdict::Fail(why));
            }
        }
        Ok(skipped.map_or(Verdict::Pass, |reason| Verdict::Skip(reason.clone())))
    }

    fn exchanges(&self, row: &Row) -> Result<Vec<Exchange>, String> {
        let at = || Where {
            format: self.format.clone(),
            layout: row.layout.clone(),
            form: row.form.clone(),
            args: row.args.clone(),
        };
        // A form goes with texts, bytes and JSON alone.
        let parse = |from, expected| {
            let at = if matches!(from, Spelling::Fields(_)) { at().formless() } else { at() };
            Exchange { ask: Ask::Parse { at, from }, expected }
        };
        let read = |from, bits: Number| parse(from, Expected::Result(json!({ "bits": bits })));
        let write = |bits, r#as, expected| {
            let at =
                if matches!(r#as, Output::Text | Output::Bytes) { at() } else { at().formless() };
            Exchange { ask: Ask::Format { at, bits, r#as }, expected }
        };
        let canonical = |of, expected| canonical(at(), of, expected);
        let text = |text: &str| Spelling::Text(text.to_owned());
        Ok(match &row.op {
            Op::Format { bits, text: written } => vec![
                write(*bits, Output::Text, Expected::Result(json!({ "text": written }))),
                read(text(written), *bits),
            ],
            Op::Parse { text: alias, bits } => vec![
                read(text(alias), *bits),
                write(*bits, Output::Text, Expected::OtherThan(alias.clone())),
            ],
            Op::Fields { bits, bytes, fields, time } => {
                let open = self.open(row, fields)?;
                let is = |key: &str, value: Value| Expected::Result(json!({ key: value }));
                let mut exchanges = vec![
                    write(*bits, Output::Bytes, is("bytes", json!(bytes))),
                    read(Spelling::Bytes(bytes.clone()), *bits),
                    write(*bits, Output::Fields, is("fields", json!(fields))),
                    read(Spelling::Fields(open), *bits),
                ];
                if let Some(time) = time {
                    exchanges.push(write(*bits, Output::Time, is("time", json!(time))));
                }
                exchanges
            }
            Op::Range { time, first, last } => vec![Exchange {
                ask: Ask::Range { at: at(), time: *time },
                expected: Expected::Result(json!({ "first": first, "last": last })),
            }],
            Op::Reject { input, error } => {
                let error = || Expected::Error(error.clone());
                vec![match input {
                    Input::From(from) => parse(from.clone(), error()),
                    Input::Of(of) => canonical(of.clone(), error()),
                    Input::Bits { bits } => {
                        let mut outputs = vec![Output::Text, Output::Bytes, Output::Fields];
                        outputs.extend(self.has_time(row).then_some(Output::Time));
                        let write = |r#as| write(*bits, r#as, error());
                        return Ok(outputs.into_iter().map(write).collect());
                    }
                    Input::Time { time } => {
                        Exchange { ask: Ask::Range { at: at(), time: *time }, expected: error() }
                    }
                }]
            }
            Op::Order { texts, as_text } => {
                let ascending = texts.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes());
                if ascending != *as_text || texts.len() < 2 {
                    return Err(format!("row {}: the texts ascend is {ascending}", row.id));
                }
                texts.iter().map(|one| parse(text(one), Expected::Greater)).collect()
            }
            Op::Generate { config, rng, steps } => vec![Exchange {
                ask: Ask::Generate {
                    at: at(),
                    config: config.clone(),
                    rng: rng.clone(),
                    steps: steps.iter().map(|step| step.call.clone()).collect(),
                },
                expected: Expected::Steps(steps.iter().map(|step| step.done.clone()).collect()),
            }],
            _ => self.about_ledgers(row, &at())?,
        })
    }

    /// The exchanges of a row about events and ledgers.
    fn about_ledgers(&self, row: &Row, at: &Where) -> Result<Vec<Exchange>, String> {
        Ok(match &row.op {
            Op::Canonical { json, canonical: form } => {
                let expected = || Expected::Result(json!({ "canonical": form }));
                [json, form]
                    .map(|json| canonical(at.clone(), Document::Json(json.clone()), expected()))
                    .into()
            }
            Op::Timestamp { text, micros, written } => {
                let expected = json!({ "micros": micros, "written": written });
                vec![canonical(
                    at.clone(),
                    Document::Timestamp(text.clone()),
                    Expected::Result(expected),
                )]
            }
            Op::Event { json, profile, previous, body, event_id } => vec![Exchange {
                ask: Ask::Canonical {
                    at: at.clone(),
                    profile: profile.clone(),
                    previous: previous.clone(),
                    of: Document::Event(json.clone()),
                },
                expected: Expected::Result(json!({ "body": body, "event_id": event_id })),
            }],
            Op::Ledger { lines, profile, head } => {
                let events = Number(lines.len() as u128);
                let expected =
                    json!({ "valid": true, "events": events, "profile": profile, "head": head });
                let ask = Ask::Verify { at: at.clone(), after: None, lines: lines.clone() };
                vec![Exchange { ask, expected: Expected::Result(expected) }]
            }
            Op::Corrupt { base, after, splices, events, failure } => vec![Exchange {
                ask: Ask::Verify {
                    at: at.clone(),
                    after: after.clone(),
                    lines: self.corrupted(base, splices)?,
                },
                expected: Expected::Corrupt(*events, failure.clone()),
            }],
            _ => Vec::new(),
        })
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
        same("the tables", &theirs.collect::<Vec<_>>(), &ours.collect::<Vec<_>>())
    }
}

const fn canonical(at: Where, of: Document, expected: Expected) -> Exchange {
    Exchange { ask: Ask::Canonical { at, profile: String::new(), previous: None, of }, expected }
}

impl Expected {
    fn holds(&self, answer: &Answer, before: &mut Option<u128>) -> Result<(), String> {
        let result = match (self, answer) {
            (Self::Error(expected), Answer::Error(found)) if found.is(expected) => return Ok(()),
            (Self::Error(expected), found) => {
                return Err(format!("{}, not the error {}", show(found), json!(expected)));
            }
            (_, Answer::Result(result)) => result,
            (_, found) => return Err(format!("{}, not {}", show(found), self.show())),
        };
        match self {
            Self::Result(expected) if result == expected => Ok(()),
            Self::OtherThan(text) => match only(result, "text")? {
                Value::String(written) if written != text => Ok(()),
                other => Err(format!("{other} is written, which is an alias")),
            },
            Self::Corrupt(events, failure) => {
                let found = Verified::read(result)?;
                let failure = failure.as_deref().map(Reason::new);
                let (valid, events) = (failure.is_none(), *events);
                // The profile and the head may be any.
                let expected = Verified { valid, events, failure, ..found.clone() };
                if found.is(&expected, false) {
                    return Ok(());
                }
                Err(format!("{result}, not {}", self.show()))
            }
            Self::Greater => {
                let bits = Number::deserialize(only(result, "bits")?).map_err(|e| e.to_string())?;
                let ascends = before.is_none_or(|before| before < bits.0);
                *before = Some(bits.0);
                if ascends { Ok(()) } else { Err(format!("{bits} is not greater")) }
            }
            Self::Steps(expected) => steps(result, expected),
            _ => Err(format!("{result}, not {}", self.show())),
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Result(value) => value.to_string(),
            Self::Error(refusal) => json!(refusal).to_string(),
            Self::Steps(steps) => json!(steps).to_string(),
            Self::OtherThan(text) => format!("another text than {text:?}"),
            Self::Corrupt(events, failure) => format!("{events} events and then {failure:?}"),
            Self::Greater => "an identifier".to_owned(),
        }
    }
}

fn show(answer: &Answer) -> String {
    json!(answer).to_string()
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, not {expected:?}"))
}
