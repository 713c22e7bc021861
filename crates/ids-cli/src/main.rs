//! `ids` makes, explains, converts and bounds identifiers: see the crate's README.

#![deny(unsafe_code)]
#![expect(
    clippy::missing_const_for_fn,
    clippy::missing_inline_in_public_items,
    clippy::std_instead_of_core,
    reason = "for libraries: nothing else is built on a command"
)]

mod ahead;
mod candidates;
mod check;
mod cli;
mod closed;
mod conform;
mod convert;
mod diagram;
mod event;
mod foreign;
mod formats;
mod info;
mod input;
mod inspect;
mod instant;
mod json;
mod ledger;
mod names;
mod new;
mod output;
mod outside;
mod progress;
mod range;
mod record;
mod refuse;
mod respond;
mod select;
#[cfg(unix)]
mod signals;
mod status;
mod table;

fn main() -> std::process::ExitCode {
    cli::run()
}
