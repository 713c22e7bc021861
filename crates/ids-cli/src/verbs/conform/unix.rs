//! Groups of processes, which end together.

#[cfg(target_os = "linux")]
mod tree;

use std::{
    io,
    os::unix::process::CommandExt,
    process::{Child, Command},
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

use crate::signals::Unfinished;

/// Starts a program in a group of its own: a terminal sends Ctrl-C, Ctrl-\ and its hangup to the command's group only.
/// What ends it ends the group and, on Linux, what has left it.
pub(super) fn spawn(command: &mut Command) -> io::Result<(Unfinished, Child)> {
    #[cfg(target_os = "linux")]
    tree::adopt();
    command.process_group(0);
    Unfinished::begin(
        || command.spawn(),
        |program| {
            // The group has the number of its first process, which no system makes too large. How the program ended is left
            // for its owner to ask.
            let program = program.id().try_into().map(Pid::from_raw);
            move || {
                let Ok(program) = program else { return };
                let _ = killpg(program, Signal::SIGKILL);
                #[cfg(target_os = "linux")]
                tree::kill(program);
            }
        },
    )
}
