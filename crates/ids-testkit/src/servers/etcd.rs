//! etcd.

use std::{
    fs,
    io::{self, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::Command,
};

use nix::sys::signal::Signal;

use super::{
    postgres::copy_all,
    program::{Port, Program, command, find, sign, wanted},
};
use crate::Folder;

/// An etcd server of one member, on loopback.
#[derive(Debug)]
pub struct EtcdServer {
    program: Option<Program>,
    binary: PathBuf,
    port: Port,
    peer: Port,
    /// Where it says that it is healthy.
    metrics: Port,
    is_encrypted: bool,
    folder: Folder,
}

impl EtcdServer {
    /// Starts one; `None` where tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Self> {
        let mut server = Self::make()?;
        server.restart();
        Some(server)
    }

    /// Starts one with TLS and a certificate for `localhost`, which it has signed itself; `None` where
    /// tests start none.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_encrypted() -> Option<Self> {
        let mut server = Self { is_encrypted: true, ..Self::make()? };
        sign(server.folder.path(), "root")?;
        server.restart();
        Some(server)
    }

    fn make() -> Option<Self> {
        wanted("etcd")?;
        let binary = find("etcd", &[])?;
        let [port, peer, metrics] = [(); 3].map(|()| Port::reserve());
        let folder = Folder::new("etcd");
        Some(Self { program: None, binary, port, peer, metrics, is_encrypted: false, folder })
    }

    /// The file with the certificate of an encrypted server.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("server.crt")
    }

    /// The port of its clients.
    pub const fn port(&self) -> u16 {
        self.port.number()
    }

    /// Where it is.
    pub fn url(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://127.0.0.1:{}", self.port())
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
        let output = etcdctl.env("ETCDCTL_API", "3").args(["--endpoints", &self.url()]);
        let output = output.args(line.split(' ')).output().expect("etcdctl");
        assert!(output.status.success(), "{line}: {output:?}");
        Some(String::from_utf8(output.stdout).expect("UTF-8"))
    }

    /// Starts another one with what this one has, as `etcdctl` saves and restores it; `None` where tests
    /// start none. `user` is an option of it, for one that may do that.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restored(&self, user: &str) -> Option<Self> {
        let mut server = Self::make()?;
        let [file, data] = ["snapshot", "data"].map(|name| server.folder.path().join(name));
        self.ctl(&format!("{user} snapshot save {}", file.display()))?;
        let peer = format!("http://127.0.0.1:{}", server.peer.number());
        self.ctl(&format!(
            "snapshot restore {} --data-dir {} --name one --initial-cluster one={peer} \
             --initial-advertise-peer-urls {peer}",
            file.display(),
            data.display()
        ))?;
        server.restart();
        Some(server)
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.program = None;
    }

    /// Starts it again.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.stop();
        let (client, peer) = (self.url(), format!("http://127.0.0.1:{}", self.peer.number()));
        let etcd = || {
            let mut command = command(&self.binary, "root");
            command.args(["--name", "one", "--initial-cluster", &format!("one={peer}")]);
            command.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
            command.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
            command.arg("--data-dir").arg(self.folder.path().join("data"));
            let metrics = format!("http://127.0.0.1:{}", self.metrics.number());
            command.args(["--listen-metrics-urls", &metrics]);
            command.args(["--log-level", "error", "--logger", "zap"]);
            if self.is_encrypted {
                command.arg("--cert-file").arg(self.certificate());
                command.arg("--key-file").arg(self.folder.path().join("server.key"));
            }
            command
        };
        let is_healthy = || {
            let health = http(self.metrics.number(), "GET /health HTTP/1.0\r\n\r\n");
            health.is_ok_and(|answer| answer.contains("\"health\":\"true\""))
        };
        self.program = Some(Program::start(&self.folder, etcd, is_healthy));
    }

    fn stop(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.end(Signal::SIGTERM);
        }
    }

    /// Stops it where it is.
    pub fn suspend(&self) {
        if let Some(program) = &self.program {
            program.suspend();
        }
    }

    /// Lets it go on.
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
        let copy = Folder::new("etcd-copy");
        copy_all(&self.folder.path().join("data"), copy.path());
        self.restart();
        move |server| {
            server.stop();
            let data = server.folder.path().join("data");
            fs::remove_dir_all(&data).expect("its folder");
            copy_all(copy.path(), &data);
            server.restart();
        }
    }
}

fn http(port: u16, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
