//! LUUID, of both versions.

use ids_core::{ParseError, RangeError};
use luuid::{Group, Key, Luuid, Prefix, Version};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Kind, Reply},
    make::generator,
};

pub(crate) fn own(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    let low = || {
        let bits = args.wide("bits")?.unwrap_or_default();
        u64::try_from(bits).map_err(|_| Fault::from(ParseError::TooLarge { bits: 64 }))
    };
    match args.name {
        "lenient" => kind.lenient(args),
        "generator" => generator(kind, args),
        "key" => Ok(Reply::bits(Key::decode(text(args))?.to_bits())),
        "key_lenient" => Ok(Reply::bits(Key::decode_lenient(text(args))?.to_bits())),
        "key_text" => Ok(Reply::output(Key::new(low()?)?.to_string())),
        "group" => Ok(Reply::bits(Group::decode(text(args))?.to_bits())),
        "group_of" => Ok(Reply::bits(Group::from_name_bytes(text(args)).to_bits())),
        "group_text" => Ok(Reply::output(group(low()?)?.to_string())),
        "prefix" => Ok(Reply::bits(Prefix::decode(text(args))?.to_bits())),
        "prefix_text" => Ok(Reply::output(Prefix::from_bits(low()?)?.to_string())),
        "prefix_of" => {
            let key = Key::new(args.number("key")?.unwrap_or_default())?;
            let group = group(args.number("group")?.unwrap_or_default())?;
            let version = if kind.layout == Luuid::LAYOUT { Version::V6 } else { Version::V8 };
            Ok(Reply::bits(Prefix::new(key, group).to_version(version).to_bits()))
        }
        "first" => Ok(Reply::bits(Prefix::from_bits(low()?)?.first().to_bits())),
        "last" => Ok(Reply::bits(Prefix::from_bits(low()?)?.last().to_bits())),
        _ => Err(args.unknown()),
    }
}

fn text(args: Args<'_>) -> &[u8] {
    args.bytes("text").unwrap_or_default()
}

/// The group of a number of any width: what does not fit 16 bits does not fit 12.
fn group(number: u64) -> Result<Group, RangeError> {
    Group::new(u16::try_from(number).unwrap_or(u16::MAX)).map_err(|error| match error {
        RangeError::Field { field, max, .. } => RangeError::Field { field, value: number, max },
        other => other,
    })
}
