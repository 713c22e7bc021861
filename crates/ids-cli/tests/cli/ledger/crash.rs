//! Crashes: `kill -9` in the middle of appends, and disks that are full.
#![cfg(unix)]

use core::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::{
    fs::File,
    io::{BufRead, Write},
    process::{Child, Command},
    sync::{Mutex, mpsc},
    thread,
};

use serde_json::Value;

use super::files::{Folder, fifty, lines, records};
use crate::run::{Run, spawned, talking, with_input};

/// An event whose record takes this many bytes and some.
fn event(length: usize) -> String {
    format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":"{}"}}"#, "x".repeat(length)) + "\n"
}

/// What the ledger has to say for itself after a crash: it is valid, or its last line alone is
/// torn, and a repair makes it valid. All events that were acknowledged are there.
fn survived(folder: &Folder, file: &str, acknowledged: &[String]) -> bool {
    let run = with_input(&["ledger", "verify", "--json", file], b"");
    let verdict: Value = run.json().pop().unwrap();
    let text = folder.read("ledger");
    let records = text.split_inclusive(|byte| *byte == b'\n').count();
    let torn = run.code != 0;
    if torn {
        assert_eq!((run.code, text.last() == Some(&b'\n')), (4, false), "{verdict}");
        let failure = &verdict["failure"];
        assert_eq!(failure["index"], Value::from((records - 1).to_string()), "{verdict}");
        assert_eq!(failure["kind"], Value::from("syntax"), "{verdict}");
        with_input(&["ledger", "append", file], event(1).as_bytes()).code(4);
    }
    let run = with_input(&["ledger", "append", "--repair", file], event(1).as_bytes()).code(0);
    assert_eq!(run.err.is_empty(), !torn, "{}", run.err);
    let run = with_input(&["ledger", "verify", "--json", file], b"").ok();
    let valid: usize = run.json()[0]["events"].as_str().unwrap().parse().unwrap();
    assert_eq!(valid, records + usize::from(!torn));
    let shown = with_input(&["ledger", "show", file], b"").ok().out;
    for id in acknowledged {
        assert!(shown.contains(id.as_str()), "{id} was acknowledged");
    }
    torn
}

/// Appends 200 events by four processes at a time, five events each, and kills all of them as soon
/// as `after` events have been acknowledged; returns these.
fn killed(file: &str, after: usize, length: usize) -> Vec<String> {
    let running: [Mutex<Option<Child>>; 4] = Default::default();
    let stopped = AtomicBool::new(false);
    let (acknowledge, acknowledged) = mpsc::channel();
    thread::scope(|scope| {
        for slot in &running {
            let (acknowledge, stopped) = (acknowledge.clone(), &stopped);
            scope.spawn(move || {
                for _ in 0..10 {
                    let (mut stdin, stdout) = {
                        let mut slot = slot.lock().unwrap();
                        if stopped.load(SeqCst) {
                            return;
                        }
                        let (child, stdin, stdout) = talking(&["ledger", "append", file]);
                        *slot = Some(child);
                        (stdin, stdout)
                    };
                    // A process that has been killed reads no more.
                    let _ = stdin.write_all(event(length).repeat(5).as_bytes());
                    drop(stdin);
                    for line in stdout.lines() {
                        acknowledge.send(line.unwrap()).unwrap();
                    }
                    if let Some(mut child) = slot.lock().unwrap().take() {
                        child.wait().unwrap();
                    }
                }
            });
        }
        drop(acknowledge);
        let mut seen: Vec<String> = acknowledged.iter().take(after).collect();
        stopped.store(true, SeqCst);
        for slot in &running {
            // Locked, so that nothing is started in between; taken, so that nothing is killed that
            // has ended and been waited for.
            if let Some(mut child) = slot.lock().unwrap().take() {
                child.kill().unwrap();
                child.wait().unwrap();
            }
        }
        seen.extend(acknowledged);
        // An id that was cut off in the pipe has not been acknowledged.
        seen.retain(|id| id.len() == 32);
        seen
    })
}

#[test]
fn kill_in_the_middle_of_appends() {
    for (after, length) in [(1, 40), (23, 40), (61, 40), (118, 2_000), (7, 300_000), (171, 40)] {
        let folder = Folder::new("ledger");
        let file = folder.write("ledger", lines(&fifty()));
        let acknowledged = killed(&file, after, length);
        assert!((after..=200).contains(&acknowledged.len()));
        survived(&folder, &file, &acknowledged);
    }
}

/// Runs under a limit of the file's size, in blocks of 512 bytes: what is written beyond it is an
/// error, whether or not the signal is ignored.
fn limited(arguments: &[&str], blocks: u64, signal: &str, input: &str) -> Run {
    let script = format!("{signal} ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_ids"), "ledger"]);
    let mut child = spawned(shell.args(arguments));
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// How many blocks a file has with `more` bytes added, rounded up.
fn blocks(file: &str, more: u64) -> u64 {
    (File::open(file).unwrap().metadata().unwrap().len() + more).div_ceil(512)
}

/// A disk that is full is an error, and the ledger ends with the last event that fitted, or that was stored with others
/// that fitted.
#[test]
fn full_disk() {
    for (signal, options, least) in [
        ("", &["--batch", "1"][..], 5),
        ("trap '' XFSZ;", &["--batch", "1"], 5),
        ("", &[], 0),
        ("trap '' XFSZ;", &[], 0),
    ] {
        let folder = Folder::new("ledger");
        let file = folder.write("ledger", lines(&fifty()));
        let most = blocks(&file, 5_000);
        let arguments = [&["append", &*file], options].concat();
        let run = limited(&arguments, most, signal, &event(600).repeat(100));
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.contains("cannot write") && run.err.contains("as before"), "{}", run.err);
        let acknowledged: Vec<String> = run.lines().into_iter().map(str::to_owned).collect();
        assert!((least..100).contains(&acknowledged.len()), "{}", acknowledged.len());
        let text = folder.read("ledger");
        assert_eq!(evently_ledger::records(&text).count(), 50 + acknowledged.len());
        assert!(!survived(&folder, &file, &acknowledged));
    }
}

/// A database that cannot be made leaves nothing, and one that can is made when there is room.
#[test]
#[cfg(feature = "sqlite")]
fn no_room_for_a_database() {
    for signal in ["", "trap '' XFSZ;"] {
        let folder = Folder::new("ledger");
        let store = format!("sqlite:{}", folder.file("c.db"));
        let create = ["create", &store, "--name", "t"];
        let run = limited(&create, 4, signal, "");
        assert!(run.code == 1 && run.err.starts_with("error: sqlite:"), "{}{}", run.code, run.err);
        assert_eq!(folder.names(), [""; 0]);
        assert_eq!(limited(&create, 1 << 20, signal, "").code, 0);
        assert_eq!(folder.names(), ["c.db"]);
    }
}

/// What is cut off is kept whole or not at all, and is not cut off if it cannot be kept.
#[test]
fn no_room_for_what_is_cut_off() {
    let folder = Folder::new("ledger");
    let records = records(3, 2_000);
    let text = [&*lines(&records[..2]), &records[2].as_bytes()[..2_000]].concat();
    let file = folder.write("ledger", &text);
    let run = limited(&["append", "--repair", &file], 1, "trap '' XFSZ;", &event(1));
    assert!(run.code == 1 && run.err.starts_with("error: cannot write "), "{}", run.err);
    assert_eq!((folder.names(), folder.read("ledger")), (vec!["ledger".to_owned()], text));
}
