//! Lines and ledgers of any length, in bounded memory.

use std::{io::Write, process::ChildStdin, thread};

use serde_json::json;

use super::files::{Folder, fifty, lines, records};
use crate::run::{Run, started, with_input};

/// The longest record.
const MOST: usize = 16 << 20;

/// Runs with what this writes as standard input; the memory it took at most, in MiB, where the
/// system tells.
fn fed(arguments: &[&str], feed: impl FnOnce(&mut ChildStdin) + Send) -> (Run, Option<u64>) {
    let mut child = started(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let peak = thread::scope(|scope| {
        let feeding = scope.spawn(move || {
            feed(&mut stdin);
            stdin
        });
        // All is written but for the end: the process still runs, and waits for it.
        let stdin = feeding.join().unwrap();
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        drop(stdin);
        status.ok()
    });
    let peak = peak.and_then(|status| {
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse::<u64>().ok()
    });
    (Run::from(child.wait_with_output().unwrap()), peak.map(|kib| kib / 1024))
}

fn write(stdin: &mut ChildStdin, bytes: &[u8]) {
    // The command may have seen enough.
    let _ = stdin.write_all(bytes);
}

/// A line of 100 MB is refused without being held: what stands around it is looked at.
#[test]
fn a_line_of_a_hundred_megabytes() {
    let records = fifty();
    for threads in ["1", "3"] {
        let arguments = ["ledger", "verify", "--json", "--keep-going", "--threads", threads, "-"];
        let (run, peak) = fed(&arguments, |stdin| {
            write(stdin, &lines(&records[..20]));
            let block = vec![b'['; 1 << 20];
            (0..100).for_each(|_| write(stdin, &block));
            write(stdin, b"\n");
            write(stdin, &lines(&records[20..]));
        });
        let answers = run.code(4).json();
        let [failure, verdict] = &answers[..] else { panic!("{answers:?}") };
        assert_eq!(failure["failure"]["kind"], json!("too_long"));
        assert_eq!(failure["failure"]["index"], json!("20"));
        assert_eq!(failure["failure"]["offset"], json!(lines(&records[..20]).len().to_string()));
        assert_eq!((&verdict["events"], &verdict["unchecked"]), (&json!("49"), &json!("1")));
        if let Some(peak) = peak {
            assert!(peak < 100, "{peak} MiB for a line that is not held");
        }
    }
}

/// A line that never ends is too long as soon as it is; where what follows is wanted, it is sought
/// no further than 1 GiB.
#[test]
fn an_endless_line() {
    let records = fifty();
    let endless = |stdin: &mut ChildStdin| {
        write(stdin, &lines(&records[..2]));
        let block = vec![b'['; 1 << 20];
        // The command ends, which is the only end.
        while stdin.write_all(&block).is_ok() {}
    };
    for threads in ["1", "3"] {
        let (run, _) = fed(&["ledger", "verify", "--json", "--threads", threads, "-"], endless);
        let verdict = &run.code(4).json()[0];
        assert_eq!(verdict["failure"]["kind"], json!("too_long"));
        assert_eq!(verdict["failure"]["index"], json!("2"));
    }
    let told = "error: cannot read -: a line is longer than 1 GiB: what follows is not read\n";
    let (run, _) = fed(&["ledger", "verify", "--keep-going", "-"], endless);
    let run = run.code(4);
    assert_eq!((run.lines().len(), run.err.as_str()), (1, told));
}

/// Nothing is appended after a record that is too long, nor after the one that follows it.
#[test]
fn a_record_too_long_to_follow() {
    let records = fifty();
    let padded = |length: usize| {
        let mut record = records[2].clone().into_bytes();
        record.resize(length, b' ');
        record.push(b'\n');
        [&*lines(&records[..2]), &record].concat()
    };
    let follows = |text: &[u8], told: &str| {
        let folder = Folder::new("ledger");
        let file = folder.write("ledger", text);
        let run = with_input(&["ledger", "append", "--repair", &file], b"");
        assert_eq!((run.code, run.err.contains(told)), (if told.is_empty() { 0 } else { 4 }, true));
        assert!(folder.read("ledger") == text && folder.names() == ["ledger"], "{told}");
    };
    let next = lines(&records[3..4]);
    for (length, last, before) in [
        (MOST, "", ""),
        (MOST + 1, "the last line is longer than 16 MiB", "the last record but one: longer"),
        (3 * MOST, "the last line is longer than 16 MiB", "the last record but one: longer"),
    ] {
        follows(&padded(length), last);
        follows(&[padded(length), next.clone()].concat(), before);
    }
}

/// All of a line that is too long is counted, and so are names that are too many to be held.
#[test]
fn long_lines_and_names_in_stats() {
    let records = fifty();
    let text = [&*lines(&records[..2]), &*b"x".repeat(20_000_000), b"\n"].concat();
    let run = with_input(&["ledger", "stats", "--json", "-"], &text).code(1);
    let answer = &run.json()[0];
    assert_eq!(answer["bytes"], json!(text.len().to_string()));
    assert_eq!((&answer["events"], &answer["unreadable"]), (&json!("2"), &json!("1")));
    let names = |count: usize| {
        let (run, peak) = fed(&["ledger", "stats", "--top", "0", "-"], |stdin| {
            for name in 0..count {
                let name = name.to_string() + &"x".repeat(6_000_000);
                let time = "2021-10-03T16:32:12Z";
                let record = format!(
                    r#"{{"event":"{name}","entities":{{}},"meta":{{}},"data":1,"timestamp":"{time}"}}"#
                );
                write(stdin, (record + "\n").as_bytes());
            }
        });
        assert!(run.ok().out.ends_with(&format!("{:>12}  of other names\n", count - 2)));
        peak
    };
    if let (Some(few), Some(many)) = (names(3), names(12)) {
        assert!(many < few + 24, "{few} MiB, then {many} MiB");
    }
}

/// Of a line that is too long only that is said, and the others are shown.
#[test]
fn a_line_too_long_to_show() {
    let records = fifty();
    let long = [b"{\"", &*b"x".repeat(16 << 20), b"\n"].concat();
    let text = [lines(&records[..1]), long, lines(&records[1..3])].concat();
    for options in [&[][..], &["--json"]] {
        let run = with_input(&[&["ledger", "show", "-"], options].concat(), &text).code(1);
        assert_eq!(run.err, "record 1 (line 2): longer than 16 MiB\n");
        assert_eq!(run.lines().len(), 3);
    }
}

/// What is appended can be verified: the record counts, not the event that it is made of.
#[test]
fn the_longest_event() {
    let folder = Folder::new("ledger");
    let event =
        |data: &str| format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":{data}}}"#);
    let text = |length: usize| event(&format!("\"{}\"", "x".repeat(length)));
    // Short, and long when they are written out.
    let numbers = event(&format!("[{}]", vec!["1e131071"; 128].join(",")));
    let empty = text(0).len();
    // The time and the id are added.
    let fits = MOST - empty - r#","timestamp":"2024-02-29T00:00:00Z","eventId":"""#.len() - 32;
    let append = |file: &str, input: &str| {
        with_input(&["ledger", "append", "--at", "2024-02-29", file], input.as_bytes())
    };
    let whole = lines(&fifty());
    let file = folder.write("ledger", &whole);
    for (input, why) in [
        (text(fits + 1), "event 1: its record would be longer than 16 MiB"),
        (text(MOST - empty + 1), "event 1: longer than 16 MiB"),
    ] {
        append(&file, &input).code(1).says(why);
        assert!(folder.read("ledger") == whole, "{why}");
    }
    append(&file, &text(fits)).ok();
    assert_eq!(folder.read("ledger").len(), whole.len() + MOST + 1);
    let run = with_input(&["ledger", "verify", "--json", &file], b"").ok();
    assert_eq!(run.json()[0]["events"], json!("51"));
    let new = folder.file("new");
    with_input(&["ledger", "create", &new, "--event", &numbers], b"")
        .code(1)
        .says("the first event: its record would be longer");
    assert_eq!(folder.names(), ["ledger"]);
}

/// Memory does not grow with the ledger.
#[test]
fn many_records() {
    let part = lines(&records(2_000, 1_000));
    for verb in [&["verify", "--json", "--keep-going"][..], &["stats", "--json"]] {
        let arguments = [&["ledger"], verb, &["-"]].concat();
        let peak = |times| {
            let (run, peak) = fed(&arguments, |stdin| (0..times).for_each(|_| write(stdin, &part)));
            assert!(!run.out.is_empty());
            peak
        };
        if let (Some(few), Some(many)) = (peak(3), peak(20)) {
            assert!(many < few + 16, "{few} MiB, then {many} MiB: {verb:?}");
        }
    }
}
