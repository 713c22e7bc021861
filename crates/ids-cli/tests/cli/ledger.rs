//! `ids ledger`: verdicts, exit codes, files that stay whole whatever happens.

mod answers;
mod append;
mod causes;
mod compressed;
mod crash;
mod create;
pub(crate) mod files;
mod forged;
mod idempotency;
mod lock;
mod long;
#[cfg(feature = "sqlite")]
mod places;
mod repair;
mod show;
#[cfg(unix)]
mod terminal;
mod verify;
