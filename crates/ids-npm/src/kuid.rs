//! KUID: those of one node, and those of many with a drift.

use ids_core::{Id, format::array_of_bytes};
use ids_formats::{Format, formats};
use kuid::{Drift, Global, Local, NodeId, legacy};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Answer, Kind},
};

struct LocalKind;
struct GlobalKind(Drift);

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    if name == Local::LAYOUT.name() {
        return Some(Box::new(LocalKind));
    }
    let mut drifts = (5..=10).filter_map(|bits| Drift::new(bits).ok());
    let drift = drifts.find(|drift| drift.layout().name() == name)?;
    Some(Box::new(GlobalKind(drift)))
}

impl Kind for LocalKind {
    fn format(&self) -> &dyn Format {
        formats::kuid::LOCAL
    }
}

impl Kind for GlobalKind {
    fn format(&self) -> &dyn Format {
        formats::kuid::global(self.0)
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        let bits = || args.number("bits").map(Option::unwrap_or_default);
        match args.name {
            "drift" => {
                let bits = u32::try_from(bits()?).unwrap_or(u32::MAX);
                Drift::new(bits)?;
                Ok(Answer::default())
            }
            "local" => Ok(Answer::bits(self.0.split(global(args)?).0.to_bits())),
            "node" => Ok(Answer::bits(self.0.split(global(args)?).1.to_bits())),
            "global" => {
                let id = <Local as Id>::from_bits(bits()?.into())?;
                Ok(Answer::bits(self.0.join(id, node(args)?)))
            }
            "name" => Ok(Answer::bits(NodeId::from_name(args.needed("text")?).to_bits())),
            "name_1_3_5" => {
                Ok(Answer::bits(NodeId::from_name_1_3_5(args.needed("text")?).to_bits()))
            }
            "decode_1_2_0" => {
                let bytes = args.bytes("bytes").unwrap_or_default();
                let (id, node) = legacy::decode_1_2_0(array_of_bytes(bytes)?);
                Ok(Answer::bits(self.0.join(id, node)))
            }
            "encode_1_2_0" => {
                let (id, node) = self.0.split(global(args)?);
                Ok(Answer::output(legacy::encode_1_2_0(id, node)))
            }
            _ => Err(args.unknown()),
        }
    }
}

/// The identifier of a canonical text.
fn global(args: Args<'_>) -> Result<u128, Fault> {
    Ok(Global::decode(args.bytes("id").unwrap_or_default())?.to_bits())
}

/// The node of its text, or of its name.
fn node(args: Args<'_>) -> Result<NodeId, Fault> {
    match (args.text("node"), args.text("name"), args.text("name_1_3_5")) {
        (Some(text), None, None) => Ok(text.parse()?),
        (None, Some(name), None) => Ok(NodeId::from_name(name)),
        (None, None, Some(name)) => Ok(NodeId::from_name_1_3_5(name)),
        _ => Err(Fault::usage("the node is missing: node, name or name_1_3_5, one of them")),
    }
}
