//! `ids ledger show`, `stats` and `id`.

use std::io::{BufRead, Write};

use super::files::{fifty, lines};
use crate::run::{talking, with_input};

fn ledger(verb: &str, options: &[&str], input: &[u8]) -> crate::run::Run {
    with_input(&[&["ledger", verb, "-"], options].concat(), input)
}

/// What is there is shown before more is waited for.
#[test]
fn answers_at_once() {
    let records = fifty();
    let mut wrong = records.clone();
    wrong[1] = "?".into();
    for (arguments, lines, answer) in [
        (&["ledger", "show", "-"][..], &records, "scored"),
        (&["ledger", "show", "--json", "-"], &records, "eventId"),
        (&["ledger", "verify", "--keep-going", "-"], &wrong, "record 1 (line 2,"),
        (
            &["ledger", "verify", "--keep-going", "--json", "-"],
            &wrong,
            "{\"failure\":{\"index\":\"1\"",
        ),
    ] {
        let (mut child, mut stdin, stdout) = talking(arguments);
        let mut answers = stdout.lines();
        // The last one is not whole yet.
        let text = lines[..3].join("\n");
        stdin.write_all(&text.as_bytes()[..text.len() - 1]).unwrap();
        let told = (0..2).map_while(|_| answers.next()).map(Result::unwrap);
        assert!(told.into_iter().any(|line| line.contains(answer)), "{arguments:?}");
        drop(stdin);
        child.wait().unwrap();
    }
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

/// A line that is not an event is told alike, whatever the answers are written in.
#[test]
fn lines_that_are_no_events() {
    let records = fifty();
    let odd = [&*lines(&records[..1]), b"junk\n\xff\xfe\n{}\n\n", &lines(&records[1..2])].concat();
    let told = "\
record 1 (line 2): not JSON at byte 0
record 2 (line 3): not UTF-8 at byte 0
record 3 (line 4): the field event is missing at byte 0
record 4 (line 5): not JSON at byte 0
";
    assert_eq!(ledger("show", &[], &odd).code(1).err, told);
    let run = ledger("show", &["--json"], &odd).code(1);
    assert_eq!((run.err.as_str(), run.out.as_bytes()), (told, &*lines(&records[..2])));
}
