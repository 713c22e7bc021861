//! PostgreSQL.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use nix::sys::signal::Signal;

use super::program::{Port, Program, command, feed, find, give, run, sign, wanted};
use crate::Folder;

const USER: &str = "postgres";

/// It names the socket in the folder of one that listens nowhere else.
const PORT: u16 = 5432;

/// A PostgreSQL server, on a socket in its folder.
#[derive(Debug)]
pub struct PostgresServer {
    program: Option<Program>,
    bin: PathBuf,
    /// Of one that listens on loopback too.
    port: Option<Port>,
    folder: Folder,
}

impl PostgresServer {
    /// Starts one; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Self> {
        wanted("PostgreSQL")?;
        let mut server = Self::make(Folder::new("postgres"), None)?;
        server.restart();
        Some(server)
    }

    /// Starts one over the data in this folder, which stays when it ends; an empty one where the folder
    /// has none. Its connection string is always the same. `None` where it is not installed.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_in(folder: &Path) -> Option<Self> {
        let mut server = Self::make(Folder::kept(folder), None)?;
        server.restart();
        Some(server)
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
        let mut server = Self::make(Folder::new("postgres"), Some(Port::reserve()))?;
        sign(&server.folder().join("data"), USER)?;
        server.restart();
        Some(server)
    }

    /// The certificate of an encrypted server.
    ///
    /// # Panics
    /// If it has none.
    pub fn certificate(&self) -> Vec<u8> {
        fs::read(self.folder().join("data/server.crt")).expect("its certificate")
    }

    fn make(folder: Folder, port: Option<Port>) -> Option<Self> {
        let bin = find("postgres", &versions())?.parent()?.to_path_buf();
        give(folder.path(), USER);
        let [new, data] = ["data.new", "data"].map(|name| folder.path().join(name));
        if !data.exists() {
            // What was interrupted is made again.
            let _absent = fs::remove_dir_all(&new);
            let mut initdb = command(&bin.join("initdb"), USER);
            initdb.arg("-D").arg(&new).args(["-A", "trust", "-E", "UTF8"]);
            initdb.args(["--locale=C", "-N"]).current_dir("/");
            run(initdb);
            fs::rename(new, data).expect("a new name");
        }
        Some(Self { program: None, bin, port, folder })
    }

    /// The folder of its socket, which is as good as a host's name.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The port, which is part of the socket's name.
    pub fn port(&self) -> u16 {
        self.port.as_ref().map_or(PORT, Port::number)
    }

    /// Where its socket is.
    pub fn socket(&self) -> PathBuf {
        self.folder().join(format!(".s.PGSQL.{}", self.port()))
    }

    /// A connection string.
    pub fn url(&self) -> String {
        format!("host={} port={} user={USER} dbname=postgres", self.folder().display(), self.port())
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
        let url = self.url().replace("dbname=postgres", &format!("dbname={database}"));
        let output = Command::new(self.bin.join("psql"))
            .args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-d", &url, "-c", sql])
            .output()
            .expect("psql");
        assert!(output.status.success(), "{sql}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8").trim_end().into()
    }

    /// What `pg_dump` writes of a database.
    ///
    /// # Panics
    /// If it fails.
    pub fn dump(&self, database: &str) -> Vec<u8> {
        let url = self.url().replace("dbname=postgres", &format!("dbname={database}"));
        let output = Command::new(self.bin.join("pg_dump")).args(["-d", &url]).output();
        let output = output.expect("pg_dump");
        assert!(output.status.success(), "{database}: {output:?}");
        output.stdout
    }

    /// What `pg_dump` writes of the tables of a schema, without their rows.
    ///
    /// # Panics
    /// If it fails.
    pub fn dump_tables(&self, schema: &str) -> String {
        let output = Command::new(self.bin.join("pg_dump"))
            .args(["--schema-only", "--schema", schema, "-d", &self.url()])
            .output()
            .expect("pg_dump");
        assert!(output.status.success(), "{schema}: {output:?}");
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
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-d", &self.url()]);
        feed(psql, sql)
    }

    /// Ends all its processes at once, as a loss of power would, but for what the system has to write.
    pub fn kill(&mut self) {
        self.program = None;
    }

    /// Waits until it ends by itself, or is ended.
    pub fn wait(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.wait();
        }
    }

    /// Ends it cleanly.
    pub fn stop(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.end(Signal::SIGINT);
        }
    }

    /// Starts it again.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.stop();
        let (folder, port) = (self.folder.path(), self.port().to_string());
        let postgres = || {
            let mut command = command(&self.bin.join("postgres"), USER);
            command.arg("-D").arg(folder.join("data")).args(["-p", &port]).current_dir("/");
            // What ends here is a process, never the machine.
            command.args(["-c", "fsync=off", "-k"]).arg(folder);
            if self.port.is_some() {
                command.args(["-c", "ssl=on", "-h", "localhost"]);
            } else {
                command.args(["-h", ""]);
            }
            command
        };
        let ready = || {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            ready.args(["-q", "-p", &port]).arg("-h").arg(folder);
            ready.status().expect("pg_isready").success()
        };
        self.program = Some(Program::start(&self.folder, postgres, ready));
    }

    /// Stops all its processes where they are.
    pub fn suspend(&self) {
        if let Some(program) = &self.program {
            program.suspend();
        }
    }

    /// Lets them go on.
    pub fn resume(&self) {
        if let Some(program) = &self.program {
            program.signal(Signal::SIGCONT);
        }
    }

    /// Keeps its files as they are now, and puts them back when the answer is called. It is stopped and
    /// started again for both.
    ///
    /// # Panics
    /// If a file cannot be copied.
    pub fn backup(&mut self) -> impl FnOnce(&mut Self) + use<> {
        self.stop();
        let copy = Folder::new("postgres-copy");
        copy_all(&self.folder().join("data"), copy.path());
        self.restart();
        move |server| {
            server.stop();
            let data = server.folder().join("data");
            fs::remove_dir_all(&data).expect("its folder");
            copy_all(copy.path(), &data);
            server.restart();
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

/// Copies a folder with owners and rights. The copy may exist and be empty.
pub(super) fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    let mut copy = Command::new("cp");
    copy.arg("-aT").arg(from).arg(to);
    run(copy);
}
