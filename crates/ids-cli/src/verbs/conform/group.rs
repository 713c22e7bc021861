//! The processes of the program under test: what it has started ends with it.

#[cfg(unix)]
mod unix;

use std::{
    io,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus},
};

/// A program and what it has started: on Linux and Windows all of it, on other systems with groups of
/// processes what has stayed in its group, elsewhere itself alone.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        unix::apart(command);
        let child = command.spawn()?;
        #[cfg(unix)]
        unix::begun(&child);
        Ok(Self {
            #[cfg(windows)]
            job: job(&child),
            child,
        })
    }

    /// Its standard streams, as far as they are pipes and have not been taken.
    pub(super) fn pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let Child { stdin, stdout, stderr, .. } = &mut self.child;
        (stdin.take(), stdout.take(), stderr.take())
    }

    /// How the program ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Ends all of it. It may have ended by itself.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        unix::kill(&self.child);
        #[cfg(windows)]
        drop(self.job.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A job: a process and all that it starts. One that is closed ends what is in it, and the system closes it when the
/// command ends in whatever way.
///
/// This process has not started others yet: its first instructions load its libraries. `None` if it has ended already.
#[cfg(windows)]
fn job(child: &Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle;

    let mut limits = win32job::ExtendedLimitInfo::new();
    let job = win32job::Job::create_with_limit_info(limits.limit_kill_on_job_close()).ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
}
