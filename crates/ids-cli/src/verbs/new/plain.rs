//! Formats whose generators are told no more than their parameters.

use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, Subcommand};
use ids_formats::{FAMILIES, Family, Format, family};

use super::{OWN, Params, Setting, Start, params::options, start};

/// Options of `ids new` for such a format.
#[derive(Debug)]
pub(crate) struct New {
    format: &'static dyn Format,
    params: Params<()>,
    after: Option<u128>,
}

/// The format of a family that has but one, and no options of its own.
fn plain(family: &Family) -> Option<&'static dyn Format> {
    match family.formats {
        [only] if !OWN.contains(&family.name) => Some(*only),
        _ => None,
    }
}

fn command(family: &Family, format: &'static dyn Format) -> Command {
    let mut about =
        "Continue after this identifier, the last one issued before a restart".to_owned();
    if format.params().iter().any(|param| param.name == "monotonic") {
        about.push_str(". Implies --monotonic");
    }
    let after = Arg::new("after").long("after").value_name("ID").allow_hyphen_values(true);
    let after = after.value_parser(move |text: &str| format.parse(text)).help(about);
    let command = Command::new(family.name).about(family.about);
    command.args(options(family, &[], |_| false)).arg(after)
}

impl Subcommand for New {
    fn augment_subcommands(app: Command) -> Command {
        let commands = FAMILIES.iter().filter_map(|family| Some(command(family, plain(family)?)));
        app.subcommands(commands)
    }

    fn augment_subcommands_for_update(app: Command) -> Command {
        Self::augment_subcommands(app)
    }

    fn has_subcommand(name: &str) -> bool {
        family(name).and_then(plain).is_some()
    }
}

impl FromArgMatches for New {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let found = matches.subcommand().and_then(|(name, matches)| {
            let family = family(name)?;
            let (format, params) = (plain(family)?, Params::read(family, &[], matches));
            Some(Self { format, params, after: matches.get_one("after").copied() })
        });
        found.ok_or_else(|| Error::new(clap::error::ErrorKind::InvalidSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        start(self.format, &self.params.given(), setting, self.after, 0)
    }
}
