//! `ids ledger append --repair`: what a crash has left is cut off, and nothing else.

use crate::{
    append::{EVENT, append, verified},
    files::{Folder, fifty, lines},
    run::with_input,
};

#[test]
fn a_torn_line_is_cut_off_on_request_only() {
    let records = fifty();
    let whole = lines(&records[..49]);
    for torn in [&records[49][..100], &records[49][..1], &records[49][..records[49].len() - 1]] {
        let folder = Folder::new("ledger");
        let text = [&*whole, torn.as_bytes()].concat();
        let file = folder.write("ledger", &text);
        let run = append(&file, &[], EVENT).code(4);
        let at = whole.len();
        let report = format!("the last line, {} bytes from byte {at} on,", torn.len());
        assert!(run.err.contains(&report) && run.err.contains("--repair"), "{}", run.err);
        assert_eq!((run.out.as_str(), folder.read("ledger")), ("", text));
        assert_eq!(folder.names(), ["ledger"]);
        let run = append(&file, &["--repair"], EVENT).code(0);
        assert!(run.err.starts_with("cut off ") && run.lines().len() == 1, "{}", run.err);
        verified(&file, 50);
        assert!(folder.read("ledger").starts_with(&whole));
        let kept = format!("ledger.torn-{at}");
        assert_eq!(folder.names(), ["ledger".to_owned(), kept.clone()]);
        assert_eq!(folder.read(&kept), torn.as_bytes());
    }
}

/// What has its line feed may have been acknowledged: it is damaged, and stays.
#[test]
fn what_has_its_line_feed_is_not_cut_off() {
    let records = fifty();
    let whole = lines(&records[..49]);
    let last = &records[49];
    for damaged in [
        "\n",
        "\0\0\0\n",
        "{\n",
        &format!("{}\n", &last[..100]),
        &format!("{}\n", &last[..last.len() - 1]),
        &format!("{}\0\0\n", &last[..last.len() - 2]),
    ] {
        let folder = Folder::new("ledger");
        let text = [&*whole, damaged.as_bytes()].concat();
        let file = folder.write("ledger", &text);
        for options in [&[][..], &["--repair"]] {
            let run = append(&file, options, EVENT).code(4);
            let told = run.err.contains("\nIt has its line feed: it is damaged and not torn");
            assert!(told && run.out.is_empty(), "{damaged:?}: {}", run.err);
        }
        assert_eq!((folder.read("ledger"), folder.names().len()), (text, 1));
    }
}

/// A repair never cuts twice, never takes the first event, and never writes over what it kept.
#[test]
fn what_is_more_than_torn() {
    let records = fifty();
    let two = format!("{{\n{}", &records[20][..50]);
    let folder = Folder::new("ledger");
    let text = [&*lines(&records[..20]), two.as_bytes()].concat();
    let file = folder.write("ledger", &text);
    let run = append(&file, &["--repair"], EVENT).code(4);
    assert!(run.out.is_empty() && run.err.contains("the last record but one: "), "{}", run.err);
    assert_eq!((folder.read("ledger"), folder.names().len()), (text, 1));

    let folder = Folder::new("ledger");
    let file = folder.write("ledger", &records[0].as_bytes()[..50]);
    append(&file, &["--repair"], EVENT).code(4);
    assert_eq!(
        (folder.read("ledger"), folder.names().len()),
        (records[0].as_bytes()[..50].into(), 1)
    );
    assert!(
        append(&folder.write("empty", b""), &["--repair"], EVENT).code(1).err.contains("create")
    );

    let folder = Folder::new("ledger");
    let whole = lines(&records[..20]);
    let text = [&*whole, b"{"].concat();
    let file = folder.write("ledger", &text);
    let kept = folder.write(&format!("ledger.torn-{}", whole.len()), b"kept before");
    for number in 1..4 {
        let next = format!("{kept}.{number}");
        folder.write("ledger", &text);
        assert!(append(&file, &[], EVENT).code(4).err.contains(&format!("kept in {next}.")));
        let run = append(&file, &["--repair"], "").code(0);
        assert_eq!(run.err, format!("cut off 1 byte, kept in {next}\n"));
        assert_eq!(
            (std::fs::read(next).unwrap(), folder.read("ledger")),
            (b"{".into(), whole.clone())
        );
    }
    assert_eq!(std::fs::read(kept).unwrap(), b"kept before");
}

/// A whole record that is wrong is no accident of writing: it is not cut off.
#[test]
fn what_was_changed_is_not_torn() {
    let mut records = fifty();
    records.truncate(21);
    let last = records.pop().unwrap();
    let whole = lines(&records);
    for changed in [
        last.replace("p0", "p2") + "\n",
        last.replace("p0", "p2"),
        last.replace("\"meta\"", "\"meta\":{},\"meta\"") + "\n",
        last.replace("\"timestamp\"", "\"time\"") + "\n",
        last.replace("\"actor\":\"é\"", "]") + "\n",
        last.clone() + "x\n",
        last.clone() + "\0\n",
        last.replace("p0", "\0\0") + "\n",
        "a".repeat(20_000_000) + "\n",
        records[19].clone() + "\n",
    ] {
        let folder = Folder::new("ledger");
        let text = [&*whole, changed.as_bytes()].concat();
        let file = folder.write("ledger", &text);
        for options in [&[][..], &["--repair"]] {
            let run = append(&file, options, EVENT).code(4);
            let told = run.err.contains("see 'ids ledger verify'") && !run.err.contains("--repair");
            assert!(told && run.out.is_empty(), "{}", run.err);
        }
        assert_eq!((folder.read("ledger"), folder.names().len()), (text, 1));
        with_input(&["ledger", "verify", &file], b"").code(4);
    }
}
