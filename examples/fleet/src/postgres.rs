//! The PostgreSQL server to throw away, where `DATABASE_URL` names no other one.

use std::path::Path;

use ids_testkit::servers::PostgresServer;

use crate::Failure;

/// Runs one in this folder, and starts it again whenever it ends. It ends with this process.
///
/// # Errors
/// If PostgreSQL is not installed.
pub fn run(folder: &Path) -> Result<(), Failure> {
    let mut server = PostgresServer::start_in(folder)
        .ok_or("install PostgreSQL (apt-get install postgresql), or set DATABASE_URL")?;
    loop {
        println!("PostgreSQL runs");
        server.wait();
        println!("PostgreSQL has ended");
        server.restart();
    }
}
