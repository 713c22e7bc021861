//! Runs the rows of a file.

use core::fmt::{Debug, Write as _};
use std::collections::{BTreeMap, BTreeSet};

use ids_core::Layout;

use crate::{
    Call, Config, Fault, Place, ScriptClock, ScriptRng, Start, Subject,
    script::duration,
    vectors::{Action, File, Input, Number, Op, Refused, Row, Run, Step},
};

impl File {
    /// Runs every row and says how many there were.
    ///
    /// # Panics
    /// If the file has no rows, its layouts are not the code's, or a row does not hold: the
    /// message lists all that do not.
    #[track_caller]
    pub fn run(&self, subject: &impl Subject) -> usize {
        assert!(!self.rows.is_empty(), "no vectors of {}", self.format);
        let mut failed = String::new();
        let layouts = subject.layouts();
        if let Err(why) = self.same_layouts(&layouts) {
            let _ = writeln!(failed, "layouts: {why}");
        }
        for row in &self.rows {
            if let Err(why) = row.run(subject, &layouts, self) {
                let _ = writeln!(failed, "{} (rule {}): {why}", row.id, row.rule);
            }
        }
        assert!(failed.is_empty(), "vectors of {} that do not hold:\n{failed}", self.format);
        self.rows.len()
    }

    /// Looks up the rules that the rows show in the format's document, where each stands in bold:
    /// `**SNOW-6**` or `**FLAX-6.**`.
    ///
    /// # Panics
    /// If the document lacks one: the message lists all that it lacks.
    #[track_caller]
    pub fn cites(&self, document: &str) {
        let rules: BTreeSet<_> = self.rows.iter().map(|row| row.rule.as_str()).collect();
        let bold: BTreeSet<_> = document
            .split("**")
            .skip(1)
            .step_by(2)
            .map(|text| text.trim_end_matches('.'))
            .collect();
        let lost: Vec<_> = rules.difference(&bold).collect();
        assert!(lost.is_empty(), "rules that the document of {} lacks: {lost:?}", self.format);
    }

    fn same_layouts(&self, layouts: &[Layout]) -> Result<(), String> {
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
        same("the tables", &ours.collect::<Vec<_>>(), &theirs.collect::<Vec<_>>())
    }
}

impl Row {
    fn run(&self, subject: &impl Subject, layouts: &[Layout], file: &File) -> Result<(), String> {
        let place = Place { layout: &self.layout, form: &self.form };
        let layout = match layouts {
            [only] if self.layout.is_empty() => *only,
            _ => *layouts
                .iter()
                .find(|layout| layout.name() == self.layout)
                .ok_or_else(|| format!("no layout {:?}", self.layout))?,
        };
        let ledgers = || subject.ledgers().ok_or("this format has no ledgers");
        match &self.op {
            Op::Format { bits, text } => {
                same("written", &subject.format(place, bits.0), &Ok(text.clone()))?;
                same("read", &subject.parse(place, text), &Ok(bits.0))
            }
            Op::Parse { text, bits } => {
                same("read", &subject.parse(place, text), &Ok(bits.0))?;
                match subject.format(place, bits.0) {
                    Ok(written) if written != *text => Ok(()),
                    other => Err(format!("no alias: {bits:?} is written as {other:?}")),
                }
            }
            Op::Fields { bits, bytes, fields, time } => {
                same("bytes", &subject.bytes(place, bits.0), &Ok(bytes.0.clone()))?;
                same("from bytes", &subject.read_bytes(place, &bytes.0), &Ok(bits.0))?;
                let ours: BTreeMap<_, _> = layout
                    .unpack(bits.0)
                    .map(|(field, value)| (field.name(), u128::from(value)))
                    .collect();
                let theirs = fields.iter().map(|(name, value)| (name.as_str(), value.0)).collect();
                same("fields", &ours, &theirs)?;
                let mut open = values(fields)?;
                open.retain(|name, _| {
                    layout.field(name).is_some_and(|field| field.fixed().is_none())
                });
                same("packed", &subject.pack(place, &open), &Ok(bits.0))?;
                match time {
                    None => Ok(()),
                    Some(time) => same("time", &subject.time(place, bits.0), &Ok(duration(time.0))),
                }
            }
            Op::Range { time, first, last } => {
                let range = subject.range(place, duration(time.0));
                same("range", &range, &Ok((first.0, last.0)))
            }
            Op::Reject { input, error } => {
                let answer = match input {
                    Input::Text(text) => subject.parse(place, text).map(drop),
                    Input::Bytes(bytes) => subject.read_bytes(place, &bytes.0).map(drop),
                    Input::Bits(bits) => subject.bytes(place, bits.0).map(drop),
                    Input::Fields(fields) => subject.pack(place, &values(fields)?).map(drop),
                    Input::Time(time) => subject.range(place, duration(time.0)).map(drop),
                    Input::Json(json) => ledgers()?.canonical(&self.form, json).map(drop),
                    Input::Event(json) => ledgers()?.event("", json, None).map(drop),
                    Input::Timestamp(text) => ledgers()?.timestamp(text).map(drop),
                };
                refused(answer, error)
            }
            Op::Order { texts, as_text } => {
                let numbers: Result<Vec<_>, _> =
                    texts.iter().map(|text| subject.parse(place, text)).collect();
                let numbers = numbers.map_err(|fault| format!("{fault:?}"))?;
                if texts.len() < 2 || !numbers.is_sorted_by(|a, b| a < b) {
                    return Err(format!("the numbers do not ascend: {numbers:?}"));
                }
                let ascending = texts.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes());
                same("the texts ascend", &ascending, as_text)
            }
            Op::Generate { config, rng, steps } => {
                let config = Config::new(config.clone());
                let rng = ScriptRng::new(rng.0.clone());
                let clock = ScriptClock::default();
                script(subject, place, (&clock, &rng, &config), steps)?;
                same("keys of the configuration that nobody read", &config.unread(), &vec![])?;
                same("random bytes left over", &rng.left(), &0)
            }
            Op::Canonical { .. }
            | Op::Timestamp { .. }
            | Op::Event(_)
            | Op::Ledger(_)
            | Op::Corrupt(_) => self.run_ledgers(ledgers()?, file),
        }
    }
}

