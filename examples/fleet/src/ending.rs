//! The wish that a process ends.

use tokio::signal::unix::{SignalKind, signal};

/// Waits for SIGTERM, as systemd and Kubernetes send it, or for SIGINT, which is Ctrl-C.
///
/// # Panics
/// If the system does not let the process listen for signals.
pub async fn told_to_end() {
    let listen = |kind| signal(kind).expect("a handler for a signal");
    let (mut term, mut int) = (listen(SignalKind::terminate()), listen(SignalKind::interrupt()));
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
}
