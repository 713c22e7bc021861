//! A server's process and its folder.

use core::time::Duration;
use std::{
    env,
    fs::{self, File},
    io::Write,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::fs::chown,
    },
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Instant,
};

use crate::{Folder, PATIENCE};
use nix::{
    sys::{
        signal::{Signal, kill},
        socket::{
            AddressFamily, SockFlag, SockType, SockaddrIn, bind, getsockname, setsockopt, socket,
            sockopt::ReuseAddr,
        },
    },
    unistd::{Pid, User, geteuid},
};

/// Whether tests start this server: where the environment has `IDS_SERVERS`. Elsewhere `None`, after a
/// word about it.
pub(super) fn wanted(server: &str) -> Option<()> {
    let wanted = env::var_os("IDS_SERVERS").map(drop);
    if wanted.is_none() {
        println!("left out: {server}, since IDS_SERVERS is not set");
    }
    wanted
}

/// The program of this name, in `PATH` or in one of the folders; `None`, after a word about it, where
/// it is not installed.
///
/// # Panics
/// If it is not installed and the environment has `IDS_SERVERS`.
pub(super) fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    let all = folders.iter().cloned().chain(env::split_paths(&path)).chain(more);
    let found = all.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        let needed = env::var_os("IDS_SERVERS").is_some();
        assert!(!needed, "{name} is not installed");
        println!("left out: {name} is not installed");
    }
    found
}

/// A program that some servers refuse to run as root, so it runs as this user where we are root.
pub(super) fn command(program: &Path, user: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if geteuid().is_root() {
        command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--init-groups"]);
    }
    command.arg("--").arg(program).stdin(Stdio::null());
    command
}

/// Gives a folder to the user that [`command`] runs programs as.
pub(super) fn give(folder: &Path, user: &str) {
    if geteuid().is_root() {
        let user = User::from_name(user).expect("the users").expect("the server's user");
        chown(folder, Some(user.uid.as_raw()), Some(user.gid.as_raw())).expect("chown");
    }
}

/// Makes a certificate for `localhost` that has signed itself: `server.key` and `server.crt` in the
/// folder. `None` where openssl is not installed.
pub(super) fn sign(folder: &Path, user: &str) -> Option<()> {
    let mut sign = command(&find("openssl", &[])?, user);
    sign.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        .args(["-nodes", "-days", "2", "-subj", "/CN=a server of a test"])
        .args(["-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", "server.key", "-out", "server.crt"])
        .current_dir(folder);
    run(sign);
    Some(())
}

/// Runs a program to its end.
pub(super) fn run(mut command: Command) {
    let output = command.output().expect("setpriv, of Debian's util-linux");
    assert!(output.status.success(), "{command:?}: {output:?}");
}

/// Runs a client of a server with this as its input, and gives what it prints, or what it complains of.
pub(super) fn feed(mut command: Command, input: &str) -> Result<String, String> {
    let mut client = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the client");
    let mut stdin = client.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // It stops reading at the first error.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        client.wait_with_output().expect("the client's end")
    });
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").trim_end().to_owned();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// Copies a folder with owners and rights. The copy may exist and be empty.
pub(super) fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    let mut copy = Command::new("cp");
    copy.arg("-aT").arg(from).arg(to);
    run(copy);
}

/// A server's process.
#[derive(Debug)]
pub struct Program {
    child: Child,
}

impl Program {
    /// Starts it, and waits until it is ready. A server that ends instead is started anew: the one
    /// before it may not have ended wholly. What it says goes to a file in the folder.
    pub(super) fn start(
        folder: &Folder,
        command: impl Fn() -> Command,
        ready: impl Fn() -> bool,
    ) -> Self {
        let log = folder.path().join("stderr");
        let spawn = || {
            let file = File::options().create(true).append(true).open(&log).expect("a file");
            let output = file.try_clone().expect("the file");
            command().stdout(output).stderr(file).spawn().expect("setpriv, of Debian's util-linux")
        };
        let (begin, mut child) = (Instant::now(), spawn());
        while !ready() {
            if begin.elapsed() > PATIENCE {
                let _ended = child.kill();
                let said = fs::read_to_string(log).unwrap_or_default();
                panic!("{:?} does not start: {said}", command());
            }
            thread::sleep(Duration::from_millis(50));
            if child.try_wait().expect("a child").is_some() {
                thread::sleep(Duration::from_millis(200));
                child = spawn();
            }
        }
        Self { child }
    }

    /// Sends it a signal and does not wait.
    pub(super) fn signal(&self, signal: Signal) {
        for pid in self.pids() {
            let _gone = kill(pid, signal);
        }
    }

    /// Stops its processes where they are, and waits until every thread of them has stopped: on a busy machine one
    /// may answer until then.
    pub(super) fn suspend(&self) {
        loop {
            self.signal(Signal::SIGSTOP);
            // A process that it has started meanwhile is among them in the next round.
            if self.pids().into_iter().all(has_stopped) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends the first process a signal, and waits for its end.
    pub(super) fn end(&mut self, signal: Signal) -> ExitStatus {
        let _gone = kill(pid(self.child.id()), signal);
        self.child.wait().expect("a child")
    }

    /// Waits until it ends by itself.
    pub(super) fn wait(&mut self) {
        self.child.wait().expect("a child");
    }

    /// The process and its children.
    fn pids(&self) -> Vec<Pid> {
        let id = self.child.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        let children = children.unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        [id].into_iter().chain(children).map(pid).collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.signal(Signal::SIGKILL);
        let _ended = self.child.wait();
    }
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(i32::try_from(id).expect("a process id"))
}

/// Whether each thread of a process has stopped, or is gone.
fn has_stopped(pid: Pid) -> bool {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok()).all(|stat| {
        // The name before it may have brackets itself.
        let state = stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
        matches!(state, Some('T' | 'Z' | 'X'))
    })
}

/// A port of loopback that its owner keeps until this ends, also while the owner's server is down: the system
/// gives it to no other socket that asks for any port, and to no connection as its own end.
///
/// It is bound and never listened on, so that a server with `SO_REUSEADDR`, as all of ours are, may listen on it.
#[derive(Debug)]
pub(super) struct Port {
    number: u16,
    _bound: OwnedFd,
}

impl Port {
    pub(super) fn reserve() -> Self {
        let flags = SockFlag::SOCK_CLOEXEC;
        let socket = socket(AddressFamily::Inet, SockType::Stream, flags, None).expect("a socket");
        setsockopt(&socket, ReuseAddr, &true).expect("SO_REUSEADDR");
        bind(socket.as_raw_fd(), &SockaddrIn::new(127, 0, 0, 1, 0)).expect("a port");
        let address: SockaddrIn = getsockname(socket.as_raw_fd()).expect("its address");
        Self { number: address.port(), _bound: socket }
    }

    pub(super) const fn number(&self) -> u16 {
        self.number
    }
}
