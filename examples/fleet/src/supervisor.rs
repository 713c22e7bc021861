//! What starts the parts of the fleet, and starts each again that has ended.

use core::time::Duration;
use std::{env, fs, path::Path};

use ids_testkit::servers::PostgresServer;
use tokio::time::sleep;

use crate::{
    Failure,
    ending::told_to_end,
    part::{Part, locked},
};

/// Runs PostgreSQL, unless `DATABASE_URL` names one, and three services on the ports after this one.
///
/// The parts go on if the supervisor is killed. The next one in this folder takes them over.
///
/// # Errors
/// If the folder has a supervisor, or the system refuses.
pub async fn run(folder: &Path, port: u16) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let _only = locked(&folder.join("supervisor.pid"))?
        .ok_or_else(|| format!("{} has a supervisor that runs", folder.display()))?;
    let mut parts = Vec::new();
    let url = env::var("DATABASE_URL").or_else(|_| {
        let data = folder.join("postgres");
        let path = data.to_str().ok_or("the name of the folder is not UTF-8")?;
        parts.push(Part::new(folder, "postgres", &["postgres", path]));
        Ok::<_, Failure>(PostgresServer::url_in(&data))
    })?;
    for number in 1..=3 {
        let port = port.checked_add(number).ok_or("the ports are too high")?.to_string();
        parts.push(Part::new(folder, &format!("service-{number}"), &["service", &port]));
    }

    println!("Users are at http://127.0.0.1:{}/users and on the two ports after it.", port + 1);

    let ending = told_to_end();
    tokio::pin!(ending);
    loop {
        for part in &mut parts {
            part.start(&url)?;
        }
        tokio::select! {
            () = &mut ending => break,
            () = sleep(Duration::from_millis(100)) => {}
        }
    }
    // The services first: they give their numbers back to the database.
    for part in parts.iter_mut().rev() {
        part.end().await?;
    }
    Ok(())
}
