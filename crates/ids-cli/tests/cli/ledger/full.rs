//! Disks that are full, and a folder that is not read.
#![cfg(unix)]

use std::{
    fs::{File, Permissions, metadata, set_permissions},
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    process::Command,
};

use super::{
    append::{EVENT, append, verified},
    files::{Folder, fifty, lines, records},
};
use crate::run::{Run, command, fed, spawned};

/// An event whose record takes this many bytes and some.
fn event(length: usize) -> String {
    format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":"{}"}}"#, "x".repeat(length)) + "\n"
}

/// Runs under a limit of the file's size, in blocks of 512 bytes: what is written beyond it is an
/// error, whether or not the signal is ignored.
fn limited(arguments: &[&str], blocks: u64, signal: &str, input: &str) -> Run {
    let script = format!("{signal} ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_ids"), "ledger"]);
    fed(spawned(shell.args(arguments)), input.as_bytes())
}

/// How many blocks a file has with `more` bytes added, rounded up.
fn blocks(file: &str, more: u64) -> u64 {
    (File::open(file).unwrap().metadata().unwrap().len() + more).div_ceil(512)
}

/// A disk that is full is an error, and the ledger ends with the last event that fitted, or that was stored with others
/// that fitted.
#[test]
fn full_disk() {
    for (signal, options, least) in [
        ("", &["--batch", "1"][..], 5),
        ("trap '' XFSZ;", &["--batch", "1"], 5),
        ("", &[], 0),
        ("trap '' XFSZ;", &[], 0),
    ] {
        let folder = Folder::new("ledger");
        let file = folder.write("ledger", lines(&fifty()));
        let most = blocks(&file, 5_000);
        let arguments = [&["append", &*file], options].concat();
        let run = limited(&arguments, most, signal, &event(600).repeat(100));
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.contains("cannot write") && run.err.contains("as before"), "{}", run.err);
        let acknowledged = run.lines();
        assert!((least..100).contains(&acknowledged.len()), "{}", acknowledged.len());
        verified(&file, 50 + acknowledged.len() as u64);
        let text = String::from_utf8(folder.read("ledger")).unwrap();
        assert!(acknowledged.iter().all(|id| text.contains(id)));
        append(&file, &[], EVENT).ok();
    }
}

/// A database that cannot be made leaves nothing, and one that can is made when there is room.
#[test]
#[cfg(feature = "sqlite")]
fn no_room_for_a_database() {
    for signal in ["", "trap '' XFSZ;"] {
        let folder = Folder::new("ledger");
        let store = format!("sqlite:{}", folder.file("c.db"));
        let create = ["create", &store, "--name", "t"];
        let run = limited(&create, 4, signal, "");
        assert!(run.code == 1 && run.err.starts_with("error: sqlite:"), "{}{}", run.code, run.err);
        assert_eq!(folder.names(), [""; 0]);
        assert_eq!(limited(&create, 1 << 20, signal, "").code, 0);
        assert_eq!(folder.names(), ["c.db"]);
    }
}

/// What is cut off is kept whole or not at all, and is not cut off if it cannot be kept.
#[test]
fn no_room_for_what_is_cut_off() {
    let folder = Folder::new("ledger");
    let records = records(3, 2_000);
    let text = [&*lines(&records[..2]), &records[2].as_bytes()[..2_000]].concat();
    let file = folder.write("ledger", &text);
    let run = limited(&["append", "--repair", &file], 1, "trap '' XFSZ;", &event(1));
    assert!(run.code == 1 && run.err.starts_with("error: cannot write "), "{}", run.err);
    assert_eq!((folder.names(), folder.read("ledger")), (vec!["ledger".to_owned()], text));
}

/// In a folder that can be written and not read nothing can be made to last.
#[test]
fn a_folder_that_cannot_be_synced() {
    let folder = Folder::new("ledger");
    let path = folder.file("");
    let allow = |mode| set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    let file = folder.file("ledger");
    let mut command = command(&["ledger", "create", &file, "--name", "a"]);
    allow(0o333);
    // Root may do everything, so it becomes another user, if that user may run the command.
    if metadata(&path).unwrap().uid() == 0 {
        command.uid(65_534).gid(65_534);
    }
    let Ok(output) = command.output() else { return allow(0o755) };
    allow(0o755);
    let run = Run::from(output).code(1);
    assert!(run.err.starts_with("error: cannot create "), "{}", run.err);
    assert_eq!(folder.names(), [""; 0]);
}
