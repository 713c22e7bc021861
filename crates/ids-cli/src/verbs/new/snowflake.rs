//! The Snowflake family: the known flavours, and layouts given on the command line.

use core::convert::identity;

use clap::Args;
use ids_formats::{Family, formats};
use snowflake::{DynamicNode, FLAVOURS, Flavour};

use super::{Counting, Options, Params, Setting, Start, numbers, reserved};
use crate::{
    Failure,
    reading::{Own, Zoned},
    show::names,
};

impl Options for New {
    const FAMILY: Family = formats::snowflake::FAMILY;

    fn is_stored(_: &str) -> bool {
        true
    }
}

/// Options of `ids new snowflake`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// A known flavour: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    params: Params<Self>,
    #[command(flatten)]
    pub(super) counting: Counting,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting, zoned: &Zoned) -> Start {
        let flavour = self.flavour(zoned)?;
        let format = formats::snowflake::lasting(flavour);
        let bits = flavour.sequence().map_or(0, |sequence| sequence.width());
        let rolling = self.counting.rolling(bits)?;
        if let Some(reserving) = self.counting.open(flavour.name(), &self.params, setting)? {
            let node = |number| DynamicNode::numbered(flavour, number);
            let kept = reserved(reserving, setting, flavour.nodes(), node, identity, rolling)?;
            return Ok((format, numbers(kept, 0)));
        }
        self.counting.start(format, &self.params.given(), setting, rolling)
    }

    fn flavour(&self, zoned: &Zoned) -> Result<Flavour, Failure> {
        let all = FLAVOURS.iter().map(|flavour| (*flavour, flavour.name()));
        let known = self.flavour.as_deref().map(|name| names::known("flavour", name, all));
        let known = known.transpose()?;
        match (known, self.own.flavour(known, true, zoned)?) {
            (Some(_), Some(_)) if self.own.has_layout() => {
                Err(Failure::usage("give --flavour or --layout, not both"))
            }
            (_, Some(own)) => Ok(own),
            (Some(known), None) => Ok(known),
            (None, None) => Err(Failure::usage("say which: --flavour NAME, or --layout FIELDS")),
        }
    }
}
