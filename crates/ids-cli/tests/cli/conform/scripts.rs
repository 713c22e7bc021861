//! Programs that are shell scripts, which break. What others answer is in `conform_programs.txt`.

use serde_json::Value;

use super::{IDS, failures, vectors};
use crate::run::{Run, command};

/// A run of a shell script as the program, `$IDS` being the reference.
pub(super) fn conform(options: &str, script: &str) -> Run {
    let mut arguments = vec!["conform"];
    arguments.extend(options.split_whitespace());
    arguments.extend(["--", "sh", "-c", script]);
    Run::from(command(&arguments).env("IDS", IDS).output().unwrap())
}

/// For one format, every sixth of its rows and that of the order: enough for programs that have to
/// start anew for each. The options that say so.
fn sixth(name: &str) -> String {
    let rows = include_str!("../../../../../docs/vectors/flax.json");
    let mut file: Value = serde_json::from_str(rows).unwrap();
    let mut count = 0;
    file["rows"].as_array_mut().unwrap().retain(|row| {
        count += 1;
        row["id"] == "order-1" || count % 6 == 0
    });
    format!("--report json {}", vectors(name, &file.to_string()))
}

/// Whatever goes wrong counts against the row in hand, and the others are still asked.
#[test]
fn a_program_that_breaks() {
    conform("--format flax", "exit 0").code(1).says("it ended");
    // The one that hangs waits for its limit. The others are far from theirs, on a busy machine as well.
    for (how, limit, script, why) in [
        (
            "ends",
            "60s",
            "case $line in *FfF_3NYqc-UA3sOI*) echo no >&2; exit 3 ;; esac",
            "it ended",
        ),
        (
            "hangs",
            "10s",
            "case $line in *FfF_3NYqc-UA3sOI*) exec sleep 600 ;; esac",
            "no answer within",
        ),
    ] {
        let script = format!(
            "while IFS= read -r line; do {script}\nprintf '%s\\n' \"$line\" | \"$IDS\" respond; done"
        );
        let options = format!("{} --timeout {limit}", sixth("vectors-breaks"));
        let (failed, end) = failures(&conform(&options, &script).code(4));
        assert!((1..6).contains(&failed.len()), "{how}: {failed:?}");
        assert!(failed.iter().any(|row| row["why"].as_str().unwrap().contains(why)), "{failed:?}");
        assert!(end["passed"].as_str().unwrap().parse::<u64>().unwrap() > 45, "{end}");
    }
}

/// One that always breaks is given up.
#[test]
fn a_program_that_never_answers() {
    let script = r#"read -r line; case $line in *'"op":"start"'*)
        printf '%s\n' "$line" | "$IDS" respond; read -r line ;; esac"#;
    let run = conform("--report json --format flax", script).code(4);
    let (failed, end) = failures(&run);
    assert_eq!((failed.len(), &end["passed"]), (run.lines().len() - 1, &Value::from("0")));
    let last = failed.last().unwrap()["why"].as_str().unwrap();
    assert!(last.contains("times in a row"), "{last}");
}
