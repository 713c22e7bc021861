//! Every row of the vectors, asked of this format as it would be asked of any program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use example_ulid::UlidFormat;
use ids_conform::{File, Subject, Verdict, answer_by};
use ids_formats::Family;

#[test]
fn every_row() {
    let file: File = include_str!("../vectors.json").parse().unwrap();
    let (name, id, about) = ("ulid", "Ulid", "128 bits");
    let ulid = Family { name, id, about, formats: &[&UlidFormat] };
    file.same_layouts(&ulid.layouts()).unwrap();
    for row in &file.rows {
        let cases = file.cases(row).unwrap();
        let subject = |name: &str| (name == "ulid").then_some(&ulid as &dyn Subject);
        let answers: Vec<_> = cases.iter().map(|case| answer_by(&case.ask, &subject)).collect();
        let verdict = Verdict::of(&cases, &answers);
        assert!(matches!(verdict, Verdict::Pass), "{}: {verdict:?}", row.id);
    }
    assert_eq!(file.rows.len(), ROWS);
}

/// So that none is lost.
const ROWS: usize = 36;
