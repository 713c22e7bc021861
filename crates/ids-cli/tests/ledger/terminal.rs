//! What a terminal shows: a bar while it lasts, and the verdict alone when it is over.

use std::{
    fs::File,
    io::{ErrorKind, Read},
    process::Stdio,
};

use nix::pty::{OpenptyResult, Winsize, openpty};

use crate::{
    files::{Folder, fifty, lines},
    run::command,
};

/// All that the command writes to a terminal of 80 columns, and its exit code.
fn on_a_terminal(arguments: &[&str]) -> (String, i32) {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    let mut command = command(arguments);
    command.env("TERM", "xterm").stdin(Stdio::null());
    command.stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut child = command.spawn().unwrap();
    // It holds the terminal's other side, which has to close for the reading to end.
    drop(command);
    let (mut terminal, mut shown) = (File::from(master), Vec::new());
    match terminal.read_to_end(&mut shown) {
        Ok(_) => {}
        // How Linux says that nobody is left on the other side.
        Err(error) if error.raw_os_error() == Some(nix::errno::Errno::EIO as i32) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}"),
    }
    let code = child.wait().unwrap().code().unwrap();
    (String::from_utf8(shown).unwrap(), code)
}

/// What is left on the last line of the screen, and on those before it, when all is over.
fn left(shown: &str) -> Vec<String> {
    let mut screen = vec![String::new()];
    for (index, part) in shown.split('\u{1b}').enumerate() {
        let text = match (index, part.strip_prefix('[')) {
            (0, _) => part,
            (_, None) => panic!("an escape that is no sequence: {part:?}"),
            (_, Some(sequence)) => {
                let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                match &sequence[end..=end] {
                    // To the line's start is always said before it is erased.
                    "K" => screen.last_mut().unwrap().clear(),
                    "m" | "A" | "h" | "l" => {}
                    other => panic!("an unknown sequence: {other}"),
                }
                &sequence[end + 1..]
            }
        };
        for c in text.chars() {
            match c {
                '\n' => screen.push(String::new()),
                '\r' => {}
                c => screen.last_mut().unwrap().push(c),
            }
        }
    }
    screen
}

#[test]
fn a_bar_while_it_lasts() {
    let folder = Folder::new();
    let records = fifty();
    let file = folder.write("ledger.ndjson", &lines(&records));
    for (verb, last) in [("verify", "valid: 50 events"), ("stats", "   ")] {
        let (shown, code) = on_a_terminal(&["ledger", verb, &file]);
        assert_eq!(code, 0, "{shown}");
        assert!(shown.contains("0 %") && shown.contains("left"), "{shown:?}");
        let left = left(&shown);
        assert!(!left.join("\n").contains(" left"), "{left:?}");
        assert!(left.iter().any(|line| line.starts_with(last)), "{left:?}");
        // In a pipe, not a word of it.
        let piped = command(&["ledger", verb, &file]).output().unwrap();
        assert_eq!(piped.stderr, b"");
    }
}

#[test]
fn what_is_found_stands_above_the_bar() {
    let folder = Folder::new();
    let mut records = fifty();
    for index in [10, 20, 30] {
        records[index] = records[index].replace("\"é\"", "\"e\"");
    }
    let file = folder.write("ledger.ndjson", &lines(&records));
    let piped = command(&["ledger", "verify", "--keep-going", &file]).output().unwrap();
    let piped = String::from_utf8(piped.stdout).unwrap();
    let (shown, code) = on_a_terminal(&["ledger", "verify", "--keep-going", &file]);
    assert_eq!(code, 4, "{shown}");
    let left = left(&shown);
    for line in piped.lines() {
        assert!(left.iter().any(|shown| shown == line), "{line:?} is not in {left:?}");
    }
}
