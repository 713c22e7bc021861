//! `ids conform`: a program that conforms, and programs that do not.

#[cfg(unix)]
mod ends;
#[cfg(windows)]
mod job;
#[cfg(unix)]
mod reports;
#[cfg(unix)]
mod scripts;
mod self_test;

use serde_json::Value;

use crate::run::{Run, command, ids};

const IDS: &str = env!("CARGO_BIN_EXE_ids");

/// The rows that failed, and the last line.
fn failures(run: &Run) -> (Vec<Value>, Value) {
    let mut lines = run.json();
    let end = lines.pop().unwrap();
    lines.retain(|line| line["verdict"] == "fail");
    (lines, end)
}

#[test]
fn the_reference_conforms() {
    let run = Run::from(
        command(&["conform", "--timeout", "2min", "--random", "300", "--", IDS, "respond"])
            .output()
            .unwrap(),
    );
    run.ok().prints(" passed, 0 failed, 0 skipped").prints("FLAX-5");
    let siq = ["conform", "--report", "json", "--format", "siq", "--", IDS, "respond"];
    let run = Run::from(command(&siq).output().unwrap()).ok();
    let (failed, end) = failures(&run);
    assert_eq!((failed.len(), &end["conforms"]), (0, &Value::Bool(true)));
    assert!(run.lines().len() > 1000);
}

#[test]
fn a_program_that_cannot_be_started() {
    ids("conform -- /nowhere/at-all").code(1).says("/nowhere/at-all");
    ids("conform").code(2);
    ids("conform --format cuid -- true").code(2);
}
