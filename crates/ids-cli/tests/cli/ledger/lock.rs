//! The lock on a ledger: waiting for it, and files that change meanwhile.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
};

use super::{
    append::{EVENT, append, verified},
    files::{Folder, fifty, lines},
};
use crate::run::{Run, started};

/// The file as another program has it that appends.
fn held(file: &str) -> File {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
    let holder = options.open(file).unwrap();
    #[cfg(not(windows))]
    holder.lock().unwrap();
    holder
}

/// Lets go of it. It is not only dropped: another test that starts a process at this moment has a copy
/// of the open file, but not on Windows.
fn let_go(holder: File) {
    #[cfg(not(windows))]
    holder.unlock().unwrap();
    drop(holder);
}

/// Who waits for the lock says so, and appends to the file that has the name by then.
#[test]
fn a_ledger_that_is_replaced() {
    let folder = Folder::new("ledger");
    let records = fifty();
    for replaced in [false, cfg!(unix)] {
        let file = folder.write("ledger", lines(&records));
        let holder = held(&file);
        let mut child = started(&["ledger", "append", &file]);
        writeln!(child.stdin.take().unwrap(), "{EVENT}").unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
        assert_eq!(told.next().unwrap().unwrap(), format!("waiting for the lock on {file}"));
        let mut events = 51;
        if replaced {
            let other = folder.write("other", lines(&records[..20]));
            std::fs::rename(other, &file).unwrap();
            events = 21;
        }
        let_go(holder);
        assert_eq!(Run::from(child.wait_with_output().unwrap()).code(0).lines().len(), 1);
        assert!(told.next().is_none());
        verified(&file, events);
    }
}

/// The lock is waited for within the limit only.
#[test]
fn a_limit_for_waiting() {
    let folder = Folder::new("ledger");
    let file = folder.write("ledger", lines(&fifty()));
    let holder = held(&file);
    for wait in ["0s", "30ms"] {
        let run = append(&file, &["--wait", wait], EVENT).code(1);
        let told = format!(
            "waiting for the lock on {file}\nerror: {file} is locked by another process, and the wait \
             is over: nothing is appended\n"
        );
        assert_eq!((run.out.as_str(), run.err), ("", told));
    }
    verified(&file, 50);
    let_go(holder);
    append(&file, &["--wait", "0s"], EVENT).ok();
    verified(&file, 51);
    append(&file, &["--wait", "soon"], EVENT).code(2);
}
