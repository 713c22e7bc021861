//! `ids ledger verify`: the verdict, where and what.

use serde_json::json;

use super::files::{Folder, fifty, lines};
use crate::run::{unread_output, with_input};

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
