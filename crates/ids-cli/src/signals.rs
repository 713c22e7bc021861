//! The signals that end the command, and one that does not.

use std::{
    fs,
    sync::{Arc, atomic::AtomicBool},
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
};

/// From here on a file that may not grow further (`ulimit -f`) is an error of the write, as a full disk
/// is. Its signal would end the command in the middle of a record, without a word.
pub(crate) fn survive_limits() {
    // Where it cannot be caught it ends the command, as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Those that end it, except those that its parent has set to be ignored, as `nohup` does.
pub(crate) fn ending() -> impl Iterator<Item = i32> {
    let ignored = ignored();
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    ends.into_iter().filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// The signals that are ignored: the lowest bit is the first of them. Only Linux tells without
/// unsafe code.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
