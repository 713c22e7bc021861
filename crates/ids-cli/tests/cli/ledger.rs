//! `ids ledger`: verdicts, exit codes, files that stay whole whatever happens.

mod answers;
mod append;
mod causes;
mod compressed;
pub(crate) mod files;
mod full;
mod kills;
mod lock;
mod long;
#[cfg(feature = "sqlite")]
mod places;
#[cfg(unix)]
mod terminal;
mod verify;
