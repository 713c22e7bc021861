//! A process of the program under test, and what goes through its pipes. What it has started ends with it.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use ids_conform::LONGEST_LINE;

use super::{
    excerpt::{SHOWN, plain},
    group,
};
use crate::{show::printable, signals::Unfinished};

/// A process that answers, and what it has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Option<Unfinished>,
    to: Option<Sender<Vec<u8>>>,
    pub(super) from: Receiver<Result<String, String>>,
    /// The end of its standard error so far.
    errors: Arc<Mutex<Vec<u8>>>,
    /// Closed when nothing more comes there.
    silent: Receiver<()>,
}

impl Process {
    pub(super) fn new(command: &[OsString]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let spawned = group::spawn(&mut command);
        let (group, child) = spawned.map_err(|error| format!("cannot be started: {error}"))?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (spoken, silent) = channel();
        let (to, lines) = channel::<Vec<u8>>();
        // An unexpected response waits in the program.
        let (answers, from) = sync_channel(1);
        // From here on it ends with this, also where a thread cannot begin.
        let (group, to) = (Some(group), Some(to));
        let mut process = Self { child, group, to, from, errors, silent };
        // Each pipe has a thread of its own, so that a full one cannot hold up the others.
        if let Some(stdin) = process.child.stdin.take() {
            thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = process.child.stdout.take() {
            thread::spawn(move || read(stdout, &answers));
        }
        if let Some(stderr) = process.child.stderr.take() {
            let errors = Arc::clone(&process.errors);
            thread::spawn(move || {
                keep_tail(stderr, &errors);
                drop(spoken);
            });
        }
        Ok(process)
    }

    /// How the program ended, if it has.
    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Ends all of it. It may have ended by itself.
    fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            group.end();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Gives it a line to read, whenever it does.
    pub(super) fn send(&self, line: Vec<u8>) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// Waits until it has ended, which it does with 0 and with nothing more to say.
    pub(super) fn ends(&mut self, limit: Duration) -> Result<(), String> {
        const MORE: &str = "a line after the answer to `stop`: ";
        self.to = None;
        let more = |line: Result<String, String>| match line {
            Ok(line) => format!("{MORE}{}", plain(&line)),
            Err(why) => format!("{MORE}{why}"),
        };
        // A limit that no clock reaches is no limit.
        let end = Instant::now().checked_add(limit);
        let status = loop {
            if let Some(status) = self.ended() {
                break status;
            }
            if let Ok(line) = self.from.try_recv() {
                return Err(more(line));
            }
            if end.is_some_and(|end| end <= Instant::now()) {
                return Err(format!("not ended within {limit:?} of the answer to `stop`"));
            }
            thread::sleep(Duration::from_millis(1));
        };
        // What it has left behind may hold its output open.
        self.kill();
        match self.from.recv_timeout(limit) {
            Ok(line) => Err(more(line)),
            Err(RecvTimeoutError::Timeout) => Err("its output has no end".to_owned()),
            Err(RecvTimeoutError::Disconnected) if status.success() => Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                Err("it failed after the answer to `stop`".to_owned())
            }
        }
    }

    /// How it ended, and the end of its standard error.
    pub(super) fn said(&mut self) -> String {
        let status = self.ended();
        let mut said = status.map_or_else(String::new, |status| format!(" ({status})"));
        // What a dying process wrote arrives after it, and ends with the last process that has the pipe. That may be one
        // that lives on.
        self.kill();
        let _ = self.silent.recv_timeout(Duration::from_secs(1));
        if let Ok(errors) = self.errors.lock()
            && !errors.is_empty()
        {
            let errors = printable(errors.trim_ascii_end());
            said = format!("{said}; on standard error: {errors}");
        }
        said
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).is_err() {
            return;
        }
    }
}

fn read(stdout: impl Read, answers: &SyncSender<Result<String, String>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let answer = match (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE => {
                Err(format!("a line of more than {LONGEST_LINE} bytes"))
            }
            Ok(_) => String::from_utf8(line).map_err(|_| "a line that is not UTF-8".to_owned()),
            Err(error) => Err(format!("its output cannot be read: {error}")),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// Keeps the last bytes that come.
fn keep_tail(mut stderr: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut block = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut block) {
        let Ok(mut tail) = tail.lock() else { return };
        tail.extend_from_slice(&block[..count]);
        let surplus = tail.len().saturating_sub(SHOWN);
        tail.drain(..surplus);
    }
}
