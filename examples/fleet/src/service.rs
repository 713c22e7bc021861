//! One process of the service.

use core::{future::IntoFuture as _, net::Ipv4Addr, time::Duration};

use tokio::{net::TcpListener, sync::oneshot, task::spawn_blocking, time::timeout};

use crate::{
    Failure,
    ending::told_to_end,
    ids::Ids,
    routes::{Shared, routes},
    users::Users,
};

/// How long requests may last when the process is told to end.
const LIMIT: Duration = Duration::from_secs(5);

/// Serves on a port of loopback, until the process is told to end. Then it gives the node number back.
///
/// # Errors
/// If it cannot start, or loses its node number: start it again.
pub async fn run(url: &str, port: u16) -> Result<(), Failure> {
    let users = Users::open(url).await?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    // Last, so that no number is taken by a process that fails to start.
    let (ids, mut keeper) = Ids::claim(url, &format!("port {port}")).await?;
    println!("node {}, on port {port}", ids.number());

    let stop = keeper.stop();
    let mut keeping = spawn_blocking(move || keeper.run(|error| eprintln!("{error}")));
    let (end, ended) = oneshot::channel::<()>();
    let server = axum::serve(listener, routes(Shared { ids, users }));
    let server = server.with_graceful_shutdown(async { drop(ended.await) });
    let server = tokio::spawn(server.into_future());

    let lost = tokio::select! {
        () = told_to_end() => None,
        lost = &mut keeping => Some(lost),
    };
    // No more requests, and then no more ids.
    drop(end);
    let _too_long = timeout(LIMIT, server).await;
    stop();
    match lost {
        Some(lost) => lost??,
        None => keeping.await??,
    }
    println!("ended, and gave its node number back");
    Ok(())
}
