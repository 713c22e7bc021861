//! `ids ledger append --repair`: what a crash has left is cut off, and nothing else.

use super::{
    append::{EVENT, append, verified},
    files::{Folder, fifty, lines},
};
use crate::run::with_input;

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

/// What has its line feed may have been acknowledged: it is damaged, and stays. So does a whole record that is wrong, which
/// is no accident of writing.
#[test]
fn what_is_not_torn_is_not_cut_off() {
    let mut records = fifty();
    records.truncate(21);
    let last = records.pop().unwrap();
    let whole = lines(&records);
    let damaged = "\nIt has its line feed: it is damaged and not torn";
    let changed = "see 'ids ledger verify'";
    for (end, told) in [
        ("\n".to_owned(), damaged),
        (last[..last.len() - 2].to_owned() + "\0\0\n", damaged),
        (last.replace("p0", "p2") + "\n", changed),
        (last.replace("p0", "p2"), changed),
        (last.clone() + "x\n", changed),
        ("a".repeat(20_000_000) + "\n", changed),
        (records[19].clone() + "\n", changed),
    ] {
        let folder = Folder::new("ledger");
        let text = [&*whole, end.as_bytes()].concat();
        let file = folder.write("ledger", &text);
        for options in [&[][..], &["--repair"]] {
            let run = append(&file, options, EVENT).code(4).says(told);
            assert!(told == damaged || !run.err.contains("--repair"), "{}", run.err);
            assert_eq!(run.out, "");
        }
        assert_eq!((folder.read("ledger"), folder.names().len()), (text, 1));
        with_input(&["ledger", "verify", &file], b"").code(4);
    }
}

/// A repair never writes over what it kept.
#[test]
fn what_is_kept_stays() {
    let records = fifty();
    let folder = Folder::new("ledger");
    let empty = folder.write("empty", b"");
    assert!(append(&empty, &["--repair"], EVENT).code(1).err.contains("create"));
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
