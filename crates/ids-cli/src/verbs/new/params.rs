//! The options of a family's generators, made of its formats' parameters.

use std::{marker::PhantomData, ops::Range};

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches,
    builder::{NonEmptyStringValueParser, TypedValueParser},
    value_parser,
};
use ids_formats::{Family, Format, Given, Param, ParamKind};
use luuid::Key;

use crate::{reading::entity::key, show::names};

/// A family, and which of its parameters are options as they are.
pub(crate) trait Options: Send + Sync + 'static {
    const FAMILY: Family;
    /// Parameters for which there are options of the command's own.
    const APART: &'static [&'static str] = &[];

    /// Whether a store gives this parameter, too.
    fn is_stored(name: &str) -> bool;
}

/// The values of such options.
#[derive(Debug)]
pub(crate) struct Params<F> {
    /// The parameter that an option is of, and what it gives.
    values: Vec<(&'static str, (String, Given<'static>))>,
    family: PhantomData<F>,
}

/// A parameter, with the formats that have it.
type Shared = (Param, Vec<&'static dyn Format>);

/// The parameters of a family, each once, but those that are options of the command's own.
fn shared(family: &Family, apart: &[&str]) -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for &format in family.formats {
        for param in format.params() {
            match all.iter_mut().find(|(other, _)| other.name == param.name) {
                Some((_, formats)) => formats.push(format),
                None if apart.contains(&param.name) => {}
                None => all.push((param, vec![format])),
            }
        }
    }
    all
}

/// The options of a family's parameters.
pub(super) fn options(
    family: &Family,
    apart: &[&str],
    is_stored: fn(&str) -> bool,
) -> impl Iterator<Item = Arg> {
    let count = family.formats.len();
    shared(family, apart).into_iter().map(move |(param, formats)| {
        let Param { name, kind, .. } = param;
        let arg = Arg::new(name).long(spelled(name)).required(param.needed && !is_stored(name));
        let (value, arg) = match kind {
            ParamKind::Flag => (String::new(), arg.action(ArgAction::SetTrue)),
            // Flavours have different limits, which their generators know.
            ParamKind::Number { max } if count == 1 => {
                (format!("0..{max}"), arg.value_parser(value_parser!(u64).range(..=max)))
            }
            ParamKind::Number { .. } => ("N".into(), arg.value_parser(value_parser!(u64))),
            ParamKind::Numbers(known) => {
                let number = NonEmptyStringValueParser::new().try_map(move |text| {
                    let number = text.parse::<u64>().ok().filter(|number| known.contains(number));
                    number.ok_or_else(|| format!("there are {}", list(known)))
                });
                ("N".into(), arg.value_parser(number))
            }
            ParamKind::Parts { .. } => {
                let arg = arg.action(ArgAction::Append).value_delimiter(',');
                ("N|FIELD=N,..".into(), arg.value_parser(move |text: &str| part(name, text)))
            }
            ParamKind::Choice(known) => {
                let text = NonEmptyStringValueParser::new();
                let text = text.try_map(move |text| {
                    let is_known = known.contains(&text.as_str());
                    if is_known { Ok(text) } else { Err(names::unknown(name, &text, known)) }
                });
                (name.to_uppercase(), arg.value_parser(text))
            }
            ParamKind::Hex { .. } => {
                ("HEX".into(), arg.value_parser(NonEmptyStringValueParser::new()))
            }
            ParamKind::Key { .. } => ("HEX".into(), arg.value_parser(key)),
            ParamKind::Keys => ("HEX|HEX..HEX".into(), arg.value_parser(keys)),
            ParamKind::Text | ParamKind::NumberOrText { .. } => {
                ("NAME".into(), arg.value_parser(NonEmptyStringValueParser::new()))
            }
        };
        let arg = if value.is_empty() { arg } else { arg.value_name(value) };
        arg.help(help(&param, if formats.len() < count { &formats } else { &[] }))
    })
}

