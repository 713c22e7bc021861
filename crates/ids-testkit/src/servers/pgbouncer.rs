//! pgbouncer.

use std::{fs, os::unix::net::UnixStream, path::PathBuf};

use nix::sys::signal::Signal;

use super::{
    PostgresServer,
    program::{Program, command, find, give},
};
use crate::Folder;

const USER: &str = "postgres";

/// It names the socket in the folder; nothing listens on the port.
const PORT: u16 = 6432;

/// pgbouncer in transaction mode before a server, on a socket in its folder.
#[derive(Debug)]
pub struct PgBouncer {
    program: Option<Program>,
    binary: PathBuf,
    folder: Folder,
}

impl PgBouncer {
    /// Starts one with this number of connections to the server; `None` where it is not installed.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(server: &PostgresServer, connections: usize) -> Option<Self> {
        let binary = find("pgbouncer", &[])?;
        let folder = Folder::new("pgbouncer");
        give(folder.path(), USER);
        let path = folder.path().display();
        let configuration = format!(
            "[databases]\n\
             * = host={} port={}\n\
             [pgbouncer]\n\
             listen_addr =\nlisten_port = {PORT}\nunix_socket_dir = {path}\n\
             auth_type = trust\nauth_file = {path}/users\n\
             pool_mode = transaction\ndefault_pool_size = {connections}\nmax_client_conn = 100\n\
             logfile = {path}/log\nserver_login_retry = 1\n",
            server.folder().display(),
            server.port(),
        );
        fs::write(folder.path().join("ini"), configuration).expect("a file");
        fs::write(folder.path().join("users"), "\"postgres\" \"\"\n").expect("a file");
        let mut pooler = Self { program: None, binary, folder };
        pooler.restart();
        Some(pooler)
    }

    /// A connection string.
    pub fn url(&self) -> String {
        format!("host={} port={PORT} user={USER} dbname=postgres", self.folder.path().display())
    }

    /// Ends it at once, and starts it again.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.end(Signal::SIGKILL);
        }
        let socket = self.folder.path().join(format!(".s.PGSQL.{PORT}"));
        let _left = fs::remove_file(&socket);
        let pgbouncer = || {
            let mut command = command(&self.binary, USER);
            command.arg("-q").arg(self.folder.path().join("ini")).current_dir("/");
            command
        };
        let ready = || UnixStream::connect(&socket).is_ok();
        self.program = Some(Program::start(&self.folder, pgbouncer, ready));
    }
}
