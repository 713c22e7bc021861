//! What the program has started and what has left its group, as `setsid` does: Linux gives the children of a process that
//! ends to this one.

use core::time::Duration;
use std::{
    fs::{self, DirEntry},
    process, thread,
};

use nix::{
    sys::{
        prctl,
        signal::{self, Signal},
        wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid},
    },
    unistd::Pid,
};

/// How often to look for processes that are still alive: one that has not ended by then never ends.
const LOOKS: usize = 200;

/// From now on the children of a process that ends are this one's, and not those of the system's
/// first process.
pub(super) fn adopt() {
    let _ = prctl::set_child_subreaper(true);
}

/// Ends all that this process has started, directly or not. How the program itself ended is left for
/// its owner to ask.
pub(super) fn kill(program: Pid) {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    for _ in 0..LOOKS {
        // Before the look, which then has all children of one that has ended.
        let ended = waitid(Id::Pid(program), flags) != Ok(WaitStatus::StillAlive);
        let mut others = children();
        others.retain(|child| *child != program);
        if ended && others.is_empty() {
            return;
        }
        for child in others {
            let _ = signal::kill(child, Signal::SIGKILL);
            let _ = waitpid(child, Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The children of this process. After its number and its name, which may hold anything, the file of each process has
/// its state and its parent.
fn children() -> Vec<Pid> {
    let parent = process::id().to_string();
    let child = |folder: DirEntry| {
        let id = folder.file_name().to_str()?.parse().ok()?;
        let stat = fs::read(folder.path().join("stat")).ok()?;
        let name_ends = stat.iter().rposition(|byte| *byte == b')')?;
        let rest = str::from_utf8(stat.get(name_ends + 1..)?).ok()?;
        (rest.split_ascii_whitespace().nth(1)? == parent).then_some(Pid::from_raw(id))
    };
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    folders.filter_map(child).collect()
}
