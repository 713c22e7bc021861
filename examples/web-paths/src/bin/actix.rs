//! The service in actix, on port 8080 of this machine.

use actix_web::{App, HttpServer};

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    HttpServer::new(|| App::new().configure(web_paths::actix::routes))
        .bind(("127.0.0.1", 8080))?
        .run()
        .await
}