fn script(
    subject: &impl Subject,
    place: Place<'_>,
    (clock, rng, config): (&ScriptClock, &ScriptRng, &Config),
    steps: &[Step],
) -> Result<(), String> {
    let (mut generator, mut last) = (None, None);
    for (index, step) in steps.iter().enumerate() {
        let at = |why: String| format!("step {index}: {why}");
        if let Some(nanos) = step.clock {
            clock.set(nanos.0);
        }
        if matches!(step.call, Action::Resume | Action::Restart) {
            let after = if step.call == Action::Resume { last } else { None };
            if after.is_none() && step.call == Action::Resume {
                return Err(at("nothing to resume after".into()));
            }
            generator = Some(
                subject
                    .generator(place, Start { clock, rng, config, after })
                    .map_err(|fault| at(format!("{fault:?}")))?,
            );
            continue;
        }
        let source = match &mut generator {
            Some(source) => source,
            none => match subject.generator(place, Start { clock, rng, config, after: None }) {
                Ok(source) => none.insert(source),
                Err(fault) => {
                    let error = step.error.as_ref().ok_or_else(|| at(format!("{fault:?}")))?;
                    refused(Err(fault), error).map_err(at)?;
                    continue;
                }
            },
        };
        let count = u64::try_from(step.count.0).map_err(|_| at("the count is too large".into()))?;
        let calls = match step.call {
            Action::Reserve => vec![Call::Reserve(count); 1],
            _ => vec![Call::Generate; usize::try_from(count).unwrap_or(usize::MAX)],
        };
        let (mut given, mut answer) = (Vec::new(), Ok(()));
        for call in calls {
            match source(call) {
                Ok(ids) => given.extend(ids),
                Err(fault) => {
                    answer = Err(fault);
                    break;
                }
            }
        }
        let expected: Vec<_> = step.ids.iter().copied().flat_map(Run::numbers).collect();
        if let Some(place) = (0..given.len().max(expected.len()))
            .find(|place| given.get(*place) != expected.get(*place))
        {
            let (given, expected) = (given.get(place), expected.get(place));
            return Err(at(format!("id {place} is {given:?}, not {expected:?}; {answer:?}")));
        }
        match (answer, &step.error) {
            (Ok(()), None) => {}
            (answer, Some(error)) => refused(answer, error).map_err(at)?,
            (Err(fault), None) => return Err(at(format!("{fault:?}"))),
        }
        last = given.last().copied().or(last);
    }
    Ok(())
}

fn refused(answer: Result<(), Fault>, expected: &Refused) -> Result<(), String> {
    let Err(fault) = answer else { return Err("not refused".into()) };
    let index = expected.index.map(|index| Some(index.0));
    let until = expected.until.map(|until| Some(duration(until.0)));
    let field = expected.field.as_deref().map(Some);
    let holds = fault.kind == expected.kind.as_str()
        && index.is_none_or(|index| index == fault.index.map(|index| index as u128))
        && until.is_none_or(|until| until == fault.until)
        && field.is_none_or(|field| field == fault.field);
    if holds { Ok(()) } else { Err(format!("{fault:?}, not {expected:?}")) }
}

/// The values of fields, each of at most 64 bits.
fn values(fields: &BTreeMap<String, Number>) -> Result<BTreeMap<String, u64>, String> {
    let value = |(name, value): (&String, &Number)| match u64::try_from(value.0) {
        Ok(value) => Ok((name.clone(), value)),
        Err(_) => Err(format!("{name} has more than 64 bits")),
    };
    fields.iter().map(value).collect()
}

pub(crate) fn same<T: PartialEq + Debug>(
    what: &str,
    found: &T,
    expected: &T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?}, not {expected:?}"))
}
