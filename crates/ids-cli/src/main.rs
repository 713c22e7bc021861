//! `ids` makes, explains, converts and bounds identifiers: see the crate's README.

#![deny(unsafe_code)]
#![expect(
    clippy::missing_const_for_fn,
    clippy::missing_inline_in_public_items,
    clippy::std_instead_of_core,
    reason = "for libraries: nothing else is built on a command"
)]

mod cli;
mod instant;
mod reading;
mod show;
mod signals;
mod status;
mod verbs;

// What nearly all of them name.
use self::{
    show::Output,
    status::{Failure, Status},
};

fn main() -> std::process::ExitCode {
    signals::survive_limits();
    cli::run()
}
