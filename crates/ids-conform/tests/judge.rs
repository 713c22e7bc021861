//! No row holds whatever is answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use ids_conform::{
    Answer, Ask, Case, Document, Expected, FORMATS, File, Fresh, Octets, Output, Reason, Verdict,
    answer, embedded, play, subject,
    vectors::{Input, Op, Row},
};
use ids_formats::family;
use serde_json::{Value, json};

/// Each row of each file, with what is asked for it.
fn each(mut look: impl FnMut(&File, &Row, &[Case])) {
    for format in FORMATS {
        let file: File = embedded(format).unwrap().parse().unwrap();
        file.rows.iter().for_each(|row| look(&file, row, &file.cases(row).unwrap()));
    }
}

#[track_caller]
fn fails(row: &Row, cases: &[Case], answers: &[Answer]) {
    let verdict = Verdict::of(cases, answers);
    assert!(matches!(verdict, Verdict::Fail(_)), "{} {answers:?} {verdict:?}", row.id);
}

#[test]
fn other_answers_fail() {
    each(|_, row, cases| {
        let all = |answer: Answer| vec![answer; cases.len()];
        for answer in [
            Answer::Result(json!({})),
            Answer::Result(json!({"bits": "x", "text": 1, "steps": {}})),
            Answer::Result(Value::Null),
            Answer::Error(Reason::new("nonsense")),
        ] {
            fails(row, cases, &all(answer));
        }
        let skipped = Verdict::of(cases, &all(Answer::Skipped("not here".into())));
        assert_eq!(skipped, Verdict::Skip("not here".into()), "{}", row.id);
        fails(row, cases, &[]);
    });
}

/// Another value, another kind of error; and a result has the keys of its operation, and no others.
#[test]
fn a_changed_answer_fails() {
    each(|_, row, cases| {
        let answers: Vec<_> = cases.iter().map(|case| answer(&case.ask)).collect();
        for (index, right) in answers.iter().enumerate() {
            let mut changed = answers.clone();
            changed[index] = match right {
                Answer::Result(value) => {
                    let mut more = value.clone();
                    more["more"] = json!("0");
                    changed[index] = Answer::Result(more);
                    fails(row, cases, &changed);
                    Answer::Result(other(value))
                }
                Answer::Error(refusal) => {
                    let kind = format!("{}s", refusal.kind);
                    Answer::Error(Reason { kind, ..refusal.clone() })
                }
                Answer::Skipped(_) => continue,
            };
            // Another number may still be the greater one, and another text still no alias.
            if !matches!(row.op, Op::Parse { .. } | Op::Order { .. }) {
                fails(row, cases, &changed);
            }
        }
    });
}

/// The value with one string in it changed.
fn other(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(format!("1{text}")),
        Value::Array(items) if !items.is_empty() => items.iter().map(other).collect(),
        Value::Object(members) if !members.is_empty() => {
            members.iter().map(|(key, value)| (key.clone(), other(value))).collect()
        }
        Value::Bool(bool) => Value::Bool(!bool),
        _ => Value::String("x".into()),
    }
}

