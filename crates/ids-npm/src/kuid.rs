//! KUID: those of one node, and those of many with a drift.

use ids_core::{Id, format::array_of_bytes};
use ids_formats::formats::kuid::{drift_of, global};
use kuid::{Drift, Global, Local, NodeId, legacy};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
};

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    let drift = drift_of(&kind.layout).unwrap_or(Drift::DEFAULT);
    match args.name {
        "drift" => {
            let bits = args.number("bits")?.and_then(|bits| bits.try_into().ok());
            let format = global(Drift::new(bits.unwrap_or(u32::MAX))?);
            Ok(Reply::kind(Kind { format, layout: format.facts().layout, ..*kind }))
        }
        "local" => Ok(Reply::bits(drift.split(id(args)?).0.to_bits())),
        "global" => {
            let bits = args.number("bits")?.unwrap_or_default();
            let id = <Local as Id>::from_bits(bits.into())?;
            Ok(Reply::bits(drift.join(id, node(args)?)))
        }
        "name" => Ok(Reply::bits(NodeId::from_name(args.needed("text")?).to_bits())),
        "name_1_3_5" => Ok(Reply::bits(NodeId::from_name_1_3_5(args.needed("text")?).to_bits())),
        "decode_1_2_0" => {
            let (id, node) = legacy::decode_1_2_0(array_of_bytes(args.bytes("bytes"))?);
            Ok(Reply::bits(drift.join(id, node)))
        }
        "encode_1_2_0" => {
            let (id, node) = drift.split(id(args)?);
            Ok(Reply::output(legacy::encode_1_2_0(id, node)))
        }
        _ => kind.more(args),
    }
}

/// The identifier of a canonical text.
fn id(args: Args<'_>) -> Result<u128, Fault> {
    Ok(Global::decode(args.bytes("id"))?.to_bits())
}

/// The node of its text, or of its name.
fn node(args: Args<'_>) -> Result<NodeId, Fault> {
    match (args.text("node"), args.text("name"), args.text("name_1_3_5")) {
        (Some(text), None, None) => Ok(text.parse()?),
        (None, Some(name), None) => Ok(NodeId::from_name(name)),
        (None, None, Some(name)) => Ok(NodeId::from_name_1_3_5(name)),
        _ => Err(Fault::usage("one of these is wanted: node, name, name_1_3_5")),
    }
}
