//! `ids ledger verify`: the verdict, where and what.

use std::process::Stdio;

use evently_ledger::{EventReader, Limits, Profile};
use serde_json::{Value, json};

use crate::{
    compressed::{gzip, zstd},
    files::{Folder, fifty, ids, lines, records},
    run::{Run, command, unread_output, with_input},
};

/// Verifies what stands on standard input.
fn verify(input: &[u8], options: &[&str]) -> Run {
    with_input(&[&["ledger", "verify", "--json", "-"], options].concat(), input)
}

/// The last line of JSON, which is the verdict.
fn verdict(run: &Run) -> Value {
    run.json().pop().unwrap()
}

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
            let verdict = verdict(&run);
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
fn a_report_nobody_reads() {
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
    let other = folder.write("other", changed(0, "tennis", "squash"));
    unread_output(&["ledger", "id", &other], "").code(4);
    unread_output(&["ledger", "stats", &file], "").code(1);
    // To show ends with its reader, and with what it has met by then.
    let after = [b"?\n".to_vec(), lines(&records).repeat(100)].concat();
    let file = folder.write("shown", &after);
    unread_output(&["ledger", "show", &file], "").code(1);
}

/// Records of the ledger, one of which is changed.
fn changed(index: usize, from: &str, to: &str) -> Vec<u8> {
    let mut records = fifty();
    assert!(records[index].contains(from), "{}", records[index]);
    records[index] = records[index].replacen(from, to, 1);
    lines(&records)
}

#[test]
fn failures_say_where_and_what() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let bomb = format!("[{}1]", "1e131071,".repeat(200));
    for (from, to, kind) in [
        ("\"p0\"", "\"p1\"", "mismatch"),
        ("300.50", "300.5", "mismatch"),
        (",\"data\"", ",,\"data\"", "syntax"),
        ("{\"event\"", "\u{feff}{\"event\"", "syntax"),
        ("eventId", "eventid", "missing_field"),
        ("\"meta\"", "\"mesa\"", "missing_field"),
        ("\"meta\":{\"actor\":\"é\"}", "\"meta\":[]", "bad_field"),
        ("é", r"\ud800", "lone_surrogate"),
        ("é", r"\u0000", "nul"),
        ("\"data\"", "\"meta\":{},\"data\"", "duplicate_key"),
        ("300.50", "1e131072", "number_range"),
        ("300.50", &deep, "depth"),
        ("300.50", &bomb, "too_large"),
        ("Z\"", "\"", "timestamp"),
    ] {
        let text = changed(20, from, to);
        let run = verify(&text, &[]).code(4);
        let verdict = verdict(&run);
        assert_eq!(verdict["valid"], json!(false), "{to}");
        assert_eq!(verdict["events"], json!("20"), "{to}");
        assert_eq!(verdict["head"], json!(ids(&fifty())[19].to_string()), "{to}");
        let failure = &verdict["failure"];
        assert_eq!(failure["kind"], json!(kind), "{to}");
        assert_eq!((&failure["index"], &failure["line"]), (&json!("20"), &json!("21")), "{to}");
        let start = lines(&fifty()[..20]).len();
        let end = start + text[start..].iter().position(|byte| *byte == b'\n').unwrap();
        let offset: usize = failure["offset"].as_str().unwrap().parse().unwrap();
        assert!((start..=end).contains(&offset), "{to}: {offset} in {start}..={end}");
        if kind == "mismatch" {
            assert_eq!(failure["found"], json!(ids(&fifty())[20].to_string()));
            assert_ne!(failure["found"], failure["expected"]);
            assert_eq!(failure["expected"].as_str().unwrap().len(), 32);
        } else {
            assert_eq!((&failure["found"], &failure["expected"]), (&json!(null), &json!(null)));
        }
    }
    let mut text = changed(20, "é", "\u{80}");
    let place = text.iter().position(|byte| *byte == 0xc2).unwrap();
    text.remove(place);
    assert_eq!(verdict(&verify(&text, &[]).code(4))["failure"]["kind"], json!("utf8"));
    // For people the same in words.
    let run = with_input(&["ledger", "verify", "-"], &changed(20, "\"p0\"", "\"p1\"")).code(4);
    let [failure, verdict] = run.lines()[..] else { panic!("{}", run.out) };
    assert!(failure.starts_with("record 20 (line 21, byte "), "{failure}");
    assert!(verdict.starts_with("not valid: 20 events, profile doc5, ledger "), "{verdict}");
    assert_eq!(run.err, "");
}

