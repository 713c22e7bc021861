//! The arguments before they are understood.

use std::{
    ffi::{OsStr, OsString},
    iter, mem,
    path::Path,
};

use clap::{
    ColorChoice, Command, CommandFactory, Error, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};
use ids_core::{Clock, SystemClock};
use ids_formats::{Answer, Context, Inspector};

use super::command::Cli;
use crate::{
    Failure, Output, Status,
    reading::{COUNTERS, Moment, input},
    show::{argument, complain, names},
};

/// Parses the arguments; an error message has the colours that `--color` asks for.
pub(super) fn read(color: ColorChoice, arguments: &[OsString]) -> Result<Cli, Error> {
    let mut command = Cli::command().color(color);
    // Not by the name that the command was called by, which may be anything.
    let mut parse = |arguments: &[OsString]| {
        let arguments =
            iter::once(OsStr::new("ids")).chain(arguments.iter().skip(1).map(AsRef::as_ref));
        let matches = command.try_get_matches_from_mut(arguments)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    };
    parse(arguments).or_else(|error| match in_full(arguments, &error) {
        Some(arguments) => parse(&arguments),
        None => Err(error),
    })
}

/// The arguments with what was left out: `inspect` before an identifier or the name of a file, and the
/// format before its flavour in `ids new discord`.
fn in_full(arguments: &[OsString], error: &Error) -> Option<Vec<OsString>> {
    let first = 1 + words(&arguments[1..]).next()?;
    let (mut full, word) = (arguments.to_vec(), arguments[first].as_os_str());
    if word == "new" {
        let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
            return None;
        };
        let family = names::sole_family(name)?;
        let place = arguments.iter().position(|word| word == name.as_str())?;
        full.splice(place..place, [family.name.into(), "--flavour".into()]);
        return Some(full);
    }
    if word != "--" && !is_inspected(word, error) {
        return None;
    }
    full.insert(first, "inspect".into());
    Some(full)
}

/// The places of the words that are not the option which each verb has.
fn words(arguments: &[OsString]) -> impl Iterator<Item = usize> {
    let mut value = false;
    arguments.iter().enumerate().filter_map(move |(place, word)| {
        let is_value = mem::replace(&mut value, word == "--color");
        let is_option = value || word.as_encoded_bytes().starts_with(b"--color=");
        (!is_value && !is_option).then_some(place)
    })
}

/// Whether a word in the place of a verb is rather an identifier, or a file with some.
fn is_inspected(word: &OsStr, error: &Error) -> bool {
    if let [b'-', option @ ..] = word.as_encoded_bytes() {
        // By itself it is standard input.
        return option.is_empty();
    }
    if Cli::command().get_subcommands().any(|verb| word == verb.get_name()) {
        return false;
    }
    let now = SystemClock.now().unwrap_or_default();
    let mut inspector = Inspector::new(Context::at(now));
    match Answer::of(inspector.inspect(word.as_encoded_bytes())) {
        Answer::One => true,
        // A verb that is misspelt.
        _ if error.get(ContextKind::SuggestedSubcommand).is_some() => false,
        Answer::Nothing => Path::new(word).is_file(),
        _ => true,
    }
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

/// Writes the requested help, or what is wrong with the arguments.
pub(super) fn answer(
    color: ColorChoice,
    arguments: &[OsString],
    error: Error,
) -> Result<Status, Failure> {
    if let Some(hint) = misread(arguments, &error) {
        return Err(Failure::Usage(hint));
    }
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let mut out = Output::new(color);
        out.page().ours(&error.render());
        return out.flush().map(|()| Status::Done);
    }
    // The message repeats arguments, and its styles and theirs cannot be told apart any more: so it
    // is made again of arguments that can be shown.
    let shown = |text: &OsString| argument(text.as_encoded_bytes()).into();
    let shown: Vec<_> = arguments.iter().map(shown).collect();
    let same = shown == arguments;
    let again = if same { Some(error) } else { read(color, &shown).err() };
    complain(color, |page| {
        if let Some(error) = again {
            return page.ours(&advised(&shown, error).render());
        }
        page.error("an argument has characters that cannot be printed, or a password");
    });
    Ok(Status::Usage)
}

