//! A network that fails: a proxy that cuts connections at a chosen moment.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// Where a proxy leads.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// A port of loopback.
    Port(u16),
    /// A socket.
    Socket(PathBuf),
}

/// When a proxy cuts a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The request does not reach the server.
    Before,
    /// The server has answered the request. The answer does not reach the client.
    After,
}

/// A proxy on a port of loopback. It stays until the process ends.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When to cut, what the request has in it, and how many requests to let pass before.
    plan: Mutex<Option<(Cut, Vec<u8>, usize)>>,
    cuts: AtomicU32,
}

impl Proxy {
    /// Starts one.
    ///
    /// # Panics
    /// If there is no port.
    pub fn start(upstream: Upstream) -> Self {
        Self::changing(upstream, |_| ())
    }

    /// Starts one that changes what the server says.
    ///
    /// # Panics
    /// If there is no port.
    pub fn changing(
        upstream: Upstream,
        change: impl Fn(&mut [u8]) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let state = Arc::<State>::default();
        let (shared, change) = (Arc::clone(&state), Arc::new(change));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client that gets no connection finds its own closed.
                let _failed = connect(client, &upstream, &shared, Arc::clone(&change));
            }
        });
        Self { port, state }
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Cuts one connection: at the next request that has these bytes in it, after `after` ones that may pass.
    pub fn cut(&self, when: Cut, request: &[u8], after: usize) {
        let mut plan = self.state.plan.lock().unwrap_or_else(PoisonError::into_inner);
        *plan = Some((when, request.into(), after));
    }

    /// How many connections were cut.
    pub fn cuts(&self) -> u32 {
        self.state.cuts.load(SeqCst)
    }
}

impl State {
    /// Whether to cut at this request.
    fn plan(&self, request: &[u8]) -> Option<Cut> {
        let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let (cut, wanted, left) = plan.as_mut()?;
        let is_in = wanted.is_empty() || request.windows(wanted.len()).any(|bytes| bytes == wanted);
        if !is_in {
            return None;
        }
        if *left > 0 {
            *left -= 1;
            return None;
        }
        let cut = *cut;
        *plan = None;
        self.cuts.fetch_add(1, SeqCst);
        Some(cut)
    }
}

fn connect(
    client: TcpStream,
    upstream: &Upstream,
    state: &Arc<State>,
    change: Arc<impl Fn(&mut [u8]) + Send + Sync + 'static>,
) -> io::Result<()> {
    // A socket is read, written and shut down alike, whatever its family.
    let any = |stream: TcpStream| UnixStream::from(OwnedFd::from(stream));
    let (client, server) = match upstream {
        Upstream::Port(port) => (any(client), any(TcpStream::connect(("127.0.0.1", *port))?)),
        Upstream::Socket(path) => (any(client), UnixStream::connect(path)?),
    };
    let (from_client, from_server) = (client.try_clone()?, server.try_clone()?);
    let answers_are_lost = Arc::new(AtomicBool::new(false));
    let (lost, state) = (Arc::clone(&answers_are_lost), Arc::clone(state));
    thread::spawn(move || {
        carry(from_client, server, |request| match state.plan(request) {
            Some(Cut::Before) => false,
            Some(Cut::After) => {
                lost.store(true, SeqCst);
                true
            }
            None => true,
        });
    });
    thread::spawn(move || {
        carry(from_server, client, |answer| {
            change(answer);
            !answers_are_lost.load(SeqCst)
        });
    });
    Ok(())
}

/// Carries data one way until there is none, or until it may not pass; then it closes both ways.
fn carry(mut from: UnixStream, mut to: UnixStream, may_pass: impl Fn(&mut [u8]) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let data = &mut buffer[..length];
        if !may_pass(data) || to.write_all(data).is_err() {
            break;
        }
    }
    for stream in [from, to] {
        let _closed = stream.shutdown(Shutdown::Both);
    }
}
