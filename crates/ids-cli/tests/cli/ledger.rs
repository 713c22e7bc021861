//! `ids ledger`: verdicts, exit codes, files that stay whole whatever happens.

mod answers;
mod append;
mod causes;
mod compressed;
mod create;
pub(crate) mod files;
mod forged;
mod full;
mod idempotency;
mod kills;
mod lock;
mod long;
#[cfg(feature = "sqlite")]
mod places;
mod repair;
mod show;
#[cfg(unix)]
mod terminal;
mod verify;