/// A number that is not an identifier is refused whatever it is asked as.
#[test]
fn a_bad_number_is_asked_as_everything() {
    each(|file, row, cases| {
        let Op::Reject { input: Input::Bits { .. }, error } = &row.op else { return };
        let outputs = cases.iter().map(|case| match &case.ask {
            Ask::Format { r#as, .. } => *r#as,
            other => panic!("{other:?}"),
        });
        let timed = family(&file.format).unwrap().formats[0].timed().is_some();
        let timeless = row.layout == "js-53" || !timed;
        let all = [Output::Text, Output::Bytes, Output::Fields, Output::Time];
        assert!(outputs.eq(all.into_iter().take(4 - usize::from(timeless))), "{}", row.id);
        for index in 0..cases.len() {
            let mut answers = vec![Answer::Error(error.clone()); cases.len()];
            answers[index] = Answer::Result(json!({"fields": {}}));
            fails(row, cases, &answers);
        }
    });
}

/// The numbers of a run that is longer than memory are not made.
#[test]
fn a_run_without_end() {
    let huge = json!([{"first": "0", "count": u128::MAX.to_string(), "step": "0"}]);
    each(|_, row, cases| {
        let Op::Generate { .. } = row.op else { return };
        let Answer::Result(mut result) = answer(&cases[0].ask) else { panic!("{}", row.id) };
        for step in result["steps"].as_array_mut().unwrap() {
            step["ids"] = huge.clone();
        }
        fails(row, cases, &[Answer::Result(result)]);
    });
}

fn fresh(format: &str) -> impl Iterator<Item = Case> {
    Fresh::of(format, 7).unwrap().take(2000)
}

/// Only what may have several faults may be refused for another one than the reference names.
#[test]
fn fresh_cases_compare_what_is_refused() {
    let other = Answer::Error(Reason::new("nonsense"));
    for format in FORMATS {
        let mut outputs = BTreeSet::new();
        for case in fresh(format) {
            let Expected::Answer(expected) = &case.expected else { panic!("{case:?}") };
            if matches!(expected, Answer::Error(_)) {
                assert_eq!(case.holds(&other, None).is_ok(), case.several, "{case:?}");
                if !case.several
                    && let Ask::Format { r#as, .. } = case.ask
                {
                    outputs.insert(format!("{as:?}"));
                }
            }
            assert_eq!(case.holds(expected, None), Ok(()));
            let one_fault = match &case.ask {
                Ask::Format { at, .. } => at.form.is_empty(),
                Ask::Parse { from, .. } => !matches!(from, ids_conform::Spelling::Text(_)),
                _ => false,
            };
            assert!(!(one_fault && case.several), "{case:?}");
        }
        // Numbers that are no identifiers, if there are any, are asked as all that the format has.
        let one = family(format).unwrap().formats[0];
        let others = one.check(u128::MAX).is_err() || one.check(0).is_err();
        let asked = if others { 3 + usize::from(one.timed().is_some()) } else { 0 };
        assert_eq!(outputs.len(), asked, "{format} {outputs:?}");
    }
}

/// A fresh ledger's profile, head and failure are compared, and some begin after a trusted id.
#[test]
fn fresh_ledgers() {
    let (mut valid, mut failed, mut trusted) = (0, 0, 0);
    for case in fresh("evently").filter(|case| matches!(case.ask, Ask::Verify { .. })) {
        let Expected::Answer(Answer::Result(verdict)) = &case.expected else { panic!("{case:?}") };
        let holds = |key: &str, value: Value| {
            let mut changed = verdict.clone();
            changed[key] = value;
            case.holds(&Answer::Result(changed), None).is_ok()
        };
        trusted += usize::from(matches!(case.ask, Ask::Verify { after: Some(_), .. }));
        assert!(!holds("events", json!("999")) && !holds("more", json!("0")), "{case:?}");
        if verdict["valid"] == true {
            valid += 1;
            assert!(!holds("profile", json!("doc0")) && !holds("head", json!("0")), "{case:?}");
        } else {
            failed += 1;
            assert!(!holds("failure", Value::Null), "{case:?}");
            assert_eq!(holds("failure", json!({"kind": "nonsense"})), case.several, "{case:?}");
        }
    }
    assert!(valid.min(failed).min(trusted) > 5, "{valid} {failed} {trusted}");
}

/// Fresh JSON that is not changed as a text is too deep, or repeats one key once: of two pairs any
/// program may name either.
#[test]
fn fresh_json_has_one_fault() {
    let (mut repeated, mut deep) = (0, 0);
    for seed in [7, 8] {
        let cases = Fresh::of("evently", seed).unwrap().take(4000);
        for case in cases.filter(|case| !case.several) {
            let Ask::Canonical { of: Document::Json(json), .. } = &case.ask else { continue };
            let Expected::Answer(Answer::Error(refusal)) = &case.expected else { continue };
            if refusal.kind == "depth" {
                deep += 1;
                continue;
            }
            assert_eq!(refusal.kind, "duplicate_key", "{json}");
            repeated += 1;
            // Without what stands at the place that the error names there is nothing to refuse.
            let at = usize::try_from(refusal.index.unwrap().0).unwrap();
            let rest = &json[at..];
            assert!(rest.starts_with('"'), "{json}");
            let mended = format!("{}\"none of the others\\u0001{}", &json[..at], &rest[1..]);
            let ask = Ask::Canonical {
                at: case.ask.at().unwrap().clone(),
                profile: String::new(),
                previous: None,
                of: Document::Json(mended),
            };
            assert!(matches!(answer(&ask), Answer::Result(_)), "{json} {:?}", answer(&ask));
        }
    }
    assert!(repeated > 20 && deep > 5, "{repeated} {deep}");
}

/// In a fresh script the random source fails alone: nothing else would have failed in that step.
#[test]
fn fresh_scripts_have_one_fault() {
    let mut poor = 0;
    let draws = |format: &&&str| family(format).unwrap().formats[0].facts().random.is_some();
    for format in FORMATS.iter().filter(draws) {
        for case in Fresh::of(format, 9).unwrap().take(6000) {
            let Ask::Generate { at, config, rng, steps } = &case.ask else { continue };
            let kinds = |rng: &Octets| -> Vec<_> {
                let subject = subject(&at.format).unwrap();
                let played = play(subject, at, config, rng, steps).unwrap().steps;
                played.into_iter().filter_map(|step| step.error).map(|error| error.kind).collect()
            };
            let found = kinds(rng);
            if found.iter().any(|kind| kind == "entropy") {
                poor += 1;
                assert_eq!(found, ["entropy"], "{case:?}");
                let rich = Octets([rng.0.as_slice(), &vec![0x5a; 1 << 20]].concat());
                assert_eq!(kinds(&rich), [""; 0], "{case:?}");
            }
        }
    }
    assert!(poor > 10, "{poor}");
}
