//! `ids ledger append`: what is acknowledged is stored, what is refused leaves no trace.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use evently_ledger::{Digest, Verifier};
use serde_json::json;

use crate::{
    files::{Folder, fifty, ids, lines},
    run::{Run, command, started, unread_output, with_input},
};

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
    let folder = Folder::new();
    let records = fifty();
    let file = folder.write("ledger", &lines(&records));
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

/// A ledger of another profile goes on as it is.
#[test]
fn the_old_format() {
    let folder = Folder::new();
    let old = r#"{"entity":"🛒","key":"\"","event":"ev-0","meta":{"\\\t\\\"\u2028{":"ß","":null,"ﬀe\u0301":"bb\f"},"data":"s","timestamp":"2021-12-20T11:33:20Z","eventId":"0005d392416e80001fdbd01f02063f80"}"#;
    let file = folder.write("ledger", old.as_bytes());
    let event = r#"{"entity":"Account","key":"]e\u0301","event":"ev-1","meta":{"\ue000a～Z":"é\u0080","\ue000\"\ufffd":null,"}":"ж\u007fﬀ\n漢😀","]é🌲10":"}ß\n"},"data":"s"}"#;
    let run = append(&file, &["--at", "2021-12-20T11:33:28.962143Z"], event).ok();
    assert_eq!(run.out, "0005d39241f7405f97b0d30f02063f80\n");
    // The last line had no end; it has one now.
    assert_eq!(folder.read("ledger").split(|byte| *byte == b'\n').count(), 3);
    verified(&file, 2);
    let run = append(&file, &[], EVENT).code(1);
    assert!(run.err.contains("the field entity is missing"), "{}", run.err);
    verified(&file, 2);
}

