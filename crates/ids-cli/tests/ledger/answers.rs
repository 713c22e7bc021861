//! The answers of `ids ledger append`: one for each stored event, also where they have no reader.

use std::io::{BufRead, Write};
#[cfg(unix)]
use std::process::Stdio;

#[cfg(unix)]
use crate::run::{Run, command, fed, spawned};
use crate::{
    append::{EVENT, verified},
    files::{Folder, fifty, lines},
    run::{talking, unread_output},
};

/// Each event is answered, and on the disk, before the next one is waited for, also if that one has begun to arrive.
#[test]
fn answers_at_once() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let (mut child, mut stdin, stdout) = talking(&["ledger", "append", &file]);
    let mut answers = stdout.lines();
    let mut answered = || {
        let id = answers.next().unwrap().unwrap();
        assert!(String::from_utf8(folder.read("ledger")).unwrap().contains(&id));
    };
    let (begun, rest) = EVENT.split_at(20);
    for _ in 0..3 {
        writeln!(stdin, "{EVENT}").unwrap();
        answered();
        write!(stdin, "{EVENT}\n{EVENT}\n{begun}").unwrap();
        answered();
        answered();
        writeln!(stdin, "{rest}").unwrap();
        answered();
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// A reader that stops reading the answers does not stop the storing of the events, and is told.
#[test]
fn nobody_reads_the_answers() {
    let folder = Folder::new("ledger");
    let many = format!("{EVENT}\n").repeat(5);
    for (options, input, unread, stored) in [
        (&[][..], many, "5 events are stored", 5),
        (&["--receipt"], format!("{EVENT}\n"), "1 event is stored", 1),
        // What is refused after that is told as well.
        (&[], format!("{EVENT}\n{{}}\n{EVENT}\n"), "1 event is stored", 1),
    ] {
        let file = folder.write("ledger", lines(&fifty()));
        let arguments = [&["ledger", "append", &*file], options].concat();
        let run = unread_output(&arguments, &input).code(1);
        let told = format!("error: {unread}, but cannot be answered on standard output: ");
        assert!(run.err.starts_with(&told), "{}", run.err);
        assert_eq!(run.err.contains("event 2: "), input.contains("{}\n{"), "{}", run.err);
        verified(&file, 50 + stored);
    }
    let file = folder.file("new");
    unread_output(&["ledger", "create", &file, "--name", "a"], "")
        .code(1)
        .says("is created, but its id 00");
    verified(&file, 1);
}

#[test]
#[cfg(target_os = "linux")]
fn answers_on_a_full_disk() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let input = folder.write("events", format!("{EVENT}\n{EVENT}\n").as_bytes());
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.stdin(std::fs::File::open(&input).unwrap()).stdout(full());
        Run::from(command.stderr(Stdio::piped()).output().unwrap()).code(1).err
    };
    let told = run(&["ledger", "append", &file]);
    assert!(told.starts_with("error: 2 events are stored"), "{told}");
    verified(&file, 52);
    let new = folder.file("new");
    let told = run(&["ledger", "create", &new, "--name", "a"]);
    assert!(told.contains("is created, but its id"), "{told}");
    verified(&new, 1);
}

/// Where standard output is closed from the start the answers are lost as well.
#[test]
#[cfg(unix)]
fn no_standard_output_at_all() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let closed = |arguments: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_ids"), "ledger"]);
        let input = format!("{EVENT}\n{EVENT}\n");
        fed(spawned(shell.args(arguments)), input.as_bytes()).code(1).err
    };
    let told = closed(&["append", &file]);
    assert!(told.starts_with("error: 2 events are stored, but cannot be answered"), "{told}");
    verified(&file, 52);
    let new = folder.file("new");
    let told = closed(&["create", &new, "--name", "a"]);
    assert!(told.contains("is created, but its id"), "{told}");
    // To throw the answers away is another matter.
    let mut child = command(&["ledger", "append", &file]);
    let events = folder.write("events", format!("{EVENT}\n").as_bytes());
    child.stdin(std::fs::File::open(events).unwrap()).stdout(Stdio::null());
    Run::from(child.stderr(Stdio::piped()).output().unwrap()).ok();
    verified(&file, 53);
}
