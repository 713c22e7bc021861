//! What a terminal shows: a bar while it lasts, and the verdict alone when it is over.

use super::files::{Folder, fifty, lines};
use crate::{pty::on_a_terminal, run::command};

/// What is left on the last line of the screen, and on those before it, when all is over.
fn left(shown: &str) -> Vec<String> {
    let mut screen = vec![String::new()];
    for (index, part) in shown.split('\u{1b}').enumerate() {
        let text = match (index, part.strip_prefix('[')) {
            (0, _) => part,
            (_, None) => panic!("an escape that is not a sequence: {part:?}"),
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
    let folder = Folder::new("ledger");
    let records = fifty();
    let file = folder.write("ledger.ndjson", lines(&records));
    for (verb, last) in [("verify", "valid: 50 events"), ("stats", "   ")] {
        let (shown, code) = on_a_terminal(&["ledger", verb, &file], b"");
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
    let folder = Folder::new("ledger");
    let mut records = fifty();
    for index in [10, 20, 30] {
        records[index] = records[index].replace("\"é\"", "\"e\"");
    }
    let file = folder.write("ledger.ndjson", lines(&records));
    let piped = command(&["ledger", "verify", "--keep-going", &file]).output().unwrap();
    let piped = String::from_utf8(piped.stdout).unwrap();
    let (shown, code) = on_a_terminal(&["ledger", "verify", "--keep-going", &file], b"");
    assert_eq!(code, 4, "{shown}");
    let left = left(&shown);
    for line in piped.lines() {
        assert!(left.iter().any(|shown| shown == line), "{line:?} is not in {left:?}");
    }
}
