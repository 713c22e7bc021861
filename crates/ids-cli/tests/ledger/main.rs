//! `ids ledger`, the real command: verdicts, exit codes, files that stay whole whatever happens.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod answers;
mod append;
mod causes;
mod compressed;
mod crash;
mod create;
mod files;
mod forged;
mod idempotency;
mod lock;
mod long;
mod places;
#[cfg(unix)]
#[path = "../cli/pty.rs"]
mod pty;
mod repair;
#[path = "../cli/run.rs"]
mod run;
mod show;
#[cfg(unix)]
mod terminal;
mod verify;
