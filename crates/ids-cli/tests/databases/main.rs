//! SQL that the command and the documents give people, executed by the databases that it is for.
//!
//! `SQLite` is in this program. `PostgreSQL` and `MariaDB` are servers to throw away, where they are
//! installed: `just servers` wants them all.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod engine;
#[cfg(target_os = "linux")]
mod mysql;
#[cfg(target_os = "linux")]
mod pack;
mod page;
mod plan;
#[cfg(target_os = "linux")]
mod postgres;
mod range;
mod sqlite;

use std::process::Command;

use engine::Engine;

/// What the command prints, or its exit code and what it says.
fn ids(arguments: &str) -> Result<String, (Option<i32>, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ids"));
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err((output.status.code(), text(output.stderr)))
    }
}

/// What the documents have, and `ids range`.
fn documents(engine: &dyn Engine) {
    range::hold(engine);
    plan::hold(engine);
    page::hold(engine);
}
