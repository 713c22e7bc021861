//! The options of a family's generators, made of its formats' parameters.

use std::marker::PhantomData;

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches,
    builder::{NonEmptyStringValueParser, TypedValueParser, ValueParser},
    value_parser,
};
use ids_formats::{Family, Format, Given, Param, ParamKind};

use crate::show::names;

/// A family, and which of its parameters are options as they are.
pub(crate) trait Options: Send + Sync + 'static {
    const FAMILY: Family;
    /// Parameters for which there are options of the command's own.
    const APART: &'static [&'static str] = &[];
    /// Parameters that a store gives, too.
    const STORED: &'static [&'static str] = &[];
}

/// The values of such options.
#[derive(Debug)]
pub(crate) struct Params<F> {
    values: Vec<(&'static str, Given<'static>)>,
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
    stored: &'static [&str],
) -> impl Iterator<Item = Arg> {
    let count = family.formats.len();
    shared(family, apart).into_iter().map(move |(param, formats)| {
        let needed = param.needed && !stored.contains(&param.name);
        let mut about = param.about.to_owned();
        about[..1].make_ascii_uppercase();
        if formats.len() < count {
            let flavours = names::flavours(formats.iter().copied());
            about = format!("{about}. For {}", flavours.join(", "));
        }
        let arg = Arg::new(param.name).long(spelled(param.name)).required(needed);
        let (value, parser) = match param.kind {
            ParamKind::Flag => return arg.help(about).action(ArgAction::SetTrue),
            // Flavours have different limits, which their generators know.
            ParamKind::Number { max } if formats.len() == 1 => {
                (format!("0..{max}"), value_parser!(u64).range(..=max).into())
            }
            ParamKind::Number { .. } => ("N".into(), value_parser!(u64).into()),
            ParamKind::Choice(known) => {
                about = format!("{about}: {}", known.join(", "));
                let name = param.name;
                let check = move |text: String| {
                    let is_known = known.contains(&text.as_str());
                    is_known.then_some(()).ok_or_else(|| names::unknown(name, &text, known))?;
                    Ok::<_, String>(text)
                };
                let parser = NonEmptyStringValueParser::new().try_map(check);
                (name.to_uppercase(), ValueParser::new(parser))
            }
            _ => ("NAME".into(), NonEmptyStringValueParser::new().into()),
        };
        arg.help(about).value_name(value).value_parser(parser)
    })
}

impl<F> Params<F> {
    /// The values of [`options`] that are given.
    pub(super) fn read(family: &Family, apart: &[&str], matches: &ArgMatches) -> Self {
        let value = |(param, _): Shared| {
            let name = param.name;
            let value = match param.kind {
                ParamKind::Flag => matches.get_flag(name).then_some(Given::Flag(true)),
                ParamKind::Number { .. } => matches.get_one(name).copied().map(Given::Number),
                // It is there as long as the command.
                _ => matches.get_one(name).cloned().map(|text: String| Given::Text(text.leak())),
            };
            Some((name, value?))
        };
        let values = shared(family, apart).into_iter().filter_map(value).collect();
        Self { values, family: PhantomData }
    }

    /// Whether one of them is given, and its option.
    pub(crate) fn first(&self) -> Option<String> {
        self.values.first().map(|(name, _)| format!("--{}", spelled(name)))
    }

    fn value(&self, name: &str) -> Option<&Given<'static>> {
        self.values.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
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
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, Given<'_>)> {
        self.values.iter().cloned()
    }
}

/// A parameter's name as that of an option.
fn spelled(name: &str) -> String {
    name.replace('_', "-")
}

impl<F: Options> Args for Params<F> {
    fn augment_args(command: Command) -> Command {
        command.args(options(&F::FAMILY, F::APART, F::STORED))
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
