//! The Snowflake family: the known flavours, and layouts given on the command line.

use core::convert::identity;

use clap::Args;
use ids_formats::SnowflakeFormat;
use snowflake::{DynamicNode, FLAVOURS, Flavour, Form, Generator, ParseError, ValuesError};

use super::{
    reserved::reserved,
    setting::{Setting, rolling},
    source::{Start, numbers},
};
use crate::{
    reading::{
        moment::Zoned,
        own::Own,
        reserving::{Reserving, WithStore},
    },
    show::{names, outside::printable},
    status::Failure,
};

/// Options of `ids new snowflake`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// A known flavour: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    /// The node's number: the field `worker`, or the flavour's only node field
    #[arg(long, value_name = "N")]
    worker: Option<u64>,
    /// All node fields: `worker=1,process=0`
    #[arg(long, value_name = "FIELD=N,..", value_delimiter = ',', value_parser = field_value)]
    node: Vec<(String, u64)>,
    #[command(flatten)]
    store: WithStore,
    /// Start each tick's sequence where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one issued before a restart, in the flavour's
    /// canonical form or in decimal
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

/// The value of `--after`.
fn after(flavour: &Flavour, text: &str) -> Result<u64, Failure> {
    let refused = |error: ParseError| Failure::Usage(format!("--after: {error}"));
    let decimal = || Form::Decimal.decode(text.as_bytes());
    // What neither reads fails as the flavour says.
    let last = flavour.decode(text.as_bytes()).or_else(|error| decimal().map_err(|_| error));
    let last = last.map_err(refused)?;
    flavour.check(last).map_err(refused)?;
    Ok(last)
}

fn field_value(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("write a field as name=number")?;
    let value = value.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok((name.to_owned(), value))
}

impl New {
    pub(crate) fn start(&self, setting: &Setting, zoned: &Zoned) -> Start {
        let flavour = self.flavour(zoned)?;
        let bits = flavour.sequence().map_or(0, |sequence| sequence.width());
        let rolling_start = rolling(self.rolling_start, bits)?;
        if let Some(reserving) = self.reserving(&flavour, setting)? {
            let node = |number| DynamicNode::numbered(flavour, number);
            let kept =
                reserved(reserving, setting, flavour.nodes(), node, identity, rolling_start)?;
            return Ok((Box::new(SnowflakeFormat::new(flavour)), numbers(kept, 0)));
        }
        let fields: Vec<_> = flavour.node_fields().map(|field| field.name()).collect();
        let worker = match fields[..] {
            [only] => only,
            _ => "worker",
        };
        let values: Vec<(&str, u64)> = self
            .node
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .chain(self.worker.map(|value| (worker, value)))
            .collect();
        let node = DynamicNode::new(flavour, &values)
            .map_err(|error| Failure::Usage(explain(error, &flavour, &fields, &values)))?;
        let generator = Generator::new(setting.clock, node);
        let after = self.after.as_deref().map(|text| after(&flavour, text)).transpose()?;
        // Before the policy is set: a run that borrows begins in the next tick too.
        let generator = match after {
            Some(last) => generator.resume_after(last),
            None if setting.follows() => generator.resume_after_now()?,
            None => generator,
        };
        let generator = generator.with_policy(setting.policy).with_rolling_start(rolling_start);
        Ok((Box::new(SnowflakeFormat::new(flavour)), numbers(generator, 0)))
    }

    /// The store, if one is given.
    fn reserving(
        &self,
        flavour: &Flavour,
        setting: &Setting,
    ) -> Result<Option<Reserving>, Failure> {
        let others = [
            ("--worker", self.worker.is_some()),
            ("--node", !self.node.is_empty()),
            ("--after", self.after.is_some()),
            setting.at(),
        ];
        self.store.open(flavour.name(), &others)
    }

    fn flavour(&self, zoned: &Zoned) -> Result<Flavour, Failure> {
        let known = self.flavour.as_deref().map(|name| {
            name.parse().map_err(|_| {
                let known: Vec<_> = FLAVOURS.iter().map(Flavour::name).collect();
                names::refused("flavour", name, &known)
            })
        });
        let known: Option<Flavour> = known.transpose()?;
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

/// `worker=N,process=N`.
fn sample(fields: &[&str]) -> String {
    fields.iter().map(|field| format!("{field}=N")).collect::<Vec<_>>().join(",")
}

fn explain(
    error: ValuesError,
    flavour: &Flavour,
    fields: &[&str],
    values: &[(&str, u64)],
) -> String {
    let no_field = |field: &str| {
        let (name, has) = (flavour.name(), fields.join(", "));
        let has = if has.is_empty() { "none" } else { &has };
        format!("{name} has no node field '{}': it has {has}", printable(field))
    };
    match error {
        ValuesError::Missing { field } => {
            let option = match fields {
                [_] => "--worker N".into(),
                _ => format!("--node {}", sample(fields)),
            };
            let name = flavour.name();
            format!(
                "{name} needs a value for {field}, different for each process that makes {name} \
                 identifiers: give {option}"
            )
        }
        ValuesError::Unknown { index } => no_field(values.get(index).map_or("", |(name, _)| name)),
        ValuesError::Foreign { field } => no_field(field),
        other => other.to_string(),
    }
}