#[test]
fn a_part_after_a_trusted_event() {
    let records = fifty();
    let ids = ids(&records);
    let part = lines(&records[30..]);
    let verdict_of =
        |trusted: &str, code| verdict(&verify(&part, &["--after", trusted]).code(code));
    let good = verdict_of(&ids[29].to_string(), 0);
    assert_eq!((&good["events"], &good["head"]), (&json!("20"), &json!(ids[49].to_string())));
    let bad = verdict_of(&ids[28].to_string(), 4);
    assert_eq!((&bad["events"], &bad["failure"]["index"]), (&json!("0"), &json!("0")));
    // Nothing was appended since: nothing is wrong.
    let nothing = verdict(&verify(b"", &["--after", &ids[49].to_string()]).ok());
    assert_eq!((&nothing["events"], &nothing["head"]), (&json!("0"), &json!(ids[49].to_string())));
}

#[test]
fn every_failure_on_request() {
    let mut records = fifty();
    records[10] = records[10].replace("\"é\"", "\"e\"");
    records[20] = "not JSON".into();
    records[21] = "nor this".into();
    records[40] = records[40].replace("\"é\"", "\"e\"");
    let run = verify(&lines(&records), &["--keep-going"]).code(4);
    let answers = run.json();
    let found: Vec<_> = answers
        .iter()
        .filter(|line| line.get("valid").is_none())
        .map(|line| &line["failure"])
        .map(|failure| (failure["index"].as_str().unwrap(), failure["kind"].as_str().unwrap()))
        .collect();
    let expected = [("10", "mismatch"), ("20", "syntax"), ("21", "syntax"), ("40", "mismatch")];
    assert_eq!(found, expected);
    let verdict = answers.last().unwrap();
    // The record after those that carry no id has nothing to be held against.
    assert_eq!((&verdict["events"], &verdict["unchecked"]), (&json!("45"), &json!("1")));
    assert_eq!(verdict["failure"]["index"], json!("10"));
    let run = with_input(&["ledger", "verify", "--keep-going", "-"], &lines(&records)).code(4);
    assert_eq!(run.lines().len(), 5);
    assert!(run.lines()[4].starts_with("not valid: 45 events"), "{}", run.out);
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
            let mut command = command(&[&fixed[..], options].concat());
            let run = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
            let told = Run::from(run).code(code).err;
            assert!(told.starts_with("error: cannot write standard output: "), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
        }
    }
}

#[test]
fn profiles() {
    // The first event of the format's documentation, by its two readings, and one of the old format.
    let documented = |id: &str| {
        format!(
            r#"{{"event":"Ledger Created","entities":{{"ledger":"testing⑆preview"}},"meta":{{"actor":"matt"}},"data":{{"name":"My Ledger","description":"This ledger is for my example events."}},"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"{id}"}}"#
        )
    };
    let old = r#"{"entity":"🛒","key":"\"","event":"ev-0","meta":{"\\\t\\\"\u2028{":"ß","":null,"ﬀe\u0301":"bb\f"},"data":"s","timestamp":"2021-12-20T11:33:20Z","eventId":"0005d392416e80001fdbd01f02063f80"}"#;
    for (record, profile, others) in [
        (documented("0005cd7556b05092aecc815daa77f99c"), "doc5", ["doc4", "pg", "v1"]),
        (documented("0005cd7556b0509274f9a7a8dafb00c4"), "doc4", ["doc5", "pg", "v1"]),
        (old.to_owned(), "v1", ["doc5", "doc4", "pg"]),
    ] {
        for choice in ["auto", profile] {
            let run = verify(record.as_bytes(), &["--profile", choice]).ok();
            assert_eq!(verdict(&run)["profile"], json!(profile));
        }
        for other in others {
            let run = verify(record.as_bytes(), &["--profile", other]).code(4);
            assert_eq!(verdict(&run)["profile"], json!(other));
        }
    }
}

#[test]
fn usage() {
    for options in [
        &["--threads", "0"][..],
        &["--threads", "65"],
        &["--profile", "doc6"],
        &["--after", "0005cd75"],
        &["--digest", "--keep-going"],
        &["other"],
    ] {
        let run = verify(b"", options).code(2);
        assert_eq!(run.out, "");
    }
    for arguments in [&["ledger"][..], &["ledger", "verify"], &["ledger", "check", "x"]] {
        assert_eq!(with_input(arguments, b"").code(2).out, "");
    }
    let help = command(&["ledger", "verify", "--help"]).stdin(Stdio::null()).output().unwrap();
    Run::from(help).ok().prints("Exit codes: 0 valid, 4 not valid, 1 unreadable.");
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
    let id = reader.read(stamped.as_bytes()).unwrap().id(head.ledger(), head).unwrap();
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
