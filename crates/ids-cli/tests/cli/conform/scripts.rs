//! Programs that are shell scripts, which answer in part or wrongly.

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
        (
            "writes no JSON",
            "60s",
            "case $line in *FfF_3NYqc-UA3sOI*) echo nonsense; continue ;; esac",
            "no response",
        ),
        (
            "answers another question",
            "60s",
            r#"case $line in *FfF_3NYqc-UA3sOI*) echo '{"seq":"0","result":{}}'; continue ;; esac"#,
            "a response to 0",
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

/// A program that leaves out what it does not know answers another question: `ids_conform::Unknown` has all of them.
#[test]
fn a_program_that_guesses() {
    for (change, rows) in [
        (
            r#"s/"newkey":"1",//"#,
            &["format-key", "generate-key", "parse-key", "range-key", "start-key"][..],
        ),
        (r#"s/,"newkey":"1"}/}/"#, &["generate-step"]),
        (r#"s/"bits":"0","bits"/"bits"/"#, &["format-twice"]),
        (r#"s/"protocol":"2"/"protocol":"1"/"#, &["protocol"]),
    ] {
        let script = format!("sed -u '{change}' | \"$IDS\" respond");
        let (failed, _) = failures(&conform("--report json --format flax", &script).code(4));
        let name = |row: &Value| row["row"].as_str().unwrap().replace("flax-", "");
        let mut found: Vec<_> = failed.iter().map(name).collect();
        found.sort_unstable();
        assert_eq!(found, rows);
        let unknown = |row: &Value| row["format"] == "protocol" && row["rule"] == "unknown";
        assert!(failed.iter().all(unknown), "{failed:?}");
        assert!(failed[0]["why"].as_str().unwrap().ends_with(", not skipped"), "{failed:?}");
    }
}

/// A response has its number and one answer, and nothing else.
#[test]
fn a_program_that_says_too_much() {
    for (change, why) in [
        (r#"s/"seq"/"more":"0","seq"/"#, "not one of result, error and skipped"),
        (r#"s/"result":{"/"result":{"more":"0","/"#, "more"),
    ] {
        // The answer to `start` is left as it is.
        let script = format!("\"$IDS\" respond | sed -u '1!{change}'");
        let run = conform(&sixth("vectors-too-much"), &script).code(4);
        let (failed, end) = failures(&run);
        let all =
            |failed: &[Value]| failed.iter().all(|row| row["why"].as_str().unwrap().contains(why));
        // Rows of refusals have no result.
        assert!(failed.len() > 15, "{change}: {end}");
        assert!(all(&failed[..5]), "{change}: {:?}", &failed[..5]);
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

/// What a program does not have is skipped, and a run of nothing but skips proves nothing.
#[test]
fn a_program_that_has_little() {
    let little = r#"case $line in *'"op":"generate"'*)
        seq=$(printf '%s' "$line" | sed 's/.*"seq":"\([^"]*\)".*/\1/')
        printf '{"seq":"%s","skipped":"no generators"}\n' "$seq"; continue ;; esac"#;
    let script = format!(
        "while IFS= read -r line; do {little}\nprintf '%s\\n' \"$line\" | \"$IDS\" respond; done"
    );
    let run = conform("--format flax", &script).ok();
    let scripts = ids_conform::embedded("flax").unwrap().matches(r#""op": "generate""#).count();
    assert!(run.out.contains(&format!("skipped {scripts}: no generators")), "{}", run.out);
    let none = r#"read -r line; printf '%s\n' "$line" | "$IDS" respond; while IFS= read -r line; do
        seq=$(printf '%s' "$line" | sed 's/.*"seq":"\([^"]*\)".*/\1/')
        case $line in *'"op":"stop"'*) printf '{"seq":"%s","result":{}}\n' "$seq"; exit ;; esac
        printf '{"seq":"%s","skipped":"nothing"}\n' "$seq"; done"#;
    conform("--format flax", none).code(4).says("nothing was tested");
}
