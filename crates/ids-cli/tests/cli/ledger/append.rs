//! `ids ledger append`: what is acknowledged is stored, what is refused leaves no trace.

use core::time::Duration;
use std::{fs::File, time::UNIX_EPOCH};

use serde_json::json;

use super::files::{Folder, fifty, lines};
use crate::run::{Run, with_input};

pub(crate) const EVENT: &str = r#"{"event":"e","entities":{"a":["1"]},"meta":{},"data":1.50}"#;

pub(crate) fn append(file: &str, options: &[&str], input: &str) -> Run {
    with_input(&[&["ledger", "append", file], options].concat(), input.as_bytes())
}

pub(crate) fn verified(file: &str, events: u64) {
    let run = with_input(&["ledger", "verify", "--json", file], b"").ok();
    assert_eq!(run.json()[0]["events"], json!(events.to_string()));
}

#[test]
#[cfg(unix)]
fn what_is_no_file() {
    let folder = Folder::new("ledger");
    let pipe = folder.file("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in ["/dev/null", &pipe] {
        let run = append(file, &["--repair"], EVENT).code(1);
        let told = format!("error: {file} is no regular file: nothing can be appended to it\n");
        assert_eq!(run.err, told);
    }
    append(&folder.file(""), &[], EVENT).code(1).says("\nerror: cannot open ");
}

/// A clock that is years ahead of all that a file says: its last event, and its last change. The clock here is that
/// of the machine, which is years ahead of a ledger of 2020.
#[test]
fn a_clock_years_ahead() {
    let folder = Folder::new("ledger");
    let then = UNIX_EPOCH + Duration::from_secs(1_577_836_800);
    for place in ["ledger", "sqlite:events.db"] {
        let path = folder.file(place.trim_start_matches("sqlite:"));
        let place = if place.contains(':') { format!("sqlite:{path}") } else { path.clone() };
        with_input(&["ledger", "create", &place, "--name", "a", "--at", "2020-01-01"], b"").ok();
        let changed = |time| File::options().write(true).open(&path).unwrap().set_modified(time);
        changed(then).unwrap();
        let run =
            append(&place, &[], EVENT).code(1).says("from the last event's 2020-01-01T00:00:00Z");
        // What is said is what it takes.
        let (_, option) = run.err.trim_end().split_once("rested that long, give ").unwrap();
        let option: Vec<_> = option.split(' ').collect();
        assert_eq!(option[0], "--max-jump");
        changed(then).unwrap();
        append(&place, &["--max-jump", "365d"], EVENT).code(1);
        verified(&place, 1);
        // A time that is said is no clock.
        append(&place, &["--at", "2022-01-01"], EVENT).ok();
        changed(then).unwrap();
        append(&place, &option, EVENT).ok();
        append(&place, &[], EVENT).ok();
        verified(&place, 4);
    }
    // A ledger of 2020 in a file that was written just now.
    let file = folder.file("copied");
    with_input(&["ledger", "create", &file, "--name", "a", "--at", "2020-01-01"], b"").ok();
    append(&file, &[], EVENT).ok();
    verified(&file, 2);
}

/// Few long lines are a batch of their own: what waits in memory has a bound.
#[test]
fn long_lines_of_a_batch() {
    let folder = Folder::new("ledger");
    let file = folder.file("ledger");
    with_input(&["ledger", "create", &file, "--name", "a"], b"").ok();
    let long = EVENT.replace("1.50", &format!("\"{}\"", "x".repeat(9 << 20)));
    let input = [&long[..], &long, EVENT, "{}"].join("\n");
    let run = append(&file, &["--batch", "10000"], &input).code(1);
    // The first two are stored, and the third waits for the fourth.
    assert_eq!(run.lines().len(), 2);
    assert!(run.err.contains("event 4: "), "{}", run.err);
    verified(&file, 3);
    let run = append(&file, &[], &input).code(1);
    assert_eq!(run.lines().len(), 3);
    assert!(run.err.contains("event 4: "), "{}", run.err);
    verified(&file, 6);
    // The line that is too long is not the next one.
    let endless = format!("{EVENT}\n{}\n{EVENT}", "x".repeat((16 << 20) + 5));
    for (options, stored) in [(&[][..], 1), (&["--batch", "3"], 0)] {
        let run = append(&file, options, &endless).code(1);
        assert_eq!(run.lines().len(), stored);
        assert!(run.err.starts_with("error: event 2: longer than 16 MiB"), "{}", run.err);
    }
    verified(&file, 7);
}

/// More lines than are stored together: those before the one that is refused are stored, and no others.
#[test]
fn many_lines_before_one_that_is_refused() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let input = format!("{}{{}}\n{EVENT}\n", format!("{EVENT}\n").repeat(5000));
    let run = append(&file, &[], &input).code(1).says("\nerror: event 5001: ");
    assert_eq!(run.lines().len(), 5000);
    verified(&file, 5050);
}
