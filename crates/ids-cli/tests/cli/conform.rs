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

use std::{fs, path::Path};

use serde_json::Value;

use crate::run::{Run, command};

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
