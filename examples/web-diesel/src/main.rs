//! The command: serves on port 3000 of loopback, over the SQLite file of `DATABASE_URL`.

use core::{error::Error, net::Ipv4Addr};
use std::env;

use tokio::net::TcpListener;
use web_diesel::{messages::Messages, routes::routes};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let file = env::var("DATABASE_URL").unwrap_or_else(|_| "messages.db".into());
    let messages = Messages::open(&file)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 3000)).await?;
    axum::serve(listener, routes(messages)).await?;
    Ok(())
}
