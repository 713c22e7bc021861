//! The Snowflake family: the known flavours, and layouts given on the command line.

use core::convert::identity;

use clap::Args;
use ids_formats::{Family, Given, formats};
use snowflake::{DynamicNode, FLAVOURS, Flavour};

use super::{Counting, Options, Params, Setting, Start, numbers, reserved};
use crate::{
    Failure,
    reading::{Own, Zoned},
    show::names,
};

impl Options for New {
    const FAMILY: Family = formats::snowflake::FAMILY;
    const APART: &'static [&'static str] = &["node", "worker"];
}

/// Options of `ids new snowflake`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// A known flavour: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    /// The node, different for each process: its number, or its fields: `37`,
    /// `worker=1,process=0`
    #[arg(long, value_name = "N|FIELD=N,..", value_delimiter = ',', value_parser = part)]
    node: Vec<(String, u64)>,
    /// The field `worker`, or the only field of the node
    #[arg(long, value_name = "N")]
    worker: Option<u64>,
    #[command(flatten)]
    params: Params<Self>,
    #[command(flatten)]
    counting: Counting,
}

/// A field of `--node`, or the number of all.
fn part(text: &str) -> Result<(String, u64), String> {
    let (name, value) = match text.split_once('=') {
        Some(part) => part,
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => ("node", text),
        None => return Err("write a field as name=number, or the node's number".into()),
    };
    let value = value.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok((name.to_owned(), value))
}

impl New {
    pub(crate) fn start(&self, setting: &Setting, zoned: &Zoned) -> Start {
        let flavour = self.flavour(zoned)?;
        let format = formats::snowflake::lasting(flavour);
        let bits = flavour.sequence().map_or(0, |sequence| sequence.width());
        let rolling = self.counting.rolling(bits)?;
        let field = self.params.first();
        let node = [
            ("--worker", self.worker.is_some()),
            ("--node", !self.node.is_empty()),
            (field.as_deref().unwrap_or_default(), field.is_some()),
        ];
        if let Some(reserving) = self.counting.open(flavour.name(), &node, setting)? {
            let node = |number| DynamicNode::numbered(flavour, number);
            let kept = reserved(reserving, setting, flavour.nodes(), node, identity, rolling)?;
            return Ok((format, numbers(kept, 0)));
        }
        let mut fields = flavour.node_fields().map(|field| field.name());
        let worker = match (fields.next(), fields.next()) {
            (Some(only), None) => only,
            _ => "worker",
        };
        let parts = self.node.iter().map(|(name, value)| (name.as_str(), Given::Number(*value)));
        let worker = self.worker.map(|value| (worker, Given::Number(value)));
        let given: Vec<_> = parts.chain(worker).chain(self.params.given()).collect();
        self.counting.start(format, &given, setting, rolling)
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
