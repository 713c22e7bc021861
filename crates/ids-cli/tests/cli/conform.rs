//! `ids conform`: a program that conforms, and programs that do not.

#[cfg(unix)]
mod ends;
#[cfg(windows)]
mod job;
#[cfg(unix)]
mod reports;
#[cfg(unix)]
mod scripts;

use std::{fs, path::Path};

use ids_conform::{FORMATS, File, embedded};
use serde_json::Value;

use crate::run::{Run, ids};

const IDS: &str = env!("CARGO_BIN_EXE_ids");

/// The rows that failed, and the last line.
fn failures(run: &Run) -> (Vec<Value>, Value) {
    let mut lines = run.json();
    let end = lines.pop().unwrap();
    lines.retain(|line| line["verdict"] == "fail");
    (lines, end)
}

/// The options for vectors with these rows of Flax, in a folder of this name.
pub(crate) fn vectors(name: &str, rows: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("flax.json"), rows).unwrap();
    format!("--format flax --vectors {}", folder.display())
}

/// Every row of the vectors that the command carries, with and without a program between.
#[test]
fn the_reference_conforms() {
    let conform = "conform --timeout 2min";
    let program = format!("-- {IDS} respond");
    ids(&format!("{conform} --random 300 {program}"))
        .ok()
        .prints(" passed, 0 failed, 0 skipped")
        .prints("FLAX-5");
    let run = ids("self-test").ok();
    assert!(run.out.ends_with(" passed, 0 failed, 0 skipped\n"), "{}", run.out);
    for format in FORMATS {
        let rows = embedded(format).unwrap().parse::<File>().unwrap().rows.len();
        let line = run.lines().into_iter().find(|line| line.starts_with(format)).unwrap();
        let passed: usize = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(passed >= rows, "{line}");
    }
    for run in [
        ids("self-test --format siq --report json").ok(),
        ids(&format!("{conform} --format siq --report json {program}")).ok(),
    ] {
        let (failed, end) = failures(&run);
        assert_eq!((failed.len(), &end["conforms"]), (0, &Value::Bool(true)));
        assert!(run.lines().len() > 1000);
    }
}
