//! The command line.

mod arguments;
mod command;

use std::{env, ffi::OsString, process::ExitCode};

use clap::ColorChoice;

use crate::{Failure, Output, Status, show::complain};

/// Runs the command with the arguments of the process.
pub(crate) fn run() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    let color = arguments::color(&arguments);
    let cli = match arguments::read(color, &arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let answered = arguments::answer(color, &arguments, error);
            return ended(color, [answered]);
        }
    };
    let color = cli.color;
    let mut out = Output::new(color);
    let run = cli.verb.run(&mut out);
    // What was made before a failure is still wanted.
    let written = out.flush().map(|()| Status::Done);
    ended(color, [run, written])
}

/// Says what went wrong, and how it ends.
fn ended<const N: usize>(color: ColorChoice, results: [Result<Status, Failure>; N]) -> ExitCode {
    let mut status = Status::Done;
    for result in results {
        let failure = match result {
            Ok(reached) => {
                status.raise(reached);
                continue;
            }
            Err(failure) => failure,
        };
        status.raise(failure.status());
        let Some(message) = failure.message() else { continue };
        complain(color, |page| {
            page.error(message);
            if matches!(failure, Failure::Usage(_)) {
                page.text("\nFor more information, try '--help'.\n");
            }
        });
    }
    status.into()
}
