//! Processes that hold node numbers or keys, told what to do line by line: this test's own binary again.
//!
//! All clocks read a file that the test writes, so that no verdict depends on how fast it runs.

use core::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::{
    collections::HashSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStderr},
    sync::Arc,
};

use ids_core::{Clock, ClockError, UnixTime};
use ids_reserve::{Namespace, Store};
use ids_testkit::{PATIENCE, servers::Folder};
use nix::{
    sys::{
        signal::{Signal, kill},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::Pid,
};

use crate::ground::{Ground, again, open};

/// A whole millisecond of the year 2025, in microseconds since the Unix epoch.
const START: u64 = 1_735_689_600_000_000;

/// How numbers or keys are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Ranges of time, by this crate.
    Grants,
    /// A lease with a time-out, renewed by its holder.
    Lease,
    /// The same, and the holder looks at its own deadline before each identifier.
    CheckedLease,
    /// Blocks of keys, by this crate.
    Blocks,
    /// The highest key that is in use, and one more.
    Highest,
}

impl Way {
    /// Of node numbers, and of keys.
    pub const ALL: [&[Self]; 2] =
        [&[Self::Grants, Self::Lease, Self::CheckedLease], &[Self::Blocks, Self::Highest]];
    /// Those of this crate.
    pub const GRANTED: [&[Self]; 2] = [&[Self::Grants], &[Self::Blocks]];
}

/// The time that a file says, and an offset of this process.
#[derive(Clone, Debug)]
pub struct FileClock {
    path: Arc<Path>,
    pub offset: Arc<AtomicI64>,
}

impl FileClock {
    pub fn new(folder: &Path) -> Self {
        Self { path: folder.join("time").into(), offset: Arc::default() }
    }
}

impl Clock for FileClock {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let micros: u64 = fs::read_to_string(&self.path).unwrap().parse().unwrap();
        Ok(UnixTime::from_micros(micros.saturating_add_signed(self.offset.load(Relaxed))))
    }
}

/// A store, a clock, and what was made.
pub struct World<'a> {
    ground: &'a dyn Ground,
    place: String,
    namespace: String,
    way: Way,
    time: u64,
    /// What the processes made.
    ids: Vec<u64>,
    /// Of the clock.
    folder: Folder,
}

impl<'a> World<'a> {
    pub fn new(ground: &'a dyn Ground, name: &str, way: Way) -> Self {
        let folder = Folder::new("faults");
        write(folder.path(), START);
        let place = ground.begin(folder.path());
        let namespace = format!("{name}-{way:?}");
        Self { ground, place, namespace, way, time: START, ids: Vec::new(), folder }
    }

    /// Moves the clock of everybody, in milliseconds.
    pub fn advance(&mut self, millis: i64) {
        self.time = self.time.checked_add_signed(1000 * millis).unwrap();
        write(self.folder.path(), self.time);
    }

    /// A process that waits for commands.
    pub fn spawn(&self) -> Process {
        let mut child = again(
            "faults::a_holder",
            &[
                ("FOLDER", &self.folder.path()),
                ("PLACE", &self.place),
                ("NAMESPACE", &self.namespace),
                ("WAY", &format!("{:?}", self.way)),
            ],
        );
        let replies = BufReader::new(child.stderr.take().unwrap());
        Process { child, replies }
    }

    /// A process that claims this number, and makes ten identifiers.
    pub fn claim(&mut self, number: u64) -> Process {
        let mut process = self.spawn();
        assert_eq!(process.ask("claim"), format!("number {number}"));
        assert_eq!(self.make(&mut process), 10);
        process
    }

    /// Lets a process make identifiers and extend, before and after each step of the clock; how many it makes.
    pub fn run(&mut self, process: &mut Process, steps: usize, millis: i64) -> usize {
        let step = |_| {
            let made = self.make(process);
            self.advance(millis);
            process.ask("extend");
            made
        };
        (0..steps).map(step).sum()
    }

    /// Ends a process, and keeps what it had made.
    pub fn kill(&mut self, process: Process) {
        for line in process.kill() {
            self.keep(&line);
        }
    }

    /// Keeps the identifiers of a reply, and says how many.
    pub fn keep(&mut self, reply: &str) -> usize {
        let ids: Vec<u64> = reply.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        self.ids.extend(&ids);
        ids.len()
    }

    /// How many identifiers the process makes, up to 10, at this instant.
    pub fn make(&mut self, process: &mut Process) -> usize {
        let reply = process.ask("ids 10");
        self.keep(&reply)
    }

    /// The content of the store as it is now: the answer puts it back.
    pub fn backup(&self) -> Box<dyn FnOnce() + 'a> {
        self.ground.backup(&self.place)
    }

    /// Ends the server: the answer starts it again.
    pub fn kill_server(&self) -> Box<dyn FnOnce() + 'a> {
        self.ground.kill()
    }

    /// The store itself.
    pub fn store(&self) -> impl Store {
        open(&self.place, PATIENCE)
    }

    pub fn namespace(&self) -> Namespace {
        Namespace::new(&self.namespace).unwrap()
    }

    pub const fn way(&self) -> Way {
        self.way
    }

    pub fn made(&self) -> usize {
        self.ids.len()
    }

    /// How many identifiers were made more than once.
    pub fn duplicates(&self) -> usize {
        self.ids.len() - self.ids.iter().collect::<HashSet<_>>().len()
    }
}

/// Sets the clock in one step, so that no process reads half of it.
fn write(folder: &Path, micros: u64) {
    let new = folder.join("time.new");
    fs::write(&new, micros.to_string()).unwrap();
    fs::rename(new, folder.join("time")).unwrap();
}

/// A process that holds a node number or keys.
pub struct Process {
    child: Child,
    replies: BufReader<ChildStderr>,
}

impl Process {
    /// What the process answers to a command; "gone" if it has died.
    pub fn ask(&mut self, command: &str) -> String {
        self.tell(command);
        self.reply()
    }

    pub fn tell(&mut self, command: &str) {
        let _died = writeln!(self.child.stdin.as_mut().unwrap(), "{command}");
    }

    pub fn reply(&mut self) -> String {
        let mut line = String::new();
        match self.replies.read_line(&mut line) {
            Ok(1..) => line.trim_end().to_owned(),
            _ => String::from("gone"),
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().unwrap())
    }

    /// Waits until the process has stopped itself.
    pub fn wait_until_it_stops(&self) {
        let status = waitpid(self.pid(), Some(WaitPidFlag::WUNTRACED)).unwrap();
        assert_eq!(status, WaitStatus::Stopped(self.pid(), Signal::SIGSTOP));
    }

    pub fn stop(&self) {
        kill(self.pid(), Signal::SIGSTOP).unwrap();
        self.wait_until_it_stops();
    }

    pub fn go_on(&self) {
        kill(self.pid(), Signal::SIGCONT).unwrap();
    }

    /// As the system does that is out of memory. What it had said until then, in whole lines.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        let mut said = Vec::new();
        self.replies.read_to_end(&mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        said.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _died = self.child.kill();
        self.child.wait().unwrap();
    }
}
