//! The command under test, and the ends of its parts.

use std::{
    fs::{self, File},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command},
};

use fleet::part::locked;
use ids_testkit::Folder;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

const PARTS: [&str; 4] = ["postgres", "service-1", "service-2", "service-3"];

/// A fleet in a folder of its own.
pub(crate) struct Fleet {
    folder: Folder,
    /// The services have the three ports after this one.
    pub(crate) port: u16,
    supervisor: Child,
}

impl Fleet {
    pub(crate) fn start() -> Self {
        let folder = Folder::new("fleet");
        let port = free_ports();
        let supervisor = command(folder.path(), port).spawn().expect("the fleet");
        Self { folder, port, supervisor }
    }

    /// Starts a supervisor where there is none.
    pub(crate) fn supervise(&mut self) {
        self.supervisor = command(self.folder.path(), self.port).spawn().expect("the fleet");
    }

    pub(crate) fn kill_supervisor(&mut self) {
        self.supervisor.kill().expect("it runs");
        self.supervisor.wait().expect("a child");
    }

    pub(crate) fn kill_service(&self, number: u16) {
        self.kill(&format!("service-{number}"));
    }

    /// PostgreSQL, by the process that runs it.
    pub(crate) fn kill_postgres(&self) {
        self.kill("postgres");
    }

    /// PostgreSQL itself.
    pub(crate) fn kill_postmaster(&self) {
        let file = self.data().join("data/postmaster.pid");
        let text = fs::read_to_string(file).expect("the file of a server that runs");
        kill_process(text.lines().next().expect("its first line"));
    }

    /// Where PostgreSQL has its data.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("postgres")
    }

    /// Ends it as Ctrl-C does.
    pub(crate) fn end(&mut self) {
        let pid = i32::try_from(self.supervisor.id()).expect("a process id");
        kill(Pid::from_raw(pid), Signal::SIGINT).expect("it runs");
        assert!(self.supervisor.wait().expect("a child").success());
        for part in PARTS {
            assert!(self.lock(part).is_some(), "{part} still runs");
        }
    }

    fn kill(&self, part: &str) {
        let pid = fs::read_to_string(self.folder.file(&format!("{part}.pid")));
        assert!(self.lock(part).is_none(), "{part} does not run");
        kill_process(&pid.expect("the file of a part that runs"));
    }

    fn lock(&self, part: &str) -> Option<File> {
        locked(Path::new(&self.folder.file(&format!("{part}.pid")))).expect("a file")
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let _ended = self.supervisor.kill();
        let _ended = self.supervisor.wait();
        for part in PARTS {
            if self.lock(part).is_none() {
                self.kill(part);
            }
            if std::thread::panicking() {
                let log = fs::read_to_string(self.folder.file(&format!("{part}.log")));
                let log = log.unwrap_or_default();
                let last: Vec<_> = log.lines().rev().take(10).collect();
                println!("the end of {part}.log, the last line first: {last:#?}");
            }
        }
    }
}

fn command(folder: &Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fleet"));
    command.arg(folder).arg(port.to_string()).env_remove("DATABASE_URL");
    command
}

fn kill_process(pid: &str) {
    let pid = Pid::from_raw(pid.parse().expect("a process id"));
    kill(pid, Signal::SIGKILL).expect("it runs");
}

/// A port such that no process listens on the three ports after it.
fn free_ports() -> u16 {
    let listen = |port| TcpListener::bind(("127.0.0.1", port));
    // Below the ports that the system gives to connections.
    let mut all = (20_000..30_000).step_by(7).skip(std::process::id() as usize % 1000);
    let is_free = |port: &u16| (1..=3).all(|number| listen(port + number).is_ok());
    all.find(is_free).expect("three free ports")
}
