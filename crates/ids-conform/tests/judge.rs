//! No row holds whatever is answered.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use ids_conform::{Answer, FORMATS, File, Refusal, Verdict, answer, embedded, vectors::Op};
use serde_json::{Value, json};

fn files() -> impl Iterator<Item = File> {
    FORMATS.into_iter().map(|format| embedded(format).unwrap().parse().unwrap())
}

#[test]
fn other_answers_fail() {
    for file in files() {
        for row in &file.rows {
            let count = file.requests(row).unwrap().len();
            let judge = |answer: Answer| file.judge(row, &vec![answer; count]).unwrap();
            for answer in [
                Answer::Result(json!({})),
                Answer::Result(json!({"bits": "x", "text": 1, "steps": {}})),
                Answer::Result(Value::Null),
                Answer::Error(Refusal::new("nonsense")),
            ] {
                let verdict = judge(answer);
                assert!(matches!(verdict, Verdict::Fail(_)), "{} {verdict:?}", row.id);
            }
            let skipped = judge(Answer::Skipped("not here".into()));
            assert_eq!(skipped, Verdict::Skip("not here".into()), "{}", row.id);
            let none = file.judge(row, &[]).unwrap();
            assert!(matches!(none, Verdict::Fail(_)), "{}", row.id);
        }
    }
}

#[test]
fn a_changed_answer_fails() {
    for file in files() {
        for row in &file.rows {
            let asked = file.requests(row).unwrap();
            let answers: Vec<_> = asked.iter().map(answer).collect();
            for index in 0..answers.len() {
                let mut changed = answers.clone();
                changed[index] = match &changed[index] {
                    Answer::Result(value) => Answer::Result(other(value)),
                    Answer::Error(refusal) => Answer::Error(Refusal {
                        kind: format!("{}s", refusal.kind),
                        ..refusal.clone()
                    }),
                    Answer::Skipped(_) => continue,
                };
                // Another number may still be the greater one, and another text still no alias.
                let loose = matches!(row.op, Op::Parse { .. } | Op::Order { .. });
                let verdict = file.judge(row, &changed).unwrap();
                let failed = matches!(verdict, Verdict::Fail(_));
                assert!(failed || loose, "{} {index}: {verdict:?}", row.id);
            }
        }
    }
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
