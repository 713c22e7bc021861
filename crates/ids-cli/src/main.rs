//! `ids` makes, explains, converts and bounds identifiers: see the crate's README.

#![forbid(unsafe_code)]

mod candidates;
mod cli;
mod convert;
mod diagram;
mod format;
mod formats;
mod info;
mod input;
mod inspect;
mod instant;
mod json;
mod new;
mod output;
mod range;
mod reading;
mod record;
mod refuse;
mod select;
mod status;

fn main() -> std::process::ExitCode {
    cli::run()
}
