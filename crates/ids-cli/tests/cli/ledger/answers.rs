//! Answers at once; those of `ids ledger append`: one for each stored event, also where they have no reader.

use std::io::{BufRead, Write};

use super::{
    append::{EVENT, verified},
    files::{Folder, fifty, lines},
};
#[cfg(unix)]
use crate::run::{fed, spawned};
use crate::run::{talking, unread_output};

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
fn answers_that_are_not_read() {
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

/// Where standard output is closed from the start, or its disk is full, the answers are lost as well. To throw them away is
/// another matter.
#[test]
#[cfg(unix)]
fn answers_that_are_lost() {
    let full = cfg!(target_os = "linux").then_some("/dev/full");
    let input = format!("{EVENT}\n{EVENT}\n");
    for end in ["&-", "/dev/null"].into_iter().chain(full) {
        let folder = Folder::new("ledger");
        let (file, new) = (folder.write("ledger", lines(&fifty())), folder.file("new"));
        let script = format!("exec \"$0\" ledger \"$@\" >{end}");
        for (arguments, told) in [
            (&["append", &*file][..], "error: 2 events are stored, but cannot be answered"),
            (&["create", &new, "--name", "a"], "is created, but its id"),
        ] {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_ids")]).args(arguments);
            let run = fed(spawned(&mut shell), input.as_bytes());
            if end == "/dev/null" {
                run.ok()
            } else {
                run.code(1).says(told)
            };
        }
        verified(&file, 52);
        verified(&new, 1);
    }
}

/// After an answer of which a part was lost no other one is written: it would be taken for the lost one.
#[test]
#[cfg(unix)]
fn answers_after_a_lost_one() {
    use std::{io::Read, os::unix::net::UnixStream, process::Stdio};

    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let mut append = std::process::Command::new(env!("CARGO_BIN_EXE_ids"));
    append.args(["ledger", "append", &file]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = append.stdout(std::os::fd::OwnedFd::from(theirs)).spawn().unwrap();
    drop(append);
    let mut stdin = child.stdin.take().unwrap();
    // More than the socket holds.
    stdin.write_all(format!("{EVENT}\n").repeat(50_000).as_bytes()).unwrap();
    let mut answered = vec![0; 33];
    ours.read_exact(&mut answered).unwrap();
    stdin.write_all(format!("{EVENT}\n").repeat(3).as_bytes()).unwrap();
    drop(stdin);
    ours.read_to_end(&mut answered).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let stored = String::from_utf8(folder.read("ledger")).unwrap();
    let ids = stored.lines().skip(50).map(|record| {
        let (_, id) = record.split_once(r#""eventId":""#).unwrap();
        &id[..32]
    });
    let ids: String = ids.flat_map(|id| [id, "\n"]).collect();
    assert_eq!(ids.len(), 50_003 * 33);
    assert!(answered.len() < ids.len() && ids.as_bytes().starts_with(&answered));
}

/// Once all that was asked for is shown, no more is waited for.
#[test]
fn ends_with_the_last_one() {
    let records = fifty();
    for (limit, written) in [("0", 0), ("1", 1), ("3", 3), ("3", 4)] {
        let (mut child, mut stdin, stdout) = talking(&["ledger", "show", "-", "--limit", limit]);
        stdin.write_all(&lines(&records[..written])).unwrap();
        let answers = stdout.lines().count();
        assert_eq!((answers.to_string().as_str(), child.wait().unwrap().code()), (limit, Some(0)));
        drop(stdin);
    }
}
