//! What the command shows, to people and to programs.

pub(crate) mod added;
mod closed;
pub(crate) mod diagram;
pub(crate) mod event;
pub(crate) mod explanation;
pub(crate) mod findings;
pub(crate) mod foreign;
pub(crate) mod json;
pub(crate) mod names;
pub(crate) mod new_file;
pub(crate) mod output;
pub(crate) mod outside;
pub(crate) mod plural;
pub(crate) mod progress;
pub(crate) mod record;
