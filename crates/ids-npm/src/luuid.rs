//! LUUID, of both versions.

use ids_core::RangeError;
use luuid::{Group, Key, Luuid, Prefix, Version};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
    make::generator,
};

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    match args.name {
        "lenient" => kind.lenient(args),
        "generator" => generator(kind, args),
        "key" => Ok(Reply::bits(Key::decode(args.bytes("text"))?.to_bits())),
        "key_lenient" => Ok(Reply::bits(Key::decode_lenient(args.bytes("text"))?.to_bits())),
        "key_text" => Ok(Reply::output(Key::new(args.bits()?)?.to_string())),
        "group" => Ok(Reply::bits(Group::decode(args.bytes("text"))?.to_bits())),
        "group_of" => Ok(Reply::bits(Group::from_name_bytes(args.bytes("text")).to_bits())),
        "group_text" => Ok(Reply::output(group(args.bits()?)?.to_string())),
        "prefix" => Ok(Reply::bits(Prefix::decode(args.bytes("text"))?.to_bits())),
        "prefix_text" => Ok(Reply::output(Prefix::from_bits(args.bits()?)?.to_string())),
        "prefix_of" => {
            let key = Key::new(args.number("key")?.unwrap_or_default())?;
            let group = group(args.number("group")?.unwrap_or_default())?;
            let version = if kind.layout == Luuid::LAYOUT { Version::V6 } else { Version::V8 };
            Ok(Reply::bits(Prefix::new(key, group).to_version(version).to_bits()))
        }
        "first" => Ok(Reply::bits(Prefix::from_bits(args.bits()?)?.first().to_bits())),
        "last" => Ok(Reply::bits(Prefix::from_bits(args.bits()?)?.last().to_bits())),
        _ => Err(args.unknown()),
    }
}

/// The group of a number of any width.
fn group(number: u64) -> Result<Group, RangeError> {
    Luuid::GROUP.put(number)?;
    Group::new(u16::try_from(number).unwrap_or(u16::MAX))
}
