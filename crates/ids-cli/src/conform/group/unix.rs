//! Groups of processes, and the signals that end them.

#[cfg(target_os = "linux")]
mod tree;

use std::{
    fs,
    os::unix::process::CommandExt,
    process::{Child, Command},
    sync::{Mutex, MutexGuard, Once, PoisonError},
    thread,
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};

/// The group that runs, 0 for none: only one does at a time. Whoever ends it has it locked.
static RUNNING: Mutex<i32> = Mutex::new(0);
static WATCH: Once = Once::new();

/// A terminal sends Ctrl-C, Ctrl-\ and its hangup to the command's own group only, so that they
/// have to be passed on.
pub(super) fn apart(command: &mut Command) {
    WATCH.call_once(|| {
        let ignored = ignored();
        let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
        let ends = ends.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = Signals::new(ends) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                // Locked to the end: nobody reports that the program has ended by itself.
                let mut running = running();
                end(&mut running);
                let _ = emulate_default_handler(signal);
            }
        });
    });
    #[cfg(target_os = "linux")]
    tree::adopt();
    command.process_group(0);
}

/// The signals that whoever started this has it ignore, as `nohup` does: the lowest bit is the
/// first of them. Only Linux tells without unsafe code.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

pub(super) fn begun(child: &Child) {
    *running() = id(child);
}

pub(super) fn kill(child: &Child) {
    let mut running = running();
    if *running == id(child) {
        end(&mut running);
    }
}

/// The group has the number of its first process, which no system makes this large.
fn id(child: &Child) -> i32 {
    child.id().try_into().unwrap_or_default()
}

fn running() -> MutexGuard<'static, i32> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the group that runs, and on Linux what has left it. How the program ended is left for its owner
/// to ask.
fn end(running: &mut i32) {
    let program = Pid::from_raw(core::mem::take(running));
    if program.as_raw() > 0 {
        let _ = killpg(program, Signal::SIGKILL);
    }
    #[cfg(target_os = "linux")]
    tree::kill(program);
}
