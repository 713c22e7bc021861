//! Every row of `docs/vectors`, asked of the reference as it would be asked of any program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use ids_conform::{Ask, FORMATS, File, Verdict, answer, embedded, play, subject};

/// Runs a format's rows, and returns how many there are.
fn hold(format: &str) -> usize {
    let file: File = embedded(format).unwrap().parse().unwrap();
    let subject = subject(format).unwrap();
    let mut failed = Vec::new();
    if let Err(why) = file.same_layouts(&subject.layouts()) {
        failed.push(why);
    }
    for row in &file.rows {
        let cases = file.cases(row).unwrap();
        let answers: Vec<_> = cases.iter().map(|case| answer(&case.ask)).collect();
        match Verdict::of(&cases, &answers) {
            Verdict::Pass => {}
            verdict => failed.push(format!("{} (rule {}): {verdict:?}", row.id, row.rule)),
        }
        for case in cases {
            if let Ask::Generate { at, config, rng, steps } = case.ask {
                let left = play(subject, &at, &config, &rng, &steps).unwrap().left;
                if left > 0 {
                    failed.push(format!("{}: {left} random bytes are left over", row.id));
                }
            }
        }
    }
    assert!(failed.is_empty(), "vectors of {format} that do not hold:\n{}", failed.join("\n"));
    file.rows.len()
}

#[test]
fn every_row() {
    let rows: usize = FORMATS.iter().map(|format| hold(format)).sum();
    assert!(rows >= LEAST, "only {rows} rows");
}

/// So that none is lost.
const LEAST: usize = 6_069;

/// No number stands for an operation.
#[test]
fn operations_have_names() {
    let row = r#"{"id":"a","rule":"b","op":1,"text":"a","bits":"0"}"#;
    let file = format!(r#"{{"format":"flax","schema_version":"1","layouts":[],"rows":[{row}]}}"#);
    assert_eq!(file.parse::<File>().unwrap_err().to_string(), "row a: op is a number, not a name");
}
