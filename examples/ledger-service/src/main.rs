//! The command: serves on loopback, over the database of `DATABASE_URL`, on the port of `PORT`.

use core::{error::Error, net::Ipv4Addr};
use std::env;

use ledger_service::{
    database::{Database, Postgres, Sqlite},
    routes::routes,
    serve::{Limits, serve as serve_within},
};
use tokio::{net::TcpListener, task::spawn_blocking};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = env::var("DATABASE_URL").unwrap_or_else(|_| "sqlite:events.db".into());
    match url.strip_prefix("sqlite:") {
        Some(path) => serve(Sqlite { path: path.into() }).await,
        None => serve(Postgres { url }).await,
    }
}

async fn serve<D: Database>(database: D) -> Result<(), Box<dyn Error>> {
    let database = spawn_blocking(move || database.init().map(|()| database)).await??;
    let port = env::var("PORT").map_or(Ok(3000), |port| port.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("http://{}", listener.local_addr()?);
    // It may be killed at any time: what was acknowledged is on the disk.
    let limits = Limits::DEFAULT;
    serve_within(listener, routes(database, limits), limits).await;
    Ok(())
}
