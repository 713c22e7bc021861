//! `ids conform`: a program that conforms, and programs that do not.

use std::{fs, path::PathBuf};
#[cfg(unix)]
use std::{
    fs::File,
    io::Read,
    os::unix::process::ExitStatusExt,
    process::{Child, Command},
    sync::mpsc::{Receiver, channel},
    thread,
};

use serde_json::Value;

use crate::run::{Run, command, ids};

const IDS: &str = env!("CARGO_BIN_EXE_ids");

/// A run of a shell script as the program, `$IDS` being the reference.
fn conform(options: &str, script: &str) -> Run {
    let mut arguments = vec!["conform"];
    arguments.extend(options.split_whitespace());
    arguments.extend(["--", "sh", "-c", script]);
    Run::from(command(&arguments).env("IDS", IDS).output().unwrap())
}

/// The rows that failed, and the last line.
fn failures(run: &Run) -> (Vec<Value>, Value) {
    let mut lines = run.json();
    let end = lines.pop().unwrap();
    lines.retain(|line| line["verdict"] == "fail");
    (lines, end)
}

#[test]
fn the_reference_conforms() {
    let run =
        Run::from(command(&["conform", "--random", "300", "--", IDS, "respond"]).output().unwrap());
    let run = run.ok();
    assert!(run.out.contains(" passed, 0 failed, 0 skipped"), "{}", run.out);
    assert!(run.out.contains("FLAX-5"), "{}", run.out);
    let run = conform("--report json --format siq", "exec \"$IDS\" respond").ok();
    let (failed, end) = failures(&run);
    assert_eq!((failed.len(), &end["conforms"]), (0, &Value::Bool(true)));
    assert!(run.lines().len() > 1000);
}

/// The answer to one row is wrong.
#[test]
fn a_wrong_answer() {
    let script = r#""$IDS" respond | sed -u 's/"0RdKJcxqVBiAiQr0"/"0RdKJcxqVBiAiQr1"/'"#;
    let run = conform("--report json --format flax", script).code(4);
    let (failed, end) = failures(&run);
    assert!(!failed.is_empty() && failed.len() < 5, "{failed:?}");
    assert_eq!(end["failed"], failed.len().to_string());
    assert!(failed[0]["why"].as_str().unwrap().contains("0RdKJcxqVBiAiQr1"));
    assert!(failed[0]["requests"][0].as_str().unwrap().contains("\"op\":\"format\""));
    let run = conform("--format flax", script).code(4);
    assert!(run.out.contains("0RdKJcxqVBiAiQr1"), "{}", run.out);
}

/// Whatever goes wrong counts against the row in hand, and the others are still asked.
#[test]
fn a_program_that_breaks() {
    let run = conform("--format flax", "exit 0").code(1);
    assert!(run.err.contains("it ended"), "{}", run.err);
    for (how, script, why) in [
        ("ends", "case $line in *FfF_3NYqc-UA3sOI*) echo no >&2; exit 3 ;; esac", "it ended"),
        ("hangs", "case $line in *FfF_3NYqc-UA3sOI*) exec sleep 60 ;; esac", "no answer within"),
        (
            "writes no JSON",
            "case $line in *FfF_3NYqc-UA3sOI*) echo nonsense; continue ;; esac",
            "no response",
        ),
        (
            "answers another question",
            r#"case $line in *FfF_3NYqc-UA3sOI*) echo '{"seq":"0","result":{}}'; continue ;; esac"#,
            "a response to 0",
        ),
    ] {
        let script = format!(
            "while IFS= read -r line; do {script}\nprintf '%s\\n' \"$line\" | \"$IDS\" respond; done"
        );
        let run = conform("--report json --format flax --timeout 3s", &script).code(4);
        let (failed, end) = failures(&run);
        assert!((1..6).contains(&failed.len()), "{how}: {failed:?}");
        assert!(failed.iter().any(|row| row["why"].as_str().unwrap().contains(why)), "{failed:?}");
        assert!(end["passed"].as_str().unwrap().parse::<u64>().unwrap() > 290, "{end}");
    }
}

