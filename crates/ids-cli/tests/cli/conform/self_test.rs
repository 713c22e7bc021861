//! `ids self-test`: the vectors that the command carries, and others.

use ids_conform::{FORMATS, File, embedded};
use serde_json::Value;

use super::failures;
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
