//! A program and what it has started, which end together: on Linux and Windows all of it, on other systems with groups
//! of processes what has stayed in its group, elsewhere itself alone.

#[cfg(target_os = "linux")]
mod tree;

use std::{
    io,
    process::{Child, Command},
};

use crate::signals::Unfinished;

/// Starts a program in a group of its own: a terminal sends Ctrl-C, Ctrl-\ and its hangup to the command's group only.
pub(super) fn spawn(command: &mut Command) -> io::Result<(Unfinished, Child)> {
    #[cfg(target_os = "linux")]
    tree::adopt();
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    Unfinished::begin(|| command.spawn(), end)
}

/// Ends the group and, on Linux, what has left it. How the program ended is left for its owner to ask.
#[cfg(unix)]
fn end(program: &Child) -> impl FnMut() + Send + use<> {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };

    // The group has the number of its first process, which no system makes too large.
    let program = program.id().try_into().map(Pid::from_raw);
    move || {
        let Ok(program) = program else { return };
        let _ = killpg(program, Signal::SIGKILL);
        #[cfg(target_os = "linux")]
        tree::kill(program);
    }
}

/// Closes a job: the program and all that it starts. One that is closed ends what is in it, and the system closes it
/// when the command ends in whatever way.
///
/// The program has not started others yet: its first instructions load its libraries. It may have ended already.
#[cfg(windows)]
fn end(program: &Child) -> impl FnMut() + Send + use<> {
    use std::os::windows::io::AsRawHandle;

    use win32job::{ExtendedLimitInfo, Job};

    let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
    let program = program.as_raw_handle() as isize;
    let mut job = job.ok().filter(|job| job.assign_process(program).is_ok());
    move || drop(job.take())
}

#[cfg(not(any(unix, windows)))]
fn end(_program: &Child) -> impl FnMut() + Send + use<> {
    || ()
}
