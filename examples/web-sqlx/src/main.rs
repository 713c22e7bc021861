//! The command: serves on port 3000 of loopback, over the database of `DATABASE_URL`.

use core::{error::Error, net::Ipv4Addr};
use std::env;

use tokio::net::TcpListener;
use web_sqlx::{messages::Messages, routes::routes};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = env::var("DATABASE_URL").unwrap_or_else(|_| "sqlite:messages.db?mode=rwc".into());
    let messages = Messages::open(&url).await?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 3000)).await?;
    axum::serve(listener, routes(messages)).await?;
    Ok(())
}
