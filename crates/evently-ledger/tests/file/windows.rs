//! What only Windows does with files.

use std::fs::{self, OpenOptions};

use evently_ledger::{
    Appender,
    file::{FileErrorKind, FileStore},
};

use crate::{GENESIS, NOW, begun, keyed, open, verified};

/// What names a device names it in every folder, and is no file.
#[test]
fn names_of_devices() {
    for name in ["NUL", "nul", "CON", r"\\.\NUL", r"\\.\pipe\ledger", "NUL:"] {
        let error = Appender::begin(FileStore::create(name), &NOW, GENESIS);
        let error = error.unwrap_err().to_string();
        assert!(
            error.starts_with("cannot create ") && error.ends_with("this is a device"),
            "{error}"
        );
        let error = FileStore::open(name).unwrap_err();
        assert!(matches!(error.kind(), FileErrorKind::NotRegular), "{name}: {error}");
    }
}

/// On Windows no other process writes to the file while it is open, renames it or removes it.
#[test]
fn a_file_that_no_other_program_changes() {
    let (folder, path, mut ledger) = begun();
    let moved = folder.path().join("moved");
    for opened in ["when it was created", "later"] {
        fs::rename(&path, &moved).expect_err(opened);
        fs::remove_file(&path).expect_err(opened);
        OpenOptions::new().append(true).open(&path).expect_err(opened);
        fs::write(&moved, b"").unwrap();
        fs::rename(&moved, &path).expect_err(opened);
        keyed(&mut ledger, opened, 1).unwrap();
        drop(ledger);
        ledger = open(&path);
    }
    assert_eq!(verified(&path), 3);
    drop(ledger);
    fs::rename(&moved, &path).unwrap();
}
