//! pgbouncer.

use std::{
    fs,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
};

use nix::sys::signal::Signal;

use super::{
    Kind, PostgresServer, Server,
    program::{Program, command, find, give},
};
use crate::Folder;

const USER: &str = "postgres";

/// It names the socket in the folder; nothing listens on the port.
const PORT: u16 = 6432;

/// pgbouncer in transaction mode before a server, on a socket in its folder. It ends at once.
#[derive(Debug)]
pub struct Bouncer {
    binary: PathBuf,
}

/// A pgbouncer to throw away.
pub type PgBouncer = Server<Bouncer>;

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
        Some(Self::run(Bouncer { binary }, folder))
    }
}

impl Kind for Bouncer {
    const END: Signal = Signal::SIGKILL;

    fn run(&self, folder: &Folder) -> Program {
        let socket = folder.path().join(format!(".s.PGSQL.{PORT}"));
        let _left = fs::remove_file(&socket);
        let pgbouncer = || {
            let mut command = command(&self.binary, USER);
            command.arg("-q").arg(folder.path().join("ini")).current_dir("/");
            command
        };
        Program::start(folder, pgbouncer, || UnixStream::connect(&socket).is_ok())
    }

    fn url(&self, folder: &Path) -> String {
        format!("host={} port={PORT} user={USER} dbname=postgres", folder.display())
    }
}
