//! The command: the whole fleet, or one part of it, which the supervisor starts.

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

use fleet::{Failure, postgres, service, supervisor};

const USAGE: &str = "\
fleet                   PostgreSQL, and three services on the ports 3001 to 3003
fleet FOLDER PORT       the same in this folder, on the three ports after this one
fleet service PORT      one service, with the database of DATABASE_URL
fleet postgres FOLDER   PostgreSQL in this folder";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => supervisor::run(&env::temp_dir().join("ids-fleet"), 3000).await,
        ["service", port] => serve(port).await,
        ["postgres", folder] => postgres::run(Path::new(folder)),
        [folder, port] => supervise(folder.into(), port).await,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(port: &str) -> Result<(), Failure> {
    service::run(&env::var("DATABASE_URL")?, port.parse()?).await
}

async fn supervise(folder: PathBuf, port: &str) -> Result<(), Failure> {
    supervisor::run(&folder, port.parse()?).await
}
