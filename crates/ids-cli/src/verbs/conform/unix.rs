//! Groups of processes, and the signals that end them.

#[cfg(target_os = "linux")]
mod tree;

use std::{
    os::unix::process::CommandExt,
    process::{Child, Command},
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

use crate::signals;

/// The group that runs, 0 for none: only one does at a time. It is locked while it is ended.
static RUNNING: Mutex<i32> = Mutex::new(0);
static WATCH: Once = Once::new();

/// A terminal sends Ctrl-C, Ctrl-\ and its hangup to the command's own group only, so that they
/// have to be passed on.
pub(super) fn apart(command: &mut Command) {
    WATCH.call_once(|| {
        signals::before_end(|end_command| {
            // Locked to the end, so that no report says that the program has ended by itself.
            let mut running = running();
            end(&mut running);
            end_command();
        });
    });
    #[cfg(target_os = "linux")]
    tree::adopt();
    command.process_group(0);
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
