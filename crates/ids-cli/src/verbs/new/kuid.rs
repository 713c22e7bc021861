//! KUID identifiers: those of one node, and those of many with any drift.

use core::convert::identity;

use clap::Args;
use ids_formats::{Family, Given, formats};
use kuid::{Drift, DynamicNode, Local, Node, NodeId};

use super::{Counting, Options, Params, Setting, Start, numbers, reserved};
use crate::{Failure, reading::select};

impl Options for New {
    const FAMILY: Family = formats::kuid::FAMILY;
    const APART: &'static [&'static str] = &["node"];
}

/// Options of `ids new kuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// `global`: 96 bits with a node. `local`: 64 bits without a node
    #[arg(long, value_name = "NAME", default_value = "global",
          value_parser = ["global", "local"])]
    flavour: String,
    /// The node: the name of an Erlang node, or its number as 8 hexadecimal digits. A name that
    /// begins with a digit needs an @, as in 1st@host; otherwise it is an error, because it may be
    /// a mistyped number
    #[arg(long, value_name = "NAME|HEX")]
    node: Option<String>,
    /// Hash the node's name as the original's version 1.3.5 does, instead of 1.3.4
    #[arg(long = "1.3.5", requires = "node")]
    newer: bool,
    #[command(flatten)]
    params: Params<Self>,
    /// Sort identifiers by windows of 2^BITS seconds, then by node: 5 to 10, the same for all nodes
    #[arg(long, value_name = "BITS", value_parser = select::drift)]
    drift: Option<Drift>,
    #[command(flatten)]
    counting: Counting,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let rolling = self.counting.rolling(Local::SEQUENCE.width())?;
        let name = self.params.first();
        if self.flavour == "local" {
            if self.node.is_some() || self.drift.is_some() || self.counting.is_stored() {
                let message = "--node, --drift and --store are for --flavour global";
                return Err(Failure::usage(message));
            }
            if let Some(name) = name {
                return Err(Failure::Usage(format!("{name} is for --flavour global")));
            }
            return self.counting.start(formats::kuid::LOCAL, &[], setting, rolling);
        }
        let drift = self.drift.unwrap_or_default();
        let format = formats::kuid::global(drift);
        let node = [
            ("--node", self.node.is_some()),
            (name.as_deref().unwrap_or_default(), name.is_some()),
        ];
        // Another drift is another layout, which the store refuses there.
        if let Some(reserving) = self.counting.open("kuid", &node, setting)? {
            let node = |number| {
                Node::<8>::numbered(number).map(|node| DynamicNode::new(node.node_id(), drift))
            };
            let nodes = Node::<8>::COUNT;
            let kept = reserved(reserving, setting, nodes, node, identity, rolling)?;
            return Ok((format, numbers(kept, 0)));
        }
        let mut given: Vec<_> = self.params.given().collect();
        given.extend(self.node()?);
        if given.is_empty() {
            return Err(Failure::usage(
                "kuid needs a node, different for each process that makes kuid identifiers: give \
                 --node NAME, --node with 8 hexadecimal digits, --store STORE, or --flavour local",
            ));
        }
        self.counting.start(format, &given, setting, rolling)
    }

    /// What `--node` says: a number or a name.
    fn node(&self) -> Result<Option<(&'static str, Given<'_>)>, Failure> {
        let Some(text) = self.node.as_deref() else { return Ok(None) };
        // What a variable that is not set gives would be the node of every process.
        if text.is_empty() {
            return Err(Failure::usage("--node: the name is empty"));
        }
        match text.to_ascii_lowercase().parse::<NodeId>() {
            Ok(_) if self.newer => {
                Err(Failure::usage("--1.3.5 says how a name is hashed, but --node is a number"))
            }
            Ok(node) => Ok(Some(("node", Given::Number(node.to_bits().into())))),
            // No Erlang node has such a name: it is a mistyped number, not a name to be hashed.
            Err(error)
                if text.starts_with(|first: char| first.is_ascii_digit())
                    && !text.contains('@') =>
            {
                Err(Failure::Usage(format!("--node: {error}; or a name, such as app@host")))
            }
            Err(_) => {
                let name = if self.newer { "name_1_3_5" } else { "name" };
                Ok(Some((name, Given::Text(text))))
            }
        }
    }
}
