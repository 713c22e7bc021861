//! What the program has started and what has left its group, as `setsid` does: Linux tells whose
//! children they are.

use core::time::Duration;
use std::{fs, process, thread};

use nix::{
    sys::{
        prctl,
        signal::{self, Signal},
        wait::{WaitPidFlag, waitpid},
    },
    unistd::Pid,
};

/// How often to look for processes that are still alive: one that has not ended by then never ends.
const LOOKS: usize = 200;

/// A process as the system lists it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: i32,
    parent: i32,
    /// It has ended, and its parent has not yet waited for it.
    ended: bool,
}

/// From now on the children of a process that ends are this one's, and not those of the system's
/// first process.
pub(super) fn adopt() {
    let _ = prctl::set_child_subreaper(true);
}

/// Ends all that this process has started, directly or not. How the program itself ended is left for
/// its owner to ask.
pub(super) fn kill(program: Pid) {
    for _ in 0..LOOKS {
        let found = descendants();
        for process in &found {
            let id = Pid::from_raw(process.id);
            if !process.ended {
                let _ = signal::kill(id, Signal::SIGKILL);
            } else if id != program {
                let _ = waitpid(id, Some(WaitPidFlag::WNOHANG));
            }
        }
        // One that was being started may be new at the next look.
        if found.iter().all(|process| process.ended) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The processes below this one.
fn descendants() -> Vec<Entry> {
    let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
    let mut others: Vec<_> =
        folders.filter_map(|folder| process(folder.ok()?.file_name().to_str()?)).collect();
    let mut below = Vec::new();
    let mut parents = vec![process::id().cast_signed()];
    while let Some(parent) = parents.pop() {
        let (children, rest) = others.into_iter().partition(|process| process.parent == parent);
        others = rest;
        let children: Vec<Entry> = children;
        parents.extend(children.iter().map(|process| process.id));
        below.extend(children);
    }
    below
}

/// The process of a folder of `/proc`. After its number and its name, which may hold anything, its
/// file has its state and its parent.
fn process(folder: &str) -> Option<Entry> {
    let id = folder.parse().ok()?;
    let stat = fs::read(format!("/proc/{folder}/stat")).ok()?;
    let name_ends = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = str::from_utf8(stat.get(name_ends + 1..)?).ok()?;
    let mut words = rest.split_ascii_whitespace();
    let (state, parent) = (words.next()?, words.next()?.parse().ok()?);
    Some(Entry { id, parent, ended: matches!(state, "Z" | "X") })
}
