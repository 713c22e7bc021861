//! `MariaDB`, or a `MySQL` that runs already.

use std::{
    env,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::Command,
};

use super::program::{Program, command, feed, find, give, run, wanted};
use crate::Folder;

const USER: &str = "mysql";

/// A `MariaDB` server, on a socket in its folder, with the user `root` and a database `ids`.
///
/// If `IDS_MYSQL_SOCKET` names the socket of a server that runs already, such as `MySQL`, it is that one, and its
/// database `ids` is made anew. So tests come one after the other there.
#[derive(Debug)]
pub struct MariadbServer {
    /// Ends before the folder goes. `None` if it ran already.
    _own: Option<(Program, Folder)>,
    client: PathBuf,
    socket: PathBuf,
}

impl MariadbServer {
    /// Starts one; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Self> {
        wanted("MariaDB")?;
        if let Some(socket) = env::var_os("IDS_MYSQL_SOCKET") {
            let server = Self { _own: None, client: find("mariadb", &[])?, socket: socket.into() };
            server
                .query_in("", "DROP DATABASE IF EXISTS ids; CREATE DATABASE ids")
                .expect("a database");
            return Some(server);
        }
        let [server, install, client] =
            ["mariadbd", "mariadb-install-db", "mariadb"].map(|name| find(name, &[]));
        let (server, install, client) = (server?, install?, client?);
        let folder = Folder::new("mariadb");
        give(folder.path(), USER);
        // As small as it can be: the journal alone has 96 MiB otherwise.
        let small = ["--innodb-log-file-size=4M", "--innodb-data-file-path=ibdata1:4M:autoextend"];
        // A server that starts removes the temporary tables of all others that share its folder for them.
        let own = [("datadir", "data"), ("tmpdir", "")]
            .map(|(name, part)| format!("--{name}={}", folder.path().join(part).display()));
        let mut make = command(&install, USER);
        make.arg("--no-defaults")
            .args(&own)
            .args(["--skip-test-db", "--skip-name-resolve"])
            .args(small);
        make.arg("--auth-root-authentication-method=normal").current_dir("/");
        run(make);
        let socket = folder.path().join("socket");
        let start = || {
            let mut start = command(&server, USER);
            start
                .arg("--no-defaults")
                .args(&own)
                .args(["--skip-networking", "--skip-log-bin"])
                .args(small);
            start.arg(format!("--socket={}", socket.display()));
            start.arg(format!("--pid-file={}", folder.path().join("pid").display()));
            // What ends here is a process, never the machine.
            start.arg("--innodb-flush-log-at-trx-commit=0").current_dir("/");
            start
        };
        let program = Program::start(&folder, start, || UnixStream::connect(&socket).is_ok());
        let server = Self { _own: Some((program, folder)), client, socket };
        server.query_in("", "CREATE DATABASE ids").expect("a database");
        Some(server)
    }

    /// Where its socket is.
    pub fn socket(&self) -> &Path {
        &self.socket
    }

    /// What the client prints for these statements: a line for each row, with tabs.
    ///
    /// # Errors
    /// What the server says of the first one that it refuses.
    ///
    /// # Panics
    /// If the client cannot be run.
    pub fn query(&self, sql: &str) -> Result<String, String> {
        self.query_in("ids", sql)
    }

    fn query_in(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut client = Command::new(&self.client);
        client.args(["--no-defaults", "-BNr", "--default-character-set=utf8mb4", "-u", "root"]);
        client.arg("-S").arg(self.socket()).arg(database);
        feed(client, sql)
    }
}
