//! The command among other processes: pipes, terminals, colours.

use std::io::{BufRead, Read, Write};

use crate::run::{Run, command, ids, talking, unread_output, with_input};

/// The reader goes away: the command ends quietly.
#[test]
fn closed_pipe() {
    for arguments in [
        &["new", "flax", "-n", "100000000"][..],
        &["new", "flax", "--json", "-n", "100000000"],
        &["new", "flax", "--explain", "-n", "100000000"],
    ] {
        let (mut child, _, mut reader) = talking(arguments);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.len() >= 17, "{line}");
        drop(reader);
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!((complaint.as_str(), child.wait().unwrap().code()), ("", Some(0)));
    }
}

/// What has been found by then is still what the command ends with.
#[test]
fn a_closed_pipe_hides_nothing() {
    let many = format!("?\n{}", "0RdKJcxqVBiAiQr0\n".repeat(10_000));
    for (arguments, code) in [
        ("inspect --json --format flax", 1),
        ("inspect --json", 1),
        ("convert --format flax --to hex", 1),
        ("inspect --json --strict", 3),
    ] {
        let arguments: Vec<_> = arguments.split_whitespace().collect();
        // Ambiguous under --strict.
        let input = many.replace('?', if code == 3 { "175928847299117063" } else { "?" });
        with_input(&arguments, input.as_bytes()).code(code);
        let run = unread_output(&arguments, &input).code(code);
        assert!(!run.err.contains("standard output"), "{}", run.err);
    }
    // Nor is the first answer lost that finds no reader.
    let long = "x".repeat(1 << 21);
    for (arguments, input, code) in [
        ("inspect -", "0RdKJcxqVBiAiQr0\nhello world!!\n", 1),
        ("inspect --json -", "hello world!!\n", 1),
        ("inspect --json --strict -", "175928847299117063\n", 3),
        ("inspect --format flax -", &long, 1),
        ("inspect --column id -", "id\nhello world!!\n", 1),
        ("convert --format flax --to hex -", "0RdKJcxqVBiAiQr0\nhello\n", 1),
        ("convert --format flax --to hex -", &long, 1),
    ] {
        let run = unread_output(&arguments.split_whitespace().collect::<Vec<_>>(), input);
        assert_eq!(run.code, code, "{arguments}");
    }
}

/// A verdict is reached, and told by the exit code, also where the report has no reader.
#[test]
fn verdicts_nobody_reads() {
    let check = ["check", "flax"];
    for (input, code) in [
        ("0RdKJcxqVBiAiQr0\n".to_owned(), 0),
        ("?\n".to_owned(), 1),
        ("0RdKJcxqVBiAiQr0\n".repeat(2), 4),
    ] {
        unread_output(&check, &input).code(code);
    }
    let ids = env!("CARGO_BIN_EXE_ids");
    #[cfg(unix)]
    {
        // A report of more than one block.
        let script = r#""$0" respond | sed -u 's/"0RdKJcxqVBiAiQr0"/"0RdKJcxqVBiAiQr1"/'"#;
        let program = ["--", "sh", "-c", script, ids];
        let options = ["conform", "--report", "json", "--format", "flax", "--format", "siq"];
        let run = unread_output(&[&options[..], &program].concat(), "").code(4);
        assert_eq!(run.err, "");
    }
    unread_output(&["conform", "--report", "json", "--format", "siq", "--", ids, "respond"], "")
        .code(0);
}

