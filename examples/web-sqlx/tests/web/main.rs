//! The service over SQLite and over PostgreSQL.

mod answers;

use ids_testkit::servers::PostgresServer;
use web_sqlx::{messages::Messages, routes::routes};

async fn behaves(url: &str) {
    answers::behaves(routes(Messages::open(url).await.expect("a database"))).await;
}

#[tokio::test]
async fn in_sqlite() {
    behaves("sqlite::memory:").await;
}

#[tokio::test]
async fn in_postgresql() {
    let Some(server) = PostgresServer::start() else { return };
    let host = server.folder().display().to_string().replace('/', "%2F");
    behaves(&format!("postgres://postgres@{host}:{}/postgres", server.port())).await;
}
