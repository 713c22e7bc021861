//! The connections: how many there are, and how long a client may keep one.

use core::time::Duration;
use std::sync::Arc;

use axum::{Router, serve::Listener};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_io_timeout::TimeoutStream;

/// What clients may take of the service.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once. Others wait until one of them is closed.
    pub connections: usize,
    /// How long the head of a request may take. A connection without a request is closed after that, too.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a client may take nothing of an answer.
    pub answer: Duration,
    /// Bytes of large bodies at once, whether or not their requests have arrived wholly.
    pub bytes: usize,
    /// Pages at once that are read or sent. Others wait.
    pub pages: usize,
    /// Appends at once for each ledger: one is stored, the others wait for it.
    pub appends: usize,
    /// How long records are verified.
    pub verify: Duration,
}

impl Limits {
    /// Those of the command.
    pub const DEFAULT: Self = Self {
        connections: 512,
        head: Duration::from_secs(10),
        body: Duration::from_secs(30),
        answer: Duration::from_secs(30),
        bytes: 64 << 20,
        pages: 16,
        appends: 64,
        verify: Duration::from_secs(60),
    };
}

/// Serves connections for ever.
pub async fn serve(mut listener: TcpListener, routes: Router, limits: Limits) {
    let places = Arc::new(Semaphore::new(limits.connections));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        // Axum's own way, which outlives what is wrong with a connection.
        let (stream, _) = Listener::accept(&mut listener).await;
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.answer));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.head);
            // A client that was cut off knows it.
            let _ended = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
            drop(place);
        });
    }
}
