//! etcd.

use std::{
    io::{self, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
};

use nix::sys::signal::Signal;

use super::{
    Kind, Server,
    program::{Port, Program, command, find, sign, wanted},
};
use crate::Folder;

/// An etcd server of one member, on loopback.
pub type EtcdServer = Server<Etcd>;

/// etcd.
#[derive(Debug)]
pub struct Etcd {
    binary: PathBuf,
    port: Port,
    peer: Port,
    /// Where it says that it is healthy.
    metrics: Port,
    is_encrypted: bool,
}

impl Etcd {
    fn find(is_encrypted: bool) -> Option<Self> {
        wanted("etcd")?;
        let binary = find("etcd", &[])?;
        let [port, peer, metrics] = [(); 3].map(|()| Port::reserve());
        Some(Self { binary, port, peer, metrics, is_encrypted })
    }
}

impl Server<Etcd> {
    /// Starts one; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Self> {
        Some(Self::run(Etcd::find(false)?, Folder::new("etcd")))
    }

    /// Starts one with TLS and a certificate for `localhost`, which it has signed itself; `None` where
    /// tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_encrypted() -> Option<Self> {
        let (kind, folder) = (Etcd::find(true)?, Folder::new("etcd"));
        sign(folder.path(), "root")?;
        Some(Self::run(kind, folder))
    }

    /// The file with the certificate of an encrypted server.
    pub fn certificate(&self) -> PathBuf {
        self.folder().join("server.crt")
    }

    /// The port of its clients.
    pub const fn port(&self) -> u16 {
        self.kind.port.number()
    }

    /// What its gateway answers to this JSON.
    ///
    /// # Panics
    /// If it refuses.
    pub fn post(&self, path: &str, body: &str) -> String {
        let request =
            format!("POST {path} HTTP/1.0\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let answer = http(self.port(), &request).expect("an answer");
        assert!(answer.contains(" 200 OK"), "{path} {body}: {answer}");
        answer
    }

    /// What `etcdctl` prints for this; `None` where it is not installed.
    ///
    /// # Panics
    /// If it fails.
    pub fn ctl(&self, line: &str) -> Option<String> {
        let mut etcdctl = Command::new(find("etcdctl", &[])?);
        // On a busy machine its own 5 s are not enough.
        etcdctl.env("ETCDCTL_API", "3").args(["--command-timeout", "60s"]);
        let output = etcdctl.args(["--endpoints", &self.url()]).args(line.split(' '));
        let output = output.output().expect("etcdctl");
        assert!(output.status.success(), "{line}: {output:?}");
        Some(String::from_utf8(output.stdout).expect("UTF-8"))
    }

    /// Starts another one with what this one has, as `etcdctl` saves and restores it; `None` where tests
    /// start none. `user` is an option of it, for one that may do that.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restored(&self, user: &str) -> Option<Self> {
        let (kind, folder) = (Etcd::find(false)?, Folder::new("etcd"));
        let [file, data] = ["snapshot", "data"].map(|name| folder.path().join(name));
        self.ctl(&format!("{user} snapshot save {}", file.display()))?;
        let peer = format!("http://127.0.0.1:{}", kind.peer.number());
        self.ctl(&format!(
            "snapshot restore {} --data-dir {} --name one --initial-cluster one={peer} \
             --initial-advertise-peer-urls {peer}",
            file.display(),
            data.display()
        ))?;
        Some(Self::run(kind, folder))
    }
}

impl Kind for Etcd {
    const END: Signal = Signal::SIGTERM;

    fn run(&self, folder: &Folder) -> Program {
        let path = folder.path();
        let (client, peer) = (self.url(path), format!("http://127.0.0.1:{}", self.peer.number()));
        let etcd = || {
            let mut command = command(&self.binary, "root");
            command.args(["--name", "one", "--initial-cluster", &format!("one={peer}")]);
            command.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
            command.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
            command.arg("--data-dir").arg(path.join("data"));
            let metrics = format!("http://127.0.0.1:{}", self.metrics.number());
            command.args(["--listen-metrics-urls", &metrics]);
            command.args(["--log-level", "error", "--logger", "zap"]);
            if self.is_encrypted {
                command.arg("--cert-file").arg(path.join("server.crt"));
                command.arg("--key-file").arg(path.join("server.key"));
            }
            command
        };
        let is_healthy = || {
            let health = http(self.metrics.number(), "GET /health HTTP/1.0\r\n\r\n");
            health.is_ok_and(|answer| answer.contains("\"health\":\"true\""))
        };
        Program::start(folder, etcd, is_healthy)
    }

    fn url(&self, _folder: &Path) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://127.0.0.1:{}", self.port.number())
    }
}

fn http(port: u16, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
