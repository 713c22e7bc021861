//! The arguments before they are understood.

use std::ffi::OsString;

use clap::{ColorChoice, CommandFactory, Error, FromArgMatches};

use super::Cli;
use crate::refuse;

/// What the arguments say; what is said of them if they are wrong is coloured as asked for.
pub(super) fn read(color: ColorChoice, arguments: &[OsString]) -> Result<Cli, Error> {
    let mut command = Cli::command().color(color);
    let matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The value of `--color`, which holds also for what is said before all options are read.
pub(super) fn color(arguments: &[OsString]) -> ColorChoice {
    let mut options = arguments.iter().filter_map(|option| option.to_str());
    let mut color = ColorChoice::Auto;
    while let Some(option) = options.next().filter(|option| *option != "--") {
        let value = match option {
            "--color" => options.next(),
            _ => option.strip_prefix("--color="),
        };
        color = value.and_then(|value| value.parse().ok()).unwrap_or(color);
    }
    color
}

/// Why the arguments are not read as they were meant, if one is an identifier that begins with `-`.
pub(super) fn misread(arguments: &[OsString]) -> Option<String> {
    let mut words =
        arguments.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let verb = words.find(|word| matches!(*word, "inspect" | "convert"))?;
    let text =
        words.find(|word| word.len() > 8 && word.starts_with('-') && !word.starts_with("--"))?;
    let text = refuse::printable(text.as_bytes());
    Some(format!(
        "'{text}' is read as options; an identifier that begins with - stands after --: \
         ids {verb} -- {text}"
    ))
}