/// Why the arguments are not read as they were meant, if one is an identifier that begins with `-`.
fn misread(arguments: &[OsString], error: &Error) -> Option<String> {
    let first = 1 + words(arguments.get(1..)?).next()?;
    let word = arguments[first].as_os_str();
    let (verb, from) = match word.to_str()? {
        "inspect" => ("inspect ", first + 1),
        "convert" => ("convert ", first + 1),
        "check" => ("check FORMAT ", first + 1),
        text if text.starts_with('-') || is_inspected(word, error) => ("", first),
        _ => return None,
    };
    let rest = arguments[from..].iter().take_while(|word| *word != "--");
    // A time may begin so, too.
    let text = rest.filter_map(|word| word.to_str()).find(|word| {
        let is_short = word.len() > 8 && word.starts_with('-') && !word.starts_with("--");
        is_short && Moment::parse(word).is_err()
    })?;
    let text = argument(text);
    Some(format!(
        "'{text}' is read as options; an identifier that begins with - stands after --: \
         ids {verb}-- {text}"
    ))
}

/// The error with advice: what has an option that was not expected, or a flavour's format.
fn advised(arguments: &[OsString], mut error: Error) -> Error {
    let first = arguments.get(1..).and_then(|rest| Some(&rest[words(rest).next()?]));
    let advice = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option)))
            if first.is_some_and(|first| first == "new")
                && is_own_field(arguments, option.trim_start_matches('-')) =>
        {
            let name = option.trim_start_matches('-');
            Some(format!("a field of --layout is given inside of --node: --node {name}=N"))
        }
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) => {
            let mut owners = Vec::new();
            find(&Cli::command(), option.trim_start_matches('-'), "", &mut owners);
            let (option, owners) = (option.clone(), owners.join("', '"));
            (!owners.is_empty()).then(|| format!("'{option}' is an option of '{owners}'"))
        }
        (ErrorKind::InvalidSubcommand, _) => match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name))
                if first.is_some_and(|first| first == name.as_str()) =>
            {
                let no_file = || input::no_file(name.as_bytes()).map(str::to_owned);
                names::no_verb(name).or_else(no_file)
            }
            Some(ContextValue::String(name)) => {
                let is_new = first.is_some_and(|first| first == "new");
                let asked = is_new && error.get(ContextKind::SuggestedSubcommand).is_none();
                let alike = asked.then(|| names::alike_flavour(name)).flatten();
                let meant = alike.map(|flavour| format!("a flavour is named '{flavour}'"));
                names::instead(name).or(meant)
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![advice.into()]);
        error.insert(ContextKind::Suggested, advice);
        // What is only spelt alike is not meant.
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
    }
    error
}

/// Whether a layout on the command line has a field of this name that is a part of the node.
fn is_own_field(arguments: &[OsString], name: &str) -> bool {
    if ["sign", "timestamp"].contains(&name) || COUNTERS.contains(&name) {
        return false;
    }
    let after = arguments.windows(2).filter(|pair| pair[0] == "--layout");
    let after = after.map(|pair| pair[1].to_str());
    let inside = arguments.iter().map(|option| option.to_str()?.strip_prefix("--layout="));
    let mut fields = after.chain(inside).flatten().flat_map(|layout| layout.split(','));
    fields.any(|field| field.split_once(':').is_some_and(|(field, _)| field == name))
}

/// The verbs that have this option, but for those of which it is everybody's.
fn find(command: &Command, option: &str, path: &str, owners: &mut Vec<String>) {
    let path = format!("{path} {}", command.get_name());
    let own = |argument: &&clap::Arg| argument.get_long() == Some(option);
    if command.get_arguments().find(own).is_some_and(|argument| !argument.is_global_set()) {
        owners.push(path.trim_start().to_owned());
    }
    command.get_subcommands().for_each(|command| find(command, option, &path, owners));
}
