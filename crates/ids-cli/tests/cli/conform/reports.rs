//! What is written of a run, and the vectors that it is of.

use serde_json::Value;

use super::{failures, scripts::conform, vectors};

/// A program says what it likes; people get a part of it, as text.
#[test]
fn a_program_that_says_much() {
    // Each reason is another one, with what a terminal, a table or XML would take for itself.
    let script = r#"read -r line; printf '%s\n' "$line" | "$IDS" respond |
            sed 's/"name":"ids"/"name":"\\u001b[31mi|d\\ns"/'
        while IFS= read -r line; do
            seq=${line#*'"seq":"'} seq=${seq%%'"'*}
            case $line in
                *'"op":"stop"'*) printf '{"seq":"%s","result":{}}\n' "$seq"; exit ;;
                *'"op":"range"'*) printf '\033[2J\na|b\n' >&2; exit 9 ;;
            esac
            printf '{"seq":"%s","skipped":"%s|\\u001b[2J<b>\\n%01000d"}\n' "$seq" "$seq" 0
        done"#;
    let run = conform("--format flax", script).code(4);
    let controls = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
    assert!(!controls(&run.out), "{}", run.out);
    assert!(run.out.starts_with("\\u{1b}[31mi|d\\ns "), "{}", run.out);
    assert!(run.out.contains("on standard error: \\u{1b}[2J\\na|b\n"), "{}", run.out);
    let reasons: Vec<_> = run.lines().into_iter().filter(|it| it.starts_with("skipped ")).collect();
    assert_eq!(reasons.len(), 21, "{reasons:?}");
    assert!(reasons.iter().all(|reason| reason.len() < 500), "{reasons:?}");
    assert!(reasons[20].ends_with(": for other reasons"), "{reasons:?}");
    let run = conform("--report markdown --format flax", script).code(4);
    assert!(!controls(&run.out), "{}", run.out);
    assert!(run.out.starts_with("# \\u{1b}[31mi\\|d\\ns "), "{}", run.out);
    assert!(run.out.contains("\\|\\u{1b}[2J&lt;b>\\n000"), "{}", run.out);
    // Names of vectors are no better.
    let rows = r#"{"format":"flax","schema_version":"1","layouts":[],"rows":[
        {"id":"a|\u001b","rule":"b|\u001b","op":"reject","input":{"text":"c"},"error":{"kind":"d"}}]}"#;
    let options = format!("--report markdown {}", vectors("vectors-names", rows));
    conform(&options, "exec \"$IDS\" respond")
        .code(4)
        .prints("\n| b\\|\\u{1b} | 0 | 1 | 0 | `a\\|\\u{1b}` |\n");
    let run = conform("--format flax", "printf '\\033[2J\\n' >&2; printf '\\033[2J\\n'").code(1);
    assert!(!controls(&run.err), "{}", run.err);
}

/// What was asked is shown with all of its keys, however long the value of one is, and steps are
/// counted from 1.
#[test]
fn a_request_that_is_long() {
    let mut file: Value = serde_json::from_str(ids_conform::embedded("flax").unwrap()).unwrap();
    file["rows"].as_array_mut().unwrap().retain(|row| row["id"] == "generate-77");
    let rng = file["rows"][0]["rng"].as_str().unwrap().to_owned();
    file["rows"][0]["rng"] = (rng.clone() + &"00".repeat(1000)).into();
    let script = r#""$IDS" respond | sed -u 's/"ids":\["1/"ids":["2/'"#;
    let options = vectors("vectors-long", &file.to_string());
    let run = conform(&options, script).code(4);
    let shown = format!("\"rng\":\"{}{}… and 1984 more\",\"seq\"", rng, "0".repeat(16));
    assert!(run.out.contains(&shown), "{}", run.out);
    assert!(run.out.contains("\"steps\":[{\"call\":\"generate\",\"clock\""), "{}", run.out);
    assert!(run.out.contains(": step 1: identifier 1 is 2"), "{}", run.out);
    // Programs get all of it.
    let (failed, _) = failures(&conform(&format!("--report json {options}"), script).code(4));
    let asked = failed[0]["requests"][0].as_str().unwrap();
    assert!(asked.contains(&format!("{rng}{}\"", "00".repeat(1000))), "{asked}");
}