/// An answer is not held back while the next line is awaited, also if that has begun to arrive; its end, too.
#[test]
fn answers_at_once() {
    let request = "{\"seq\":\"1\",\"op\":\"start\",\"protocol\":\"2\"}\n";
    let event = "{\"event\":\"e\",\"entities\":{},\"meta\":{},\"data\":1,\"timestamp\":\"2024-02-29T00:00:00Z\"}\n";
    for (arguments, line, answer) in [
        ("inspect --json --format flax", "0RdKJcxqVBiAiQr0\n", "24869425807"),
        (
            "convert --flavour discord --column 1 --to hex",
            "175928847299117063\r\n",
            "271065ac1020007\r\n",
        ),
        ("respond", request, "{\"seq\":\"1\""),
        ("ledger show -", event, "2024-02-29T00:00:00Z         e {} 1\n"),
        ("ledger show --json -", event, event),
        ("ledger verify --keep-going -", "no event\n", "record "),
        ("ledger verify --keep-going --json -", "no event\n", "{\"failure\":{\"index\":\""),
    ] {
        let (mut child, mut stdin, mut reader) =
            talking(&arguments.split_whitespace().collect::<Vec<_>>());
        let (begun, rest) = line.split_at(5);
        stdin.write_all(begun.as_bytes()).unwrap();
        for _ in 0..3 {
            stdin.write_all(format!("{rest}{begun}").as_bytes()).unwrap();
            let mut told = String::new();
            reader.read_line(&mut told).unwrap();
            assert!(told.contains(answer), "{arguments}: {told}");
        }
        drop((stdin, reader));
        child.wait().unwrap();
    }
}

/// Output that cannot be written is an error, help too: a caller must not take it for written.
#[test]
#[cfg(target_os = "linux")]
fn full_or_closed_output() {
    use std::process::Stdio;

    for arguments in [
        "new flax",
        "inspect 0RdKJcxqVBiAiQr0",
        "--help",
        "--version",
        "-V",
        "new --help",
        "help new",
        "completions bash",
        "man",
        "info",
        "check flax",
    ] {
        for end in [">/dev/full", ">&-"] {
            let script = format!("exec \"$0\" {arguments} {end}");
            let ids = env!("CARGO_BIN_EXE_ids");
            let output = std::process::Command::new("sh")
                .args(["-c", &script, ids])
                .stdin(Stdio::null())
                .output();
            let run = Run::from(output.unwrap());
            assert!(run.code == 1 || arguments == "check flax" && run.code == 4, "{script}");
            let said = "error: cannot write standard output: ";
            assert!(run.err.starts_with(said), "{script}: {}", run.err);
        }
    }
    // Where output is thrown away on purpose, all is well.
    let null = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    Run::from(command(&["--help"]).stdout(null).stderr(Stdio::piped()).output().unwrap()).ok();
}

#[test]
fn colours() {
    let plain = ids("inspect 0RdKJcxqVBiAiQr0").ok();
    assert!(!plain.out.contains('\x1b'));
    let colored = ids("inspect --color always 0RdKJcxqVBiAiQr0").ok();
    assert!(colored.out.contains('\x1b'));
    assert_eq!(ids("--color always 0RdKJcxqVBiAiQr0").ok().out, colored.out);
    let run = |color: &str| {
        let mut command = command(&["inspect", "--color", color, "0RdKJcxqVBiAiQr0"]);
        Run::from(command.env("NO_COLOR", "1").output().unwrap()).ok().out
    };
    assert_eq!(run("auto"), plain.out);
    assert_eq!(run("never"), plain.out);
    assert_eq!(run("always"), colored.out);
    ids("inspect --json --color always 0RdKJcxqVBiAiQr0").ok().json();
    let failed = ids("inspect --color always --format flax x").code(1);
    assert!(failed.err.contains('\x1b'));
}

/// What is said of wrong arguments is coloured as everything else is.
#[test]
fn colours_of_usage() {
    for (color, colored) in [("never", false), ("always", true)] {
        for arguments in [["new", "nope"], ["new", "--help"]] {
            let options = [&["--color", color], &arguments[..]].concat();
            let mut command = command(&options);
            if !colored {
                command.env("CLICOLOR_FORCE", "1");
            }
            let run = Run::from(command.output().unwrap());
            assert_eq!((run.out + &run.err).contains('\x1b'), colored, "{color} {arguments:?}");
        }
    }
    let equals = Run::from(command(&["new", "nope", "--color=always"]).output().unwrap());
    assert!(equals.err.contains('\x1b'));
    let forced = command(&["info"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(Run::from(forced).ok().out.contains('\x1b'));
}
