//! What the command shows, to people and to programs.

pub(crate) mod added;
mod closed;
pub(crate) mod diagram;
pub(crate) mod event;
pub(crate) mod explanation;
pub(crate) mod findings;
pub(crate) mod foreign;
pub(crate) mod names;
pub(crate) mod new_file;
mod output;
pub(crate) mod outside;
mod progress;

pub(crate) use self::{
    output::{BAD, BOLD, DIM, Output, Page, complain},
    outside::{argument, printable},
    progress::Progress,
};
pub(crate) use ids_formats::json::{self, Record};

/// A number of things: of other than one, with an s.
pub(crate) fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
