//! The service answers as that over sqlx does.

#[path = "../../web-sqlx/tests/web/answers.rs"]
mod answers;

use web_diesel::{messages::Messages, routes::routes};

#[tokio::test]
async fn in_sqlite() {
    answers::behaves(routes(Messages::open(":memory:").expect("a database"))).await;
}
