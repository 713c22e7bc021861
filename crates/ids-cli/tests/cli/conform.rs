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

use std::{fs, path::PathBuf};

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
    format!("--format flax --vectors {}", folder(name, &[("flax", rows)]).display())
}

/// A folder of this name with the vectors of these formats.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (format, rows) in files {
        fs::write(folder.join(format!("{format}.json")), rows).unwrap();
    }
    folder
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
