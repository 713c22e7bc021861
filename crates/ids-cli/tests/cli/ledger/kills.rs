//! Processes that take turns, and are killed. The tests of the library kill one process, whose threads share a ledger.
#![cfg(unix)]

use std::{
    io::{BufRead, Write},
    sync::mpsc,
    thread,
};

use super::{
    append::{EVENT, append},
    files::{Folder, fifty, lines},
};
use crate::run::{talking, with_input};

/// Lets eight processes append 25 events of this length each, and kills all of them when `after` were acknowledged; those
/// that were.
fn killed(file: &str, after: usize, length: usize) -> Vec<String> {
    let event = EVENT.replace("1.50", &format!("\"{}\"", "x".repeat(length))) + "\n";
    let (acknowledge, acknowledged) = mpsc::channel();
    let start = |_| {
        let (child, mut stdin, out) = talking(&["ledger", "append", file]);
        let (input, acknowledge) = (event.repeat(25), acknowledge.clone());
        // Who is killed reads no more.
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        thread::spawn(move || {
            for line in out.lines() {
                acknowledge.send(line.unwrap()).unwrap();
            }
        });
        child
    };
    let mut running: Vec<_> = (0..8).map(start).collect();
    drop(acknowledge);
    let mut seen: Vec<String> = acknowledged.iter().take(after).collect();
    for child in &mut running {
        child.kill().unwrap();
    }
    for child in &mut running {
        child.wait().unwrap();
    }
    seen.extend(acknowledged);
    // An id that was cut off in the pipe has not been acknowledged.
    seen.retain(|id| id.len() == 32);
    seen
}

/// What was acknowledged is there, once, and at most the last line is torn.
#[test]
fn kill_in_the_middle_of_appends() {
    for (after, length) in [(1, 40), (61, 40), (118, 2_000), (7, 300_000), (171, 40)] {
        let folder = Folder::new("ledger");
        let file = folder.write("ledger", lines(&fifty()));
        let acknowledged = killed(&file, after, length);
        assert!((after..=200).contains(&acknowledged.len()), "{}", acknowledged.len());
        append(&file, &["--repair"], EVENT).code(0);
        with_input(&["ledger", "verify", &file], b"").code(0);
        let text = String::from_utf8(folder.read("ledger")).unwrap();
        for id in acknowledged {
            assert_eq!(text.matches(&*id).count(), 1, "{id} was acknowledged");
        }
    }
}
