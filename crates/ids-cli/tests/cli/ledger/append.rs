//! `ids ledger append`: what is acknowledged is stored, what is refused leaves no trace.

use core::time::Duration;
use std::{fs::File, time::UNIX_EPOCH};

use evently_ledger::{Digest, Verifier};
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
fn events_follow_the_last_one() {
    let folder = Folder::new("ledger");
    let records = fifty();
    let file = folder.write("ledger", lines(&records));
    let input = format!("{EVENT}\n{}\r\n{EVENT}", EVENT.replace("1.50", "[1,2]"));
    let run = append(&file, &["--at", "2021-10-03T16:32:13Z"], &input).ok();
    let all = folder.read("ledger");
    assert!(all.starts_with(&lines(&records)) && all.ends_with(b"\n"));
    let added = core::str::from_utf8(&all[lines(&records).len()..]).unwrap();
    let added: Vec<serde_json::Value> =
        added.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let column = |name| added.iter().map(|event| event[name].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(column("eventId"), run.lines());
    // The clock stands still: a microsecond later each time.
    let times = ["13Z", "13.000001Z", "13.000002Z"].map(|end| format!("2021-10-03T16:32:{end}"));
    assert_eq!(column("timestamp"), times);
    verified(&file, 53);
    // The clock is in the past.
    append(&file, &["--at", "2020-01-01"], EVENT).ok();
    assert!(folder.read("ledger").windows(27).any(|text| text == b"2021-10-03T16:32:13.000003Z"));
    verified(&file, 54);
    // No events are no change, and no error.
    assert_eq!(append(&file, &[], "").ok().out, "");
    verified(&file, 54);
}

#[test]
fn refused_events_leave_the_file_as_it_was() {
    let folder = Folder::new("ledger");
    let whole = lines(&fifty());
    let file = folder.write("ledger", &whole);
    for (event, why) in [
        // What no record keeps is not dropped in silence.
        (
            r#"{"event":"e","zz":1,"entities":{},"meta":{},"data":1}"#,
            "the field zz would not be stored: an event has no such field, at byte 13",
        ),
        (
            r#"{"event":"e","entities":{},"meta":{},"data":1,"\u001b[2J":0}"#,
            r"the field \u{1b}[2J would not be stored",
        ),
        (
            r#"{"event":"e","entities":{},"meta":{},"data":1,"":0}"#,
            "the field \"\" would not be stored",
        ),
        // A key that no selector would find.
        (
            r#"{"event":"e","entities":{"a":["1", 7]},"meta":{},"data":1}"#,
            "the key of an entity is a string, or a list of strings, one or more: another value at byte 35",
        ),
    ] {
        let run = append(&file, &[], event).code(1);
        assert_eq!(run.out, "");
        assert!(run.err.starts_with("error: event 1: ") && run.err.contains(why), "{}", run.err);
        assert_eq!(folder.read("ledger"), whole);
    }
    for (field, why) in [
        (
            r#""timestamp":"2024-01-01T00:00:00Z""#,
            "timestamp is made here and must not be present, at byte 46",
        ),
        (r#""eventId":"00""#, "eventId is made here and must not be present, at byte 46"),
        (
            r#""appendKey":"a""#,
            "appendKey belongs to stored records only and must not be present, at byte 46",
        ),
    ] {
        let event = format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":1,{field}}}"#);
        let run = append(&file, &[], &event).code(1);
        assert_eq!(run.err, format!("error: event 1: the field {why}\n"));
        let new = folder.file("new");
        let run = with_input(&["ledger", "create", &new, "--event", &event], b"").code(1);
        assert_eq!(run.err, format!("error: the first event: the field {why}\n"));
        assert_eq!((folder.read("ledger"), folder.names()), (whole.clone(), vec!["ledger".into()]));
    }
    // What came before the refused event is stored, what comes after it is not looked at, although they have arrived
    // together. Of a batch nothing is stored.
    let bad = |before: usize| {
        format!("{}{{}}\n{}", format!("{EVENT}\n").repeat(before), format!("{EVENT}\n").repeat(3))
    };
    for (options, before, stored) in [
        (&[][..], 0, 0),
        (&[], 1, 1),
        (&[], 30, 30),
        (&[], 5000, 5000),
        (&["--batch", "1"], 30, 30),
        (&["--batch", "20"], 30, 20),
        (&["--receipt"], 3, 3),
    ] {
        let file = folder.write("ledger", &whole);
        let run = append(&file, options, &bad(before)).code(1);
        assert_eq!(run.lines().len(), stored);
        let rest = match stored {
            20 => "; nothing is stored of events 21 to 34\n",
            _ => "\n",
        };
        let told = format!("error: event {}: ", before + 1);
        assert!(run.err.starts_with(&told) && run.err.ends_with(rest), "{}", run.err);
        assert_eq!(run.err.contains("nothing is stored"), stored == 20, "{}", run.err);
        verified(&file, 50 + stored as u64);
    }
}

#[test]
fn a_receipt_for_each_event() {
    let folder = Folder::new("ledger");
    let records = fifty();
    let file = folder.write("ledger", lines(&records));
    let run =
        append(&file, &["--receipt", "--at", "2022-01-01"], &format!("{EVENT}\n{EVENT}")).ok();
    let receipts = run.json();
    let (mut verifier, mut digest) = (Verifier::from_genesis(None), Digest::EMPTY);
    let text = folder.read("ledger");
    for (index, (_, record)) in evently_ledger::records(&text).enumerate() {
        let id = verifier.verify_with(record, |event| digest.add_event(event)).unwrap();
        if let Some(place) = index.checked_sub(50) {
            let events = (index + 1).to_string();
            let receipt =
                json!({"eventId": id.to_string(), "events": events, "sha256": digest.to_string()});
            assert_eq!(receipts[place], receipt);
        }
    }
    let run = with_input(&["ledger", "verify", "--digest", "--json", &file], b"").ok();
    assert_eq!(run.json()[0]["sha256"], receipts[1]["sha256"]);
    // No receipt for a ledger that is not valid, although its end is.
    let text = String::from_utf8(text).unwrap().replacen("\"p1\"", "\"p2\"", 1);
    let file = folder.write("forged", text.as_bytes());
    let run = append(&file, &["--receipt"], EVENT).code(4);
    assert!(run.out.is_empty() && run.err.contains("record 1: "), "{}", run.err);
    assert_eq!(folder.read("forged"), text.as_bytes());
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
    append(&folder.file(""), &[], EVENT).code(1).says("error: cannot open ");
}

/// A time that has not been: it wants a word, since no event is taken back.
#[test]
fn times_to_come() {
    let folder = Folder::new("ledger");
    let file = folder.file("ledger");
    let create = ["ledger", "create", &file, "--name", "a", "--at"];
    with_input(&[&create[..], &["9999-12-31T23:59:59.999999Z"]].concat(), b"")
        .code(2)
        .says("--allow-future");
    assert!(folder.names().is_empty());
    with_input(&[&create[..], &["2020-01-01"]].concat(), b"").ok();
    let before = folder.read("ledger");
    append(&file, &["--at", "9999-12-31T23:59:59.999999Z"], EVENT).code(2);
    // A clock that is wrong.
    let run = append(&file, &["--at", "2022-01-01", "--max-jump", "720h"], EVENT).code(1);
    let jump =
        "the clock jumped from the last event's 2020-01-01T00:00:00Z to 2022-01-01T00:00:00Z";
    assert!(run.err.contains(jump), "{}", run.err);
    assert_eq!(folder.read("ledger"), before);
    append(&file, &["--at", "2020-01-30", "--max-jump", "720h"], EVENT).ok();
    append(&file, &["--at", "9999-12-31", "--allow-future"], EVENT).ok();
    verified(&file, 3);
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
