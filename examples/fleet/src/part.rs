//! A part of the fleet: a process that the supervisor starts whenever it does not run.

use core::time::Duration;
use std::{
    env,
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command},
    time::Instant,
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tokio::time::sleep;

/// One process of the fleet.
///
/// Its standard input is a file that the supervisor has locked. The system frees the lock when the
/// process ends, however it ends. So the next supervisor knows which parts still run.
#[derive(Debug)]
pub struct Part {
    name: String,
    arguments: Vec<String>,
    lock: PathBuf,
    log: PathBuf,
    /// The process, if this supervisor started it, and when.
    started: Option<(Child, Instant)>,
}

/// A part that ends at once is started again after this pause.
const PAUSE: Duration = Duration::from_secs(1);

/// How long a part may take to end.
const LIMIT: Duration = Duration::from_secs(10);

impl Part {
    /// A part of this name: this program with these arguments. Its log and its lock are in the folder.
    pub fn new(folder: &Path, name: &str, arguments: &[&str]) -> Self {
        Self {
            name: name.into(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            lock: folder.join(format!("{name}.pid")),
            log: folder.join(format!("{name}.log")),
            started: None,
        }
    }

    /// Starts it, unless it runs.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn start(&mut self, url: &str) -> io::Result<()> {
        if let Some((child, at)) = &mut self.started {
            let Some(status) = child.try_wait()? else { return Ok(()) };
            if at.elapsed() < PAUSE {
                return Ok(());
            }
            println!("{} has ended, by {status}", self.name);
            self.started = None;
        }
        let Some(mut lock) = locked(&self.lock)? else { return Ok(()) };
        let log = File::options().create(true).append(true).open(&self.log)?;
        let child = Command::new(env::current_exe()?)
            .args(&self.arguments)
            .env("DATABASE_URL", url)
            .stdin(lock.try_clone()?)
            .stdout(log.try_clone()?)
            .stderr(log)
            // Ctrl-C is for the supervisor, which then ends its parts in order.
            .process_group(0)
            .spawn()?;
        lock.set_len(0)?;
        write!(lock, "{}", child.id())?;
        println!("{} runs: process {}, log {}", self.name, child.id(), self.log.display());
        self.started = Some((child, Instant::now()));
        Ok(())
    }

    /// Ends it, whichever supervisor has started it.
    ///
    /// # Errors
    /// If the system refuses.
    pub async fn end(&mut self) -> io::Result<()> {
        let since = Instant::now();
        let mut signal = Signal::SIGTERM;
        while locked(&self.lock)?.is_none() {
            if let Ok(pid) = fs::read_to_string(&self.lock)?.parse() {
                let _gone = kill(Pid::from_raw(pid), signal);
            }
            if since.elapsed() > LIMIT {
                signal = Signal::SIGKILL;
            }
            sleep(Duration::from_millis(20)).await;
        }
        println!("{} has ended", self.name);
        Ok(())
    }
}

/// The file, locked, unless another process has it.
///
/// # Errors
/// If the system refuses.
pub fn locked(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).read(true).write(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
