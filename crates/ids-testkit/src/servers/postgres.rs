//! PostgreSQL.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use nix::sys::signal::Signal;

use super::{
    Kind, Server,
    program::{Port, Program, command, feed, find, give, run, sign, wanted},
};
use crate::{Folder, until};

const USER: &str = "postgres";

/// It names the socket in the folder of one that listens nowhere else.
const PORT: u16 = 5432;

/// A PostgreSQL server, on a socket in its folder, which is as good as a host's name.
pub type PostgresServer = Server<Postgres>;

/// PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    bin: PathBuf,
    /// Of one that listens on loopback too.
    port: Option<Port>,
}

impl Postgres {
    /// Makes an empty database where the folder has none.
    fn make(&self, folder: &Path) {
        give(folder, USER);
        let [new, data] = ["data.new", "data"].map(|name| folder.join(name));
        if !data.exists() {
            // What was interrupted is made again.
            let _absent = fs::remove_dir_all(&new);
            let mut initdb = command(&self.bin.join("initdb"), USER);
            initdb.arg("-D").arg(&new).args(["-A", "trust", "-E", "UTF8"]);
            initdb.args(["--locale=C", "-N"]).current_dir("/");
            run(initdb);
            fs::rename(new, data).expect("a new name");
        }
    }

    fn port(&self) -> u16 {
        self.port.as_ref().map_or(PORT, Port::number)
    }
}

impl Server<Postgres> {
    /// Starts one over the data in this folder, with TLS if it has a port of its own.
    fn over(folder: Folder, port: Option<Port>) -> Option<Self> {
        let bin = find("postgres", &versions())?.parent()?.to_path_buf();
        let kind = Postgres { bin, port };
        kind.make(folder.path());
        if kind.port.is_some() {
            sign(&folder.path().join("data"), USER)?;
        }
        Some(Self::run(kind, folder))
    }

    /// Starts one; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Self> {
        wanted("PostgreSQL")?;
        Self::over(Folder::new("postgres"), None)
    }

    /// Starts one over the data in this folder, which stays when it ends; an empty one where the folder
    /// has none. Its connection string is always the same. `None` where it is not installed.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_in(folder: &Path) -> Option<Self> {
        Self::over(Folder::kept(folder), None)
    }

    /// The connection string of the one that is started in this folder.
    pub fn url_in(folder: &Path) -> String {
        format!("host={} port={PORT} user={USER} dbname=postgres", folder.display())
    }

    /// Starts one that listens on loopback too, with TLS and a certificate for `localhost`, which it
    /// has signed itself; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_encrypted() -> Option<Self> {
        wanted("PostgreSQL")?;
        Self::over(Folder::new("postgres"), Some(Port::reserve()))
    }

    /// The certificate of an encrypted server.
    ///
    /// # Panics
    /// If it has none.
    pub fn certificate(&self) -> Vec<u8> {
        fs::read(self.folder().join("data/server.crt")).expect("its certificate")
    }

    /// The port, which is part of the socket's name.
    pub fn port(&self) -> u16 {
        self.kind.port()
    }

    /// Where its socket is.
    pub fn socket(&self) -> PathBuf {
        self.folder().join(format!(".s.PGSQL.{}", self.port()))
    }

    /// What `psql` prints for this.
    ///
    /// # Panics
    /// If the server refuses it.
    pub fn sql(&self, sql: &str) -> String {
        self.sql_in("postgres", sql)
    }

    /// What `psql` prints for this in another database.
    ///
    /// # Panics
    /// If the server refuses it.
    pub fn sql_in(&self, database: &str, sql: &str) -> String {
        self.client("psql", database, &["-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql])
            .trim_end()
            .into()
    }

    /// What `pg_dump` writes of a database.
    ///
    /// # Panics
    /// If it fails.
    pub fn dump(&self, database: &str) -> String {
        self.client("pg_dump", database, &[])
    }

    /// What `pg_dump` writes of the tables of a schema, without their rows.
    ///
    /// # Panics
    /// If it fails.
    pub fn dump_tables(&self, schema: &str) -> String {
        self.client("pg_dump", "postgres", &["--schema-only", "--schema", schema])
    }

    fn client(&self, name: &str, database: &str, arguments: &[&str]) -> String {
        let url = self.url().replace("dbname=postgres", &format!("dbname={database}"));
        let mut client = Command::new(self.kind.bin.join(name));
        let output = client.args(["-d", &url]).args(arguments).output().expect(name);
        assert!(output.status.success(), "{name} {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// What `psql` prints for these statements: a line for each row, with `|` between values.
    ///
    /// # Errors
    /// What the server says of the first one that it refuses.
    ///
    /// # Panics
    /// If `psql` cannot be run.
    pub fn query(&self, sql: &str) -> Result<String, String> {
        let mut psql = Command::new(self.kind.bin.join("psql"));
        psql.args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-d", &self.url()]);
        feed(psql, sql)
    }

    /// Does this while another session has what a statement gives it, such as a lock.
    ///
    /// # Panics
    /// If the server refuses it.
    pub fn beside<T>(&self, statement: &str, work: impl FnOnce() -> T) -> T {
        let asleep = |what: &str| {
            let from = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
            self.sql(&format!("SELECT {what} {from}"))
        };
        let script = format!("BEGIN; {statement}; SELECT pg_sleep(600)");
        thread::scope(|scope| {
            let session = scope.spawn(|| self.query(&script));
            until(|| (asleep("count(*)") == "1").then_some(()));
            let done = work();
            asleep("pg_terminate_backend(pid)");
            session.join().expect("a session").expect_err("it was ended");
            done
        })
    }
}

impl Kind for Postgres {
    const END: Signal = Signal::SIGINT;

    fn run(&self, folder: &Folder) -> Program {
        let (path, port) = (folder.path(), self.port().to_string());
        let postgres = || {
            let mut command = command(&self.bin.join("postgres"), USER);
            command.arg("-D").arg(path.join("data")).args(["-p", &port]).current_dir("/");
            // What ends here is a process, never the machine.
            command.args(["-c", "fsync=off", "-k"]).arg(path);
            if self.port.is_some() {
                command.args(["-c", "ssl=on", "-h", "localhost"]);
            } else {
                command.args(["-h", ""]);
            }
            command
        };
        let ready = || {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            ready.args(["-q", "-p", &port]).arg("-h").arg(path);
            ready.status().expect("pg_isready").success()
        };
        Program::start(folder, postgres, ready)
    }

    fn url(&self, folder: &Path) -> String {
        format!("host={} port={} user={USER} dbname=postgres", folder.display(), self.port())
    }

    /// The system keeps the shared memory of one that was killed, and has room for that of some thousand.
    fn free(&self, folder: &Path) {
        let left = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap_or_default();
        let mut lines = left.lines();
        let runs = lines.next().is_some_and(|pid| Path::new("/proc").join(pid).exists());
        let memory = lines.nth(5).and_then(|line| line.split_whitespace().nth(1));
        if let Some(memory) = memory.filter(|_| !runs) {
            let _gone = Command::new("ipcrm").args(["-m", memory]).output();
        }
    }
}

/// Debian keeps each version in a folder of its own; the newest comes first.
fn versions() -> Vec<PathBuf> {
    let all = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut all: Vec<_> = all.map(|entry| entry.path().join("bin")).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all
}
