//! `ids ledger verify`: the verdict, where and what.

use evently_ledger::{EventReader, Limits, Profile};
use serde_json::json;

use super::{
    compressed::{gzip, zstd},
    files::{Folder, fifty, ids, lines, records},
};
use crate::run::{unread_output, with_input};

/// A ledger has at least its first event: what was wiped is not valid, however it is read.
#[test]
fn no_events() {
    let folder = Folder::new("ledger");
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("empty.gz", gzip(b"")),
        ("members.gz", [gzip(b""), gzip(b"")].concat()),
        ("empty.zst", zstd(b"")),
    ] {
        let file = folder.write(name, &bytes);
        for options in
            [&[][..], &["--threads", "1"], &["--threads", "3"], &["--keep-going"], &["--digest"]]
        {
            let run = with_input(&[&["ledger", "verify", &*file], options].concat(), b"").code(4);
            assert!(run.out.starts_with("no events\nnot valid: 0 events"), "{name}: {}", run.out);
            let json = [&["ledger", "verify", "--json", "-"], options].concat();
            let run = with_input(&json, &bytes).code(4);
            let verdict = run.json().pop().unwrap();
            assert_eq!((&verdict["valid"], &verdict["events"]), (&json!(false), &json!("0")));
            let failed = json!({"index": "0", "line": "1", "offset": "0", "kind": "empty",
                "found": null, "expected": null});
            match options {
                ["--keep-going"] => assert_eq!(run.json()[0]["failure"], failed),
                _ => assert_eq!(verdict["failure"], failed, "{name}"),
            }
        }
        for verb in ["show", "stats", "id", "diff"] {
            let mut command = vec!["ledger", verb, &*file];
            command.extend((verb == "diff").then_some(&*file));
            let run = with_input(&command, b"").code(4);
            assert_eq!(run.err, format!("error: {file}: no events\n"), "{verb}");
            command[2] = "-";
            let run = with_input(&command, &bytes).code(4);
            assert!(run.out.is_empty() && run.err.ends_with(": no events\n"), "{}", run.err);
        }
        // Nothing more after an event that is known is no loss.
        let known = "0005cd7556b05092aecc815daa77f99c";
        with_input(&["ledger", "verify", "--after", known, &file], b"").ok();
        let said = with_input(&["ledger", "import", "sqlite:none.db?ledger=a", &file], b"").code(4);
        assert!(said.err.contains("no events"), "{}", said.err);
    }
}

/// The exit code is the verdict, also where the report, however long, has no reader.
#[test]
fn a_report_that_is_not_read() {
    let folder = Folder::new("ledger");
    let records = fifty();
    let file = folder.write("valid", lines(&records));
    unread_output(&["ledger", "verify", &file], "").ok();
    let many = [lines(&records[..1]), b"?\n".repeat(3_000), lines(&records[1..2])].concat();
    let file = folder.write("wrong", &many);
    for options in [&[][..], &["--keep-going"], &["--keep-going", "--json", "--threads", "1"]] {
        let run = unread_output(&[&["ledger", "verify", &*file], options].concat(), "").code(4);
        assert_eq!(run.err, "");
    }
    unread_output(&["ledger", "id", &file], "").ok();
    let other = folder.write("other", records[0].replace("tennis", "squash"));
    unread_output(&["ledger", "id", &other], "").code(4);
    unread_output(&["ledger", "stats", &file], "").code(1);
    // To show ends with its reader, and with what it has met by then.
    let after = [b"?\n".to_vec(), lines(&records).repeat(100)].concat();
    let file = folder.write("shown", &after);
    unread_output(&["ledger", "show", &file], "").code(1);
}

/// Of a file of zeros, compressed, the failures would be gigabytes: some are listed, all are counted.
#[test]
fn failures_without_end() {
    let text = "x\n".repeat(10_003);
    let run = |arguments: &[&str]| with_input(arguments, text.as_bytes());
    let said = run(&["ledger", "verify", "--keep-going", "-"]).code(4);
    assert_eq!(said.lines().len(), 10_002);
    assert_eq!(said.lines()[10_000..], ["and 3 failures more", "not valid: 0 events"]);
    let said = run(&["ledger", "verify", "--keep-going", "--json", "-"]).code(4).json();
    assert_eq!(said.len(), 10_002);
    assert_eq!(said[10_000], json!({ "unlisted": "3" }));
    assert_eq!(said[10_001]["valid"], json!(false));
    let shown = run(&["ledger", "show", "-"]).code(1).err;
    assert_eq!(shown.lines().count(), 10_001);
    assert!(shown.ends_with("\nand 3 records more that cannot be read\n"), "{shown}");
}

/// That the verdict cannot be written does not make it another one.
#[test]
#[cfg(target_os = "linux")]
fn verdicts_on_a_full_disk() {
    let folder = Folder::new("ledger");
    let mut records = fifty();
    let good = folder.write("good", lines(&records));
    records[10] = records[10].replace("\"é\"", "\"e\"");
    let bad = folder.write("bad", lines(&records));
    for (file, options, code) in [
        (&good, &[][..], 1),
        (&good, &["--keep-going"], 1),
        (&bad, &[], 4),
        (&bad, &["--keep-going"], 4),
    ] {
        for threads in ["1", "2"] {
            let fixed = ["ledger", "verify", "--threads", threads, file];
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let mut command = crate::run::command(&[&fixed[..], options].concat());
            let run = command.stdout(full).output().unwrap();
            let told = crate::run::Run::from(run).code(code).err;
            assert!(told.starts_with("error: cannot write standard output: "), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
        }
    }
}

/// A ledger that was written without the limit of nesting is verified on request.
#[test]
fn events_nested_deeper_than_the_rule() {
    let folder = Folder::new("ledger");
    let mut records = records(1, 0);
    let head = ids(&records)[0];
    // The record's own object counts.
    let data = format!("{}{}", "[".repeat(129), "]".repeat(129));
    let event = format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":{data}}}"#);
    let stamped = event.replace("\"data\"", r#""timestamp":"2030-01-01T00:00:00Z","data""#);
    let mut reader =
        EventReader::new(Profile::Doc5).with_limits(Limits::DEFAULT.with_depth(200).unwrap());
    let id = reader.read(stamped.as_bytes()).unwrap().id(head).unwrap();
    records.push(stamped.replacen('{', &format!("{{\"eventId\":\"{id}\","), 1));
    let file = folder.write("ledger", lines(&records));
    let verify = |options: &[&str]| {
        with_input(&[&["ledger", "verify", "--json"], options, &[&file]].concat(), b"")
    };
    for (options, kind) in [(&[][..], "depth"), (&["--max-depth", "128"], "depth")] {
        assert_eq!(verify(options).code(4).json()[0]["failure"]["kind"], json!(kind));
    }
    for threads in ["1", "2"] {
        let run = verify(&["--max-depth", "129", "--threads", threads]).ok();
        assert_eq!(run.json()[0]["events"], json!("2"));
    }
    for depth in ["1001", "-1", "deep", "4294967296"] {
        verify(&[&format!("--max-depth={depth}")]).code(2);
    }
}
