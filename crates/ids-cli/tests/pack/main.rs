//! The functions that `ids sql` prints, in the databases that they are for.

#![cfg(unix)]

#[cfg(target_os = "linux")]
mod mysql;
#[cfg(target_os = "linux")]
mod postgres;
mod sqlite;

use std::process::Command;

/// What `ids sql` prints with these arguments.
fn pack(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ids"))
        .arg("sql")
        .args(arguments.split_whitespace())
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}