#[test]
fn refused_events_leave_the_file_as_it_was() {
    let folder = Folder::new();
    let whole = lines(&fifty());
    let file = folder.write("ledger", &whole);
    for (event, why) in [
        ("\n", "not JSON"),
        ("{}\n", "missing"),
        (r#"{"event":"e","entities":{},"meta":{}}"#, "the field data is missing"),
        (r#"{"event":"e","entities":[],"meta":{},"data":1}"#, "the field entities has"),
        (r#"{"event":"e","entities":{},"meta":{},"data":1,"data":2}"#, "a key for the second time"),
        (r#"{"event":"\u0000","entities":{},"meta":{},"data":1}"#, "U+0000"),
        (r#"{"event":"e","entities":{},"meta":{},"data":1e131072}"#, "outside the range"),
        (r#"{"event":"e","entities":{},"meta":{},"data":1} x"#, "not JSON"),
        // What no record keeps is not dropped in silence.
        (
            r#"{"event":"e","zz":1,"entities":{},"meta":{},"data":1}"#,
            "the field zz would not be stored",
        ),
        (
            r#"{"event":"e","entities":{},"Entities":{},"meta":{},"data":1}"#,
            "the field Entities would not be stored: an event has no such field, at byte 27",
        ),
        (
            r#"{"event":"e","entities":{},"meta":{},"data":1,"key":"k"}"#,
            "the field key would not be",
        ),
        (
            r#"{"event":"e","entities":{},"meta":{},"data":1,"\u001b[2J":0}"#,
            r"the field \u{1b}[2J would not be stored",
        ),
        (
            r#"{"event":"e","entities":{},"meta":{},"data":1,"":0}"#,
            "the field \"\" would not be stored",
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
            "timestamp is made here and must not be given, at byte 46",
        ),
        (r#""eventId":"00""#, "eventId is made here and must not be given, at byte 46"),
        (
            r#""appendKey":"a""#,
            "appendKey is of stored records only and must not be given, at byte 46",
        ),
    ] {
        let event = format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":1,{field}}}"#);
        let run = append(&file, &[], &event).code(1);
        assert_eq!(run.err, format!("error: event 1: the field {why}\n"));
        let new = folder.path("new");
        let run = with_input(&["ledger", "create", &new, "--event", &event], b"").code(1);
        assert_eq!(run.err, format!("error: the first event: the field {why}\n"));
        assert_eq!((folder.read("ledger"), folder.names()), (whole.clone(), vec!["ledger".into()]));
    }
    // What came before the refused event is stored, what comes after it is not looked at.
    let run = append(&file, &[], &format!("{EVENT}\n{{}}\n{EVENT}\n")).code(1);
    assert!(run.lines().len() == 1 && run.err.contains("error: event 2: "), "{}", run.err);
    verified(&file, 51);
}

#[test]
fn a_receipt_for_each_event() {
    let folder = Folder::new();
    let records = fifty();
    let file = folder.write("ledger", &lines(&records));
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
fn what_cannot_be_opened() {
    let folder = Folder::new();
    let run = append(&folder.path("missing"), &[], EVENT).code(1);
    assert!(run.err.starts_with("error: cannot open "), "{}", run.err);
    assert_eq!(folder.names(), [""; 0]);
    let run = append(&folder.path(""), &[], EVENT).code(1);
    assert!(run.err.starts_with("error: cannot open "), "{}", run.err);
    #[cfg(unix)]
    {
        let pipe = folder.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for file in ["/dev/null", &pipe] {
            let run = append(file, &["--repair"], EVENT).code(1);
            let told = format!("error: {file} is no regular file: nothing can be appended to it\n");
            assert_eq!(run.err, told);
        }
        std::fs::remove_file(pipe).unwrap();
    }
    for (start, name) in [(&[0x1f, 0x8b, 8, 0][..], "gzip"), (&[0x28, 0xb5, 0x2f, 0xfd], "zstd")] {
        let text = [start, b"\xff\n\xff\n"].concat();
        let file = folder.write("compressed", &text);
        for options in [&[][..], &["--repair"]] {
            let run = append(&file, options, EVENT).code(1);
            let told = format!("error: {file} is compressed by {name}: ");
            assert!(run.err.starts_with(&told), "{}", run.err);
        }
        assert_eq!((folder.read("compressed"), folder.names().len()), (text, 1));
    }
}

/// Each event is answered, and on the disk, before the next one is waited for.
#[test]
fn answers_at_once() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
    let mut child = command(&["ledger", "append", &file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(stdout).lines();
    for _ in 0..3 {
        writeln!(stdin, "{EVENT}").unwrap();
        let id = answers.next().unwrap().unwrap();
        assert!(String::from_utf8(folder.read("ledger")).unwrap().contains(&id));
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Processes that append at once take turns: all of their events are in one chain.
#[test]
fn writers_take_turns() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
    let start = |_| {
        let mut child = command(&["ledger", "append", &file])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(format!("{EVENT}\n").repeat(10).as_bytes()).unwrap();
        child
    };
    let children: Vec<_> = (0..6).map(start).collect();
    let answered: Vec<String> = children
        .into_iter()
        .flat_map(|child| {
            let run = Run::from(child.wait_with_output().unwrap()).ok();
            run.lines().into_iter().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    verified(&file, 110);
    let text = String::from_utf8(folder.read("ledger")).unwrap();
    let records: Vec<String> = text.lines().map(str::to_owned).collect();
    let stored: Vec<String> = ids(&records[..])[50..].iter().map(ToString::to_string).collect();
    let sorted = |mut ids: Vec<String>| {
        ids.sort_unstable();
        ids
    };
    assert_eq!(sorted(answered), sorted(stored));
}

/// Who waits for the lock says so, and appends to the file that has the name by then.
#[test]
fn a_ledger_that_is_replaced() {
    let folder = Folder::new();
    let records = fifty();
    for replaced in [false, cfg!(unix)] {
        let file = folder.write("ledger", &lines(&records));
        let holder = std::fs::OpenOptions::new().read(true).write(true).open(&file).unwrap();
        holder.lock().unwrap();
        let mut child = started(&["ledger", "append", &file]);
        writeln!(child.stdin.take().unwrap(), "{EVENT}").unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
        assert_eq!(told.next().unwrap().unwrap(), format!("waiting for the lock on {file}"));
        let mut events = 51;
        if replaced {
            let other = folder.write("other", &lines(&records[..20]));
            std::fs::rename(other, &file).unwrap();
            events = 21;
        }
        drop(holder);
        assert_eq!(Run::from(child.wait_with_output().unwrap()).code(0).lines().len(), 1);
        assert!(told.next().is_none());
        verified(&file, events);
    }
}

/// A file that loses its name, or is written to by who does not lock it, takes no more events:
/// those that are answered are in the file that has the name.
#[test]
fn a_file_that_is_changed_meanwhile() {
    type Change = fn(&Folder, &str);
    let changes: [(Change, &str); 4] = [
        (|folder, file| std::fs::rename(file, folder.path("moved")).unwrap(), "renamed, removed"),
        (|_, file| std::fs::remove_file(file).unwrap(), "renamed, removed"),
        (
            |folder, file| {
                std::fs::copy(file, folder.path("copy")).unwrap();
                std::fs::rename(folder.path("copy"), file).unwrap();
            },
            "renamed, removed",
        ),
        (
            |_, file| {
                let mut file = std::fs::OpenOptions::new().append(true).open(file).unwrap();
                file.write_all(b"x").unwrap();
            },
            "a program that does not lock it",
        ),
    ];
    for (change, why) in changes {
        let folder = Folder::new();
        let file = folder.write("ledger", &lines(&fifty()));
        let mut child = started(&["ledger", "append", &file]);
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        writeln!(stdin, "{EVENT}").unwrap();
        assert!(answers.next().unwrap().is_ok());
        // An open file keeps its name elsewhere.
        if cfg!(not(unix)) && why.starts_with("renamed") {
            continue;
        }
        change(&folder, &file);
        let left = folder.names().first().map(|name| folder.read(name));
        // The run has ended before the second of them is read.
        let _ = write!(stdin, "{EVENT}\n{EVENT}\n");
        drop(stdin);
        let run = Run::from(child.wait_with_output().unwrap()).code(1);
        let start = format!("error: event 2: cannot write {file}: it was ");
        assert!(run.err.starts_with(&start) && run.err.contains(why), "{}", run.err);
        assert!(run.err.ends_with("; nothing is appended\n"), "{}", run.err);
        assert!(answers.next().is_none(), "nothing more is acknowledged");
        assert_eq!(folder.names().first().map(|name| folder.read(name)), left);
    }
}

/// With a key in a field of each line, what is sent again is answered again, and stored once.
#[test]
fn each_key_once() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
    let keyed = |key: &str, data: &str| {
        EVENT.replace("1.50", data).replacen('{', &format!("{{\"commandId\":{key},"), 1)
    };
    let options = ["--key-field", "commandId"];
    let input = [keyed("\"a\"", "1"), keyed("\"b\"", "2"), keyed("\"a\"", "1")].join("\n");
    let run = append(&file, &options, &input).ok();
    let ids = run.lines().into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!((ids.len(), &ids[0]), (3, &ids[2]));
    verified(&file, 52);
    let whole = folder.read("ledger");
    // In another process, after its answers were lost, and after the index was.
    for lost in [false, true] {
        if lost {
            std::fs::remove_file(folder.path("ledger.keys")).unwrap();
        }
        assert_eq!(append(&file, &options, &input).ok().lines(), ids);
        assert_eq!(folder.read("ledger"), whole);
    }
    assert!(String::from_utf8(whole.clone()).unwrap().contains(r#","appendKey":"b"}"#));
    let conflict = format!("the idempotency key belongs to another event, {}", ids[1]);
    for (line, why) in [
        (keyed("\"b\"", "3"), &*conflict),
        (EVENT.to_owned(), "the field commandId, the idempotency key, is missing"),
        (keyed("7", "1"), "the field commandId, the idempotency key, is no string, at byte 13"),
        (keyed(r#""c","appendKey":"d""#, "1"), "the field appendKey is of stored records only"),
        (keyed(r#""c","zz":0"#, "1"), "the field zz would not be stored"),
        (keyed(r#""\u0000""#, "1"), "the character U+0000"),
    ] {
        let run = append(&file, &options, &line).code(1);
        assert!(run.err.starts_with(&format!("error: event 1: {why}")), "{}", run.err);
        assert_eq!((run.out.as_str(), folder.read("ledger")), ("", whole.clone()));
    }
    // Appends without keys, and a crash, leave the index behind.
    append(&file, &[], EVENT).ok();
    assert_eq!(append(&file, &options, &keyed("\"b\"", "2")).ok().lines(), ids[1..2]);
    verified(&file, 53);
    append(&file, &["--key-field", "data"], EVENT).code(2);
    append(&file, &["--key-field", "k", "--receipt"], EVENT).code(2);
}

/// The lock is waited for within the limit only.
#[test]
fn a_limit_for_waiting() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
    let holder = std::fs::OpenOptions::new().read(true).write(true).open(&file).unwrap();
    holder.lock().unwrap();
    for wait in ["0s", "30ms"] {
        let run = append(&file, &["--wait", wait], EVENT).code(1);
        let told = format!(
            "waiting for the lock on {file}\nerror: {file} is locked by another process, and --wait \
             is over: nothing is appended\n"
        );
        assert_eq!((run.out.as_str(), run.err), ("", told));
    }
    verified(&file, 50);
    drop(holder);
    append(&file, &["--wait", "0s"], EVENT).ok();
    verified(&file, 51);
    append(&file, &["--wait", "soon"], EVENT).code(2);
}

/// Whoever stops reading the answers does not stop the events from being stored, and is told.
#[test]
fn nobody_reads_the_answers() {
    let folder = Folder::new();
    let many = format!("{EVENT}\n").repeat(5);
    for (options, input, unread, stored) in [
        (&[][..], many, "5 events are stored", 5),
        (&["--receipt"], format!("{EVENT}\n"), "1 event is stored", 1),
        // What is refused after that is told as well.
        (&[], format!("{EVENT}\n{{}}\n{EVENT}\n"), "1 event is stored", 1),
    ] {
        let file = folder.write("ledger", &lines(&fifty()));
        let arguments = [&["ledger", "append", &*file], options].concat();
        let run = unread_output(&arguments, &input).code(1);
        let told = format!("error: {unread}, but cannot be answered on standard output: ");
        assert!(run.err.starts_with(&told), "{}", run.err);
        assert_eq!(run.err.contains("event 2: "), input.contains("{}\n{"), "{}", run.err);
        verified(&file, 50 + stored);
    }
    let file = folder.path("new");
    let run = unread_output(&["ledger", "create", &file, "--name", "a"], "").code(1);
    assert!(run.err.contains("is created, but its id 00"), "{}", run.err);
    verified(&file, 1);
}

#[test]
#[cfg(target_os = "linux")]
fn answers_on_a_full_disk() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
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
    let new = folder.path("new");
    let told = run(&["ledger", "create", &new, "--name", "a"]);
    assert!(told.contains("is created, but its id"), "{told}");
    verified(&new, 1);
}

/// Where standard output is closed from the start the answers are lost as well.
#[test]
#[cfg(unix)]
fn no_standard_output_at_all() {
    let folder = Folder::new();
    let file = folder.write("ledger", &lines(&fifty()));
    let closed = |arguments: &[&str]| {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_ids"), "ledger"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = write!(child.stdin.take().unwrap(), "{EVENT}\n{EVENT}\n");
        Run::from(child.wait_with_output().unwrap()).code(1).err
    };
    let told = closed(&["append", &file]);
    assert!(told.starts_with("error: 2 events are stored, but cannot be answered"), "{told}");
    verified(&file, 52);
    let new = folder.path("new");
    let told = closed(&["create", &new, "--name", "a"]);
    assert!(told.contains("is created, but its id"), "{told}");
    // To throw the answers away is another matter.
    let mut child = command(&["ledger", "append", &file]);
    let events = folder.write("events", format!("{EVENT}\n").as_bytes());
    child.stdin(std::fs::File::open(events).unwrap()).stdout(Stdio::null());
    Run::from(child.stderr(Stdio::piped()).output().unwrap()).ok();
    verified(&file, 53);
}
