//! `ids ledger append --key-field`: each event once.

use super::{
    append::{EVENT, append, verified},
    files::{Folder, fifty, lines},
};

/// With a key in a field of each line, what is sent again is answered again, and stored once.
#[test]
fn each_key_once() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
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
            std::fs::remove_file(folder.file("ledger.keys")).unwrap();
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
        (
            keyed(r#""c","appendKey":"d""#, "1"),
            "the field appendKey belongs to stored records only",
        ),
        (keyed(r#""c","zz":0"#, "1"), "the field zz would not be stored"),
        (keyed(r#""\u0000""#, "1"), "the character U+0000"),
    ] {
        let run = append(&file, &options, &line).code(1);
        assert!(run.err.starts_with(&format!("error: event 1: {why}")), "{}", run.err);
        assert_eq!((run.out.as_str(), folder.read("ledger")), ("", whole.clone()));
    }
    // Two of one batch: no id is named, since none is stored.
    let twice = [EVENT.to_owned(), keyed(r#""\u006e""#, "1"), keyed("\"n\"", "2")];
    let batch = ["--key-field", "commandId", "--batch", "3"];
    let run = append(&file, &batch, &twice[1..].join("\n")).code(1);
    let why = "error: event 2: it has the idempotency key \"n\" of event 1, which is another event; \
               nothing is stored of events 1 to 2\n";
    assert_eq!((&*run.err, run.out.as_str(), folder.read("ledger")), (why, "", whole));
    // Without a batch they are as if they had come one by one.
    let run = append(&file, &batch[..2], &twice[1..].join("\n")).code(1);
    let why = "error: event 2: the idempotency key belongs to another event, ";
    assert_eq!(run.err, format!("{why}{}\n", run.lines()[0]));
    // Appends without keys, and a crash, leave the index behind.
    append(&file, &[], EVENT).ok();
    assert_eq!(append(&file, &options, &keyed("\"b\"", "2")).ok().lines(), ids[1..2]);
    verified(&file, 54);
    append(&file, &["--key-field", "data"], EVENT).code(2);
    append(&file, &["--key-field", "k", "--receipt"], EVENT).code(2);
}