/// How a program stops is a row of its own, under the protocol.
#[test]
fn a_program_that_stops_badly() {
    for (how, why) in [
        (
            r#"printf '%s\n' "$stopped"; kill -SEGV $$"#,
            "failed after the answer to `stop` (signal: 11",
        ),
        (r#"printf '{"seq":"%s","error":{"kind":"digit"}}\n' "$seq"; exit 7"#, "not {}"),
        (
            r#"printf '%s\n' "$stopped"; echo worn out >&2; exit 7"#,
            "`stop` (exit status: 7); on standard error: worn out",
        ),
        (r#"printf '{"seq":"%s","result":{"more":"0"}}\n' "$seq""#, "not {}"),
        ("printf 'garbage\\nof two lines\\n'; exit 1", "no response"),
        (r#"printf '%s\nmore\n' "$stopped""#, "a line after the answer to `stop`: more"),
        (r#"printf '%s\n' "$stopped"; exec sleep 100"#, "not ended within 2s"),
        ("exec sleep 100", "no answer within 2s"),
        ("exit 0", "it ended"),
    ] {
        let script = format!(
            r#"coproc=$(mktemp -u); mkfifo "$coproc"; "$IDS" respond <"$coproc" & exec 3>"$coproc"; rm "$coproc"
            while IFS= read -r line; do case $line in
                *'"op":"stop"'*) seq=${{line#*'"seq":"'}} seq=${{seq%%'"'*}}
                    stopped='{{"seq":"'$seq'","result":{{}}}}'; exec 3>&-; wait; {how}; exit ;;
                *) printf '%s\n' "$line" >&3 ;;
            esac; done"#
        );
        let run = conform("--report json --format flax --timeout 2s", &script).code(4);
        let (failed, end) = failures(&run);
        assert_eq!(failed.len(), 1, "{how}: {failed:?}");
        assert_eq!(
            (&failed[0]["format"], &failed[0]["row"]),
            (&Value::from("protocol"), &Value::from("stop"))
        );
        assert!(failed[0]["why"].as_str().unwrap().contains(why), "{how}: {failed:?}");
        assert_eq!(end["conforms"], Value::Bool(false));
    }
    let run = conform("--format flax", "\"$IDS\" respond; exit 7").code(4);
    assert!(run.out.contains("\nstop (stop): it failed after the answer"), "{}", run.out);
    // What it leaves behind is not its output.
    conform("--format flax", "sleep 100 & \"$IDS\" respond").ok();
}

/// Whoever leaves out what it does not know answers another question.
#[test]
fn a_program_that_guesses() {
    for (change, rows) in [
        (
            r#"s/"newkey":"1",//"#,
            &[
                "flax-format-key",
                "flax-generate-key",
                "flax-parse-key",
                "flax-range-key",
                "start-key",
            ][..],
        ),
        (r#"s/,"newkey":"1"}/}/"#, &["flax-generate-step"]),
        (r#"s/"colour"/"text"/"#, &["flax-format-as"]),
        (r#"s/"bits":"-1"/"bits":"0"/"#, &["flax-format-bits"]),
        (r#"s/"protocol":"2"/"protocol":"1"/"#, &["protocol"]),
        (r#"s/"teleport"/"generate"/"#, &["flax-generate-call"]),
    ] {
        let script = format!("sed -u '{change}' | \"$IDS\" respond");
        let (failed, _) = failures(&conform("--report json --format flax", &script).code(4));
        let mut found: Vec<_> = failed.iter().map(|row| row["row"].as_str().unwrap()).collect();
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
        (
            r#"s/"result"/"error":{"kind":"digit"},"result"/"#,
            "not one of result, error and skipped",
        ),
        (r#"s/"seq"/"more":"0","seq"/"#, "not one of result, error and skipped"),
        (r#"s/"result":{"/"result":{"more":"0","/"#, "more"),
        (r#"s/"seq"/"seq":"999999","seq"/"#, "the key \"seq\" occurs twice"),
    ] {
        // The answer to `start` is left as it is.
        let script = format!("\"$IDS\" respond | sed -u '1!{change}'");
        let run = conform("--report json --format flax", &script).code(4);
        let (failed, end) = failures(&run);
        let all =
            |failed: &[Value]| failed.iter().all(|row| row["why"].as_str().unwrap().contains(why));
        // Rows of refusals have no result.
        assert!(failed.len() > 100, "{change}: {end}");
        assert!(all(&failed[..5]), "{change}: {:?}", &failed[..5]);
    }
}

/// Another protocol is not guessed at.
#[test]
fn a_program_of_another_protocol() {
    for (change, why) in [
        (r#"s/"protocol":"1"/"protocol":"99"/"#, "speaks protocol \"99\", not \"1\""),
        (r#"s/"protocol":"1",//"#, "missing field `protocol`"),
        (r#"s/"protocol"/"more":"0","protocol"/"#, "unknown field `more`"),
    ] {
        let script = format!("\"$IDS\" respond | sed -u '{change}'");
        let run = conform("--format flax", &script).code(1);
        assert!(run.err.contains(why), "{}", run.err);
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
        seq=$(printf '%s' "$line" | sed 's/.*"seq":"\([0-9]*\)".*/\1/')
        printf '{"seq":"%s","skipped":"no generators"}\n' "$seq"; continue ;; esac"#;
    let script = format!(
        "while IFS= read -r line; do {little}\nprintf '%s\\n' \"$line\" | \"$IDS\" respond; done"
    );
    let run = conform("--format flax", &script).ok();
    assert!(run.out.contains("skipped 99: no generators"), "{}", run.out);
    let none = r#"read -r line; printf '%s\n' "$line" | "$IDS" respond; while IFS= read -r line; do
        seq=$(printf '%s' "$line" | sed 's/.*"seq":"\([0-9]*\)".*/\1/')
        case $line in *'"op":"stop"'*) printf '{"seq":"%s","result":{}}\n' "$seq"; exit ;; esac
        printf '{"seq":"%s","skipped":"nothing"}\n' "$seq"; done"#;
    let run = conform("--format flax", none).code(4);
    assert!(run.err.contains("nothing was tested"), "{}", run.err);
}

#[test]
fn reports_for_others() {
    let script = r#""$IDS" respond | sed -u 's/"0RdKJcxqVBiAiQr0"/"<\&\\u0001"/'"#;
    let run = conform("--report junit --format flax", script).code(4);
    assert!(run.out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
    assert!(run.out.ends_with("  </testsuite>\n</testsuites>\n"));
    assert!(run.out.contains("&lt;&amp;"), "{}", run.out);
    let opened = run.out.matches("<testcase").count();
    let closed = run.out.matches("</testcase>").count() + run.out.matches("\"/>\n").count();
    assert_eq!(opened, closed, "every case is closed");
    assert!(!run.out.contains('\u{1}'), "no control characters in XML");
    let run = conform("--report markdown --format flax", script).code(4);
    assert!(run.out.contains("\n| FLAX-5 | "), "{}", run.out);
}

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
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vectors-names");
    fs::create_dir_all(&folder).unwrap();
    let rows = r#"{"format":"flax","schema_version":"1","layouts":[],"rows":[
        {"id":"a|\u001b","rule":"b|\u001b","op":"reject","input":{"text":"c"},"error":{"kind":"d"}}]}"#;
    fs::write(folder.join("flax.json"), rows).unwrap();
    let options = format!("--report markdown --format flax --vectors {}", folder.display());
    let run = conform(&options, "exec \"$IDS\" respond").code(4);
    assert!(run.out.contains("\n| b\\|\\u{1b} | 0 | 1 | 0 | `a\\|\\u{1b}` |\n"), "{}", run.out);
    let run = conform("--format flax", "printf '\\033[2J\\n' >&2; printf '\\033[2J\\n'").code(1);
    assert!(!controls(&run.err), "{}", run.err);
}

/// A report is whole even if nothing was asked.
#[test]
fn a_program_without_formats() {
    let script = r#""$IDS" respond | sed -u 's/"formats":\[[^]]*\]/"formats":[]/'"#;
    let title = format!("ids {} (Rust)", env!("CARGO_PKG_VERSION"));
    let none = "5 passed, 0 failed, 0 skipped";
    for (kind, begins, ends) in [
        ("human", format!("{title}\n\nprotocol "), format!("\n\n{none}\n")),
        ("markdown", format!("# {title}\n\n## protocol\n"), format!("\n\nIn all: {none}.\n")),
        (
            "junit",
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <testsuites name=\"{title}\">\n  <testsuite name=\"protocol\" "
            ),
            "  </testsuite>\n</testsuites>\n".to_owned(),
        ),
    ] {
        let run = conform(&format!("--report {kind}"), script).code(4);
        assert!(run.err.contains("nothing was tested"), "{}", run.err);
        assert!(run.out.starts_with(&begins) && run.out.ends_with(&ends), "{}", run.out);
    }
    let (failed, end) = failures(&conform("--report json", script).code(4));
    assert_eq!((failed.len(), &end["conforms"]), (0, &Value::Bool(false)));
}

#[test]
fn vectors_of_ones_own() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vectors");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.display();
    let options = format!("--format flax --vectors {path}");
    fs::write(folder.join("flax.json"), "{}").unwrap();
    let run = conform(&options, "exec \"$IDS\" respond").code(1);
    assert!(run.err.contains("flax.json"), "{}", run.err);
    let rows = r#"{"format":"flax","schema_version":"1","layouts":[{"name":"flax","bits":"96","fields":[
        {"name":"timestamp","high":"95","low":"56"},{"name":"random","high":"55","low":"0"}]}],
        "rows":[{"id":"mine-1","rule":"MINE-1","op":"format","bits":"0","text":"----------------"}]}"#;
    fs::write(folder.join("flax.json"), rows).unwrap();
    let run = conform(&options, "exec \"$IDS\" respond").ok();
    assert!(run.out.contains("MINE-1              1      0 "), "{}", run.out);
}

/// A limit longer than any clock runs is none.
#[test]
fn the_longest_limit() {
    let run = conform("--timeout 9223372036854775807s --format flax", "exec \"$IDS\" respond").ok();
    assert!(run.out.contains("0 failed"), "{}", run.out);
}

/// Nothing is reported if a file is missing or wrong, whichever it is.
#[test]
fn no_report_is_cut_off() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vectors-halves");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("flax.json"), ids_conform::embedded("flax").unwrap()).unwrap();
    let options =
        format!("--report junit --format flax --format siq --vectors {}", folder.display());
    let siq = folder.join("siq.json");
    let _ = fs::remove_file(&siq);
    let lines = r#"{"format":"siq","schema_version":"1","layouts":[],"rows":[
        {"id":"a","rule":"A","op":"order","texts":["b","a"],"as_text":true}]}"#;
    for (text, why) in [
        (None, "siq.json: "),
        (Some("{"), "EOF"),
        (ids_conform::embedded("flax"), "they are of \"flax\""),
        (Some(lines), "row a: the texts ascend is false"),
    ] {
        if let Some(text) = text {
            fs::write(&siq, text).unwrap();
        }
        let run = conform(&options, "exec \"$IDS\" respond").code(1);
        assert!(run.err.contains(why), "{}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn a_program_that_cannot_be_started() {
    let run = ids("conform -- /nowhere/at-all").code(1);
    assert!(run.err.contains("/nowhere/at-all"), "{}", run.err);
    ids("conform").code(2);
    ids("conform --format cuid -- true").code(2);
}

/// A pipe, and what tells that it has been opened for writing and that nobody has it open any more.
#[cfg(unix)]
fn fifo(name: &str) -> (PathBuf, Receiver<()>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let (to, from) = channel();
    let read = path.clone();
    thread::spawn(move || {
        let mut pipe = File::open(read).unwrap();
        to.send(()).unwrap();
        pipe.read_to_end(&mut Vec::new()).unwrap();
        to.send(())
    });
    (path, from)
}

/// A limit for what never happens: a test that waits for ever says nothing.
#[cfg(unix)]
const LONG: core::time::Duration = core::time::Duration::from_secs(60);

/// What a program has started ends with it.
#[cfg(unix)]
#[test]
fn no_process_is_left() {
    let (path, events) = fifo("left");
    let script = format!("sleep 600 >{}; :", path.display());
    let run = conform("--timeout 1s", &script).code(1);
    assert!(run.err.contains("no answer within"), "{}", run.err);
    events.recv_timeout(LONG).expect("the pipe is opened");
    events.recv_timeout(LONG).expect("the pipe is closed");
}

/// A run of a program that hangs, under a shell's `before`, and what tells of its pipe.
#[cfg(unix)]
fn hanging(name: &str, before: &str) -> (Child, Receiver<()>) {
    let (path, events) = fifo(name);
    let script = format!("sleep 600 >{}; :", path.display());
    let run = format!("{before}; exec \"$0\" conform --timeout 500s -- sh -c \"$1\"");
    let child = Command::new("sh").args(["-c", &run, IDS, &script]).spawn().unwrap();
    events.recv_timeout(LONG).expect("the pipe is opened");
    (child, events)
}

#[cfg(unix)]
fn kill(signal: &str, child: &Child) {
    let kill = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Neither when the command itself is told to end.
#[cfg(unix)]
#[test]
fn no_process_is_left_after_a_signal() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let (mut child, events) = hanging(signal, "ulimit -c 0");
        kill(signal, &child);
        events.recv_timeout(LONG).expect("the pipe is closed");
        assert_eq!(child.wait().unwrap().signal(), Some(number), "the signal ends it");
    }
}

/// What `nohup` has it ignore does not end it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored() {
    let (mut child, events) = hanging("nohup", "trap '' HUP");
    kill("HUP", &child);
    kill("TERM", &child);
    events.recv_timeout(LONG).expect("the pipe is closed");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}
