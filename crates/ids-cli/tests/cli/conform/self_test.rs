//! `ids self-test`: the vectors that the command carries, and others.

use ids_conform::{FORMATS, File, embedded};
use serde_json::Value;

use super::{failures, vectors};
use crate::run::ids;

#[test]
fn the_command_passes() {
    let run = ids("self-test").ok();
    assert!(run.out.ends_with(" passed, 0 failed, 0 skipped\n"), "{}", run.out);
    for format in FORMATS {
        let rows = embedded(format).unwrap().parse::<File>().unwrap().rows.len();
        let line = run.lines().into_iter().find(|line| line.starts_with(format)).unwrap();
        let passed: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(passed >= rows, "{line}");
    }
    let run = ids("self-test --format siq --report json").ok();
    let (failed, end) = failures(&run);
    assert_eq!((failed.len(), &end["conforms"]), (0, &Value::Bool(true)));
}

/// A row that prescribes another answer fails, and it alone.
#[test]
fn a_row_that_does_not_hold() {
    let mut file: Value =
        serde_json::from_str(include_str!("../../../../../docs/vectors/flax.json")).unwrap();
    let rows = file["rows"].as_array_mut().unwrap();
    let row = rows.iter_mut().find(|row| row["op"] == "format").unwrap();
    row["text"] = "0RdKJcxqVBiAiQr1".into();
    let name = row["id"].as_str().unwrap().to_owned();
    ids(&format!("self-test {}", vectors("vectors-self-test", &file.to_string())))
        .code(4)
        .prints(&name)
        .prints(" passed, 1 failed, 0 skipped\n");
}
