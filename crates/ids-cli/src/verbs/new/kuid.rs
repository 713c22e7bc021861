//! KUID identifiers: those of one node, and those of many with any drift.

use core::convert::identity;

use clap::Args;
use ids_formats::{Family, formats};
use kuid::{Drift, DynamicNode, Local, Node};

use super::{Counting, Options, Params, Setting, Start, numbers, reserved};
use crate::Failure;

impl Options for New {
    const FAMILY: Family = formats::kuid::FAMILY;

    fn is_stored(name: &str) -> bool {
        name != "drift"
    }
}

/// Options of `ids new kuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// `global`: 96 bits with a node. `local`: 64 bits without a node
    #[arg(long, value_name = "NAME", default_value = "global",
          value_parser = ["global", "local"])]
    flavour: String,
    #[command(flatten)]
    params: Params<Self>,
    #[command(flatten)]
    pub(super) counting: Counting,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let rolling = self.counting.rolling(Local::SEQUENCE.width())?;
        if self.flavour == "local" {
            let store = self.counting.is_stored().then(|| "--store".to_owned());
            if let Some(name) = self.params.first().or(store) {
                return Err(Failure::Usage(format!("{name} is for --flavour global")));
            }
            return self.counting.start(formats::kuid::LOCAL, &[], setting, rolling);
        }
        let drift =
            self.params.number("drift").map(|bits| Drift::new(bits.try_into().unwrap_or(u32::MAX)));
        let drift =
            drift.transpose().map_err(|error| Failure::Usage(format!("--drift: {error}")))?;
        let drift = drift.unwrap_or_default();
        let format = formats::kuid::global(drift);
        // Another drift is another layout, which the store refuses there.
        if let Some(reserving) = self.counting.open("kuid", &self.params, setting)? {
            let node = |number| {
                Node::<8>::numbered(number).map(|node| DynamicNode::new(node.node_id(), drift))
            };
            let nodes = Node::<8>::COUNT;
            let kept = reserved(reserving, setting, nodes, node, identity, rolling)?;
            return Ok((format, numbers(kept, 0)));
        }
        if self.params.stored().is_none() {
            return Err(Failure::usage(
                "kuid needs a node, different for each process that makes kuid identifiers: give \
                 --name NAME, --node with 8 hexadecimal digits, --store STORE, or --flavour local",
            ));
        }
        self.counting.start(format, &self.params.given(), setting, rolling)
    }
}