/// What a parameter is for, in this command's words; `formats` are those that have it, if others have not.
fn help(param: &Param, formats: &[&'static dyn Format]) -> String {
    let mut about = param.about.to_owned();
    about[..1].make_ascii_uppercase();
    match param.kind {
        ParamKind::Choice(known) => about = format!("{about}: {}", known.join(", ")),
        ParamKind::Numbers(known) => about = format!("{about}: {}", list(known)),
        ParamKind::Keys => about.push_str(
            ". In hexadecimal: the first one, and after `..` the first one that is not among them",
        ),
        _ => {}
    }
    if let Some(others) = others(param) {
        about = format!("{about}. Instead of {others}");
    }
    if !formats.is_empty() {
        about = format!("{about}. For {}", names::flavours(formats.iter().copied()).join(", "));
    }
    match param.default {
        Some(Given::Number(number)) => format!("{about} [default: {number}]"),
        _ => about,
    }
}

/// The options of which one is given instead of a parameter's.
pub(super) fn others(param: &Param) -> Option<String> {
    let others = param.one_of.iter().filter(|name| **name != param.name);
    let others: Vec<_> = others.map(|name| format!("--{}", spelled(name))).collect();
    (!others.is_empty()).then(|| others.join(" or "))
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// A part of a number, or the number of all parts.
fn part(all: &str, text: &str) -> Result<(String, u64), String> {
    let (name, value) = match text.split_once('=') {
        Some(part) => part,
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => (all, text),
        None => return Err(format!("write a field as name=number, or the {all}'s number")),
    };
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| value.parse().ok()).flatten();
    value
        .map(|value| (name.to_owned(), value))
        .ok_or_else(|| format!("{name}: write a number in decimal digits, below 2^64"))
}

/// Keys from one on, or up to another one that is not among them.
fn keys(text: &str) -> Result<Range<u64>, String> {
    let bound = |text: &str| key(text).map(Key::to_bits).map_err(|error| error.to_string());
    let (first, end) = match text.split_once("..") {
        Some((first, end)) => (bound(first)?, bound(end)?),
        None => (bound(text)?, Key::MAX.to_bits() + 1),
    };
    if first == 0 {
        return Err("key 0 is never issued: keys begin with 1".into());
    }
    if first >= end {
        return Err("no key is in this range: its end is not among its keys".into());
    }
    Ok(first..end)
}

impl<F> Params<F> {
    /// The values of [`options`] that are given.
    pub(super) fn read(family: &Family, apart: &[&str], matches: &ArgMatches) -> Self {
        let mut values = Vec::new();
        for (param, _) in shared(family, apart) {
            let name = param.name;
            let value = match param.kind {
                ParamKind::Flag => matches.get_flag(name).then_some(Given::Flag(true)),
                ParamKind::Number { .. } | ParamKind::Numbers(_) => {
                    matches.get_one(name).copied().map(Given::Number)
                }
                ParamKind::Parts { .. } => {
                    let parts = matches.get_many::<(String, u64)>(name).into_iter().flatten();
                    let parts = parts.map(|(part, value)| (part.clone(), Given::Number(*value)));
                    values.extend(parts.map(|part| (name, part)));
                    continue;
                }
                ParamKind::Key { .. } => {
                    matches.get_one(name).map(|key: &Key| Given::Number(key.to_bits()))
                }
                ParamKind::Keys => matches.get_one(name).cloned().map(Given::Block),
                // As it is typed, in either case.
                ParamKind::Hex { .. } => matches
                    .get_one(name)
                    .map(|text: &String| Given::Text(text.to_ascii_lowercase().leak())),
                // It is there as long as the command.
                _ => matches.get_one(name).cloned().map(|text: String| Given::Text(text.leak())),
            };
            values.extend(value.map(|value| (name, (name.to_owned(), value))));
        }
        Self { values, family: PhantomData }
    }

    /// Whether one of them is given, and its option.
    pub(crate) fn first(&self) -> Option<String> {
        self.first_of(|_| true)
    }

    fn first_of(&self, is_meant: fn(&str) -> bool) -> Option<String> {
        let first = self.values.iter().find(|(name, _)| is_meant(name));
        first.map(|(name, _)| format!("--{}", spelled(name)))
    }

    fn value(&self, name: &str) -> Option<&Given<'static>> {
        self.values.iter().find(|(given, _)| *given == name).map(|(_, (_, value))| value)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        match self.value(name) {
            Some(Given::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The values, as generators take them.
    pub(crate) fn given(&self) -> Vec<(&str, Given<'_>)> {
        self.values.iter().map(|(_, (name, value))| (name.as_str(), value.clone())).collect()
    }
}

impl<F: Options> Params<F> {
    /// Whether one is given that a store gives, too, and its option.
    pub(crate) fn stored(&self) -> Option<String> {
        self.first_of(F::is_stored)
    }
}

/// A parameter's name as that of an option.
pub(super) fn spelled(name: &str) -> String {
    name.replace('_', "-")
}

impl<F: Options> Args for Params<F> {
    fn augment_args(command: Command) -> Command {
        command.args(options(&F::FAMILY, F::APART, F::is_stored))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<F: Options> FromArgMatches for Params<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self::read(&F::FAMILY, F::APART, matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
