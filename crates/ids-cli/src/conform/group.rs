//! The processes of the program under test: whatever it has started ends with it.

use std::{
    io,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus},
};

/// A program and what it has started, where the system has groups of processes.
#[derive(Debug)]
pub(super) struct Group(Child);

impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        unix::apart(command);
        let child = command.spawn()?;
        #[cfg(unix)]
        unix::begun(&child);
        Ok(Self(child))
    }

    /// Its standard streams, as far as they are pipes and have not been taken.
    pub(super) fn pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        let Child { stdin, stdout, stderr, .. } = &mut self.0;
        (stdin.take(), stdout.take(), stderr.take())
    }

    /// How the program ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Ends all of it. It may have ended by itself.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        unix::kill(&self.0);
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        fs,
        os::unix::process::CommandExt,
        process::{Child, Command},
        sync::{
            Once,
            atomic::{AtomicI32, Ordering},
        },
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

    /// The group that runs, 0 for none: only one does at a time.
    static RUNNING: AtomicI32 = AtomicI32::new(0);
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
                    end();
                    let _ = emulate_default_handler(signal);
                }
            });
        });
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
        RUNNING.store(id(child), Ordering::SeqCst);
    }

    pub(super) fn kill(child: &Child) {
        if RUNNING.load(Ordering::SeqCst) == id(child) {
            end();
        }
    }

    /// The group has the number of its first process, which no system makes this large.
    fn id(child: &Child) -> i32 {
        child.id().try_into().unwrap_or_default()
    }

    fn end() {
        let group = RUNNING.swap(0, Ordering::SeqCst);
        if group > 0 {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}
